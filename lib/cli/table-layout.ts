/** Which columns of a table are shown at the width that there is, what they say there, and how wide each is. */

import stringWidth from "string-width";
import { type Column, type Filled, fill, widest } from "./column.ts";
import { widthOf } from "./print.ts";
import type { Output } from "./world.ts";

/** What stands between two columns. */
export const GAP = 2;

export interface Layout<Row> {
  /** Of the whole table. */
  width: number;
  columns: readonly Filled<Row>[];
  /** Of each column. */
  widths: readonly number[];
}

/**
 * Everything in full where it fits; else every column in short, without those that say nothing, then without as many
 * optional ones as must go, and then wrapped or cut.
 */
export function layoutOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  output: Output,
): Layout<Row> {
  const width = widthOf(output);
  // What a program reads, or what is searched for a text, must be there.
  const mayCut = output.isTTY === true;
  const full = columns.map((column) => fill(column, rows, { isShort: false, mayCut }));
  const naturals = full.map(({ natural }) => natural);
  if (spread(naturals) <= width) return { width, columns: full, widths: naturals };
  const short = columns
    .map((column) => fill(column, rows, { isShort: true, mayCut }))
    .filter(({ cells }) => cells.some(({ text }) => text !== ""));
  const shown = withoutOptional(short, width);
  return { width, columns: shown, widths: roomForLongIds(shown, widthsOf(shown, width, mayCut), width) };
}

/** How wide columns are with the gaps between them. */
function spread(widths: readonly number[]): number {
  return sum(widths) + GAP * Math.max(0, widths.length - 1);
}

/** Leaves out optional columns until the others can be read: first those that say the same in every row, from the last. */
function withoutOptional<Row>(columns: readonly Filled<Row>[], width: number): readonly Filled<Row>[] {
  if (spread(columns.map(({ legible }) => legible)) <= width) return columns;
  const same = columns.findLastIndex((filled) => filled.column.optional !== undefined && saysTheSame(filled));
  const at = same === -1 ? columns.findLastIndex(({ column }) => column.optional === true) : same;
  return at === -1 ? columns : withoutOptional(columns.toSpliced(at, 1), width);
}

function saysTheSame<Row>({ cells }: Filled<Row>): boolean {
  return new Set(cells.map(({ text }) => text)).size === 1;
}

/** Each column's own width where all fit, else the widest ones are made narrower to one common width. */
function widthsOf<Row>(columns: readonly Filled<Row>[], width: number, mayCut: boolean): number[] {
  const available = width - GAP * Math.max(0, columns.length - 1);
  const natural = columns.map((column) => column.natural);
  const legible = columns.map((column) => column.legible);
  const minimum = columns.map((column) => column.minimum);
  const cutMore = columns.map((one) => (one.column.cut === undefined ? one.legible : one.minimum));
  let widths = natural;
  // After the last of these a line is longer than it should be: the terminal wraps it, which reads better than pieces.
  for (const least of mayCut ? [legible, cutMore, minimum] : [legible]) {
    widths = capped(widths, least, available);
    if (sum(widths) <= available) break;
  }
  return widths;
}

/** Makes what stands before a long id narrower, where that is what the id lacks to stand on the line. */
function roomForLongIds<Row>(columns: readonly Filled<Row>[], widths: number[], width: number): number[] {
  const at = columns.findIndex(({ column }) => column.whole !== undefined);
  const longest = widest(
    (columns[at]?.cells ?? []).map(({ text }) => stringWidth(text)),
    0,
  );
  if (longest <= (widths[at] ?? 0)) return widths;
  const room = width - longest - GAP * at;
  const before = capped(
    widths.slice(0, at),
    columns.map(({ legible }) => legible),
    room,
  );
  return sum(before) <= room ? [...before, ...widths.slice(at)] : widths;
}

/** Cuts the widest columns to one common width, but none below its minimum. */
function capped(widths: readonly number[], minimums: readonly number[], available: number): number[] {
  for (let cap = Math.max(0, ...widths); ; cap--) {
    const tried = widths.map((width, at) => Math.min(width, Math.max(cap, minimums[at] ?? 0)));
    if (sum(tried) <= available || cap <= 1) return tried;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
