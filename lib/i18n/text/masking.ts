/** Masks what looks like personal data: e-mail addresses, and Mexico's identifiers of persons. */

import { plainText, withoutMarks } from "./cleaning.ts";
import { shorten } from "./cut.ts";
import { isDate, rfcCheckDigit } from "./rfc.ts";

/** Characters of an address before and after its `@`; matched from the beginning of a run only, or it costs the square. */
const CHARACTER = '[^\\s@<>(),;:"]';
const EMAIL = new RegExp(`(?<!${CHARACTER})${CHARACTER}+@${CHARACTER}+`, "gu");
/** In an id, what has no dot after the `@` is a handle and not an address. */
const EMAIL_IN_ID = new RegExp(`(?<!${CHARACTER})${CHARACTER}+@${CHARACTER}+\\.${CHARACTER}+`, "gu");

/** Replacements of personal data. */
export interface Marks {
  email: string;
  curp: string;
  rfc: string;
}

/** Marks for logs, commands and programs. */
const ENGLISH: Marks = { email: "[e-mail masked]", curp: "[CURP masked]", rfc: "[RFC masked]" };

const STATES =
  "AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE";
/** Mexico's population registry identifier: 18 characters (Instructivo normativo para la asignación de la CURP). */
const CURP = new RegExp(
  `(?<![A-Z0-9])[A-Z]{4}(\\d{6})[HMX](?:${STATES})[A-Z]{3}[A-Z0-9]\\d(?![A-Z0-9])`,
  "giu",
);

/** The last twelve digits of a UUID are the shape of a company's RFC in one of three hundred. */
const NOT_IN_A_UUID = "(?<![0-9A-F]{8}(?:-[0-9A-F]{4}){3}-)";
/**
 * Mexico's tax identifier: 13 characters of a person, 12 of a company (Código Fiscal de la Federación, article 27). The
 * two characters before the check digit are assigned from 1 to 9 and A to Z without O. People write `GODE-561231-GR8` and
 * `GODE 561231 GR8` too.
 */
const RFC = new RegExp(
  `(?<![A-ZÑ&0-9])${NOT_IN_A_UUID}([A-ZÑ&]{3,4})[ -]{0,3}(\\d{6})[ -]{0,3}([1-9A-NP-Z]{2}[0-9A])(?![A-Z0-9])`,
  "giu",
);

/**
 * Text in its compatibility form (NFKC), clean, with what looks like an e-mail address, a CURP or an RFC masked; at most
 * `max` UTF-16 code units. The tax authority issued RFCs whose check digit does not fit, so here the date alone decides.
 */
export function maskPersonal(text: string, max: number, marks = ENGLISH): string {
  const mask = (plain: string) => masked(plain, marks);
  return shorten(maskedBehindMarks(plainText(text, max * 4), mask), max);
}

function masked(text: string, marks: Marks): string {
  return text
    .replace(EMAIL, marks.email)
    .replace(CURP, (curp, date: string) => (isDate(date) ? marks.curp : curp))
    .replace(RFC, (rfc: string, letters: string, date: string) =>
      isDate(date) && (!hasGaps(rfc) || isPersonsOwn(rfc, letters)) ? marks.rfc : rfc,
    );
}

/**
 * Masks text as it is, and again as a subject shows it, without marks. Only where that finds more does the text lose
 * its marks: names keep their accents.
 */
function maskedBehindMarks(text: string, mask: (text: string) => string): string {
  const seen = mask(text);
  // Most text is done with here.
  if (!/[^\x20-\x7e]/.test(seen)) return seen;
  const bare = withoutMarks(seen);
  const maskedBare = mask(bare);
  return maskedBare === bare ? seen : maskedBare;
}

/**
 * An id with what it holds of personal data masked, also where its `@` is written `%40` as in a path; every other id comes back as it is. `usr000123ab1` has the shape of
 * an RFC too, so one must have a check digit that fits, and be a person's, with a vowel in second place, or in capitals and
 * without gaps.
 */
export function maskedId(id: string, marks = ENGLISH): string {
  const plain = id.normalize("NFKC").replaceAll("%40", "@");
  const shown = maskedBehindMarks(plain, (text) => maskedInId(text, marks));
  return shown === plain ? id : shown;
}

function maskedInId(id: string, marks: Marks): string {
  // All that is looked for has the one or the other: most ids are done with here.
  if (!/@|\d{6}/.test(id)) return id;
  return id
    .replace(EMAIL_IN_ID, marks.email)
    .replace(CURP, (curp, date: string) => (isDate(date) ? marks.curp : curp))
    .replace(RFC, (rfc: string, letters: string, date: string) =>
      isDate(date) && (isPersonsOwn(rfc, letters) || isInCapitals(rfc)) ? marks.rfc : rfc,
    );
}

function hasGaps(rfc: string): boolean {
  return /[ -]/.test(rfc);
}

/** Reports whether it is a person's, with a vowel in second place, and its check digit fits. */
function isPersonsOwn(rfc: string, letters: string): boolean {
  return /^.[aeioux]..$/iu.test(letters) && hasCheckDigit(rfc);
}

/** Reports whether it is written in capitals and without gaps, and its check digit fits. */
function isInCapitals(rfc: string): boolean {
  return !hasGaps(rfc) && rfc === rfc.toUpperCase() && hasCheckDigit(rfc);
}

function hasCheckDigit(rfc: string): boolean {
  const whole = rfc.replaceAll(/[ -]/g, "").toUpperCase();
  return whole.endsWith(rfcCheckDigit(whole));
}

/** One character becomes eighteen in the compatibility form at most: U+FDFA. */
const MOST_NFKC_GROWTH = 18;

/** In a note any gap in what may be an RFC is closed before it is looked for. */
const GAPS_IN_RFC =
  /(?<=(?<![A-ZÑ&])[A-ZÑ&]{3,4})[ -]+(?=\d{6})|(?<=[A-ZÑ&]{3,4}[ -]*\d{6})[ -]+(?=[A-Z0-9])/gu;

/** The parts of an RFC in any case, with spaces, dashes, dots, slashes or low lines between them. */
const RFC_APART =
  /(?<![\p{L}\d&])([A-ZÑ&]{3,4})([ \p{Pd}._/]{0,3})(\d{6})([ \p{Pd}._/]{0,3})([A-Z\d]{3})(?![\p{L}\d])/giu;

/** In lower case words and numbers stand side by side too: with spaces alone, only an end of letters and digits is one of an RFC. */
function joinedRfc(text: string): string {
  return text.replaceAll(
    RFC_APART,
    (apart: string, letters: string, before: string, date: string, after: string, end: string) =>
      /\S/.test(before + after) || /\d\p{L}|\p{L}\d/u.test(end) ? `${letters}${date}${end}` : apart,
  );
}

/** `ana @bank.mx`. */
const GAPS_IN_EMAIL = /[ \n]+(?=@)|(?<=@)[ \n]+(?=[^\s@]+\.[^\s@]{2})/gu;

/** Reports whether a text has what looks like an RFC, a CURP or an e-mail address, also with gaps between its parts. */
export function looksPersonal(text: string): boolean {
  const plain = text.normalize("NFKC");
  return [
    plain,
    plain.replaceAll(GAPS_IN_RFC, ""),
    joinedRfc(plain),
    plain.replaceAll(GAPS_IN_EMAIL, ""),
  ].some(isMasked);
}

function isMasked(text: string): boolean {
  const masked = (mark: string) =>
    maskPersonal(text, text.length * MOST_NFKC_GROWTH, { email: mark, curp: mark, rfc: mark });
  // A mask replaces the span between two marks.
  return masked("1") !== masked("2");
}
