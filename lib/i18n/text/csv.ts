/** Rows of one kind as CSV, for a spreadsheet that runs nothing of their contents. */

import { escapeForFile, escapeFormula } from "./escaping.ts";

/** In front of a file: Excel takes one for UTF-8 by it alone. */
export const BYTE_ORDER_MARK = "\ufeff";

type Cell = string | number | boolean | undefined;

/** The names of the columns, and a row's cells under them. */
export interface CsvForm<Row> {
  csvHeader: readonly string[];
  csvCells(row: Row): readonly Cell[];
}

/** The names of columns in their order, and what gives a row's cell in each. */
export type CsvFields<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export function csvForm<Row>(columns: CsvFields<Row>): CsvForm<Row> {
  const cells = Object.values(columns);
  return { csvHeader: Object.keys(columns), csvCells: (row) => cells.map((cell) => cell(row)) };
}

/** Begins as a formula does, and is a number. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** One line of CSV. A cell that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvLine(cells: readonly Cell[]): string {
  const texts = cells.map((cell) => (cell === undefined ? "" : quoted(safeCell(String(cell)))));
  return escapeForFile(`${texts.join(",")}\n`);
}

function safeCell(text: string): string {
  return NEGATIVE_NUMBER.test(text) ? text : escapeFormula(text);
}

/**
 * By RFC 4180; a cell with space at either end too, which some readers would cut off, and one with what separates cells for
 * the spreadsheets of other countries.
 */
function quoted(cell: string): string {
  return /[",;\t\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
