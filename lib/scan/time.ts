/** How long a worker may go on: until its function's time runs out, with enough left to put things in order. */

/** The service is given so long for a request. */
const REQUEST_MS = 10 * 60_000;

/** What follows the last answer: keeping it, fetching statuses, the alert, and the message that hands on. */
const RESERVE_MS = 60_000;

/** Writes take their time whatever the clock's scale. */
const LEAST_RESERVE_MS = 2_000;

/** The time of one invocation. */
export class WorkTime {
  readonly #end: number;
  readonly #requestMs: number;
  readonly #aside: number;
  #begun = false;

  /** @param remainingMs what is left of the function's time */
  constructor(remainingMs: number, timeScale: number) {
    const reserve = Math.min(remainingMs / 2, Math.max(LEAST_RESERVE_MS, RESERVE_MS / timeScale));
    this.#end = Date.now() + remainingMs - reserve;
    this.#aside = reserve / 2;
    this.#requestMs = REQUEST_MS / timeScale;
  }

  /**
   * Whether there is time for a whole request. There always is for the first ones: a function with less time than a
   * request may take would otherwise hand its work on for ever.
   */
  mayBegin(): boolean {
    return !this.#begun || this.leftMs() >= this.#requestMs;
  }

  /** When every request must have ended, in milliseconds since 1970. */
  stopAt(): number {
    this.#begun = true;
    return this.#end;
  }

  /**
   * Waits for something that is not worth more than a part of what is left.
   * @throws {Error} when that time is over
   */
  async within<T>(what: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("no time left")), this.#aside);
    try {
      return await Promise.race([what, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Milliseconds until then. */
  leftMs(): number {
    return this.#end - Date.now();
  }
}
