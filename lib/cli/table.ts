/** Tables that fit the terminal: every cell is shown whole, on more lines where it must be. */

import Table from "cli-table3";
import { cleanText } from "../alert/clean.ts";
import { paint, type Style, widthOf } from "./print.ts";
import { displayWidth, wrap } from "./text-width.ts";
import type { Output } from "./world.ts";

export interface Column<Row> {
  header: string;
  value(row: Row): string;
  align?: "right";
  style?(row: Row): Style | undefined;
  /** Made narrower only when nothing else is left to be: ids that a person copies. */
  keep?: true;
  /** Left out where there is no room for it; every other format has it. */
  optional?: true;
}

const GAP = 2;

/** Longer words are broken where a table would not fit otherwise. */
const LONG_WORD = 12;

/** No cell of a table is longer; the whole value is in `show` and in JSONL. */
const MAX_CELL = 400;
const MAX_LABEL = 60;
const MAX_FACT = 4_000;

/** Rows under their headers, at the width of the output. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], output: Output): string {
  const filled = columns.map((column) => {
    const cells = rows.map((row) => ({
      text: cleanText(column.value(row), MAX_CELL),
      style: column.style?.(row),
    }));
    return { column, cells, measure: measureOf(column, cells) };
  });
  const shown = withoutOptional(filled, widthOf(output));
  const widths = columnWidths(
    shown.map(({ measure }) => measure),
    widthOf(output) - GAP * (shown.length - 1),
  );
  const table = new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    head: shown.map(({ column }, at) => wrapped(column.header, widths[at] ?? 0, output, "bold")),
    colAligns: shown.map(({ column }) => column.align ?? "left"),
    colWidths: widths,
  });
  for (const index of rows.keys()) {
    table.push(
      shown.map(({ cells }, at) =>
        wrapped(cells[index]?.text ?? "", widths[at] ?? 0, output, cells[index]?.style),
      ),
    );
  }
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

function wrapped(text: string, width: number, output: Output, style: Style | undefined): string {
  return wrap(text, width)
    .map((line) => (style === undefined ? line : paint(output, style, line)))
    .join("\n");
}

const NO_BORDERS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: " ".repeat(GAP),
};

/** How wide a column is by itself, how narrow it reads well, and how narrow it can be. */
interface Measure {
  natural: number;
  legible: number;
  minimum: number;
}

function measureOf<Row>({ header, keep }: Column<Row>, cells: readonly { text: string }[]): Measure {
  const minimum = Math.max(1, displayWidth(header));
  const natural = Math.max(minimum, ...cells.map(({ text }) => displayWidth(text)));
  const words = cells.flatMap(({ text }) => text.split(" ").map(displayWidth));
  const legible = keep === true ? natural : Math.max(minimum, Math.min(LONG_WORD, Math.max(0, ...words)));
  return { natural, legible, minimum };
}

/** Leaves optional columns out, the last first, until the others can be read. */
function withoutOptional<T extends { column: { optional?: true }; measure: Measure }>(
  columns: readonly T[],
  width: number,
): readonly T[] {
  const room = width - GAP * (columns.length - 1);
  if (sum(columns.map(({ measure }) => measure.legible)) <= room) return columns;
  const at = columns.findLastIndex(({ column }) => column.optional === true);
  return at === -1 ? columns : withoutOptional(columns.toSpliced(at, 1), width);
}

/** The width of each column: its own where all fit, else the widest ones are cut to one common width. */
function columnWidths(measures: readonly Measure[], available: number): number[] {
  const natural = measures.map((measure) => measure.natural);
  const legible = capped(
    natural,
    measures.map((measure) => measure.legible),
    available,
  );
  if (sum(legible) <= available) return legible;
  const narrow = capped(
    legible,
    measures.map((measure) => measure.minimum),
    available,
  );
  return sum(narrow) <= available ? narrow : capped(narrow, [], available);
}

/** Cuts the widest columns to one common width, but none below its minimum. */
function capped(widths: readonly number[], minimums: readonly number[], available: number): number[] {
  for (let cap = Math.max(...widths); ; cap--) {
    const tried = widths.map((width, at) => Math.min(width, Math.max(cap, minimums[at] ?? 0)));
    if (sum(tried) <= available || cap <= 1) return tried;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Facts under each other: a label, and what it says, wrapped beside it. Facts without a value are left out. A link or
 * an id that is longer than the line is not broken: the terminal wraps it, and it can be copied in one piece.
 */
export function factsOf(facts: readonly (readonly [string, string | undefined])[], output: Output): string {
  const given = facts.flatMap(([label, value]) =>
    value === undefined || value === ""
      ? []
      : [{ label: cleanText(label, MAX_LABEL), value: cleanText(value, MAX_FACT) }],
  );
  const indent = Math.max(0, ...given.map(({ label }) => displayWidth(label))) + GAP;
  return given
    .flatMap(({ label, value }) =>
      wrap(value, widthOf(output) - indent, false).map(
        (line, at) => (at === 0 ? label : "").padEnd(indent) + line,
      ),
    )
    .join("\n");
}
