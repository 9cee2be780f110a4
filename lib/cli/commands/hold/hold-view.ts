/** How holds look: in lists without their reasons. */

import type { Hold } from "../../../holds/holds.ts";
import { cleanText } from "../../../text/cleaning.ts";
import type { View } from "../../output/rows.ts";
import { timeColumn } from "../../output/table.ts";
import { countsText } from "./hold-table.ts";

const PLAIN = /^[\x21-\x7e]+$/;

/**
 * A user's id so that no two ids look alike: what is not printable ASCII is shown once as it is, and once by its codes,
 * as in `u-а (u-\\u0430)`.
 */
export function distinctId(userId: string): string {
  if (PLAIN.test(userId)) return userId;
  const codes = userId.replace(/[^\x21-\x7e]/gu, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
  return `${cleanText(userId, userId.length)} (${codes})`;
}

/** `releasing` as long as not all is let go; `placing` as long as not all that was there is held. */
function stateOf({ state, passes }: Hold): string {
  if (state === "placed") return passes === 0 ? "placing" : "placed";
  return passes === 0 ? "releasing" : "released";
}

export const holdView: View<Hold> = {
  columns: [
    { header: "user", value: ({ userId }) => distinctId(userId) },
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
export function factsOfHold(hold: Hold): [string, string | undefined][] {
  return [
    ["user", distinctId(hold.userId)],
    ["state", stateOf(hold)],
    ["since", hold.since],
    ["applied", hold.passedAt],
    ["records", hold.counts && countsText(hold.counts)],
    ...hold.orders.map(({ kind, at, reason }): [string, string] => [
      kind === "place" ? "placed" : "released",
      `${at}: ${reason}`,
    ]),
  ];
}
