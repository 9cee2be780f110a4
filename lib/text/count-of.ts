/** Counts as a sentence has them. */
const SMALL = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** `nine digits`, `one digit`, `14 digits`. */
export function counted(count: number, singular: string): string {
  return `${SMALL[count] ?? count.toLocaleString("en-US")} ${singular}${count === 1 ? "" : "s"}`;
}

/** Numbers of things in words: `1 line`, `2,000 lines`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
}
