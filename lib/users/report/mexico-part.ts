/** What a Mexican report would not take of a record's `mexico` part. */

import type { UserRecord } from "../../contract/user.ts";
import { isGenericRfc, problemOfRfc, shortDate } from "../../text/rfc.ts";
import { centuryOf, problemOfCurp } from "./curp.ts";
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
