/** The earliest of some times that are written in one form, such as ISO 8601 in UTC; those that are undefined do not count. */
export function earliest(times: readonly [string, ...(string | undefined)[]]): string;
export function earliest(times: Iterable<string | undefined>): string | undefined;
export function earliest(times: Iterable<string | undefined>): string | undefined {
  let first: string | undefined;
  for (const time of times) if (time !== undefined && (first === undefined || time < first)) first = time;
  return first;
}
