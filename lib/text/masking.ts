/** Masks what looks like personal data: e-mail addresses, and Mexico's identifiers of persons. */

import { plainText } from "./cleaning.ts";
import { shorten } from "./cut.ts";

/** What an address may hold before and after its `@`; matched from the beginning of a run only, or it costs the square. */
const CHARACTER = '[^\\s@<>(),;:"]';
const EMAIL = new RegExp(`(?<!${CHARACTER})${CHARACTER}+@${CHARACTER}+`, "gu");
/** In an id, what has no dot after the `@` is a handle and not an address. */
const EMAIL_IN_ID = new RegExp(`(?<!${CHARACTER})${CHARACTER}+@${CHARACTER}+\\.${CHARACTER}+`, "gu");

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
 * two characters before the check digit are assigned from 1 to 9 and A to Z without O.
 */
const RFC = new RegExp(
  `(?<![A-ZÑ&0-9])${NOT_IN_A_UUID}([A-ZÑ&]{3,4})(\\d{6})([1-9A-NP-Z]{2}[0-9A])(?![A-Z0-9])`,
  "giu",
);

/**
 * Text in its compatibility form (NFKC), clean, with what looks like an e-mail address, a CURP or an RFC masked; at most
 * `max` UTF-16 code units. The tax authority issued RFCs whose check digit does not fit, so here the date alone decides.
 */
export function maskPersonal(text: string, max: number): string {
  const masked = plainText(text, max * 4)
    .replace(EMAIL, "[e-mail masked]")
    .replace(CURP, (curp, date: string) => (isDate(date) ? "[CURP masked]" : curp))
    .replace(RFC, (rfc, _letters, date: string) => (isDate(date) ? "[RFC masked]" : rfc));
  return shorten(masked, max);
}

/**
 * An id with what it holds of personal data masked; every other id comes back as it is. `usr000123ab1` has the shape of
 * an RFC too, so one must have a check digit that fits, and be in capitals or a person's, with a vowel in second place.
 */
export function maskedId(id: string): string {
  const plain = id.normalize("NFKC");
  // All that is looked for has the one or the other: most ids are done with here.
  if (!/@|\d{6}/.test(plain)) return id;
  const masked = plain
    .replace(EMAIL_IN_ID, "[e-mail masked]")
    .replace(CURP, (curp, date: string) => (isDate(date) ? "[CURP masked]" : curp))
    .replace(RFC, (rfc, letters: string, date: string) =>
      isDate(date) && isWrittenAsRfc(rfc, letters) && hasCheckDigit(rfc.toUpperCase()) ? "[RFC masked]" : rfc,
    );
  return masked === plain ? id : masked;
}

function isWrittenAsRfc(rfc: string, letters: string): boolean {
  return rfc === rfc.toUpperCase() || /^.[aeioux]..$/iu.test(letters);
}

/** Whether `YYMMDD` is a day of this century or the last. */
function isDate(text: string): boolean {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  return ["19", "20"].some((century) => {
    const time = Date.parse(`${century}${year}-${month}-${day}T00:00:00Z`);
    // A 30th of February is read as a day of March.
    return !Number.isNaN(time) && new Date(time).getUTCDate() === Number(day);
  });
}

/** In the order of their values, 0 to 38 (Resolución Miscelánea Fiscal, annex on the RFC's check digit). */
const RFC_CHARACTERS = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";

/** The values of the first twelve characters, weighted from 13 down to 2, modulo 11. */
function hasCheckDigit(rfc: string): boolean {
  const characters = [...rfc.padStart(13, " ")];
  const sum = characters
    .slice(0, 12)
    .reduce((total, character, index) => total + RFC_CHARACTERS.indexOf(character) * (13 - index), 0);
  return characters[12] === "0A987654321"[sum % 11];
}
