/** The cases of the inbox's views, and their counts. */

import { expect, it } from "vitest";
import { inboxOf } from "../../../../lib/desk/cases/inbox-view.ts";
import { listedCase } from "../../../support/listed-case.ts";

const NOW = "2026-11-22T16:00:00.000Z";

it("counts as unassigned what an officer can take: no decided case that was revised since", () => {
  const owner = { subject: "olga", name: "olga", until: "2026-11-23T16:00:00.000Z" };
  const decided = { outcome: "not-reportable", decidedAt: NOW, isRevisedSince: true } as const;
  const cases = [listedCase("free"), listedCase("owned", { owner }), listedCase("decided", decided)];
  const open = { cases, moreDue: false, moreOthers: false };
  const { rows, counts } = inboxOf(open, { view: "unassigned", officer: "olga", sort: "due" }, NOW);
  expect(rows.map(({ listedCase }) => listedCase.subject)).toEqual(["free"]);
  expect(counts).toMatchObject({ unassigned: 1, mine: 1, all: 3 });
});
