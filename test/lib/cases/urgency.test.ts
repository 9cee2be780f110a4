/** The order in which officers see open cases. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../lib/cases/case.ts";
import type { Due } from "../../../lib/cases/due.ts";
import { byUrgency, firstTurn, judge } from "../../../lib/cases/urgency.ts";
import { noticeDeadline } from "../../../lib/law/deadlines.ts";
import { listedCase as openCase } from "../../support/listed-case.ts";

const NOW = "2026-11-22T16:00:00.000Z";

const lawDue = (at: string): Due => ({ kind: "law", at, law: "LFPIORPI", countryCode: "MX" });
const notice = (since: string): Due => ({ kind: "suspicion", at: noticeDeadline(since), since });

/** A case with these deadlines, the first one first. */
const due = (...dues: Due[]): Partial<ListedCase> => ({ dues });

const OFAC = { laws: [{ name: "OFAC SDN", countryCode: "US" }] };

it("puts running clocks first, then the most overdue, the week, sanctions lists, other deadlines and the rest", () => {
  const cases = [
    openCase("none"),
    openCase("later", due(lawDue("2026-12-18T05:59:59.999Z"))),
    openCase("listed and due later", { ...due(lawDue("2026-12-18T05:59:59.999Z")), ...OFAC }),
    openCase("listed", { ...OFAC, order: "2026-11-21T12:00:00.000Z#listed" }),
    openCase("in a week", due(lawDue("2026-11-29T16:00:00.000Z"))),
    openCase("tomorrow", due(lawDue("2026-11-23T16:00:00.000Z"))),
    openCase("clock", due(notice("2026-11-22T09:00:00.000Z"))),
    openCase("missed clock", due(notice("2026-11-21T09:00:00.000Z"))),
    openCase("five days late", due(lawDue("2026-11-17T05:59:59.999Z"))),
  ];
  const order = cases.map((listedCase) => judge(listedCase, NOW)).sort(byUrgency);
  expect(order.map(({ listedCase, urgency }) => [listedCase.subject, urgency])).toEqual([
    ["clock", "clock"],
    ["five days late", "overdue"],
    ["missed clock", "overdue"],
    ["tomorrow", "soon"],
    ["in a week", "soon"],
    ["listed", "list"],
    ["listed and due later", "list"],
    ["later", "later"],
    ["none", "none"],
  ]);
});

it("orders cases without a deadline by score, the highest first, and equal ones by latest receipt", () => {
  const wallet = (subject: string, score: number | undefined, day: number) =>
    openCase(subject, { kind: "wallet", score, order: `2026-11-${day}T12:00:00.000Z#${subject}` });
  const cases = [
    wallet("88", 88, 20),
    wallet("73, earlier", 73, 18),
    wallet("73", 73, 19),
    wallet("100", 100, 17),
    wallet("no score", undefined, 21),
  ];
  const judged = cases.map((listedCase) => judge(listedCase, NOW)).sort(byUrgency);
  expect(judged.map(({ listedCase }) => listedCase.subject)).toEqual([
    "100",
    "88",
    "73",
    "73, earlier",
    "no score",
  ]);
});

it("puts decided cases that were revised since behind sanctions lists, or among the due and late ones if they are that", () => {
  const revised = {
    outcome: "reported",
    decidedAt: "2026-11-21T12:00:00.000Z",
    isRevisedSince: true,
  } as const;
  const cases = [
    openCase("none"),
    openCase("revised and listed", { ...revised, ...OFAC }),
    openCase("listed", OFAC),
    openCase("later", due(lawDue("2026-12-18T05:59:59.999Z"))),
    openCase("moved", { ...due(lawDue("2026-11-17T05:59:59.999Z")), ...revised }),
  ];
  const judged = cases.map((listedCase) => judge(listedCase, NOW)).sort(byUrgency);
  expect(judged.map(({ listedCase, urgency }) => [listedCase.subject, urgency])).toEqual([
    ["moved", "overdue"],
    ["listed", "list"],
    ["revised and listed", "revised"],
    ["later", "later"],
    ["none", "none"],
  ]);
});

it("changes with the clock a decided case that was revised since, and no other decided case", () => {
  const decided = { outcome: "reported", decidedAt: "2026-11-21T12:00:00.000Z" } as const;
  const at = "2026-11-24T05:59:59.999Z";
  const turnOf = (changes: Partial<ListedCase>) =>
    firstTurn([judge(openCase("moved", { ...due(lawDue(at)), ...decided, ...changes }), NOW)]);
  expect(turnOf({ isRevisedSince: true })).toBe(at);
  expect(turnOf({})).toBeUndefined();
});

it("is due in every list by what was missed, before what is still to come", () => {
  const missed = openCase("missed", {
    ...due(notice("2026-11-21T09:00:00.000Z"), lawDue("2026-12-18T05:59:59.999Z")),
  });
  expect(judge(missed, NOW)).toMatchObject({
    due: "2026-11-22T09:00:00.000Z",
    next: "2026-12-18T05:59:59.999Z",
  });
});

it("sees that a clock runs beside a deadline that has passed", () => {
  const withBoth = openCase("both", {
    ...due(lawDue("2026-11-17T05:59:59.999Z"), notice("2026-11-22T09:00:00.000Z")),
  });
  expect(judge(withBoth, NOW)).toMatchObject({
    urgency: "clock",
    passed: "2026-11-17T05:59:59.999Z",
    next: "2026-11-23T09:00:00.000Z",
    notice: "2026-11-23T09:00:00.000Z",
    isClockRunning: true,
    isDueInWeek: true,
  });
});

it.each([
  ["OFAC SDN", true],
  ["UN 1267", true],
  ["UNSC Consolidated List", true],
  ["UNSCR 2253", true],
  ["S/RES/1373 (2001)", true],
  ["Resolución 1718", true],
  ["Comité 1988", true],
  ["1267/1989", true],
  ["Lista de Personas Bloqueadas (UIF)", true],
  ["EU sanctions", true],
  ["LFPIORPI", false],
  ["Ley Fintech", false],
  ["Unusual activity", false],
  ["Decreto 1267", false],
  ["Bank Act of 1988", false],
])("takes %s for a sanctions list: %s", (name, isListed) => {
  expect(judge(openCase("one", { laws: [{ name, countryCode: "XX" }] }), NOW)).toMatchObject({ isListed });
});
