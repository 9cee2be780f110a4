/** Merges sorted streams into one, reading no further ahead than it must. */

/** All values of `streams`, each of which is sorted by `before`, in that order. */
export async function* mergeSorted<T>(
  streams: readonly AsyncIterable<T>[],
  before: (a: T, b: T) => boolean,
): AsyncGenerator<T> {
  const heads = await Promise.all(
    streams.map(async (stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      return { iterator, result: await iterator.next() };
    }),
  );
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.result.done === true) continue;
      if (
        first === undefined ||
        first.result.done === true ||
        before(head.result.value, first.result.value)
      ) {
        first = head;
      }
    }
    if (first === undefined || first.result.done === true) return;
    yield first.result.value;
    first.result = await first.iterator.next();
  }
}
