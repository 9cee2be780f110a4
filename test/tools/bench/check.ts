/** Holds the figures against the budgets. */

import { BUDGETS, type Budget } from "./budgets.ts";
import type { Figure, SectionName } from "./figure.ts";

/** A line for each budget of the given sections that is exceeded, or whose figure was not measured. */
export function exceeded(figures: readonly Figure[], sections: readonly SectionName[]): string[] {
  return BUDGETS.filter(({ figure }) => sections.some((section) => figure.startsWith(`${section}.`))).flatMap(
    (budget) => {
      const found = figures.find(({ id }) => id === budget.figure);
      const problem = found === undefined ? "was not measured" : problemOf(found, budget);
      return problem === undefined ? [] : [`${budget.figure}: ${problem}`];
    },
  );
}

function problemOf(figure: Figure, { by, most, least }: Budget): string | undefined {
  const measured = by === "ratio" ? figure.ratio : figure.value;
  const what = by === "ratio" ? `times ${figure.reference?.of ?? "its reference"}` : figure.unit;
  if (measured === undefined) return "has no reference to be held against";
  if (!Number.isFinite(measured)) return "could not be measured";
  if (most !== undefined && measured > most) return `${rounded(measured)} ${what}, at most ${most}`;
  if (least !== undefined && measured < least) return `${rounded(measured)} ${what}, at least ${least}`;
  return undefined;
}

/** Four digits that matter. */
export function rounded(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(Math.abs(value) >= 1_000 ? 6 : 4)));
}
