/** Which open cases one decision can take: what a sheet shows of them, and what the button counts that leads to it. */

import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import { OUTCOMES, outcomesOf } from "../../cases/step.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { fitInForm } from "./case-address.ts";
import { inboxAddress } from "./inbox-address.ts";

export interface DecidableCases {
  chosen: readonly JudgedCase[];
  /** Those that cannot be decided before their 24-hour notice. */
  suspected: readonly ListedCase[];
  /** Number of those that do not fit. */
  more: number;
}

/** What one decision can be of these cases. */
export function chosenFrom(open: readonly JudgedCase[]): DecidableCases {
  const decidable = open.filter(({ notice }) => notice === undefined);
  const fitting = fitInForm(decidable.map(({ listedCase }) => listedCase)).length;
  return {
    chosen: decidable.slice(0, fitting),
    suspected: open.filter(({ notice }) => notice !== undefined).map(({ listedCase }) => listedCase),
    more: decidable.length - fitting,
  };
}

/** The outcomes that all of these cases can have; a notice decides what it covers in its month. */
export function outcomesFor(cases: readonly Pick<ListedCase, "kind">[]): (typeof OUTCOMES)[number][] {
  return OUTCOMES.filter(
    (outcome) => outcome !== "reported" && cases.every(({ kind }) => outcomesOf(kind).includes(outcome)),
  );
}

/** The cases of a user that an officer can decide next: one case, or several in the sheet at an address. */
export type DecidableOfUser =
  | { kind: "case"; listedCase: ListedCase }
  | { kind: "sheet"; count: number; href: string };

/**
 * What of a user can be decided. Where the cases have no outcome in common, the sheet is that of the kind with the most cases.
 * @param actsIn the projects in which the officer decides
 * @returns undefined where no case can be decided, or no two together
 */
export function decidableOfUser(
  user: string,
  cases: readonly JudgedCase[],
  actsIn: readonly number[],
): DecidableOfUser | undefined {
  const { chosen, more } = chosenFrom(
    cases.filter(({ listedCase }) => isOpen(listedCase) && actsIn.includes(listedCase.projectId)),
  );
  const [first, ...others] = chosen.map(({ listedCase }) => listedCase);
  if (first === undefined) return undefined;
  if (others.length + more === 0) return { kind: "case", listedCase: first };
  const listedCases = [first, ...others];
  if (outcomesFor(listedCases).length > 0)
    return { kind: "sheet", count: listedCases.length, href: inboxAddress({ user, sheet: "decide" }) };
  const byKind = [...Map.groupBy(listedCases, ({ kind }) => kind)];
  const [most] = byKind.sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length < 2) return undefined;
  const [kind, ofKind] = most;
  return { kind: "sheet", count: ofKind.length, href: inboxAddress({ user, kind, sheet: "decide" }) };
}
