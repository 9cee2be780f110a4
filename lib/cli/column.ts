/** What a column of a table is, and what its cells say in the room that there is. */

import stringWidth from "string-width";
import { cleanText } from "../text/cleaning.ts";
import type { Style } from "./print.ts";

export interface Column<Row> {
  header: string;
  value(row: Row): string;
  /** What stands there instead where the whole table has not room for all: shorter, and as true. */
  short?: { header?: string; value?(row: Row): string };
  align?: "right";
  style?(row: Row): Style | undefined;
  /** Never broken: numbers, times, single words. */
  keep?: true;
  /**
   * An id that people copy: never cut. One that is longer than this does not make its column wider where there is not
   * room for all: it stands over the cells behind it.
   */
  whole?: number;
  /** On a terminal a longer text is cut there and not wrapped; the whole of it is in `show` and in JSONL. */
  cut?: "middle" | "end";
  /**
   * Left out where there is no room for it, or only if it says the same in every row besides; every other format has it.
   */
  optional?: true | "if the same";
}

/** A column with what it says in each row. */
export interface Filled<Row> {
  column: Column<Row>;
  header: string;
  cells: readonly { text: string; style: Style | undefined }[];
  /** By itself, without ids that stand over the cells behind them. */
  natural: number;
  /** How narrow it reads well. */
  legible: number;
  /** How narrow it can be. */
  minimum: number;
}

/** No cell of a table is longer; the whole value is in `show` and in JSONL. */
const MAX_CELL = 400;

/** Longer words are broken where a table would not fit otherwise. */
const LONG_WORD = 12;

/** What is cut is still told apart by so much of an id, and understood by so much of a text. */
const LEGIBLE_CUT = { middle: 8, end: 16 };

/** The largest of some widths, however many there are: a call takes no hundred thousand arguments. */
export function widest(widths: readonly number[], atLeast: number): number {
  return widths.reduce((largest, width) => Math.max(largest, width), atLeast);
}

/** Fills a column. @param isShort whether there is not room for all */
export function fill<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  { isShort, mayCut }: { isShort: boolean; mayCut: boolean },
): Filled<Row> {
  const { short = {}, style } = column;
  const tell = isShort ? (short.value ?? column.value) : column.value;
  const header = isShort ? (short.header ?? column.header) : column.header;
  const cells = rows.map((row) => ({ text: cleanText(tell(row), MAX_CELL), style: style?.(row) }));
  const widths = cells.map(({ text }) => stringWidth(text));
  const own = isShort ? widths.filter((width) => width <= (column.whole ?? width)) : widths;
  const least = Math.max(1, stringWidth(header));
  const natural = widest(own, least);
  const filled = { column, header, cells, natural };
  if (column.keep === true || column.whole !== undefined || (column.cut !== undefined && !mayCut))
    return { ...filled, legible: natural, minimum: natural };
  const words = cells.flatMap(({ text }) => text.split(" ").map((word) => stringWidth(word)));
  const enough =
    column.cut === undefined
      ? Math.min(LONG_WORD, widest(words, 0))
      : Math.min(LEGIBLE_CUT[column.cut], natural);
  return { ...filled, legible: Math.max(least, enough), minimum: least };
}
