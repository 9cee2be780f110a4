/** Mexico's population registry identifier, as a report takes it: its form, its date, its check digit. */

import { counted } from "../../text/count-of.ts";
import { isDate } from "../../text/rfc.ts";

/** Of birth; `NE` is for who was born abroad. */
const STATES = new Set(
  "AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE".split(
    " ",
  ),
);

/** In the order of their values. */
const CHARACTERS = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";

/** The check digit of a CURP: the values of its first seventeen characters, weighted from 18 down to 2, modulo 10. */
function curpCheckDigit(curp: string): string {
  const sum = [...curp]
    .slice(0, 17)
    .reduce((total, character, index) => total + CHARACTERS.indexOf(character) * (18 - index), 0);
  return String((10 - (sum % 10)) % 10);
}

/** The century of birth: the 17th character is a digit for births before 2000, and a letter after. */
export function centuryOf(curp: string): "19" | "20" {
  return /\d/.test(curp.charAt(16)) ? "19" : "20";
}

/** What keeps a CURP out of a report: the first thing that does. */
export function problemOfCurp(curp: string): string | undefined {
  const date = curp.slice(4, 10);
  if (/[\s-]/.test(curp)) return "holds spaces or hyphens";
  if (/\p{Ll}/u.test(curp)) return "lower case";
  if (curp.length !== 18) return `${counted(curp.length, "character")}; 18`;
  if (!/^[A-Z]{4}/.test(curp)) return "does not begin with four letters";
  if (!isDate(date)) return `${date} is no date`;
  if (!/^[HMX]/.test(curp.slice(10))) return "no H, M or X in the eleventh place";
  if (!STATES.has(curp.slice(11, 13))) return `${curp.slice(11, 13)} is no state`;
  if (!/^[B-DF-HJ-NÑP-TV-Z]{3}$/.test(curp.slice(13, 16))) return "no three consonants behind the state";
  if (!/^[A-Z0-9]/.test(curp.slice(16))) return "no letter or digit in the seventeenth place";
  if (!isDate(date, centuryOf(curp))) return `${centuryOf(curp)}${date} is no date`;
  const digit = curpCheckDigit(curp);
  if (!curp.endsWith(digit)) return `check digit, ${digit} expected`;
  return curp.charAt(10) === "X" ? "X in the eleventh place; the report takes H and M alone" : undefined;
}
