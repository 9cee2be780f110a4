/** Working on a list with a bounded concurrency that may shrink meanwhile; that of p-map is fixed. */

export interface ConcurrentWork<T> {
  /** Whether another item may begin in a slot (0 is the first); a slot that may not begins no further one. */
  mayBegin: (slot: number) => boolean;
  work: (item: T) => Promise<void>;
}

/**
 * Works on items in order, at most `concurrency` of them concurrently. The first error lets no further item begin, and
 * is thrown when those that began have ended.
 * @returns the items that have not begun
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  { mayBegin, work }: ConcurrentWork<T>,
): Promise<T[]> {
  const rest = items.values();
  let failed = false;
  async function takeItems(slot: number): Promise<void> {
    while (!failed && mayBegin(slot)) {
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
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, (_, slot) => takeItems(slot)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return [...rest];
}
