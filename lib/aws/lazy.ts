/** Values that are made at their first use, which shortens a cold start. */

/** @returns gives what `make` makes, which is called once, the first time */
export function lazy<T extends object>(make: () => T): () => T {
  let instance: T | undefined;
  return () => {
    instance ??= make();
    return instance;
  };
}

/** @returns gives what was read the first time; after a read that failed the next who asks reads again */
export function lazyRead<T>(read: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= read().catch((error: unknown) => {
      promise = undefined;
      throw error;
    });
    return promise;
  };
}
