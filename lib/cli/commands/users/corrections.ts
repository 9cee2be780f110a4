/** Cells of users that are wrong and can mean only one thing, as a record has them. What would need a guess stays. */

import { isCalendarDate } from "../../../contract/calendar-date.ts";
import { isMexico } from "../../../law/mexico.ts";
import type { CsvRecord } from "../../core/csv-records.ts";
import { isNoValue } from "../../core/spoilt-text.ts";

/** Columns whose text names the record or opens it to projects: nothing in them is corrected. */
const EXACT = new Set(["userId", "projects"]);

/** Marks without a meaning in any language: zero-width space, soft hyphen, word joiner, byte order mark. */
const MEANINGLESS = /[\u200b\u00ad\u2060\ufeff]/g;

/** The ways to write a cell again, by column; each returns a cell that it does not know unchanged. */
const RULES: Readonly<Record<string, (cell: string, record: CsvRecord) => string>> = {
  birthdate: calendarDate,
  nationality: (cell) => cell.toUpperCase(),
  "phoneNumber.countryCode": countryCode,
  "phoneNumber.phoneNumber": phoneNumber,
  email: (cell) => cell.replace(/^mailto:\s*/i, ""),
  "address.postalCode": postalCode,
  "mexico.rfc": identifier,
  "mexico.curp": identifier,
  "mexico.actividadEconomica": withoutDecimals,
  "mexico.monedaCuentaRelacionada": withoutDecimals,
  "mexico.documentoIdentificacion.tipoIdentificacion": withoutDecimals,
};

/** A record's cells, corrected, and what was done by column, as in `maternalSurname: emptied`. */
export function corrected(record: CsvRecord): { cells: CsvRecord; changes: string[] } {
  const cells = new Map(record);
  const changes: string[] = [];
  for (const [column, cell] of record) {
    if (EXACT.has(column)) continue;
    const right = isNoValue(cell)
      ? ""
      : (RULES[column] ?? String)(cell.replace(MEANINGLESS, "").trim(), record);
    if (right === cell) continue;
    changes.push(`${column}: ${right === "" ? "emptied" : "rewritten"}`);
    if (right === "") cells.delete(column);
    else cells.set(column, right);
  }
  return { cells, changes };
}

/** `1988-4-2`, `1988/04/02`, `19880402`, `2/4/1988 0:00`: only where no other day can be meant. */
function calendarDate(cell: string): string {
  const day = cell.replace(/[T ]0?0:00(:00)?([.,]0+)?(Z|[+-]00:?00)?$/i, "");
  const [, year = "", month = "", date = ""] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(day) ?? [];
  const [, first = "", second = "", last = ""] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(day) ?? [];
  const readings = [
    [year, month, date],
    [last, second, first],
    [last, first, second],
  ].map(([y = "", m = "", d = ""]) => `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`);
  const days = new Set(readings.filter(isCalendarDate));
  return days.size === 1 ? ([...days][0] ?? cell) : cell;
}

/** Its code for calls. */
const MEXICO = "+52";

/** `52`, `0052` and `(+52)` are `+52`, and so is `+521`: the 1 is the old prefix of mobiles, and no country has that code. */
function countryCode(cell: string): string {
  const digits = cell.replace(/[\s()]/g, "").replace(/^(?:\+|00)/, "");
  if (digits === "521") return MEXICO;
  return /^[1-9]\d{0,3}$/.test(digits) ? `+${digits}` : cell;
}

/** A number in Mexico has ten digits; before them the country's code, and the prefixes of its old dialling, may be written. */
const MEXICAN = /^(?:\+?52)?(?:01|044|045|1)?([1-9]\d{9})$/;

/** The digits of a subscriber, without the country's code in front. */
function phoneNumber(cell: string, record: CsvRecord): string {
  const code = countryCode(record.get("phoneNumber.countryCode")?.trim() ?? "");
  const dialled = cell.replace(/\.0+$/, "").replace(/(?<=.)-|[\s().]/g, "");
  if (code === MEXICO) return MEXICAN.exec(dialled)?.[1] ?? cell;
  const digits = dialled.startsWith("+") && dialled.startsWith(code) ? dialled.slice(code.length) : dialled;
  return /^[1-9]\d*$/.test(digits) ? digits : cell;
}

/** A spreadsheet takes the 0 from a Mexican code's five digits. */
function postalCode(cell: string, record: CsvRecord): string {
  const code = withoutDecimals(cell);
  return isMexico(record.get("address.country") ?? "") && /^\d{4}$/.test(code) ? `0${code}` : code;
}

function identifier(cell: string): string {
  return cell.replace(/[\s-]/g, "").toUpperCase();
}

/** `1.0`, as a spreadsheet or a program with decimals writes it, is `1`. */
function withoutDecimals(cell: string): string {
  return cell.replace(/^(\d+)\.0+$/, "$1");
}
