/** Prints rows as a table, as JSON Lines or as CSV; the latter two as they are read, however many there are. */

import { type CsvForm, csvLine } from "../../text/csv.ts";
import { safeJson } from "../../text/escaping.ts";
import type { Output } from "../core/command-context.ts";
import type { Format } from "../core/options.ts";
import { printLine, write } from "./print.ts";
import { type Column, tableOf } from "./table.ts";

/** One kind of row in each format. */
export interface View<Row> extends CsvForm<Row> {
  columns: readonly Column<Row>[];
  /** Content of a JSONL line. */
  json(row: Row): unknown;
}

/** At hand, or read as they are asked for. */
type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** Prints rows. @returns how many there were */
export async function printRows<Row>(
  output: Output,
  format: Format,
  view: View<Row>,
  rows: Rows<Row>,
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

/** Rows that are laid out together; the next ones have headers of their own. */
const ROWS_PER_TABLE = 500;

async function printTable<Row>(output: Output, view: View<Row>, rows: Rows<Row>): Promise<number> {
  let count = 0;
  let held: Row[] = [];
  const print = async () => {
    if (held.length > 0) await printLine(output, tableOf(view.columns, held, output));
    count += held.length;
    held = [];
  };
  for await (const row of rows) if (held.push(row) === ROWS_PER_TABLE) await print();
  await print();
  return count;
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
