/** The figures as a table for people. */

import Table from "cli-table3";
import { rounded } from "./check.ts";
import type { Figure } from "./figure.ts";

/** One section's table, with its notes below. */
export function printed(figures: readonly Figure[]): string {
  const table = new Table({
    head: ["figure", "value", "unit", "reference", "ratio"],
    style: { head: [], border: [], compact: true },
    colAligns: ["left", "right", "left", "right", "right"],
  });
  for (const { id, value, unit, reference, ratio } of figures) {
    table.push([
      id,
      rounded(value),
      unit,
      reference === undefined ? "" : rounded(reference.value),
      ratio === undefined ? "" : ratio.toFixed(2),
    ]);
  }
  return `${table.toString()}\n${notes(figures)}`;
}

function notes(figures: readonly Figure[]): string {
  const lines = figures.flatMap(({ id, note, reference }) => [
    ...(reference === undefined ? [] : [`reference of ${shortened(id)}: ${reference.of}`]),
    ...(note === undefined ? [] : [`${id}: ${note}`]),
  ]);
  return [...new Set(lines)].map((line) => `  ${line}\n`).join("");
}

/** Figures of one kind share their reference's description: `load.*.ms`. */
function shortened(id: string): string {
  const parts = id.split(".");
  return parts.length === 3 ? `${parts[0]}.*.${parts[2]}` : id;
}
