/** What an officer can decide of a user's cases, and where the button leads. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import { judge } from "../../../../lib/cases/urgency.ts";
import { decidableOfUser } from "../../../../lib/desk/cases/decidable.ts";
import { listedCase } from "../../../support/listed-case.ts";

const NOW = "2026-11-22T16:00:00.000Z";

const openCase = (subject: string, changes?: Partial<ListedCase>) => judge(listedCase(subject, changes), NOW);

const PENDING: Partial<ListedCase> = {
  dues: [{ kind: "suspicion", at: "2026-11-23T09:00:00.000Z", since: "2026-11-22T09:00:00.000Z" }],
};

const decidable = (...cases: ReturnType<typeof openCase>[]) => decidableOfUser("c-1", cases, [1]);

it("counts what the sheet will show: open cases of the officer's projects without a pending 24-hour notice", () => {
  const decided = { outcome: "not-reportable", decidedAt: NOW } as const;
  expect(
    decidable(
      openCase("a"),
      openCase("b"),
      openCase("pending", PENDING),
      openCase("decided", decided),
      openCase("elsewhere", { projectId: 2 }),
    ),
  ).toEqual({ kind: "sheet", count: 2, href: "/?user=c-1&sheet=decide" });
});

it("leads to the only case that can be decided", () => {
  expect(decidable(openCase("only"), openCase("pending", PENDING))).toMatchObject({
    kind: "case",
    listedCase: { subject: "only" },
  });
});

it("offers the kind with the most cases where they have no outcome in common", () => {
  const wallet = openCase("wallet", { kind: "wallet" });
  expect(decidable(wallet, openCase("a"), openCase("b"))).toEqual({
    kind: "sheet",
    count: 2,
    href: "/?user=c-1&kind=notification&sheet=decide",
  });
});

it("offers nothing where no case can be decided, or no two together", () => {
  expect(decidable(openCase("pending", PENDING))).toBeUndefined();
  expect(decidable(openCase("wallet", { kind: "wallet" }), openCase("a"))).toBeUndefined();
});
