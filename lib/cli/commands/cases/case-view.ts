/** Cases in lists: their subject, state and next deadline. */

import type { ListedCase } from "../../../cases/case.ts";
import { NOTHING_DUE } from "../../../cases/state.ts";
import { csvForm } from "../../../text/csv.ts";
import type { Style } from "../../output/print.ts";
import type { View } from "../../output/rows.ts";
import { timeColumn } from "../../output/table.ts";

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
    acknowledgedAt: one.acknowledgedAt ?? null,
    userId: one.userId ?? null,
    address: one.address ?? null,
    chainId: one.chainId ?? null,
    laws: one.laws ?? [],
    lawCount: one.lawCount ?? one.laws?.length ?? 0,
    score: one.score ?? null,
  };
}

export const caseView: View<ListedCase> = {
  columns: [
    timeColumn("received", ({ receivedAt }) => receivedAt),
    { header: "state", value: stateText, style: stateStyle },
    timeColumn("due", dueAt),
    { header: "kind", value: ({ kind }) => kind, optional: true },
    { header: "user", value: ({ userId }) => userId ?? "", optional: true },
    { header: "case", value: ({ subject }) => subject },
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
