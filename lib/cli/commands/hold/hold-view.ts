/** How holds look: in lists without their reasons. */

import type { Hold, HoldAct } from "../../../holds/hold.ts";
import type { View } from "../../output/rows.ts";
import { timeColumn } from "../../output/table.ts";
import { countsText } from "./hold-table.ts";

/** `releasing` as long as not all is let go; `placing` as long as not all that was there is held. */
function stateOf({ state, passes }: Hold): string {
  if (state === "placed") return passes === 0 ? "placing" : "placed";
  return passes === 0 ? "releasing" : "released";
}

export const holdView: View<Hold> = {
  columns: [
    { header: "user", value: ({ userId }) => userId },
    {
      header: "state",
      value: stateOf,
      style: (hold) => (hold.passes === 0 ? "yellow" : undefined),
    },
    timeColumn("since", ({ since }) => since),
    timeColumn("applied", ({ passedAt }) => passedAt),
    { header: "records", value: ({ counts }) => (counts === undefined ? "" : countsText(counts)) },
  ],
  json: (hold) => ({
    userId: hold.userId,
    state: stateOf(hold),
    since: hold.since,
    appliedAt: hold.passedAt ?? null,
    records: hold.counts ?? null,
  }),
  csvHeader: ["userId", "state", "since", "appliedAt", "notifications", "cases", "alerts", "scores"],
  csvCells: (hold) => {
    const { notifications, cases, alerts, scores } = hold.counts ?? {};
    return [hold.userId, stateOf(hold), hold.since, hold.passedAt, notifications, cases, alerts, scores];
  },
};

/** Everything of one, with its reasons: all orders about it. */
export function factsOfHold(hold: Hold, acts: readonly HoldAct[]): [string, string | undefined][] {
  return [
    ["user", hold.userId],
    ["state", stateOf(hold)],
    ["since", hold.since],
    ["applied", hold.passedAt],
    ["records", hold.counts && countsText(hold.counts)],
    ...acts.map(({ kind, at, reason }): [string, string] => [
      kind === "place" ? "placed" : "released",
      `${at}: ${reason}`,
    ]),
  ];
}
