/** The subject of an e-mail: ASCII, and short enough for SNS without losing who it is about. */

import { toAscii } from "./cleaning.ts";
import { shorten } from "./cut.ts";
import { isCut } from "./ids.ts";

/** SNS refuses a subject of 100 characters or more, or one that is not ASCII. */
const MAX_SUBJECT = 99;

/** However long an id is, so much is left to say what happened. */
const LEAST_WORDS = 40;

/** Replacement of an id that a subject cannot carry; in ASCII. */
interface SubjectNotes {
  tooLong: string;
  notAscii: string;
}

const ENGLISH: SubjectNotes = { tooLong: "(too long, see below)", notAscii: "(see below)" };

/** A subject as SNS takes it. */
export function subjectLine(subject: string): string {
  return shorten(toAscii(subject), MAX_SUBJECT, "...");
}

/**
 * A subject that ends in the id it is about, which people copy: the words before are cut first.
 * @param joint the text between, as in ` - user `
 * @param shown as `shownId` gives it; one that is not ASCII is not transliterated, and one that was cut is left out, since
 * a search would not find it
 */
export function subjectAbout(words: string, joint: string, shown: string, notes = ENGLISH): string {
  const end = `${joint}${isCut(shown) ? notes.tooLong : isAscii(shown) ? shown : notes.notAscii}`;
  return `${shorten(toAscii(words), Math.max(MAX_SUBJECT - end.length, LEAST_WORDS), "...")}${end}`;
}

function isAscii(shown: string): boolean {
  return /^[\x20-\x7e]*$/.test(shown);
}
