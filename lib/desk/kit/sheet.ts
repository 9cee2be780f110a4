/** A list as a file of Excel and as CSV, with headings in the reader's language. */

import type { CellObject, SheetData } from "write-excel-file/universal";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import { decimalOf } from "../../i18n/text/amounts.ts";
import type { CsvForm } from "../../i18n/text/csv.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { say } from "../frame/translator.ts";
import { printedSheet } from "./printed-sheet.ts";

export interface SheetColumn<Row> {
  name: string;
  /** `number`: a decimal number's text. `moment`: as in `2026-10-03 11:20:05`. `day`: as in `2026-10-03`. */
  kind: "text" | "number" | "moment" | "day";
  /** In characters. */
  width: number;
  cell(row: Row): string | undefined;
}

export function sheetCsv<Row>(columns: readonly SheetColumn<Row>[]): CsvForm<Row> {
  return {
    csvHeader: columns.map(({ name }) => name),
    csvCells: (row) => columns.map(({ cell }) => cell(row)),
  };
}

export interface SheetOf<Row> {
  /** Name of the tab: letters, digits, blanks and hyphens, at most 31 of them. */
  name: string;
  columns: readonly SheetColumn<Row>[];
  rows: readonly Row[];
  /** Lines above the headings, each short enough to be read beside the table. */
  above: readonly string[];
  /** What its reader has to know, a sentence a line, on a sheet of its own. */
  about: readonly string[];
  /** Lines of sums, a cell for each column; absent where there are none. */
  below?: readonly (readonly (string | undefined)[])[];
  /** The desk's: its country has the paper. */
  timeZone: string;
}

/** The bytes of the file. Its library is loaded with the first one that is made: no page waits for it. */
export async function sheetFile<Row>({
  name,
  columns,
  rows,
  above,
  about,
  below = [],
  timeZone,
}: SheetOf<Row>): Promise<ArrayBuffer> {
  const { default: writeXlsxFile } = await import("write-excel-file/universal");
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const lines = above.map((line) => [
    {
      ...textCell(line),
      columnSpan: columns.length,
      wrap: true,
      alignVertical: "top" as const,
      height: LINE_HEIGHT * Math.ceil(line.length / width),
    },
    ...columns.slice(1).map(() => null),
  ]);
  const data: SheetData = [
    ...lines,
    columns.map(({ name, kind }) => ({ ...textCell(name), ...HEADING, ...(kind === "number" && AT_END) })),
    ...rows.map((row) => columns.map(({ kind, cell }) => cellOf(kind, cell(row)))),
    ...below.map((sums) =>
      columns.map(({ kind }, index) => ({ ...cellOf(index === 0 ? "text" : kind, sums[index]), ...HEADING })),
    ),
  ];
  const table = {
    data,
    sheet: name,
    columns: columns.map((column) => ({ width: column.width })),
    stickyRowsCount: above.length + 1,
    stickyColumnsCount: 1,
    orientation: "landscape" as const,
  };
  const printed = await printedSheet({
    name,
    heading: above.length + 1,
    rows: rows.length,
    columns: columns.length,
    timeZone,
  });
  const file = await writeXlsxFile([table, aboutSheet(about)], { features: [printed] }).toBlob();
  return file.arrayBuffer();
}

/** In characters. */
const ABOUT_WIDTH = 100;

/** The second sheet: lines to be read, in one column. */
function aboutSheet(lines: readonly string[]) {
  return {
    data: lines.map((line) => [
      {
        ...textCell(line),
        wrap: true,
        alignVertical: "top" as const,
        height: LINE_HEIGHT * (Math.ceil(line.length / ABOUT_WIDTH) + 1),
      },
    ]),
    sheet: say(WORKBOOK.about),
    columns: [{ width: ABOUT_WIDTH }],
    orientation: "landscape" as const,
  };
}

const LINE_HEIGHT = 15;
const HEADING = { fontWeight: "bold", backgroundColor: "#E8E8EC", wrap: true } as const;
const AT_END = { align: "right" } as const;

function cellOf(kind: SheetColumn<unknown>["kind"], text: string | undefined): CellObject | null {
  if (text === undefined) return null;
  return { text: textCell, number: numberCell, moment: momentCell, day: dayCell }[kind](text);
}

/** Excel refuses a file with a longer text. */
const MOST_CHARACTERS = 32_000;

/** Excel reads `_x0041_` as `A`, and `_x005F_` as the underscore. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

/** A text in a cell that is text and stays it, also where it begins as a formula does. */
function textCell(text: string): CellObject {
  // The library looks texts up in a plain object: one of the object's own names would come out as another.
  const value = text in {} ? `${text} ` : shorten(text, MOST_CHARACTERS);
  return { type: String, value: value.replace(ESCAPE, "_x005F_"), format: "@" };
}

/** Excel calculates with so many digits, and shows zeros in place of further ones. */
const MOST_DIGITS = 15;
const MOST_DECIMALS = 20;

/**
 * A number with all of its decimals, two at least. One of more than 15 significant digits does not fit into Excel's numbers, and is a text:
 * its exact digits, shown unchanged, at the end of the cell as numbers are. No sum of Excel counts it.
 */
function numberCell(text: string): CellObject {
  const exact = decimalOf(text);
  if (exact === undefined) return textCell(text);
  const decimals = Math.max(0, exact.c.length - 1 - exact.e);
  if (exact.c.length > MOST_DIGITS || decimals > MOST_DECIMALS)
    return { ...textCell(exact.toFixed()), ...AT_END };
  const format = `#,##0.${"0".repeat(Math.max(2, decimals))}`;
  return { type: Number, value: exact.toNumber(), format };
}

/** One day; several, as of a case with two receipts, are a text. */
function dayCell(text: string): CellObject {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return textCell(text);
  return { type: Date, value: new Date(`${text}T00:00Z`), format: "yyyy-mm-dd" };
}

/** A time without a zone, as the cells of Excel have it: the library takes it for UTC. */
function momentCell(text: string): CellObject {
  return { type: Date, value: new Date(`${text.replace(" ", "T")}Z`), format: "yyyy-mm-dd hh:mm" };
}
