/** Deadlines of cases in the figures for the board. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import { judge } from "../../../../lib/cases/urgency.ts";
import { figuresOf, shareOf } from "../../../../lib/desk/board/board-figures.ts";

const NOW = "2026-11-01T12:00:00.000Z";
const AT = "2026-10-18T05:59:59.999Z";
const LAW = { of: "law", at: AT, law: "LFPIORPI", countryCode: "MX" } as const;
const NOTICE = { of: "notice", at: "2026-10-05T12:00:00.000Z", since: "2026-10-04T12:00:00.000Z" } as const;
const IN_TIME = { metAt: "2026-10-02T12:00:00.000Z", metBy: "filing" } as const;
const AFTER = { metAt: "2026-10-20T12:00:00.000Z", metBy: "filing" } as const;

const caseWith = (changes: Partial<ListedCase>) =>
  judge(
    {
      ...{ subject: "notification#1#1", opened: "once", kind: "notification", projectId: 1, risk: "illegal" },
      ...{ receivedAt: "2026-09-10T12:00:00.000Z", order: "2026-09-10T12:00:00.000Z#a", dueAt: "none" },
      ...{ deadlines: [], dues: [], filingCount: 1, notices: [], stepCount: 2 },
      ...changes,
    },
    NOW,
  );

const deadlinesOf = (changes: Partial<ListedCase>) => {
  const { filedInTime, filedLate, filedOther, overdue } = figuresOf([caseWith(changes)]);
  return { filedInTime, filedLate, filedOther, overdue };
};
const NONE = { filedInTime: 0, filedLate: 0, filedOther: 0, overdue: 0 };

it.each([
  ["in time", { dues: [{ ...LAW, ...IN_TIME }] }, { filedInTime: 1 }],
  ["late", { dues: [{ ...LAW, ...AFTER }] }, { filedLate: 1 }],
  [
    "late where one of two was",
    {
      dues: [
        { ...NOTICE, ...AFTER },
        { ...LAW, ...IN_TIME },
      ],
    },
    { filedLate: 1 },
  ],
  [
    "overdue where a notice is missing, though another was filed",
    { dues: [NOTICE, { ...LAW, ...IN_TIME }] },
    { overdue: 1 },
  ],
  ["overdue", { dues: [LAW], filingCount: 0 }, { overdue: 1 }],
  ["nothing before its deadline", { dues: [{ ...LAW, at: "2026-11-18T05:59:59.999Z" }], filingCount: 0 }, {}],
  [
    "nothing where no notice was due, however late that was decided",
    { dues: [{ ...LAW, metAt: AFTER.metAt, metBy: "decision" }], filingCount: 0 },
    {},
  ],
  ["filed without a deadline", {}, { filedOther: 1 }],
] satisfies [string, Partial<ListedCase>, Partial<typeof NONE>][])(
  "counts a case as %s",
  (_, changes, counted) => {
    expect(deadlinesOf(changes)).toEqual({ ...NONE, ...counted });
  },
);

it("never says 100 % of a share that something is missing from", () => {
  const inTime = Array.from({ length: 1_999 }, () => caseWith({ dues: [{ ...LAW, ...IN_TIME }] }));
  const overdue = caseWith({ dues: [LAW], filingCount: 0 });
  expect(shareOf(figuresOf(inTime))).toEqual({ filedInTime: 1_999, all: 1_999, percent: 100 });
  expect(shareOf(figuresOf([...inTime, overdue]))).toEqual({ filedInTime: 1_999, all: 2_000, percent: 99.9 });
  expect(shareOf(figuresOf([]))).toEqual({ filedInTime: 0, all: 0, percent: undefined });
});

it("calls the number of users a bound where a case names no user", () => {
  const [named, unnamed] = [caseWith({ userId: "u-1" }), caseWith({})];
  expect(figuresOf([named, named]).users).toEqual({ count: 1, isBound: false });
  expect(figuresOf([named, unnamed]).users).toEqual({ count: 1, isBound: true });
});
