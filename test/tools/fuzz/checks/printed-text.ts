/** What a command's output must be, whatever is stored: harmless on a terminal, and readable by programs. */

import type { Printed } from "../command-runner.ts";
import { FORGED } from "../inputs/shown-text.ts";
import { FuzzError } from "./reply-checks.ts";

/** Colours, and what a progress bar moves the cursor with: nothing that is stored in a case holds one of these. */
const OWN = new RegExp(
  String.raw`${String.fromCharCode(0x1b)}(?:[78]|\[(?:(?:0|1|2|22|31|32|33|39)m|\?(?:25|7)[hl]|[012]?K|\d*[GA]))`,
  "g",
);

/** What no terminal may get: control characters but the line's end, and what turns text round. */
const NOT_ON_TERMINAL = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const NOT_IN_FILE = /[^\P{Cc}\n\r\t]/u;

/** @throws {FuzzError} where an output does more than show text */
export function checkHarmless({ code, out, err }: Printed, where: { terminal: boolean; raw: boolean }): void {
  if (![0, 1, 2, 3, 4].includes(code)) throw new FuzzError(`ended with ${code}`);
  if (/^(Type|Range|Syntax|Reference|\$?Zod)Error/m.test(err) || /^\s+at .*:\d+:\d+/m.test(err))
    throw new FuzzError(`failed in a way that nobody foresaw: ${err}`);
  if (where.raw && !where.terminal) return;
  const shown = [out.toString(), err];
  for (const text of shown) {
    const found = (where.terminal ? NOT_ON_TERMINAL : NOT_IN_FILE).exec(text.replaceAll(OWN, ""));
    if (found === null) continue;
    const around = text.slice(Math.max(0, found.index - 40), found.index + 40);
    throw new FuzzError(`${JSON.stringify(found[0])} in ${JSON.stringify(around)}`);
  }
}

/** @throws {FuzzError} where something that is stored begins a line of its own */
export function checkNoForgedLine(text: string): void {
  if (
    text
      .replaceAll(OWN, "")
      .split(/[\n\r\u2028\u2029\u0085\v\f]/)
      .some((line) => line.startsWith(FORGED))
  )
    throw new FuzzError(`a forged line in ${JSON.stringify(text.slice(0, 2_000))}`);
}

/** The rows of JSON Lines. @throws {FuzzError} */
export function jsonRows(text: string): Record<string, unknown>[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new FuzzError("the last line has no end");
  return lines.map((line) => {
    try {
      return JSON.parse(line);
    } catch {
      throw new FuzzError(`a line that is no JSON: ${JSON.stringify(line)}`);
    }
  });
}

/** The rows of CSV (RFC 4180), by the names in its first. @throws {FuzzError} */
export function csvRows(text: string): Record<string, string>[] {
  const [header = [], ...records] = csvRecords(text);
  return records.map((cells) => {
    if (cells.length !== header.length)
      throw new FuzzError(`${cells.length} cells under ${header.length} names: ${JSON.stringify(cells)}`);
    return Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""]));
  });
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    CELL.lastIndex = at;
    const found = CELL.exec(text);
    if (found === null) throw new FuzzError(`no CSV at ${JSON.stringify(text.slice(at, at + 100))}`);
    const [whole, quoted, plain = "", end] = found;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** A cell or text without what an output may have escaped or left out, to be compared. */
export function essence(text: string): string {
  return text
    .toWellFormed()
    .replace(/\\u(?:\{[0-9a-f]+\}|[0-9a-f]{4})|\\x[0-9a-f]{2}/gi, "")
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/gu, "")
    .replace(/\s+/g, "")
    .replace(/^'+/, "");
}

/** @throws {FuzzError} where a cell that a spreadsheet would calculate is not made text */
export function checkNoFormula(cell: string, column: string): void {
  if (/^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell))
    throw new FuzzError(`a formula under ${column}: ${JSON.stringify(cell)}`);
}
