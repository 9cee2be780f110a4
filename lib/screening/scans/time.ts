/** Time in which a worker may continue: until its function's time runs out, with enough left to put things in order. */

import { scaled } from "../../aws/scaled.ts";
import { setInvocationDeadline } from "../../aws/time-left.ts";

/** Time for the service to answer a request. */
const REQUEST_MS = 10 * 60_000;

/** Time for the work after the last answer: storing it, fetching statuses, the alert, and the message of the next page. */
const RESERVE_MS = 60_000;

/** Writes take their time at every clock's scale, but a whole request must still fit beside them. */
const LEAST_RESERVE_MS = 2_000;
const MOST_OF_TIME = 1 / 6;

/** Wait of an alert for statuses; it goes out without the missing ones. */
const STATUSES_MS = 30_000;

/** A message of a scan waits for few others; within the reserve there is time for it. */
export const PUBLISH_WITHIN_MS = 20_000;

export class WorkTime {
  readonly #end: number;
  readonly #reserveMs: number;
  readonly #requestMs: number;
  readonly #statusesMs: number;
  #begun = false;

  /** @param remainingMs what is left of the function's time */
  constructor(remainingMs: number) {
    const least = Math.min(LEAST_RESERVE_MS, remainingMs * MOST_OF_TIME);
    this.#reserveMs = Math.min(remainingMs / 2, Math.max(least, scaled(RESERVE_MS)));
    this.#end = Date.now() + remainingMs - this.#reserveMs;
    this.#requestMs = scaled(REQUEST_MS);
    this.#statusesMs = scaled(STATUSES_MS);
  }

  /**
   * Reports whether there is time for a whole request. For the first one there always is: a function with less time than a
   * request may take would otherwise hand its work on for ever.
   */
  mayBegin(): boolean {
    const left = this.#end - Date.now();
    return left > 0 && (!this.#begun || left >= this.#requestMs);
  }

  /** A request begins. @returns when it must have ended, in milliseconds since 1970 */
  begin(): number {
    this.#begun = true;
    return this.#end;
  }

  /** Deadline of statuses that are requested now, in milliseconds since 1970. */
  statusesBy(): number {
    return Math.min(Date.now() + this.#statusesMs, this.#end + this.#reserveMs / 2);
  }
}

/** Time for a function's last actions: it logs, and returns its message to the queue. */
const LAST_WORDS_MS = 5_000;
const LAST_WORDS = 1 / 10;

/**
 * From now on no call of AWS outlasts what {@link withinTime} waits for: what is given up there makes no call beside the
 * last words, nor when it thaws in the next invocation.
 */
export function boundWork(invocation: { getRemainingTimeInMillis(): number }): void {
  const remainingMs = invocation.getRemainingTimeInMillis();
  setInvocationDeadline(invocation, lastWordsMs(remainingMs) / remainingMs);
}

function lastWordsMs(remainingMs: number): number {
  return Math.min(LAST_WORDS_MS, remainingMs * LAST_WORDS);
}

/** The function's time was over before its work was. */
class OutOfTimeError extends Error {
  override name = "OutOfTimeError";
  constructor() {
    super("The function's time is over, and something that it waits for has not answered.");
  }
}

/**
 * Waits for work, but not beyond the function's time: one that Lambda cuts off says nothing, and its message comes back
 * an hour and a half later.
 * @param remainingMs what is left of the function's time
 * @throws {OutOfTimeError}; what the work throws
 */
export async function withinTime<T>(remainingMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const patience = remainingMs - lastWordsMs(remainingMs);
  const timer = setTimeout(() => reject(new OutOfTimeError()), patience);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
