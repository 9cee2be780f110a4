/** The bound of what one count reads. */

/** Most items that one count reads, over all its lists. */
export const MOST_COUNTED = 20_000;

/** Bounds a count over several lists, which may be read at the same time. */
export class CountLimit {
  #left: number;
  #isReached = false;

  constructor(most = MOST_COUNTED) {
    this.#left = most;
  }

  /** The items of a list for as long as the count may read more. */
  async *of<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      if (this.#left === 0) {
        this.#isReached = true;
        return;
      }
      this.#left -= 1;
      yield item;
    }
  }

  /** True once there was more than may be read: what was counted is then a lower bound. */
  get isReached(): boolean {
    return this.#isReached;
  }
}
