/** Prints rows as a table, as JSON Lines or as CSV; the latter two as they are read, however many there are. */

import { stringify } from "csv-stringify/sync";
import type { Output } from "../core/command-context.ts";
import type { Format } from "../core/options.ts";
import { safeJson } from "./escaping.ts";
import { printLine, write } from "./print.ts";
import { type Column, tableOf } from "./table.ts";

/** How one kind of row looks in each format. */
export interface View<Row> {
  columns: readonly Column<Row>[];
  /** What a line of JSONL holds. */
  json(row: Row): unknown;
  /** The names of the CSV columns, and a row's cells under them. */
  csvHeader: readonly string[];
  csvCells(row: Row): readonly (string | number | boolean | undefined)[];
}

/** Prints rows. @returns how many there were */
export async function printRows<Row>(
  output: Output,
  format: Format,
  view: View<Row>,
  rows: AsyncIterable<Row>,
): Promise<number> {
  if (format === "table") return printTable(output, view, rows);
  if (format === "csv") await write(output, csvLine(view.csvHeader));
  let count = 0;
  for await (const row of rows) {
    if (format === "csv") await write(output, csvLine(view.csvCells(row)));
    else await printLine(output, safeJson(view.json(row)));
    count++;
  }
  return count;
}

/** So many rows are laid out together; the next ones stand under headers of their own. */
const ROWS_OF_A_TABLE = 500;

async function printTable<Row>(output: Output, view: View<Row>, rows: AsyncIterable<Row>): Promise<number> {
  let count = 0;
  let held: Row[] = [];
  const print = async () => {
    if (held.length > 0) await printLine(output, tableOf(view.columns, held, output));
    count += held.length;
    held = [];
  };
  for await (const row of rows) if (held.push(row) === ROWS_OF_A_TABLE) await print();
  await print();
  return count;
}

/** One line of CSV. A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
function csvLine(cells: readonly (string | number | boolean | undefined)[]): string {
  return stringify([cells.map((cell) => (cell === undefined ? "" : String(cell)))], {
    escape_formulas: true,
  });
}

/** All of them, in memory. */
export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** The first `limit` of them; what comes behind is not read. */
export async function* take<T>(values: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  if (limit <= 0) return;
  let taken = 0;
  for await (const value of values) {
    yield value;
    taken++;
    if (taken >= limit) return;
  }
}
