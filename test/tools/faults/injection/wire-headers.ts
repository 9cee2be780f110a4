/** Headers that a worker sends the fault wire with each call, and the wire's answers. */

/** Input of the preloaded module. */
export interface WireData {
  /** URL of the wire. */
  port: number;
  timeScale: number;
  /** Projects that the template does not name, as the functions find them. */
  projects: readonly { id: number; mexico: boolean }[];
}

export const WIRE_HEADERS = {
  /** The origin that the call is meant for. */
  target: "x-wire-target",
  /** The function's name. */
  function: "x-wire-function",
  /** Number of the function's call that made it. */
  invocation: "x-wire-invocation",
  /** The subjects of the event that the function was called with. */
  subjects: "x-wire-subjects",
} as const;

/** On a reply: the function ends at once. */
export const CRASH_HEADER = "x-wire-crash";
