/** Shows ids so that what is read can be pasted into a command and finds what it names; where it cannot, it says so. */

import { cleanText } from "./cleaning.ts";
import { shorten } from "./cut.ts";
import { type Marks, maskedId } from "./masking.ts";
import { isolated } from "./quoting.ts";

/** Longer ids than this belong to no chain and to no usual database. */
const MAX_ID = 128;

/** What is said of an id that is not shown as it is; each gets what is shown of it. */
export interface IdNotes {
  cut(shown: string, length: number): string;
  invisible(shown: string): string;
  /** What stands for personal data in it; English where it is absent. */
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

/** Whether nothing in an id looks like personal data, is invisible, or is too long: then it can be sent whole. */
export function isPlainId(id: string): boolean {
  return id.length <= MAX_ID && cleanText(id, MAX_ID) === id && maskedId(id) === id;
}

/** Whether {@link shownId} had to cut the id; one that holds such words itself stands in quotation marks. */
export function isCut(shown: string): boolean {
  return /\((?:cut, of [\d,]+ characters|recortado, de [\d,]+ caracteres)\)$/.test(shown);
}

function inQuotes(id: string): string {
  return isolated(/[\s"'(),;]/u.test(id) || id === "" ? `"${id}"` : id);
}
