/** The time that an invocation has left: calls of AWS are given up while there is still time to say so. */

import { AsyncLocalStorage } from "node:async_hooks";

/** The part of Lambda's context that says when the function is ended. */
interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** Share of an invocation's time that stays for its answer when every call hangs. */
const KEPT_BACK = 0.1;

/** Share of the remaining time in which work may begin: what was begun ends while calls still work. */
const FOR_WORK = 0.8;

/** Part of the remaining time in which an invocation may begin new work; both in milliseconds. */
export function workTime(remainingMs: number): number {
  return remainingMs * FOR_WORK;
}

/** End of an invocation's calls, in milliseconds since 1970, and the signal that ends them. */
interface CallsBound {
  endsAt: number;
  signal: AbortSignal | undefined;
}

// Each invocation's work finds its own bound, wherever it awaits. So work that was given up and thaws in the next invocation
// meets a bound that is over, and makes no call beside the work of that one.
const bounds = new AsyncLocalStorage<CallsBound>();

/**
 * From now on no call of AWS outlasts this invocation. Called first thing by a handler, and again for the calls that
 * follow what it gave up.
 * @param keptBack the part of the time that is left in which no call is made any more
 */
export function setInvocationDeadline(invocation: Invocation, keptBack = KEPT_BACK): void {
  const endsAt = Date.now() + invocation.getRemainingTimeInMillis() * (1 - keptBack);
  bounds.enterWith({ endsAt, signal: undefined });
}

/**
 * Aborts when the calls of this invocation have to end; undefined where {@link setInvocationDeadline} was never called. Made for
 * the first call that wants it: most of what is refused makes none.
 */
export function callsEnd(): AbortSignal | undefined {
  const bound = bounds.getStore();
  if (bound === undefined) return undefined;
  bound.signal ??= abortAfter(Math.round(bound.endsAt - Date.now()));
  return bound.signal;
}

/** A signal that aborts after a time. Without time left it is aborted from the start: a call may reach AWS before a timer of 0 ms goes off. */
function abortAfter(milliseconds: number): AbortSignal {
  return milliseconds > 0 ? AbortSignal.timeout(milliseconds) : AbortSignal.abort();
}
