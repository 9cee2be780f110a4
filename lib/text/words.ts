/** Counts as a sentence has them. */

const SMALL = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** `nine digits`, `one digit`, `14 digits`. */
export function counted(count: number, singular: string): string {
  return `${SMALL[count] ?? count.toLocaleString("en-US")} ${singular}${count === 1 ? "" : "s"}`;
}
