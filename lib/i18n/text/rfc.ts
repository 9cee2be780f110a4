/** Mexico's tax identifier of a person, as a report takes it: its form, its date, its check digit. */

import { isCalendarDate } from "../../contract/calendar-date.ts";
import { counted } from "./cut.ts";

/** In the order of their values, 0 to 38 (Resolución Miscelánea Fiscal, annex on the RFC's check digit). */
const CHARACTERS = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";

/**
 * The tax authority's keys of people without an RFC of their own, whose date is no birthday and whose check digit need not fit:
 * the public, a foreigner, and a foreigner in a company.
 */
const GENERIC: ReadonlySet<string> = new Set(["XAXX010101000", "XEXX010101000", "EXTF900101NI1"]);

/** Problems of an RFC and of a CURP alike, in words that hold nothing of them. */
export const NO_DATE = "no date in the fifth to tenth places";
export const WRONG_CHECK_DIGIT = "check digit does not fit";

/**
 * The check digit of an RFC: the values of its first twelve characters, weighted from 13 down to 2, modulo 11. A company's
 * has one character less and is padded with a space.
 * @param rfc in capitals, with or without its check digit where it is a person's
 */
export function rfcCheckDigit(rfc: string): string {
  const sum = [...rfc.padStart(13, " ")]
    .slice(0, 12)
    .reduce((total, character, index) => total + CHARACTERS.indexOf(character) * (13 - index), 0);
  return "0A987654321".charAt(sum % 11);
}

/** First reason that keeps a person's RFC out of a report. Issued ones break their own check digit. */
export function problemOfRfc(rfc: string): string | undefined {
  const date = rfc.slice(4, 10);
  if (isGenericRfc(rfc)) return undefined;
  if (/[\s-]/.test(rfc)) return "contains spaces or hyphens";
  if (/\p{Ll}/u.test(rfc)) return "lower case";
  if (rfc.length !== 13) return `${counted(rfc.length, "character")}; a person's has thirteen`;
  if (!/^[A-ZÑ&]{4}/.test(rfc)) return "does not begin with four letters";
  if (!isDate(date)) return NO_DATE;
  if (!/[A-Z0-9]{3}$/.test(rfc)) return "does not end in three letters or digits";
  return rfc.endsWith(rfcCheckDigit(rfc)) ? undefined : WRONG_CHECK_DIGIT;
}

/** Reports whether the RFC is one that all people without their own share: its date is no birthday. */
export function isGenericRfc(rfc: string): boolean {
  return GENERIC.has(rfc);
}

/** Reports whether `YYMMDD` is a day of the century that begins with `19` or `20`. */
function isDayOf(century: "19" | "20", text: string): boolean {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  return isCalendarDate(`${century}${year}-${month}-${day}`);
}

/** Reports whether `YYMMDD` is a day of this century or the last, or of the named one alone. */
export function isDate(text: string, century?: "19" | "20"): boolean {
  return century === undefined ? isDayOf("19", text) || isDayOf("20", text) : isDayOf(century, text);
}

/** `1956-12-31` as `561231`. */
export function shortDate(date: string): string {
  return date.slice(2).replaceAll("-", "");
}
