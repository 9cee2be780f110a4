/** Figures: how they are measured beside a reference, printed, and checked against their budgets. */

import Table from "cli-table3";

export interface Figure {
  /** `section.subject.what`, as the budgets name it. */
  id: string;
  value: number;
  unit: string;
  /** The value of what was measured beside it in the same run, and what that is. */
  reference?: { value: number; of: string };
  /** The value divided by its reference; of several rounds their median. */
  ratio?: number;
  /** Assumptions, and what the figure is made of. */
  note?: string;
}

/** A bound for a figure: for its value, or for its ratio to its reference. */
export interface Budget {
  figure: string;
  by: "value" | "ratio";
  most: number;
}

/** A figure without a reference. */
export function figure(id: string, value: number, unit: string, note?: string): Figure {
  return { id, value, unit, ...(note === undefined ? {} : { note }) };
}

/** A figure beside its reference, measured in the same rounds: a busy machine slows both alike. */
export function compared(
  about: { id: string; unit: string; of: string; note?: string },
  values: readonly number[],
  references: readonly number[],
): Figure {
  const { of, ...rest } = about;
  const ratio = median(values.map((value, round) => value / (references[round] ?? Number.NaN)));
  return { ...rest, value: median(values), reference: { value: median(references), of }, ratio };
}

/** Measures two things `rounds` times by turns. */
export async function byTurns<Result>(
  rounds: number,
  own: () => Result | Promise<Result>,
  reference: () => Result | Promise<Result>,
): Promise<{ own: Result[]; reference: Result[] }> {
  const results: { own: Result[]; reference: Result[] } = { own: [], reference: [] };
  for (let round = 0; round < rounds; round++) {
    results.own.push(await own());
    results.reference.push(await reference());
  }
  return results;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Prints the figures of a section as a table, with their notes below. */
export function printed(figures: readonly Figure[]): string {
  const table = new Table({
    head: ["figure", "value", "unit", "reference", "ratio"],
    style: { head: [], border: [], compact: true },
    colAligns: ["left", "right", "left", "right", "right"],
  });
  for (const { id, value, unit, reference, ratio } of figures)
    table.push([
      id,
      rounded(value),
      unit,
      reference === undefined ? "" : rounded(reference.value),
      ratio === undefined ? "" : ratio.toFixed(2),
    ]);
  const notes = figures.flatMap(({ id, note, reference }) => [
    ...(reference === undefined ? [] : [`  reference: ${reference.of}\n`]),
    ...(note === undefined ? [] : [`  ${id}: ${note}\n`]),
  ]);
  return `${table.toString()}\n${[...new Set(notes)].join("")}`;
}

/** @returns a line for each of the budgets that a figure exceeds, or whose figure was not measured */
export function exceeded(figures: readonly Figure[], budgets: readonly Budget[]): string[] {
  return budgets.flatMap(({ figure: id, by, most }) => {
    const figure = figures.find((candidate) => candidate.id === id);
    const measured = by === "ratio" ? figure?.ratio : figure?.value;
    if (measured === undefined || !Number.isFinite(measured)) return [`${id}: was not measured`];
    const unit = by === "ratio" ? "times its reference" : figure?.unit;
    return measured <= most ? [] : [`${id}: ${rounded(measured)} ${unit}, at most ${most}`];
  });
}

/** Four significant digits, six from 1,000 on. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(Math.abs(value) >= 1_000 ? 6 : 4)));
}
