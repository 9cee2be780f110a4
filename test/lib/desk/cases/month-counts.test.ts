/** Whether what was reported is in time, by the deadlines that are met and those that are not. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import type { Due } from "../../../../lib/cases/due.ts";
import { judge } from "../../../../lib/cases/urgency.ts";
import { countsOf, timelinessOf } from "../../../../lib/desk/cases/month-cases.ts";
import { listedCase } from "../../../support/listed-case.ts";

const NOW = "2026-05-02T16:00:00.000Z";

/** A case that was reported, with its deadline. */
function reported(due: Pick<Due, "at" | "metAt" | "metBy">): ListedCase {
  return listedCase("notification#1#1", {
    receivedAt: "2026-04-05T12:00:00.000Z",
    dues: [{ kind: "law", law: "LFPIORPI", countryCode: "MX", ...due }],
    filingCount: 1,
    outcome: "reported",
    decidedAt: "2026-04-28T13:00:00.000Z",
    stepCount: 2,
  });
}

const FILED = { metAt: "2026-04-10T06:00:00.000Z", metBy: "filing" } as const;

it.each([
  ["in time", { at: "2026-05-18T05:59:59.999Z", ...FILED }],
  ["late", { at: "2026-04-09T05:59:59.999Z", ...FILED }],
  ["late", { at: "2026-05-01T05:59:59.999Z" }],
  ["open", { at: "2026-05-18T05:59:59.999Z" }],
])("is %s where its receipt counts, or does not count any more: %j", (timeliness, due) => {
  expect(timelinessOf(judge(reported(due), NOW), NOW)).toBe(timeliness);
});

it.each([
  ["a decision that no notice is due", [{ metAt: "2026-04-28T13:00:00.000Z", metBy: "decision" }]],
  [
    "that decision, behind a withdrawn suspicion",
    [
      { metAt: "2026-04-28T13:00:00.000Z", metBy: "decision" },
      { metAt: "2026-04-06T06:00:00.000Z", metBy: "withdrawal" },
    ],
  ],
] satisfies [string, Pick<Due, "metAt" | "metBy">[]][])(
  "is neither in time nor late where nothing is to be filed: %s",
  (_, ends) => {
    const { filingCount: _count, ...decided } = reported({ at: "2026-05-18T05:59:59.999Z", ...FILED });
    const dues = ends.flatMap((end) => decided.dues.map((due) => ({ ...due, ...end })));
    const judged = judge({ ...decided, filingCount: 0, outcome: "not-reportable", dues }, NOW);
    expect(timelinessOf(judged, NOW)).toBe("none");
  },
);

it("counts apart what was reported with a receipt that does not count any more, until its deadline has passed", () => {
  const cases = [{ at: "2026-05-18T05:59:59.999Z" }, { at: "2026-05-18T05:59:59.999Z", ...FILED }];
  const counts = (now: string) =>
    countsOf(
      cases.map((due) => judge(reported(due), now)),
      now,
    );
  expect(counts(NOW)).toMatchObject({ reported: 2, reportedInTime: 1, reportedLate: 0, reportedOpen: 1 });
  expect(counts("2026-05-18T06:00:00.000Z")).toMatchObject({ reported: 2, reportedLate: 1, reportedOpen: 0 });
});

it("does not count as in time what was reported without a known deadline", () => {
  const inTime = reported({ at: "2026-05-18T05:59:59.999Z", ...FILED });
  const cases = [inTime, { ...inTime, dues: [] }];
  const counts = countsOf(
    cases.map((listedCase) => judge(listedCase, NOW)),
    NOW,
  );
  expect(counts).toMatchObject({ reported: 2, reportedInTime: 1, reportedLate: 0, reportedOther: 1 });
});

it.each([
  ["late", { metAt: "2026-04-29T12:00:00.000Z", metBy: "filing" }],
  ["withdrawn late", { metAt: "2026-04-29T12:00:00.000Z", metBy: "withdrawal" }],
] as const)("is in time by its law where a 24-hour notice was %s", (_, end) => {
  const inTime = reported({ at: "2026-05-18T05:59:59.999Z", ...FILED });
  const notice = {
    kind: "suspicion",
    at: "2026-04-06T12:00:00.000Z",
    since: "2026-04-05T12:00:00.000Z",
  } as const;
  const judged = judge({ ...inTime, dues: [{ ...notice, ...end }, ...inTime.dues] }, NOW);
  expect(timelinessOf(judged, NOW)).toBe("in time");
});

it("counts apart an open case that is still due, and whose 24-hour notice was late", () => {
  const notice = {
    kind: "suspicion",
    at: "2026-04-06T12:00:00.000Z",
    since: "2026-04-05T12:00:00.000Z",
  } as const;
  const { outcome: _, decidedAt: __, ...open } = reported({ at: "2026-05-18T05:59:59.999Z" });
  const judged = (more: Pick<Due, "metAt" | "metBy">) =>
    judge({ ...open, dues: [{ ...notice, ...more }, ...open.dues] }, NOW);
  const [late, inTime, withdrawn] = [
    judged(FILED),
    judged({ metAt: "2026-04-06T06:00:00.000Z", metBy: "filing" }),
    judged({ metAt: "2026-04-10T06:00:00.000Z", metBy: "withdrawal" }),
  ];
  expect(timelinessOf(late, NOW)).toBe("open");
  expect(countsOf([late, inTime, withdrawn], NOW)).toMatchObject({ undecided: 3, late: 0, lateNotice: 1 });
});
