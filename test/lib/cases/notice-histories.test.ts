/**
 * Random histories of a case and of the notices of its month: calls of the service in any order, and what officers do. Lists, which
 * have the item of the case and the events of the month, say what its page says, which has all events.
 */

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { listedCase, type StoredCase } from "../../../lib/cases/case.ts";
import type { OpenedFacts } from "../../../lib/cases/case-facts.ts";
import { type CaseEvents, caseOf, headOf } from "../../../lib/cases/case-head.ts";
import { isLate, pendingNotice } from "../../../lib/cases/due.ts";
import { endOfReceipt, withReceipts } from "../../../lib/cases/law-due.ts";
import { noticesOf } from "../../../lib/cases/notices.ts";
import { type Moment, refusalOf, refusalsOfNotice } from "../../../lib/cases/rules.ts";
import type { CaseEvent, Filing, Step, StepRequest } from "../../../lib/cases/step.ts";
import { OLGA } from "../../support/case-steps.ts";
import { lfpiorpi } from "../../support/deadlines.ts";

const KEY = { subject: "notification#1#42", opened: "once" };
const MONTH = "2026-03";
const START = Date.parse("2026-03-20T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

const FACTS: OpenedFacts = {
  kind: "notification",
  projectId: 1,
  receivedAt: iso(START),
  signedAt: iso(START - 1_000),
  timestamp: "2026-03-05T12:00:00Z",
  amount: { value: "1", usd: "10" },
  rules: [lfpiorpi()],
  laws: [{ name: "LFPIORPI", countryCode: "MX" }],
  lawsDigest: "LFPIORPI",
};

const ACTS = fc.array(
  fc.record({
    what: fc.constantFrom(
      "call",
      "told call",
      "decide alone",
      "decide in notice",
      "no notice due",
      "correct own",
      "correct notice",
      "amend",
      "suspect",
      "file",
      "retract",
      "reopen",
      "confirm",
    ),
    hours: fc.integer({ min: 1, max: 60 }),
    back: fc.integer({ min: 0, max: 900 }),
    pick: fc.nat(),
  }),
  { minLength: 4, maxLength: 14 },
);
type Act = (typeof ACTS extends fc.Arbitrary<infer List> ? List : never)[number];

/** An event of the month, before it has its place. */
type MonthEvent = Unplaced<Extract<Step, { kind: "notice" | "correct" }>>;
type Unplaced<Event> = Event extends Step
  ? Omit<Event, "at" | "by" | "number" | "previous" | "retentionYears">
  : never;

interface History {
  events: CaseEvents;
  month: Step[];
}

function historyOf(acts: readonly Act[]): History {
  const opening: CaseEvent = {
    number: 1,
    id: "opened",
    at: iso(START),
    previous: "",
    retentionYears: 10,
    kind: "opened",
    facts: FACTS,
  };
  const history: History = { events: [opening], month: [] };
  let now = START;
  for (const act of acts) {
    now += act.hours * HOUR_MS;
    perform(history, act, now);
  }
  return history;
}

function perform(history: History, { what: kind, back, pick }: Act, now: number): void {
  const storedCase = completed(history);
  const moment: Moment = { now: iso(now), today: iso(now).slice(0, 10), officer: OLGA.subject };
  const filing = receipt(`F-${history.events.length}-${history.month.length}`, now - back * HOUR_MS);
  const notices = noticesOf(history.month);
  const append = (request: StepRequest) => {
    if (refusalOf(request, storedCase, moment) === undefined)
      addEvent(history, { ...request, id: `s-${now}`, by: OLGA, at: iso(now) });
  };
  const appendToMonth = (event: MonthEvent) =>
    history.month.push({
      ...event,
      at: iso(now),
      by: OLGA,
      number: history.month.length + 1,
      previous: "",
      retentionYears: 10,
    });
  switch (kind) {
    case "call":
    case "told call": {
      const timestamp = [
        undefined,
        "2026-03-05T12:00:00Z",
        "2026-03-12T18:30:00Z",
        "2026-02-10T12:00:00Z",
        "2030-01-01T00:00:00Z",
      ][pick % 5];
      addEvent(history, {
        id: `revised#${now}`,
        at: iso(now),
        kind: "revised",
        alerted: kind === "told call",
        content: "1#42",
        // Late calls were signed before others that came.
        signedAt: iso(now - (pick % 200) * HOUR_MS),
        receivedAt: iso(now),
        digest: String(now),
        rawSha256: String(now),
        facts: {
          timestamp,
          usd: pick % 3 === 0 ? String(pick % 50) : undefined,
          laws: [],
          lawsDigest: String(pick % 3),
        },
      });
      return;
    }
    case "decide alone":
      append({ kind: "decide", outcome: "reported", filing, note: "Filed." });
      return;
    case "decide in notice": {
      const notice = notices.filter(({ recorded }) => recorded.amends === undefined)[pick % 2];
      const covering = notice?.filing ?? filing;
      const id = notice?.recorded.id ?? `n-${now}`;
      const request = { filing: covering };
      const isEarly = endOfReceipt(covering) < (storedCase.happenedAt ?? "");
      if (isEarly || refusalsOfNotice(request, { month: MONTH, notices, neighbours: [] }, moment).length > 0)
        return;
      const decision = {
        kind: "decide",
        outcome: "reported",
        notice: { month: MONTH, id },
        note: "In the notice.",
      } as const;
      if (refusalOf(decision, storedCase, moment) !== undefined) return;
      if (notice === undefined) appendToMonth({ kind: "notice", id, filing: covering, projectIds: [1] });
      append(decision);
      return;
    }
    case "no notice due":
      append({ kind: "decide", outcome: "not-reportable", note: "Below." });
      return;
    case "correct own": {
      const own = storedCase.filings[pick % Math.max(1, storedCase.filings.length)];
      if (own !== undefined)
        append({
          kind: "correct",
          corrects: own.id,
          filing: { ...filing, kind: own.kind },
          note: "Typed wrongly.",
        });
      return;
    }
    case "correct notice": {
      const notice = notices[pick % Math.max(1, notices.length)];
      const isEarly = endOfReceipt(filing) < (storedCase.happenedAt ?? "");
      if (notice === undefined || isEarly) return;
      const { id } = notice.recorded;
      appendToMonth({
        kind: "correct",
        id: `c-${now}`,
        corrects: id,
        filing: { ...filing, kind: notice.filing.kind },
        note: "Typed wrongly.",
      });
      return;
    }
    case "amend": {
      const amended = notices[0];
      if (amended === undefined) return;
      appendToMonth({
        kind: "notice",
        id: `a-${now}`,
        filing: { ...filing, kind: "amendment" },
        projectIds: [1],
        amends: amended.recorded.id,
      });
      return;
    }
    case "suspect":
      append({ kind: "suspect", knownSince: iso(now - (back % 40) * HOUR_MS) });
      return;
    case "file":
      append({ kind: "file", filing: { ...filing, kind: "24-hour" } });
      return;
    case "retract":
      append({ kind: "retract", note: "Another person." });
      return;
    case "reopen":
      append({ kind: "reopen", note: "New facts." });
      return;
    case "confirm":
      append({ kind: "confirm", note: "It stands." });
      return;
  }
}

function receipt(reference: string, at: number): Filing {
  const moment = iso(Math.floor(at / 60_000) * 60_000);
  return {
    kind: "monthly",
    reference,
    receivedOn: moment.slice(0, 10),
    receivedTime: moment.slice(11, 16),
    receivedAt: moment,
  };
}

type Unnumbered = CaseEvent extends infer Event
  ? Event extends { kind: "opened" }
    ? never
    : Omit<Event, "number" | "previous" | "retentionYears">
  : never;

function addEvent(history: History, event: Unnumbered): void {
  const number = history.events.length + 1;
  history.events = [
    history.events[0],
    ...history.events.slice(1).filter(isStep),
    { ...event, number, previous: "", retentionYears: 10 },
  ];
}

function isStep(event: CaseEvent): event is Step {
  return event.kind !== "opened";
}

const receiptsOf = ({ month }: History, names: StoredCase["notices"]) =>
  names.map(({ id, month: ofMonth }) => ({
    month: ofMonth,
    id,
    filing: noticesOf(month).find(({ recorded }) => recorded.id === id)?.filing,
  }));

/** The case as its page has it: by all of its events, and the month's. */
function completed(history: History): StoredCase {
  const storedCase = caseOf(KEY, history.events);
  return withReceipts(storedCase, receiptsOf(history, storedCase.notices));
}

/** The same as lists have it: by its item, and the month's events. */
function listed(history: History) {
  const item = listedCase.parse(JSON.parse(JSON.stringify(headOf(KEY, history.events))));
  return withReceipts(item, receiptsOf(history, item.notices));
}

const NOW = "2026-12-31T00:00:00.000Z";

function expectSame(history: History): void {
  const page = completed(history);
  const row = listed(history);
  const facts = ({ dues, notices, outcome, isRevisedSince, happenedAt, deadlines, amount }: typeof row) =>
    JSON.parse(JSON.stringify({ dues, notices, outcome, isRevisedSince, happenedAt, deadlines, amount }));
  // Lists and pages say the same due dates, receipts, state, time and price.
  expect(facts(row)).toEqual(facts(page));
  const receipts = [...page.filings, ...page.notices.flatMap(({ filing }) => filing ?? [])];
  for (const due of page.dues) {
    if (due.kind !== "law") continue;
    const valid = receipts.filter((filing) => endOfReceipt(filing) >= (page.happenedAt ?? ""));
    // What met a law's deadline is a receipt that stands, and that is not from before the transaction.
    if (due.metBy === "filing") expect(valid.map(({ receivedAt }) => receivedAt)).toContain(due.metAt);
    if (due.metBy === undefined && due.at < NOW) expect(isLate(due, NOW)).toBe(true);
  }
  // No case is decided while a 24-hour notice is pending, and none gets there by a correction.
  if (page.outcome !== undefined) expect(pendingNotice(page)).toBeUndefined();
  if (page.isRevisedSince) expect(page.outcome).toBeDefined();
  // The deadline is counted from the time that is in force, whatever came when.
  expect(page.deadlines[0]?.dueAt).toBe(
    page.happenedAt?.startsWith("2026-02") ? "2026-03-18T05:59:59.999Z" : "2026-04-18T05:59:59.999Z",
  );
}

it("lists and pages agree after every history of calls and acts", () => {
  const kinds = new Set<string>();
  const distinct = new Set<string>();
  fc.assert(
    fc.property(ACTS, (acts) => {
      const history = historyOf(acts);
      for (const { kind } of [...history.events, ...history.month]) kinds.add(kind);
      distinct.add(
        JSON.stringify([
          history.events.map(({ kind, at }) => [kind, at]),
          history.month.map(({ kind, at }) => [kind, at]),
        ]),
      );
      expectSame(history);
    }),
    { numRuns: 2_000 },
  );
  expect(distinct.size).toBeGreaterThan(1_800);
  expect([...kinds].sort()).toEqual([
    "confirm",
    "correct",
    "decide",
    "file",
    "notice",
    "opened",
    "reopen",
    "retract",
    "revised",
    "suspect",
  ]);
});
