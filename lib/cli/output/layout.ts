/** Tables and facts without borders. On a terminal cells are wrapped at words; no word, such as an id, is cut. */

import Table from "cli-table3";
import stringWidth from "string-width";
import { cleanText } from "../../i18n/text/cleaning.ts";
import type { Output } from "../core/command-context.ts";
import { ownStyles, type Style, styled, widthOf } from "./print.ts";

const MAX_LABEL = 60;
const MAX_FACT = 4_000;
const GAP = 2;

/** A label, what it says, and how that is styled. */
export type Fact = readonly [label: string, value: string | undefined, style?: Style | undefined];

/** Facts under each other; those without a value are left out. */
export function factTable(facts: readonly Fact[], output: Output): string {
  const presentFacts = facts.filter(([, value = ""]) => value !== "");
  return drawn(
    [
      { cells: presentFacts.map(([label]) => ({ text: cleanText(label, MAX_LABEL) })) },
      { cells: presentFacts.map(([, value = "", style]) => ({ text: cleanText(value, MAX_FACT), style })) },
    ],
    output,
  );
}

/** The cells of a column, from top to bottom, on one line each. */
export interface FilledColumn {
  align?: "right" | undefined;
  cells: readonly { text: string; style?: Style | undefined }[];
}

const BORDERS =
  "top top-mid top-left top-right mid mid-mid left left-mid middle right right-mid bottom bottom-mid bottom-left bottom-right";
const NO_BORDERS = Object.fromEntries(BORDERS.split(" ").map((name) => [name, ""]));

/** Columns beside each other, as wide as the output allows. */
export function drawn(columns: readonly FilledColumn[], output: Output): string {
  const table = new Table({
    chars: NO_BORDERS,
    style: { head: [], border: [], compact: true, "padding-left": 0, "padding-right": GAP },
    colAligns: columns.map(({ align }) => align ?? "left"),
    colWidths: widthsOf(columns, output).map((width) => width + GAP),
    wordWrap: true,
  });
  for (const line of columns[0]?.cells.keys() ?? [])
    table.push(
      columns.map(({ cells }) => {
        const { text = "", style } = cells[line] ?? {};
        return style === undefined ? text : styled(output, style, text);
      }),
    );
  return ownStyles(table.toString()).replace(/ +$/gm, "");
}

/** As wide as the cells, where that fits the terminal; else the widest column is made narrower, down to its longest word. */
function widthsOf(columns: readonly FilledColumn[], output: Output): number[] {
  const widthIn = (parts: readonly string[]) =>
    parts.reduce((most, part) => Math.max(most, stringWidth(part)), 0);
  const widths = columns.map(({ cells }) => widthIn(cells.map(({ text }) => text)));
  if (output.isTTY !== true) return widths;
  // The first column is left whole: no line begins with words out of a cell.
  const least = columns.map(({ cells }, at) =>
    at === 0 ? Number.POSITIVE_INFINITY : widthIn(cells.flatMap(({ text }) => text.split(" "))),
  );
  const sum = () => widths.reduce((total, width) => total + width + GAP, -GAP);
  for (;;) {
    const spare = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (sum() <= widthOf(output) || (spare[widest] ?? 0) === 0) return widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}
