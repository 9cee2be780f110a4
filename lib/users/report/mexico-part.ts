/** What a Mexican report would not take of a record's `mexico` part. */

import type { UserRecord } from "../../contract/user.ts";
import { counted } from "../../text/count-of.ts";
import { isDate, isGenericRfc, problemOfRfc, shortDate } from "../../text/rfc.ts";
import { type FieldWarning, type Misfit, misfitOf, type TextRule } from "./report-text.ts";

type MexicoPart = NonNullable<UserRecord["mexico"]>;

const ACCOUNT: TextRule = {
  characters: /[A-Z0-9]/,
  allowed: "A to Z and digits",
  most: 100,
  droppable: /[\s-]/g,
};
const DOCUMENT_NUMBER: TextRule = {
  characters: /[A-ZÑ0-9 -]/,
  allowed: "letters, digits, spaces and hyphens",
  begins: /^[A-ZÑ0-9]/,
  most: 30,
};

/** The warnings about the `mexico` part of a record. @param birthdate `YYYY-MM-DD` */
export function problemsOfMexico(mexico: MexicoPart, birthdate: string): FieldWarning[] {
  const { rfc, curp, documentoIdentificacion: document } = mexico;
  const found: Record<string, Misfit | undefined> = {
    rfc: rfc === undefined ? undefined : misfitOfId(rfc, (value) => rfcMisfit(value, birthdate)),
    curp: misfitOfId(curp, (value) => curpMisfit(value, birthdate)),
    actividadEconomica: /^[1-9]\d{6}$/.test(String(mexico.actividadEconomica))
      ? undefined
      : { problem: "seven digits" },
    cuentaRelacionada: misfitOf(mexico.cuentaRelacionada, ACCOUNT),
    monedaCuentaRelacionada: misfitOfCode(mexico.monedaCuentaRelacionada),
    "documentoIdentificacion.tipoIdentificacion": misfitOfCode(document.tipoIdentificacion),
    "documentoIdentificacion.numeroIdentificacion": misfitOf(document.numeroIdentificacion, DOCUMENT_NUMBER),
  };
  return Object.entries(found).flatMap(([field, misfit]) =>
    misfit === undefined ? [] : [{ field: `mexico.${field}`, ...misfit }],
  );
}

/** An identifier that is written with blanks, hyphens or small letters fits without them, if the rest does. */
function misfitOfId(value: string, problemOf: (value: string) => string | undefined): Misfit | undefined {
  const problem = problemOf(value);
  if (problem === undefined) return undefined;
  const bare = value.replace(/[\s-]/g, "").toUpperCase();
  return { problem, ...(problemOf(bare) === undefined ? { wouldBe: bare } : {}) };
}

const OTHER_DATE = "carries another date than birthdate";

function rfcMisfit(rfc: string, birthdate: string): string | undefined {
  const problem = problemOfRfc(rfc);
  if (problem !== undefined || isGenericRfc(rfc)) return problem;
  return rfc.slice(4, 10) === shortDate(birthdate) ? undefined : OTHER_DATE;
}

function curpMisfit(curp: string, birthdate: string): string | undefined {
  const problem = problemOfCurp(curp);
  if (problem !== undefined) return problem;
  if (curp.slice(4, 10) !== shortDate(birthdate)) return OTHER_DATE;
  return birthdate.startsWith(centuryOf(curp)) || /^1[0-8]/.test(birthdate)
    ? undefined
    : "a digit in the seventeenth place is for births before 2000, a letter for those after";
}

/** The report's catalogues have at most three digits. */
function misfitOfCode(code: number): Misfit | undefined {
  return /^[1-9]\d{0,2}$/.test(String(code)) ? undefined : { problem: "one to three digits" };
}

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
function centuryOf(curp: string): "19" | "20" {
  return /\d/.test(curp.charAt(16)) ? "19" : "20";
}

/** What keeps a CURP out of a report: the first thing that does. */
function problemOfCurp(curp: string): string | undefined {
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
