/** Rows of one kind in each format, by columns that are declared once. Rows are printed as they are read. */

import { cleanText } from "../../i18n/text/cleaning.ts";
import { type CsvFields, csvLine } from "../../i18n/text/csv.ts";
import { safeJson } from "../../i18n/text/escaping.ts";
import type { Output } from "../core/command-context.ts";
import { drawn } from "./layout.ts";
import { printLine, type Style, write } from "./print.ts";

type Cell = string | number | boolean | undefined;

/** A value of a row: under its name in JSON and CSV, under its header in a table; what lacks one of them is not there. */
export interface Column<Row> {
  name?: string | undefined;
  header?: string | undefined;
  value(row: Row): Cell;
  /** As a table shows it, where that is not the value. */
  text?(row: Row): string;
  align?: "right";
  style?(row: Row): Style | undefined;
}

export type Format = "table" | "jsonl" | "csv";

/** No cell of a table is longer; the whole value is in JSON and CSV. */
const MAX_CELL = 400;

/** Rows that are laid out together; the next ones have headers of their own. */
const ROWS_PER_TABLE = 500;

/** Prints a list. @param limit rows behind it are not read @returns how many there were */
export async function printList<Row>(
  output: Output,
  { format, limit }: { format: Format; limit: number },
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<number> {
  const named = columns.filter(({ name }) => name !== undefined);
  let count = 0;
  let page: Row[] = [];
  const printPage = async () => {
    if (page.length > 0) await printLine(output, tableOf(page, columns, output));
    page = [];
  };
  if (format === "csv") await write(output, csvLine(named.map(({ name }) => name)));
  for await (const row of rows) {
    if (format === "csv") await write(output, csvLine(named.map(({ value }) => value(row))));
    else if (format === "jsonl")
      await printLine(
        output,
        safeJson(Object.fromEntries(named.map(({ name, value }) => [name, value(row) ?? null]))),
      );
    else if (page.push(row) === ROWS_PER_TABLE) await printPage();
    count++;
    if (count >= limit) break;
  }
  await printPage();
  return count;
}

/** Rows under the headers of those columns that have one, without columns that are empty in all rows. */
function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], output: Output): string {
  const filled = columns
    .filter(({ header }) => header !== undefined)
    .map(({ header = "", value, text = (row) => String(value(row) ?? ""), align, style }) => ({
      align,
      cells: [
        { text: header, style: "bold" as const },
        ...rows.map((row) => ({ text: cleanText(text(row), MAX_CELL), style: style?.(row) })),
      ],
    }));
  return drawn(
    filled.filter(({ cells: [, ...cells] }) => cells.some(({ text }) => text !== "")),
    output,
  );
}

/** Columns for JSON and CSV alone. */
export function fieldColumns<Row>(fields: CsvFields<Row>): Column<Row>[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

/** A time: in a table to the second, in UTC. @param value ISO 8601 in UTC */
export function timeColumn<Row>(
  name: string,
  header: string,
  value: (row: Row) => string | undefined,
): Column<Row> {
  return {
    name,
    header: `${header} (UTC)`,
    value,
    text: (row) => value(row)?.slice(0, "2026-03-01T12:00:00".length).replace("T", " ") ?? "",
  };
}
