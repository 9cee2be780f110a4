/** What an invocation does not need to begin with is made when it is first asked for: a cold start is shorter. */

/** @returns gives what `make` makes, which is called once, the first time */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
