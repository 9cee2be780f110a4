/** The cases of the inbox's views, and their counts. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import { inboxOf } from "../../../../lib/desk/cases/inbox-view.ts";

const NOW = "2026-11-22T16:00:00.000Z";

function listedCase(subject: string, changes: Partial<ListedCase> = {}): ListedCase {
  return {
    subject,
    opened: "once",
    kind: "notification",
    projectId: 1,
    dueAt: "none",
    dues: [],
    deadlines: [],
    filingCount: 0,
    notices: [],
    stepCount: 1,
    receivedAt: "2026-11-20T12:00:00.000Z",
    order: `2026-11-20T12:00:00.000Z#${subject}`,
    ...changes,
  };
}

it("counts as unassigned what an officer can take: no decided case that was revised since", () => {
  const owner = { subject: "olga", name: "olga", until: "2026-11-23T16:00:00.000Z" };
  const decided = { outcome: "not-reportable", decidedAt: NOW, isRevisedSince: true } as const;
  const cases = [listedCase("free"), listedCase("owned", { owner }), listedCase("decided", decided)];
  const open = { cases, moreDue: false, moreOthers: false };
  const { rows, counts } = inboxOf(open, { view: "unassigned", officer: "olga", sort: "due" }, NOW);
  expect(rows.map(({ listedCase }) => listedCase.subject)).toEqual(["free"]);
  expect(counts).toMatchObject({ unassigned: 1, mine: 1, all: 3 });
});
