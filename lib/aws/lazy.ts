/** Values that are made at their first use, which shortens a cold start. */

/** @returns gives what `make` makes, which is called once, the first time */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** @returns gives what was read the first time; after a read that failed the next who asks reads again */
export function lazyRead<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => {
    found ??= read().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}
