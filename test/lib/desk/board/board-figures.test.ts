/** Deadlines of cases in the figures for the board. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import { judge } from "../../../../lib/cases/urgency.ts";
import { figuresOf, shareOf } from "../../../../lib/desk/board/board-figures.ts";
import { listedCase } from "../../../support/listed-case.ts";

const NOW = "2026-11-01T12:00:00.000Z";
const AT = "2026-10-18T05:59:59.999Z";
const LAW = { kind: "law", at: AT, law: "LFPIORPI", countryCode: "MX" } as const;
const NOTICE = {
  kind: "suspicion",
  at: "2026-10-05T12:00:00.000Z",
  since: "2026-10-04T12:00:00.000Z",
} as const;
const IN_TIME = { metAt: "2026-10-02T12:00:00.000Z", metBy: "filing" } as const;
const AFTER = { metAt: "2026-10-20T12:00:00.000Z", metBy: "filing" } as const;

const caseWith = (changes: Partial<ListedCase>) =>
  judge(
    listedCase("notification#1#1", {
      risk: "illegal",
      receivedAt: "2026-09-10T12:00:00.000Z",
      filingCount: 1,
      stepCount: 2,
      ...changes,
    }),
    NOW,
  );

const deadlinesOf = (changes: Partial<ListedCase>) => {
  const { filedInTime, filedLate, filedOther, overdue } = figuresOf([caseWith(changes)], NOW);
  return { filedInTime, filedLate, filedOther, overdue };
};
const NONE = { filedInTime: 0, filedLate: 0, filedOther: 0, overdue: 0 };

it.each([
  ["in time", { dues: [{ ...LAW, ...IN_TIME }] }, { filedInTime: 1 }],
  ["late", { dues: [{ ...LAW, ...AFTER }] }, { filedLate: 1 }],
  [
    "late where one of two laws was",
    {
      dues: [
        { ...LAW, ...IN_TIME },
        { ...LAW, law: "Ley LD", ...AFTER },
      ],
    },
    { filedLate: 1 },
  ],
  [
    "in time by its law where a 24-hour notice was late or is missing",
    { dues: [NOTICE, { ...NOTICE, ...AFTER }, { ...LAW, ...IN_TIME }], filingCount: 2 },
    { filedInTime: 1 },
  ],
  ["nothing of a law where a 24-hour notice alone was filed", { dues: [{ ...NOTICE, ...IN_TIME }] }, {}],
  [
    "filed without a deadline beside a 24-hour notice, which met two suspicions",
    {
      outcome: "reported",
      dues: [
        { ...NOTICE, ...IN_TIME },
        { ...NOTICE, ...IN_TIME },
      ],
      filingCount: 2,
    },
    { filedOther: 1 },
  ],
  [
    "nothing where no notice was due, and a 24-hour receipt meets no suspicion",
    { outcome: "not-reportable", dues: [{ ...LAW, metAt: AFTER.metAt, metBy: "decision" }], filingCount: 1 },
    {},
  ],
  ["overdue", { dues: [LAW], filingCount: 0 }, { overdue: 1 }],
  ["nothing before its deadline", { dues: [{ ...LAW, at: "2026-11-18T05:59:59.999Z" }], filingCount: 0 }, {}],
  [
    "nothing where no notice was due, however late that was decided",
    { dues: [{ ...LAW, metAt: AFTER.metAt, metBy: "decision" }], filingCount: 0 },
    {},
  ],
  ["filed without a deadline", { outcome: "reported" }, { filedOther: 1 }],
] satisfies [string, Partial<ListedCase>, Partial<typeof NONE>][])(
  "counts a case as %s",
  (_, changes, counted) => {
    expect(deadlinesOf(changes)).toEqual({ ...NONE, ...counted });
  },
);

it.each([
  ["in time", { ...NOTICE, ...IN_TIME }, { "in time": 1 }],
  ["late", { ...NOTICE, ...AFTER }, { late: 1 }],
  ["overdue", NOTICE, { overdue: 1 }],
  ["running while the 24 hours do", { ...NOTICE, at: "2026-11-01T13:00:00.000Z" }, { running: 1 }],
  ["withdrawn with it", { ...NOTICE, metAt: AFTER.metAt, metBy: "withdrawal" }, { withdrawn: 1 }],
] satisfies [string, ListedCase["dues"][number], object][])(
  "counts the 24-hour notice of a suspicion as %s",
  (_, notice, counted) => {
    const { suspicions } = figuresOf([caseWith({ dues: [notice] })], NOW);
    expect(suspicions).toEqual({
      all: 1,
      "in time": 0,
      late: 0,
      overdue: 0,
      running: 0,
      withdrawn: 0,
      ...counted,
    });
  },
);

it("never says 100 % of a share that something is missing from", () => {
  const inTime = Array.from({ length: 1_999 }, () => caseWith({ dues: [{ ...LAW, ...IN_TIME }] }));
  const overdue = caseWith({ dues: [LAW], filingCount: 0 });
  expect(shareOf(figuresOf(inTime, NOW))).toEqual({
    filedInTime: 1_999,
    all: 1_999,
    percent: 100,
    isCut: false,
  });
  expect(shareOf(figuresOf([...inTime, overdue], NOW))).toEqual({
    filedInTime: 1_999,
    all: 2_000,
    percent: 99,
    isCut: true,
  });
  expect(shareOf(figuresOf([], NOW))).toEqual({ filedInTime: 0, all: 0, percent: undefined, isCut: false });
});

it("calls the number of users a bound where a case names no user", () => {
  const [named, unnamed] = [caseWith({ userId: "u-1" }), caseWith({})];
  expect(figuresOf([named, named], NOW).users).toEqual({ count: 1, isBound: false });
  expect(figuresOf([named, unnamed], NOW).users).toEqual({ count: 1, isBound: true });
});
