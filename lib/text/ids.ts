/** Shows ids so that what is read can be pasted into a command and finds what it names; where it cannot, it says so. */

import { cleanText } from "./cleaning.ts";
import { shorten } from "./cut.ts";
import { maskedId } from "./masking.ts";
import { isolated } from "./quoting.ts";

/** Longer ids than this belong to no chain and to no usual database. */
const MAX_ID = 128;

/**
 * A user id, address or hash exactly as it is, in quotation marks where it holds spaces or such marks. Personal data in
 * it is masked, and what cannot be seen or is too long is left out; then the text says so.
 */
export function shownId(id: string): string {
  if (id.length > MAX_ID) {
    const beginning = shorten(maskedId(cleanText(id, MAX_ID * 2)), MAX_ID);
    return `${inQuotes(beginning)} (cut, of ${id.length.toLocaleString("en-US")} characters)`;
  }
  const visible = cleanText(id, MAX_ID);
  const masked = maskedId(visible);
  if (masked !== visible) return masked;
  return visible === id ? inQuotes(id) : `${inQuotes(visible)} (shown without its invisible characters)`;
}

function inQuotes(id: string): string {
  return isolated(/[\s"'(),;]/u.test(id) || id === "" ? `"${id}"` : id);
}
