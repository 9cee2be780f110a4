/** The one way text is cut, for people and for storage: between two characters as a reader sees them. */

import { lazy } from "../../aws/lazy.ts";

const segmenter = lazy(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/**
 * Text of at most `max` UTF-16 code units, as `length` counts them, with half surrogate pairs replaced by U+FFFD. What
 * is too long ends in `mark` and is cut at the boundary of a grapheme cluster: no accent, flag or joined emoji is
 * halved. A cluster that alone is too long (one letter may carry thousands of accents) is cut between code points.
 * @param mark replaces the rest; counts towards `max`
 */
export function shorten(text: string, max: number, mark = "…"): string {
  if (text.length <= max) return text.toWellFormed();
  const room = Math.max(0, max - mark.length);
  return `${text.slice(0, boundaryUpTo(text, room)).toWellFormed()}${mark.slice(0, max)}`;
}

/** The last boundary between two characters that is not after `at`. */
function boundaryUpTo(text: string, at: number): number {
  if (at === 0) return 0;
  // Two units more decide whether the character goes on; the megabytes behind them do not.
  const segments = segmenter().segment(text.slice(0, at + 2));
  const start = segments.containing(at)?.index ?? at;
  if (start > 0) return start;
  const isSecondHalf = (text.codePointAt(at - 1) ?? 0) > 0xffff;
  return isSecondHalf ? at - 1 : at;
}

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
