/** What most invocations do not need is made when it is first asked for: a cold start is shorter without it. */

/** @returns gives what `make` makes, which is called once, the first time */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
