/** Working on a list with so many hands, of which each asks before it takes the next item. */

/** How items are worked on. */
export interface LaneWork<T> {
  /** Whether a lane (0 is the first) may take another item; a lane that may not ends. */
  mayBegin: (lane: number) => boolean;
  work: (item: T) => Promise<void>;
}

/**
 * Works on items in order, in several lanes. The first error ends all lanes, and is thrown when they have ended.
 * @returns the items that no lane has taken
 */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  { mayBegin, work }: LaneWork<T>,
): Promise<T[]> {
  const rest = items.values();
  let failed = false;
  async function lane(number: number): Promise<void> {
    while (!failed && mayBegin(number)) {
      const next = rest.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, number) => lane(number)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return [...rest];
}
