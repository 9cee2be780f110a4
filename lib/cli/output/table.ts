/** Tables and facts, laid out by cli-table3 without borders; and rows as JSON Lines or CSV, printed as they are read. */

import Table from "cli-table3";
import stringWidth from "string-width";
import { cleanText } from "../../text/cleaning.ts";
import { type CsvForm, csvLine } from "../../text/csv.ts";
import { safeJson } from "../../text/escaping.ts";
import type { Output } from "../core/command-context.ts";
import type { Format } from "../core/options.ts";
import { wrap } from "../core/wrap.ts";
import { ownStyles, printLine, type Style, styled, widthOf, write } from "./print.ts";

/** A column of a table. No cell is cut, and no word in it broken, so that ids can be copied. */
export interface Column<Row> {
  header: string;
  value(row: Row): string;
  align?: "right";
  style?(row: Row): Style | undefined;
  /** On a terminal too narrow for the table, cells are broken at spaces, down to this many columns of the terminal. */
  wrap?: number;
  /** On a terminal that is too narrow for that too, it is left out, the last one first; JSONL and CSV have it. */
  optional?: true;
}

/** A column with its header and cells as they are shown. */
interface Filled {
  texts: readonly string[];
  styles: readonly (Style | undefined)[];
  align: "left" | "right";
  optional: boolean;
  /** Its width, and the one that it can be wrapped to. */
  natural: number;
  least: number;
}

/** No cell of a table is longer; the whole value is in `show` and in JSONL. */
const MAX_CELL = 400;
const MAX_LABEL = 60;
const MAX_FACT = 4_000;
const GAP = 2;

/**
 * Rows under their headers, without empty columns, at the width of a terminal. If the columns that are not optional do not fit,
 * each row becomes a block of facts. The time it takes grows with the square of the number of rows: 0.1 s for 500.
 */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], output: Output): string {
  const all = columns
    .map((column) => filled(column, rows))
    .filter(({ texts: [, ...cells] }) => cells.some((text) => text !== ""));
  const shown = withoutOptional(all, roomOn(output));
  if (spread(shown.map(({ least }) => least)) > roomOn(output))
    return rows
      .map((_, row) => all.map(({ texts: [header = "", ...cells] }) => [header, cells[row]] as const))
      .map((facts) => factTable(facts, output))
      .join("\n\n");
  const widths = narrowed(shown, roomOn(output));
  const cells = shown.map(({ texts, styles }, column) =>
    texts.map((text, line) => cellOf(wrap(text, widths[column] ?? 0), styles[line], output)),
  );
  return drawn(
    Array.from({ length: rows.length + 1 }, (_, line) => cells.map((column) => column[line] ?? "")),
    shown.map(({ align }) => align),
  );
}

/** A label, what it says, and how that is styled. */
type Fact = readonly [label: string, value: string | undefined, style?: Style | undefined];

/**
 * Facts under each other: a label, and what it says, wrapped beside it on a terminal. Facts without a value are left
 * out.
 */
export function factTable(facts: readonly Fact[], output: Output): string {
  const given = facts
    .filter(([, value = ""]) => value !== "")
    .map(
      ([label, value = "", style]) =>
        [cleanText(label, MAX_LABEL), cleanText(value, MAX_FACT), style] as const,
    );
  const room = roomOn(output) - GAP - widest(given.map(([label]) => label));
  return drawn(given.map(([label, value, style]) => [label, cellOf(wrap(value, room), style, output)]));
}

function cellOf(lines: readonly string[], style: Style | undefined, output: Output): string {
  const text = lines.join("\n");
  return style === undefined ? text : styled(output, style, text);
}

function filled<Row>(column: Column<Row>, rows: readonly Row[]): Filled {
  const { header, value, align = "left", style, optional = false } = column;
  const texts = [header, ...rows.map((row) => cleanText(value(row), MAX_CELL))];
  const natural = widest(texts);
  const least = widest(texts.flatMap((text) => wrap(text, column.wrap ?? natural)));
  return { texts, styles: ["bold", ...rows.map((row) => style?.(row))], align, optional, natural, least };
}

/** A file or pipe has room for lines of any length: words that are searched for there stay in one piece. */
function roomOn(output: Output): number {
  return output.isTTY === true ? widthOf(output) : Number.POSITIVE_INFINITY;
}

function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);
}

/** Width of columns with the gaps between them. */
function spread(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
}

function withoutOptional(columns: readonly Filled[], room: number): readonly Filled[] {
  const last = columns.findLastIndex(({ optional }) => optional);
  if (last === -1 || spread(columns.map(({ least }) => least)) <= room) return columns;
  return withoutOptional(columns.toSpliced(last, 1), room);
}

/** The widths of columns: the widest are made narrower, to one common width, until all fit. */
function narrowed(columns: readonly Filled[], room: number): number[] {
  for (let most = Math.max(...columns.map(({ natural }) => natural)); ; most--) {
    const widths = columns.map(({ natural, least }) => Math.max(least, Math.min(natural, most)));
    if (spread(widths) <= room || most <= 0) return widths;
  }
}

const BORDERS =
  "top top-mid top-left top-right mid mid-mid left left-mid middle right right-mid bottom bottom-mid bottom-left bottom-right";
const NO_BORDERS = Object.fromEntries(BORDERS.split(" ").map((name) => [name, ""]));

/** Rows on lines. Without widths the library makes each column as wide as its widest line, and so cuts nothing. */
function drawn(rows: readonly string[][], colAligns: ("left" | "right")[] = []): string {
  const style = { head: [], border: [], compact: true, "padding-left": 0, "padding-right": GAP };
  const table = new Table({ chars: NO_BORDERS, style, colAligns });
  table.push(...rows);
  return ownStyles(table.toString()).replace(/ +$/gm, "");
}

/** A column of times in UTC, to the second. @param time ISO 8601 in UTC; undefined where a row has none */
export function timeColumn<Row>(header: string, time: (row: Row) => string | undefined): Column<Row> {
  return {
    header: `${header} (UTC)`,
    value: (row) => time(row)?.slice(0, "2026-03-01T12:00:00".length).replace("T", " ") ?? "",
    wrap: "2026-03-01".length,
  };
}

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
