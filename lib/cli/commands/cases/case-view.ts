/** Cases in lists: their subject, state and next deadline. */

import type { ListedCase } from "../../../cases/case.ts";
import { OPENED_ONCE } from "../../../cases/case-keys.ts";
import type { CaseProblem, TimeProblem } from "../../../cases/integrity/record-check.ts";
import { NOTHING_DUE } from "../../../cases/state.ts";
import { csvForm } from "../../../text/csv.ts";
import { countOf, shorten } from "../../../text/cut.ts";
import type { Style } from "../../output/print.ts";
import { timeColumn, type View } from "../../output/table.ts";

/** `open`, or how it was decided. */
export function stateText({ outcome }: ListedCase): string {
  return outcome ?? "open";
}

/** Time of a deadline, to the second; empty without a known deadline. */
function dueAt({ dueAt: due }: ListedCase): string | undefined {
  return due === NOTHING_DUE ? undefined : due;
}

function stateStyle({ outcome }: ListedCase): Style | undefined {
  return outcome === undefined ? "yellow" : undefined;
}

export function caseJson(one: ListedCase) {
  return {
    case: one.subject,
    opened: one.opened,
    kind: one.kind,
    projectId: one.projectId,
    receivedAt: one.receivedAt,
    dueAt: dueAt(one) ?? null,
    state: stateText(one),
    owner: one.owner?.name ?? null,
    ownedUntil: one.owner?.until ?? null,
    userId: one.userId ?? null,
    address: one.address ?? null,
    chainId: one.chainId ?? null,
    laws: one.laws ?? [],
    lawCount: one.lawCount ?? one.laws?.length ?? 0,
    score: one.score ?? null,
  };
}

/** Characters of a user's id in a row; the other formats have it whole. */
const MOST_OF_USER = 64;

export const caseView: View<ListedCase> = {
  columns: [
    timeColumn("received", ({ receivedAt }) => receivedAt),
    { header: "state", value: stateText, style: stateStyle },
    timeColumn("due", dueAt),
    { header: "kind", value: ({ kind }) => kind, optional: true },
    { header: "user", value: ({ userId }) => shorten(userId ?? "", MOST_OF_USER), optional: true },
    { header: "case", value: ({ subject }) => subject },
    // A wallet has several cases.
    { header: "opened", value: ({ opened }) => (opened === OPENED_ONCE ? "" : opened), optional: true },
  ],
  json: caseJson,
  ...csvForm<ListedCase>({
    case: (one) => one.subject,
    opened: (one) => one.opened,
    kind: (one) => one.kind,
    projectId: (one) => one.projectId,
    receivedAt: (one) => one.receivedAt,
    dueAt,
    state: stateText,
    userId: (one) => one.userId,
    address: (one) => one.address,
    chainId: (one) => one.chainId,
  }),
};

export function chainText(problems: readonly CaseProblem[], steps: number): string {
  if (problems.length === 0) return `intact, ${countOf(steps, "step")}`;
  return `NOT INTACT: ${problems.map(problemText).join("; ")}`;
}

const timeTexts: Record<TimeProblem["why"], string> = {
  none: "has an invalid time",
  early: "is earlier than the receipt of its case",
  backwards: "is earlier than the step before it",
  ahead: "is in the future",
};

function problemText(problem: CaseProblem): string {
  switch (problem.kind) {
    case "number":
      return `step ${problem.at} has the number ${String(problem.found)}: a step was removed, added or moved`;
    case "previous":
      return `step ${problem.at} does not follow the record before it: a record was changed, removed, added or moved`;
    case "head":
      return "the last step or the opening does not match its digest: it was changed, removed or added";
    case "time":
      return `step ${problem.at} ${timeTexts[problem.why]}: it was changed or added`;
    case "corrupt":
      return `it cannot be read: ${problem.paths.join(", ")} was changed`;
    case "differs":
      return `${problem.name} does not match its opening and steps: it was changed`;
  }
}
