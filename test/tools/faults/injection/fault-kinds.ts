/** Faults that can be injected into a call, and their words in the report. */

/**
 * Every try of the call is hit, since the SDK and the service's client try again by themselves; "no reply once"
 * leaves the second try alone, which then meets what the first one has done.
 */
export const FAULT_KINDS = [
  "refused",
  "no reply",
  "no reply once",
  "throttled",
  "late",
  "crash before",
  "crash after",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Effect of each kind, for the report. */
export const FAULT_EFFECTS: Record<FaultKind, string> = {
  refused: "each try is answered 500 (the risk service: 503), and takes no effect",
  "no reply": "each try takes effect, and its connection breaks before the reply",
  "no reply once": "the first try takes effect and its reply is lost; the client's next try goes through",
  throttled: "each try is answered with the service's own throttling error",
  late: "nothing is answered until the function has timed out or given up; then the call takes effect",
  "crash before": "the process dies as it makes the call, which takes no effect",
  "crash after": "the process dies when the call has taken effect",
};
