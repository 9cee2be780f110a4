/** The subject of an e-mail: ASCII, and short enough for SNS without losing who it is about. */

import { toAscii } from "./ascii.ts";
import { shorten } from "./cut.ts";
import { isCut } from "./ids.ts";

/** SNS refuses a subject of 100 characters or more, or one that is not ASCII. */
const MAX_SUBJECT = 99;

/** However long an id is, so much is left to say what happened. */
const LEAST_WORDS = 40;

/** A subject as SNS takes it. */
export function subjectLine(subject: string): string {
  return shorten(toAscii(subject), MAX_SUBJECT, "...");
}

/** A name in a subject, and the text before it, as in ` - user `. */
type About = readonly [joint: string, shown: string];

/**
 * A subject that ends in the ids it is about, which people copy: the words before are cut first. An id that it cannot hold
 * unchanged is left out, since a search would not find another.
 * @param about the ids as `shownId` gives them, the most important first
 */
export function subjectAbout(words: string, ...about: readonly About[]): string {
  const all = toAscii(words);
  const least = Math.min(all.length, LEAST_WORDS);
  let end = "";
  for (const [joint, shown] of about) {
    const longer = `${end}${joint}${shown}`;
    if (!isCut(shown) && isAscii(shown) && least + longer.length <= MAX_SUBJECT) end = longer;
  }
  return `${shorten(all, MAX_SUBJECT - end.length, "...")}${end}`;
}

function isAscii(shown: string): boolean {
  return /^[\x20-\x7e]*$/.test(shown);
}
