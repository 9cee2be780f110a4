/** Shows ids so that what is read can be pasted into a command and finds what it names; where it cannot, it says so. */

import { cleanText } from "./cleaning.ts";
import { shorten } from "./cut.ts";
import { type Marks, maskedId } from "./masking.ts";
import { isolated } from "./quoting.ts";

/** Longer ids than this belong to no chain and to no usual database. */
const MAX_ID = 128;

/** Remarks on an id that is not shown exactly; each gets the shown form. */
interface IdNotes {
  cut(shown: string, length: number): string;
  invisible(shown: string): string;
  /** Replacement of personal data in it; English if absent. */
  marks?: Marks;
}

const ENGLISH: IdNotes = {
  cut: (shown, length) => `${shown} (cut, of ${length.toLocaleString("en-US")} characters)`,
  invisible: (shown) => `${shown} (shown without its invisible characters)`,
};

/**
 * A user id, address or hash exactly as it is, in quotation marks where it holds spaces or such marks. Personal data in
 * it is masked, and what cannot be seen or is too long is left out; then the text says so.
 */
export function shownId(id: string, notes: IdNotes = ENGLISH): string {
  if (id.length > MAX_ID) {
    const beginning = shorten(maskedId(cleanText(id, MAX_ID * 2), notes.marks), MAX_ID);
    return notes.cut(inQuotes(beginning), id.length);
  }
  const visible = cleanText(id, MAX_ID);
  const masked = maskedId(visible, notes.marks);
  if (masked !== visible) return masked;
  return visible === id ? inQuotes(id) : notes.invisible(inQuotes(visible));
}

/** Reports whether an id has no personal data and no invisible character, and is short enough to be sent whole. */
export function isPlainId(id: string): boolean {
  return id.length <= MAX_ID && cleanText(id, MAX_ID) === id && maskedId(id) === id;
}

/** Reports whether {@link shownId} had to cut the id; one that has such words itself is in quotation marks. */
export function isCut(shown: string): boolean {
  return /\((?:cut, of [\d,]+ characters|recortado, de [\d,]+ caracteres)\)$/.test(shown);
}

function inQuotes(id: string): string {
  return isolated(/[\s"'(),;]/u.test(id) || id === "" ? `"${id}"` : id);
}
