/** The subject of an e-mail: ASCII, and short enough for SNS without losing who it is about. */

import { toAscii } from "./cleaning.ts";
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

/**
 * A subject that ends in the id it is about, which people copy: the words before are cut first. An id that it cannot carry
 * unchanged is left out, since a search would not find it.
 * @param joint the text between, as in ` - user `
 * @param shown as `shownId` gives it
 */
export function subjectAbout(words: string, joint: string, shown: string): string {
  const end = isCut(shown) || !isAscii(shown) ? "" : `${joint}${shown}`;
  return `${shorten(toAscii(words), Math.max(MAX_SUBJECT - end.length, LEAST_WORDS), "...")}${end}`;
}

function isAscii(shown: string): boolean {
  return /^[\x20-\x7e]*$/.test(shown);
}
