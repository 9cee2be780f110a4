/** Tables that fit the terminal: every cell is shown whole, on more lines where it must be. */

import Table from "cli-table3";
import { cleanText } from "../alert/clean.ts";
import { paint, type Style, widthOf } from "./print.ts";
import type { Output } from "./world.ts";

export interface Column<Row> {
  header: string;
  value(row: Row): string;
  align?: "right";
  style?(row: Row): Style | undefined;
  /** Made narrower only when nothing else is left to be: ids that a person copies. */
  keep?: true;
}

const GAP = 2;
const NARROWEST = 6;

/** No cell of a table is longer; the whole value is in `show` and in JSONL. */
const MAX_CELL = 400;
const MAX_LABEL = 60;
const MAX_FACT = 4_000;

/** Rows under their headers, at the width of the output. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], output: Output): string {
  const cells = rows.map((row) => columns.map((column) => cleanText(column.value(row), MAX_CELL)));
  const widths = columnWidths(columns, cells, widthOf(output));
  const table = new Table({
    chars: NO_BORDERS,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    head: columns.map(({ header }, at) =>
      wrapped(header, widths[at] ?? 0, (line) => paint(output, "bold", line)),
    ),
    colAligns: columns.map(({ align }) => align ?? "left"),
    colWidths: widths,
  });
  for (const [index, row] of rows.entries()) {
    table.push(
      columns.map((column, at) => {
        const style = column.style?.(row);
        return wrapped(cells[index]?.[at] ?? "", widths[at] ?? 0, (line) =>
          style === undefined ? line : paint(output, style, line),
        );
      }),
    );
  }
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
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

/** The width of each column: its own where all fit, else the widest ones are cut to one common width. */
function columnWidths<Row>(
  columns: readonly Column<Row>[],
  cells: readonly string[][],
  width: number,
): number[] {
  const natural = columns.map(({ header }, at) =>
    Math.max(displayWidth(header), ...cells.map((row) => displayWidth(row[at] ?? "")), 1),
  );
  const available = width - GAP * (columns.length - 1);
  const headers = columns.map(({ header }) => displayWidth(header));
  const kept = columns.map(({ keep }, at) => (keep === true ? (natural[at] ?? 0) : (headers[at] ?? 0)));
  const gentle = capped(natural, kept, available);
  if (sum(gentle) <= available) return gentle;
  const hard = capped(gentle, headers, available);
  return sum(hard) <= available ? hard : capped(hard, [], available);
}

/** Cuts the widest columns to one common width, but none below its minimum. */
function capped(widths: readonly number[], minimums: readonly number[], available: number): number[] {
  for (let cap = Math.max(...widths); ; cap--) {
    const tried = widths.map((width, at) => Math.min(width, Math.max(cap, minimums[at] ?? 0)));
    if (sum(tried) <= available || cap <= NARROWEST) return tried;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Text on lines of at most `width` columns, broken at spaces; longer words are broken too if `breakWords`. */
export function wrap(text: string, width: number, breakWords = true): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWords ? broken(word, width) : [word];
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line];
}

function broken(word: string, width: number): string[] {
  const pieces = [""];
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const piece = pieces.at(-1) ?? "";
    if (piece !== "" && displayWidth(piece) + displayWidth(segment) > width) pieces.push(segment);
    else pieces[pieces.length - 1] = piece + segment;
  }
  return pieces;
}

function wrapped(text: string, width: number, painted: (line: string) => string): string {
  return wrap(text, width).map(painted).join("\n");
}

/** East Asian characters and emoji take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

function displayWidth(text: string): number {
  // Almost everything is plain ASCII, and then the characters are the columns.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
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
