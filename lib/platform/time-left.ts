/** The time that an invocation has left: calls of AWS are given up while there is still time to say so. */

/** The part of Lambda's context that says when the function is ended. */
interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** Of the time that an invocation begins with, this much stays for its answer when every call hangs. */
const KEPT_BACK = 0.1;

/** Of the time that an invocation has left, so much is for beginning things: what was begun ends while calls still work. */
const FOR_WORK = 0.8;

/** How long an invocation may begin things, of what it has left; both in milliseconds. */
export function workTime(remainingMs: number): number {
  return remainingMs * FOR_WORK;
}

// Of the process: Lambda gives it one call at a time.
let endsAt: number | undefined;
let signal: AbortSignal | undefined;

/** From now on no call of AWS outlasts this invocation. Called first thing by a handler. */
export function boundCalls(invocation: Invocation): void {
  endsAt = Date.now() + invocation.getRemainingTimeInMillis() * (1 - KEPT_BACK);
  signal = undefined;
}

/**
 * Aborts when the calls of this invocation have to end; undefined where {@link boundCalls} was never called. Made for
 * the first call that wants it: most of what is refused makes none.
 */
export function callsEnd(): AbortSignal | undefined {
  if (endsAt === undefined) return undefined;
  signal ??= abortAfter(Math.round(endsAt - Date.now()));
  return signal;
}

/** Where no time is left it is aborted from the start: a call may reach AWS before a timer of 0 ms goes off. */
function abortAfter(milliseconds: number): AbortSignal {
  return milliseconds > 0 ? AbortSignal.timeout(milliseconds) : AbortSignal.abort();
}
