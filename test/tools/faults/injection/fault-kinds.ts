/**
 * Faults that can be injected into a call. Every try of the call is hit, since the SDK and the service's client try again by
 * themselves; "no reply once" leaves the second try alone, which then meets what the first one has done.
 */
export const FAULT_KINDS = [
  /** Each try is answered 500 (the risk service: 503), and takes no effect. */
  "refused",
  /** Each try takes effect, and its connection breaks before the reply. */
  "no reply",
  /** The first try takes effect and its reply is lost; the client's next try goes through. */
  "no reply once",
  /** Each try is answered with the service's own throttling error. */
  "throttled",
  /** Nothing is answered until the function has timed out or given up; then the call takes effect. */
  "late",
  /** The process dies as it makes the call, which takes no effect. */
  "crash before",
  /** The process dies when the call has taken effect. */
  "crash after",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
