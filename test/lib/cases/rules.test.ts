import { describe, expect, it } from "vitest";
import { OPEN, refusalOf, refusalsOfNotice } from "../../../lib/cases/rules.ts";
import type { Filing, Step, StepRequest } from "../../../lib/cases/step.ts";
import { viewOf } from "../../../lib/cases/view.ts";
import { NOT_REPORTABLE, OPENED, REPORTED, stepsOf } from "../../support/case-steps.ts";

const NOW = { now: "2026-03-02T16:00:00.000Z", today: "2026-03-02", officer: "olga" };
const REOPEN = { kind: "reopen", note: "New facts." } as const;
const NOTICE = { kind: "file", filing: { ...REPORTED.filing, kind: "24-hour" } } as const;
const FILE = { kind: "file", filing: REPORTED.filing } as const;
const NOTE = { kind: "note", note: "Asked the user's bank." } as const;
const TAKE = { kind: "take" } as const;
const RELEASE = { kind: "release" } as const;
const CONFIRM = { kind: "confirm", note: "The price alone." } as const;
const RETRACT = { kind: "retract", note: "It was another person." } as const;
const SUSPECT = { kind: "suspect", knownSince: "2026-03-02T10:00:00.000Z" } as const;

function refused(request: StepRequest, steps: Step[] = []) {
  return refusalOf(request, viewOf(OPENED, steps), NOW);
}

describe("a case", () => {
  it.each([
    [
      "open",
      [],
      [TAKE, NOTE, SUSPECT, REPORTED, NOT_REPORTABLE, NOTICE],
      { notOwner: [RELEASE], notDecided: [REOPEN, CONFIRM], filingTooEarly: [FILE], notSuspected: [RETRACT] },
    ],
    [
      "suspicious",
      [SUSPECT],
      [TAKE, NOTE, SUSPECT, NOTICE, RETRACT],
      { noticePending: [REPORTED, NOT_REPORTABLE], filingTooEarly: [FILE] },
    ],
    [
      "suspicious, with its notice filed",
      [SUSPECT, NOTICE],
      [TAKE, NOTE, SUSPECT, NOTICE, REPORTED, NOT_REPORTABLE],
      { notSuspected: [RETRACT] },
    ],
    [
      "suspicious no more",
      [SUSPECT, RETRACT],
      [TAKE, NOTE, SUSPECT, NOTICE, REPORTED, NOT_REPORTABLE],
      { notSuspected: [RETRACT] },
    ],
    [
      "released",
      [TAKE, RELEASE],
      [TAKE, NOTE, SUSPECT, REPORTED, NOT_REPORTABLE, NOTICE],
      { notOwner: [RELEASE] },
    ],
    [
      "taken",
      [TAKE],
      [RELEASE, NOTE, SUSPECT, REPORTED, NOT_REPORTABLE, NOTICE],
      { alreadyTaken: [TAKE], notDecided: [REOPEN], filingTooEarly: [FILE] },
    ],
    [
      "reported",
      [REPORTED],
      [NOTE, FILE, NOTICE, REOPEN],
      { alreadyDecided: [TAKE, SUSPECT, REPORTED, NOT_REPORTABLE], notRevised: [CONFIRM] },
    ],
    [
      "found no notice due",
      [NOT_REPORTABLE],
      [NOTE, REOPEN],
      { alreadyDecided: [TAKE, SUSPECT, REPORTED], notReported: [FILE] },
    ],
    [
      "reopened",
      [REPORTED, REOPEN],
      [TAKE, NOTE, SUSPECT, REPORTED, NOT_REPORTABLE, NOTICE],
      { notDecided: [REOPEN], filingTooEarly: [FILE] },
    ],
  ] as const)("that is %s allows these steps and no others", (_, before, allowed, others) => {
    const steps = stepsOf(...before);
    for (const request of allowed) expect(refused(request, steps), request.kind).toBeUndefined();
    for (const [why, wishes] of Object.entries<readonly StepRequest[]>(others)) {
      for (const request of wishes) expect(refused(request, steps), request.kind).toBe(why);
    }
  });

  it("that is decided and revised since is confirmed with a note, or reopened", () => {
    const revisedCase = { ...viewOf(OPENED, stepsOf(REPORTED)), isRevisedSince: true };
    expect(refusalOf(CONFIRM, revisedCase, NOW)).toBeUndefined();
    expect(refusalOf({ ...CONFIRM, note: " " }, revisedCase, NOW)).toBe("noteMissing");
    expect(refusalOf(REOPEN, revisedCase, NOW)).toBeUndefined();
    expect(refusalOf(REPORTED, revisedCase, NOW)).toBe("alreadyDecided");
  });

  it("is not decided by the very notice that is pending: that is recorded first", () => {
    const caseView = viewOf(OPENED, stepsOf(SUSPECT));
    expect(refusalOf({ ...REPORTED, filing: NOTICE.filing }, caseView, NOW)).toBe("noticePending");
  });

  it("can be taken again once the week is over", () => {
    expect(refused(TAKE, stepsOf({ ...TAKE, at: "2026-02-23T15:59:59.999Z" }))).toBeUndefined();
    expect(refused(TAKE, stepsOf(TAKE))).toBe("alreadyTaken");
  });

  it("is released by its owner alone", () => {
    const record = viewOf(OPENED, stepsOf(TAKE));
    expect(refusalOf(RELEASE, record, { ...NOW, officer: "otto" })).toBe("notOwner");
  });
});

describe("what a step says", () => {
  it.each<[string | undefined, StepRequest]>([
    ["noteMissing", { ...NOTE, note: "" }],
    ["noteMissing", { ...NOT_REPORTABLE, note: "" }],
    ["noteTooLong", { ...NOTE, note: "x".repeat(1_001) }],
    [undefined, { ...NOTE, note: "x".repeat(1_000) }],
    ["notePersonal", { ...NOTE, note: "His RFC is GODE561231GR8." }],
    ["notePersonal", { ...NOTE, note: "la CURP GOME800101HDFMRN09, dice" }],
    ["notePersonal", { ...NOTE, note: "escribió alba.ejemplo@company.example\nayer" }],
    ["notePersonal", { ...REPORTED, note: "ｇｏｄｅ561231gr8" }],
    [
      undefined,
      {
        ...NOTE,
        note: "User u-1, transaction 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060",
      },
    ],
    ["noteMissing", { kind: "decide", outcome: "false-positive", note: "" }],
    ["referenceMissing", { kind: "decide", outcome: "reported", note: "x" }],
    ["filingNotWanted", { ...NOT_REPORTABLE, filing: REPORTED.filing }],
    ["referenceMissing", { ...NOTICE, filing: { ...NOTICE.filing, reference: "" } }],
    ["referenceMissing", { ...NOTICE, filing: { ...NOTICE.filing, reference: "\u200b" } }],
    ["noteMissing", { ...NOT_REPORTABLE, note: "\u200b\u2060\u3164\u2800" }],
    ["notePersonal", { ...NOTE, note: "RFC GODE-561231-GR8" }],
    ["notePersonal", { ...NOTE, note: "RFC GODE 561231 GR8" }],
    ["notePersonal", { ...NOTE, note: "RFC gomc-800101-ab1" }],
    ["notePersonal", { ...NOTE, note: "RFC gomc 800101 ab1" }],
    ["notePersonal", { ...NOTE, note: "RFC Gomc.800101_AB1." }],
    [undefined, { ...NOTE, note: "Visto en el caso 260302 una vez, y el 260303 118 más" }],
    ["notePersonal", { ...NOTE, note: "GODE561231 HDFRRL09" }],
    ["notePersonal", { ...NOTE, note: "ana @bank.example" }],
    ["notePersonal", { ...NOTE, note: "ana ＠ bank.example" }],
    ["notePersonal", { ...NOTE, note: `${"\ufdfa".repeat(980)} ana@bank.example` }],
    [undefined, { ...NOTE, note: "Case 260302 of the branch, 150 USD at 15:00" }],
    ["referenceTooLong", { ...NOTICE, filing: { ...NOTICE.filing, reference: "x".repeat(101) } }],
    ["referencePersonal", { ...REPORTED, filing: { ...FILE.filing, reference: "aviso GODE-561231-GR8" } }],
    ["referencePersonal", { ...NOTICE, filing: { ...NOTICE.filing, reference: "ana@bank.example" } }],
    [
      undefined,
      { ...NOTICE, filing: { ...NOTICE.filing, reference: "5d2b6f0e-91c3-4a7e-8b1d-abc560315123" } },
    ],
    [
      "receiptNoDay",
      {
        ...REPORTED,
        filing: { ...FILE.filing, receivedOn: "2026-02-30", receivedAt: "2026-02-30T06:00:00.000Z" },
      },
    ],
    ["receiptNoTime", { ...REPORTED, filing: { ...FILE.filing, receivedTime: "25:00", receivedAt: "" } }],
    ["receiptMissing", { ...REPORTED, filing: { ...FILE.filing, receivedOn: "" } }],
    [
      "receiptInFuture",
      {
        ...NOTICE,
        filing: { ...NOTICE.filing, receivedOn: "2026-03-03", receivedAt: "2026-03-03T06:00:00.000Z" },
      },
    ],
    ["knownInFuture", { ...SUSPECT, knownSince: "2026-03-02T16:00:00.001Z" }],
    ["knownNoTime", { ...SUSPECT, knownSince: "yesterday" }],
    ["knownNoTime", { ...SUSPECT, knownSince: "1 Jan 2100" }],
    ["knownNoTime", { ...SUSPECT, knownSince: "1" }],
    ["knownNoTime", { ...SUSPECT, knownSince: "2026-03-02T10:00:00+05:00" }],
    ["knownNoTime", { ...SUSPECT, knownSince: "-271821-04-20T00:00:00Z" }],
    ["knownNoTime", { ...SUSPECT, knownSince: "-271821-04-20T00:00:00.000Z" }],
    [undefined, { ...SUSPECT, knownSince: NOW.now }],
    [undefined, { ...SUSPECT, knownSince: NOW.now.replace("2026", "2025") }],
    ["knownTooEarly", { ...SUSPECT, knownSince: "2025-03-01T00:00:00.000Z" }],
    ["knownTooEarly", { ...SUSPECT, knownSince: "0001-01-01T00:00:00.000Z" }],
  ])("is judged: %s", (why, request) => {
    expect(refused(request)).toBe(why);
  });
});

describe("a receipt", () => {
  const received = (day: string, receivedTime?: string) => ({
    ...REPORTED,
    filing: {
      ...FILE.filing,
      receivedOn: day,
      receivedAt: `${day}T${receivedTime === undefined ? "06:00" : "15:30"}:00.000Z`,
      ...(receivedTime === undefined ? {} : { receivedTime }),
    },
  });
  const judged = (request: StepRequest, happenedAt: string | undefined) =>
    refusalOf(request, { ...OPEN, receivedAt: "2026-03-02T15:50:00.000Z", happenedAt, steps: [] }, NOW);

  it.each([
    ["2026-03-02T05:59:59.000Z", undefined],
    ["2026-03-02T15:40:00.000Z", undefined],
  ])("of a day counts until its end, for a transaction of %s", (happenedAt, why) => {
    expect(judged(received("2026-03-02"), happenedAt)).toBe(why);
  });

  it.each([
    ["2026-03-02T15:30:59.000Z", undefined],
    ["2026-03-02T15:31:00.000Z", "receiptTooEarly"],
  ])("of 09:30 is judged to the minute, for a transaction of %s", (happenedAt, why) => {
    expect(judged(received("2026-03-02", "09:30"), happenedAt)).toBe(why);
  });

  it("of the day before the transaction is refused", () => {
    expect(judged(received("2026-03-01"), "2026-03-02T06:00:00.000Z")).toBe("receiptTooEarly");
  });

  it.each([
    ["09:59", "receiptBeforeSuspicion"],
    ["10:00", undefined],
  ])("of a 24-hour notice is of a suspicion that was known by then: %s", (time, why) => {
    const receivedAt = `2026-03-02T${time}:00.000Z`;
    const filing = { ...NOTICE.filing, receivedAt, receivedTime: time };
    const state = {
      ...viewOf(OPENED, stepsOf({ ...SUSPECT, knownSince: "2026-03-02T10:00:30.000Z" })),
      receivedAt: "2026-03-02T09:00:00.000Z",
    };
    expect(refusalOf({ ...NOTICE, filing }, state, NOW)).toBe(why);
  });

  it("of any day is taken of a case of which nothing is known", () => {
    expect(refusalOf(received("2025-01-01"), OPEN, NOW)).toBeUndefined();
  });
});

it("corrects a receipt to another one, and not to what is recorded", () => {
  const recorded = NOTICE.filing;
  const judged = (filing: Filing) =>
    refused(
      { kind: "correct", corrects: "step-2", filing, note: "Typed wrongly." },
      stepsOf(SUSPECT, NOTICE),
    );
  expect(judged(recorded)).toBe("correctsNothing");
  expect(judged({ ...recorded, reference: recorded.reference.toLowerCase() })).toBeUndefined();
  expect(judged({ ...recorded, receivedTime: "00:00" })).toBeUndefined();
});

it("corrects a folio also where the service moved the transaction behind the receipt", () => {
  const steps = stepsOf(SUSPECT, NOTICE);
  const filing = { ...NOTICE.filing, reference: "AVI-TYPED-RIGHT" };
  const state = { ...viewOf(OPENED, steps), steps, receivedAt: "2026-03-09T12:00:00.000Z" };
  const correction = { kind: "correct", corrects: "step-2", note: "Typed wrongly." } as const;
  const later = { ...state, steps: [], happenedAt: "2026-03-09T12:00:00.000Z" };
  expect(refusalOf({ ...correction, filing }, later, NOW)).toBeUndefined();
  const moved = { ...filing, receivedOn: "2026-03-01", receivedAt: "2026-03-01T12:00:00.000Z" };
  expect(refusalOf({ ...correction, filing: moved }, later, NOW)).toBe("receiptTooEarly");
});

it("corrects a receipt to an hour from before a later suspicion, of which another notice is due", () => {
  const steps = stepsOf(SUSPECT, NOTICE, { ...SUSPECT, knownSince: "2026-03-02T15:02:00.000Z" });
  const filing = { ...NOTICE.filing, receivedTime: "05:00", receivedAt: "2026-03-02T11:00:00.000Z" };
  expect(
    refused({ kind: "correct", corrects: "step-2", filing, note: "Typed wrongly." }, steps),
  ).toBeUndefined();
});

it("takes a suspicion of more than a year ago from the receipt of an old case on", () => {
  const old = { ...OPEN, receivedAt: "2024-02-10T10:00:00.000Z", steps: [] };
  const judged = (day: string) => refusalOf({ ...SUSPECT, knownSince: `${day}T10:00:00.000Z` }, old, NOW);
  expect(["2024-02-09", "2024-02-10"].map(judged)).toEqual(["knownTooEarly", undefined]);
});

it("refuses a receipt of an hour to come on the same day", () => {
  const at = (receivedAt: string) => refused({ ...NOTICE, filing: { ...NOTICE.filing, receivedAt } });
  expect(at("2026-03-02T16:00:00.000Z")).toBeUndefined();
  expect(at("2026-03-02T16:00:00.001Z")).toBe("receiptInFuture");
});

it("refuses a receipt of a day before the month that was filed about", () => {
  const received = (receivedOn: string) => ({ ...FILE, filing: { ...FILE.filing, receivedOn } });
  const judged = (receivedOn: string) =>
    refusalsOfNotice(received(receivedOn), { month: "2026-02", notices: [], neighbours: [] }, NOW)[0];
  expect(judged("2026-01-31")).toBe("receiptTooEarly");
  expect(judged("2026-02-01")).toBeUndefined();
});

it.each([
  ["2026-02", undefined],
  ["2026-03", undefined],
  ["2026-04", "monthToCome"],
  ["9999-12", "monthToCome"],
])("refuses a filing of a month that has not begun: %s", (month, why) => {
  expect(refusalsOfNotice(FILE, { month, notices: [], neighbours: [] }, NOW)[0]).toBe(why);
});

it("ends a wallet's case as reviewed, and no other case so", () => {
  const reviewed = { kind: "decide", outcome: "nothing-found", note: "Known exchange." } as const;
  const judged = (request: StepRequest, kind?: "wallet" | "notification") =>
    refusalOf(request, kind === undefined ? OPEN : { ...OPEN, kind }, NOW);
  expect(judged(reviewed, "wallet")).toBeUndefined();
  expect(judged(REPORTED, "wallet")).toBeUndefined();
  expect(judged(NOT_REPORTABLE, "wallet")).toBe("outcomeOfOthers");
  expect(judged(reviewed, "notification")).toBe("outcomeOfOthers");
  expect(judged(reviewed)).toBe("outcomeOfOthers");
});

it("assigns an open case to a colleague, also one that another officer has, and no decided one", () => {
  const assign = { kind: "assign", to: { subject: "otto", name: "otto.officer@company.example" } } as const;
  expect(refused(assign)).toBeUndefined();
  expect(refused(assign, stepsOf(TAKE))).toBeUndefined();
  expect(refused(assign, stepsOf(NOT_REPORTABLE))).toBe("alreadyDecided");
});
