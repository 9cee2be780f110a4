/** Tables that fit the terminal, and facts under each other. */

import stringWidth from "string-width";
import { cleanText } from "../text/cleaning.ts";
import type { Column } from "./column.ts";
import { paint, type Style, widthOf } from "./print.ts";
import { GAP, type Layout, layoutOf } from "./table-layout.ts";
import { cutText, wrap } from "./text-width.ts";
import type { Output } from "./world.ts";

const MAX_LABEL = 60;
const MAX_FACT = 4_000;
const NARROWEST_FACT = 20;

/** Text on lines of its own, somewhere in a row. */
interface Block {
  /** The column of the terminal that it begins at. */
  at: number;
  width: number;
  lines: readonly string[];
  align: "left" | "right";
  style: Style | undefined;
}

/** Rows under their headers, at the width of the output. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], output: Output): string {
  const layout = layoutOf(columns, rows, output);
  const header = layout.columns.map(({ header }) => ({ text: header, style: "bold" as const }));
  const body = rows.flatMap((_, row) =>
    rowBlocks(
      layout,
      layout.columns.map(({ cells }) => cells[row] ?? EMPTY),
    ),
  );
  return [...rowBlocks(layout, header), ...body].flatMap((blocks) => linesOf(blocks, output)).join("\n");
}

interface Cell {
  text: string;
  style: Style | undefined;
}

const EMPTY: Cell = { text: "", style: undefined };

/** A row as one or more rows of blocks: behind a long id, what it has no room beside it for stands below. */
function rowBlocks<Row>(
  { columns, widths, width: lineWidth }: Layout<Row>,
  cells: readonly Cell[],
): Block[][] {
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width + GAP, 0));
  const blockOf = (cell: Cell, at: number): Block => {
    const width = widths[at] ?? 0;
    const { cut, align = "left" } = columns[at]?.column ?? {};
    const lines = cut === undefined ? wrap(cell.text, width) : [cutText(cell.text, width, cut)];
    return { at: starts[at] ?? 0, width, lines, align, style: cell.style };
  };
  const long = cells.findIndex(
    ({ text }, at) => columns[at]?.column.whole !== undefined && stringWidth(text) > (widths[at] ?? 0),
  );
  const id = cells[long];
  if (id === undefined) return [cells.map(blockOf)];
  const length = stringWidth(id.text);
  const start = starts[long] ?? 0;
  const others = cells.map((cell, at) => (at === long ? EMPTY : cell)).map(blockOf);
  const idBlock = { ...blockOf(id, long), width: lineWidth };
  if (start + length > lineWidth)
    return [others, [{ ...idBlock, at: Math.max(0, lineWidth - length), lines: wrap(id.text, lineWidth) }]];
  const first = [...others.slice(0, long), { ...idBlock, lines: [id.text] }];
  const rest = others.slice(long + 1);
  return rest.every(({ lines }) => lines.join("") === "") ? [first] : [first, rest];
}

function linesOf(blocks: readonly Block[], output: Output): string[] {
  const height = Math.max(1, ...blocks.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, at) => {
    let line = "";
    let reached = 0;
    for (const block of blocks) {
      const text = block.lines[at] ?? "";
      if (text === "") continue;
      const begin = block.at + (block.align === "right" ? block.width - stringWidth(text) : 0);
      line += " ".repeat(Math.max(0, begin - reached));
      line += block.style === undefined ? text : paint(output, block.style, text);
      reached = begin + stringWidth(text);
    }
    return line;
  });
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
  const indent = Math.max(0, ...given.map(({ label }) => stringWidth(label))) + GAP;
  return given
    .flatMap(({ label, value }) =>
      wrap(value, Math.max(NARROWEST_FACT, widthOf(output) - indent), false).map(
        (line, at) => (at === 0 ? label : "").padEnd(indent) + line,
      ),
    )
    .join("\n");
}
