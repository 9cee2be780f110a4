import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenedFacts } from "../../../lib/cases/case-facts.ts";
import { type Due, isLate, nothingDue, noticesIn, pendingOf, shownDue } from "../../../lib/cases/due.ts";
import { OPEN, refusalOf } from "../../../lib/cases/rules.ts";
import type { Filing, Revision, Step, StepRequest } from "../../../lib/cases/step.ts";
import { earliestNoticeStart, viewOf } from "../../../lib/cases/view.ts";
import { NOT_REPORTABLE, OLGA, OPENED, REPORTED, stepsOf } from "../../support/case-steps.ts";
import { lfpiorpi } from "../../support/deadlines.ts";

/** The end of 17 April in Mexico City. */
const DUE = "2026-04-18T05:59:59.999Z";
const LAW: OpenedFacts = { ...OPENED, rules: [lfpiorpi()] };
const REOPENED = { kind: "reopen", note: "New facts." } as const;
const TAKEN = { kind: "take" } as const;
const RETRACTED = { kind: "retract", note: "It was another person." } as const;

/** A filing with a receipt of a day in Mexico City, or of a moment. */
function filing(receivedOn: string, kind: Filing["kind"] = "monthly", moment?: string): Filing {
  const day = { kind, reference: "AVI-1", receivedOn, receivedAt: `${receivedOn}T06:00:00.000Z` };
  return moment === undefined ? day : { ...day, receivedTime: "as of the moment", receivedAt: moment };
}
const reported = (receivedOn: string, at?: string) =>
  ({ ...REPORTED, filing: filing(receivedOn), ...(at === undefined ? {} : { at }) }) as const;
const urgent = (receivedOn: string, receivedAt?: string) =>
  ({ kind: "file", filing: filing(receivedOn, "24-hour", receivedAt) }) as const;
const suspected = (knownSince: string) => ({ kind: "suspect", knownSince }) as const;

/** The revision that opens a decided case again, and says more. */
function revised(number: number, facts: Revision["facts"] = {}): Revision {
  return {
    number,
    id: `revised#${number}`,
    at: "2026-03-20T12:00:00.000Z",
    previous: "",
    retentionYears: 10,
    kind: "revised",
    alerted: true,
    content: "1#42",
    signedAt: "2026-03-20T11:00:00.000Z",
    receivedAt: "2026-03-20T11:00:00.000Z",
    digest: "",
    rawSha256: "",
    facts,
  };
}

const view = (...wishes: Parameters<typeof stepsOf>) => viewOf(LAW, stepsOf(...wishes));
const lateOf = (dues: readonly Due[], now = "2026-12-31T00:00:00.000Z") =>
  dues.filter((due) => isLate(due, now));

describe("the state of a case", () => {
  it("is that of its last decision, until it is reopened", () => {
    expect(view().decision).toBeUndefined();
    expect(view(TAKEN, REPORTED).decision?.outcome).toBe("reported");
    expect(view(TAKEN, REPORTED, REOPENED)).toMatchObject({ decision: undefined, owner: undefined });
    expect(view(REPORTED, REOPENED, NOT_REPORTABLE).decision?.outcome).toBe("not-reportable");
  });

  it("has an owner for a week after the last take, until the owner releases it", () => {
    const again = view(TAKEN, { ...TAKEN, at: "2026-03-20T15:00:00.000Z" });
    expect(again.owner).toEqual({ ...OLGA, until: "2026-03-27T15:00:00.000Z" });
    expect(view(TAKEN, { kind: "release" }).owner).toBeUndefined();
  });

  it("has the colleague as owner to whom it was assigned last", () => {
    const otto = { subject: "otto", name: "otto.officer@company.example" };
    expect(view(TAKEN, { kind: "assign", to: otto }).owner).toMatchObject(otto);
    expect(view({ kind: "assign", to: otto }, TAKEN).owner).toMatchObject({ subject: "olga" });
  });

  it("has the filings of the decision that stands: a corrected one takes its own along", () => {
    expect(view(reported("2026-04-10")).filings).toMatchObject([filing("2026-04-10")]);
    const amended = { kind: "file", filing: filing("2026-04-12", "amendment") } as const;
    expect(view(reported("2026-04-10"), amended).filings).toHaveLength(2);
    expect(view(reported("2026-04-10"), amended, REOPENED).filings).toEqual([]);
    expect(view(reported("2026-04-10"), REOPENED, reported("2026-04-16")).filings).toMatchObject([
      filing("2026-04-16"),
    ]);
    expect(view(reported("2026-04-10"), REOPENED, NOT_REPORTABLE).filings).toEqual([]);
  });

  it("keeps the 24-hour notice of a suspicion when its decision is corrected", () => {
    const { filings, dues } = view(
      suspected("2026-03-02T10:00:00.000Z"),
      urgent("2026-03-02"),
      REPORTED,
      REOPENED,
    );
    expect(filings).toMatchObject([filing("2026-03-02", "24-hour")]);
    expect(noticesIn({ dues })).toMatchObject([{ metBy: "filing" }]);
  });
});

describe("the beginning of a case", () => {
  const receivedAt = "2026-03-02T12:00:00.000Z";
  const untouched = { receivedAt, steps: [] };

  it("is its receipt, or an earlier suspicion", () => {
    expect(earliestNoticeStart(untouched)).toBe(receivedAt);
    const suspicions = stepsOf(suspected("2026-03-02T14:00:00.000Z"), suspected("2026-02-27T14:00:00.000Z"));
    expect(earliestNoticeStart({ ...untouched, steps: suspicions })).toBe("2026-02-27T14:00:00.000Z");
    expect(earliestNoticeStart({ ...untouched, steps: suspicions.slice(0, 1) })).toBe(receivedAt);
  });

  it("is when the transaction happened, where that is known", () => {
    const happenedAt = "2026-02-10T12:00:00.000Z";
    expect(earliestNoticeStart({ ...untouched, happenedAt })).toBe(happenedAt);
  });
});

describe("a law's deadline", () => {
  it("is met by the receipt, whenever the decision was", () => {
    const [early] = view(reported("2026-04-17", "2026-05-20T12:00:00.000Z")).dues;
    expect(early).toMatchObject({ at: DUE, metAt: "2026-04-17T06:00:00.000Z", metBy: "filing" });
    expect(lateOf(early ? [early] : [])).toEqual([]);
    const late = view(reported("2026-04-18", "2026-04-18T12:00:00.000Z")).dues;
    expect(lateOf(late)).toHaveLength(1);
  });

  it("is met by the decision where no notice is due, and then is never late", () => {
    expect(view({ ...NOT_REPORTABLE, at: "2026-04-18T05:59:59.999Z" }).dues).toMatchObject([
      { metAt: "2026-04-18T05:59:59.999Z", metBy: "decision" },
    ]);
    expect(lateOf(view({ ...NOT_REPORTABLE, at: "2026-04-18T06:00:00.000Z" }).dues)).toEqual([]);
  });

  it("of an open case is met by no 24-hour notice, which is filed of a suspicion", () => {
    const open = view(suspected("2026-03-02T10:00:00.000Z"), urgent("2026-03-02"));
    expect(pendingOf(open)).toEqual([{ kind: "law", at: DUE, law: "LFPIORPI", countryCode: "MX" }]);
    const decided = view(suspected("2026-03-02T10:00:00.000Z"), urgent("2026-03-02"), reported("2026-04-17"));
    expect(decided.dues.at(-1)).toMatchObject({ metAt: "2026-04-17T06:00:00.000Z" });
  });

  it("is open again when an officer takes the decision back, and missed once it has passed", () => {
    const { dues } = view(reported("2026-04-10"), REOPENED);
    expect(dues).toEqual([{ kind: "law", at: DUE, law: "LFPIORPI", countryCode: "MX" }]);
    expect(lateOf(dues, DUE)).toHaveLength(1);
    expect(lateOf(dues, "2026-04-18T05:59:59.998Z")).toEqual([]);
  });

  it("is met by a decision that no notice is due, and the receipts of the decision before it no longer count", () => {
    const [filed] = stepsOf(reported("2026-03-10"));
    const [decided] = stepsOf({ ...NOT_REPORTABLE, at: "2026-03-20T15:00:00.000Z" });
    if (filed === undefined || decided === undefined) throw new Error("A step is missing.");
    const steps = [filed, revised(3), { ...decided, number: 4 }];
    expect(viewOf(LAW, steps.slice(0, 2)).filings).toHaveLength(1);
    expect(viewOf(LAW, steps)).toMatchObject({ filings: [], dues: [{ metBy: "decision" }] });
  });

  it("is met by no amendment, which corrects a notice that is there", () => {
    const amended = { ...REPORTED, filing: filing("2026-03-10", "amendment") } as const;
    expect(view(amended).dues).toEqual([{ kind: "law", at: DUE, law: "LFPIORPI", countryCode: "MX" }]);
    const early = { kind: "file", filing: filing("2026-03-10", "amendment") } as const;
    expect(view(reported("2026-04-20"), early).dues).toMatchObject([{ metAt: "2026-04-20T06:00:00.000Z" }]);
  });

  it("is met by the first receipt, and for a law that came later by the first receipt after that", () => {
    const { within, ...source } = lfpiorpi();
    const added = { ...source, law: "Ley A", within: { ...within, day: 28 } };
    const before = stepsOf(reported("2026-03-10"));
    const steps = [...before, revised(2, { rules: [added] })];
    const open = viewOf(LAW, steps);
    expect(open.decision).toBeUndefined();
    expect(open.dues.map(({ metAt }) => metAt)).toEqual(["2026-03-10T06:00:00.000Z", undefined]);
    const [again] = stepsOf({ ...reported("2026-04-20"), at: "2026-04-20T15:00:00.000Z" });
    const decided = viewOf(LAW, [...steps, ...(again ? [{ ...again, number: 3 }] : [])]);
    expect(decided.dues.map(({ metAt }) => metAt)).toEqual([
      "2026-03-10T06:00:00.000Z",
      "2026-04-20T06:00:00.000Z",
    ]);
  });
});

describe("a law's deadline that the service moves", () => {
  const EARLIER = "2026-03-18T05:59:59.999Z";
  const inFebruary = (number: number): Revision => ({
    ...revised(number, { timestamp: "2026-02-10T12:00:00Z" }),
    alerted: false,
  });

  it("is the later one, and open again only where the case is", () => {
    const { dues } = viewOf(LAW, [inFebruary(2)]);
    expect(dues).toEqual([{ kind: "law", at: EARLIER, law: "LFPIORPI", countryCode: "MX" }]);
  });

  it("makes late what was filed in time for the first one", () => {
    const steps = [...stepsOf(reported("2026-04-10")), inFebruary(3)];
    const { dues } = viewOf(LAW, steps);
    expect(dues).toMatchObject([{ at: EARLIER, metAt: "2026-04-10T06:00:00.000Z", metBy: "filing" }]);
    expect(lateOf(dues)).toHaveLength(1);
  });
});

describe("a decided case that the service revises", () => {
  const told = (number: number) => ({ ...revised(number, { usd: String(number) }), alerted: false });
  const numbered = (number: number, wish: StepRequest) => stepsOf(wish).map((step) => ({ ...step, number }));
  const decided = numbered(1, REPORTED);
  const confirmed = (number: number) => numbered(number, { kind: "confirm", note: "The price alone." });
  const isRevisedSince = (...steps: Step[]) => viewOf(LAW, steps).isRevisedSince;

  it("stays decided, and is revised since, until an officer confirms the decision", () => {
    expect(isRevisedSince(...decided)).toBe(false);
    expect(viewOf(LAW, [...decided, told(2)])).toMatchObject({
      decision: { outcome: "reported" },
      isRevisedSince: true,
    });
    expect(viewOf(LAW, [...decided, told(2), ...confirmed(3)])).toMatchObject({
      decision: { outcome: "reported" },
      isRevisedSince: false,
    });
  });

  it("is revised since again with another revision", () => {
    expect(isRevisedSince(...decided, told(2), ...confirmed(3), told(4))).toBe(true);
  });

  it("is revised since no more where it is reopened, also once it is decided again", () => {
    const reopened = [...decided, told(2), ...numbered(3, REOPENED)];
    expect(isRevisedSince(...reopened)).toBe(false);
    expect(isRevisedSince(...reopened, ...numbered(4, NOT_REPORTABLE))).toBe(false);
    expect(isRevisedSince(...reopened, ...numbered(4, NOT_REPORTABLE), told(5))).toBe(true);
  });

  it("is not revised since by what the service said before the decision", () => {
    expect(isRevisedSince(told(1), ...numbered(2, REPORTED))).toBe(false);
  });
});

describe("a transaction that the service moves behind the receipt of its notice", () => {
  const LATER = "2026-05-18T05:59:59.999Z";
  const receivedAt = "2026-04-20T11:00:00.000Z";
  const IN_MARCH: OpenedFacts = { ...LAW, timestamp: "2026-03-05T12:00:00Z", receivedAt };
  const moved = (timestamp: string): Step => ({ ...revised(3, { timestamp }), alerted: false, receivedAt });
  const PENDING = { kind: "law", at: LATER, law: "LFPIORPI", countryCode: "MX" };

  it("has its notice pending again, until one with a later receipt is filed", () => {
    const steps = [...stepsOf(reported("2026-04-10")), moved("2026-04-11T06:00:00.000Z")];
    expect(viewOf(IN_MARCH, steps).dues).toEqual([PENDING]);
    const [again] = stepsOf({ kind: "file", filing: filing("2026-05-11") });
    if (again === undefined) throw new Error("A step is missing.");
    expect(viewOf(IN_MARCH, [...steps, { ...again, number: 4 }]).dues).toMatchObject([
      { at: LATER, metAt: "2026-05-11T06:00:00.000Z", metBy: "filing" },
    ]);
  });

  it.each([
    ["happened on the day of the receipt", "2026-04-11T05:59:59.999Z", "2026-04-10"],
    ["is said to happen after it was received", "2099-01-01T00:00:00.000Z", "2026-04-20"],
  ])("keeps its receipt where it %s", (_, happenedAt, receivedOn) => {
    const { dues } = viewOf(IN_MARCH, [...stepsOf(reported(receivedOn)), moved(happenedAt)]);
    expect(dues).toMatchObject([{ metBy: "filing" }]);
  });

  it("compares to the minute, as the form does, where the hour of the receipt is known", () => {
    const atNine = { ...filing("2026-04-10"), receivedAt: "2026-04-10T15:00:00.000Z", receivedTime: "09:00" };
    const steps = stepsOf({ ...reported("2026-04-10"), filing: atNine });
    const minuteEnds = "2026-04-10T15:00:59.999Z";
    expect(viewOf(IN_MARCH, [...steps, moved(minuteEnds)]).dues).toMatchObject([{ metBy: "filing" }]);
    expect(viewOf(IN_MARCH, [...steps, moved("2026-04-10T15:01:00.000Z")]).dues).toEqual([PENDING]);
  });

  it("stays decided without a notice where none was filed", () => {
    const { dues } = viewOf(IN_MARCH, [...stepsOf(NOT_REPORTABLE), moved("2026-04-11T06:00:00.000Z")]);
    expect(dues).toMatchObject([{ metBy: "decision" }]);
  });
});

describe("the deadline that lists show", () => {
  const notice = suspected("2026-03-02T10:00:00.000Z");
  it.each([
    ["the first that is pending", view(notice), "2026-03-03T10:00:00.000Z"],
    ["the law's where all are met", view(notice, urgent("2026-03-02"), reported("2026-04-10")), DUE],
    [
      "that of a late notice where no law has one",
      viewOf(OPENED, stepsOf(notice, urgent("2026-03-09"))),
      "2026-03-03T10:00:00.000Z",
    ],
    [
      "that of a notice where no law has one, also once it was filed in time",
      viewOf(OPENED, stepsOf(notice, urgent("2026-03-02"))),
      "2026-03-03T10:00:00.000Z",
    ],
  ])("is %s", (_, caseView, due) => {
    expect(shownDue(caseView)).toBe(due);
  });

  it.each([
    ["a withdrawn suspicion", viewOf(OPENED, stepsOf(notice, RETRACTED)), "withdrawal"],
    ["the decision that no notice is due", view(NOT_REPORTABLE), "decision"],
    ["that decision after a withdrawal", view(notice, RETRACTED, NOT_REPORTABLE), "decision"],
    ["an operation under no law", viewOf(OPENED, stepsOf(TAKEN)), "unknown"],
  ])("is shown no more after %s, and the reason is said", (_, caseView, why) => {
    expect(shownDue(caseView)).toBeUndefined();
    expect(nothingDue(caseView)).toBe(why);
  });

  it("is that of the filed 24-hour notice where the decision says that the law asks for none", () => {
    const filed = view(notice, urgent("2026-03-02"), NOT_REPORTABLE);
    expect(shownDue(filed)).toBe("2026-03-03T10:00:00.000Z");
    expect(nothingDue(filed)).toBe("filing");
  });
});

describe("a 24-hour notice", () => {
  const since = "2026-03-02T10:00:00.000Z";
  const at = "2026-03-03T10:00:00.000Z";

  it("is due a day from the earliest suspicion, beside the law's", () => {
    const later = suspected("2026-03-02T20:00:00.000Z");
    expect(view(suspected(since), later).dues).toEqual([
      { kind: "suspicion", at, since },
      { kind: "law", at: DUE, law: "LFPIORPI", countryCode: "MX" },
    ]);
  });

  it("is met by its filing, and not by a monthly notice, and is due anew after a new suspicion", () => {
    const notices = (...wishes: Parameters<typeof stepsOf>) => noticesIn(view(suspected(since), ...wishes));
    expect(notices(urgent("2026-03-02"))).toMatchObject([{ metBy: "filing" }]);
    expect(notices({ ...REPORTED, filing: filing("2026-03-02", "24-hour") })).toMatchObject([
      { metBy: "filing" },
    ]);
    expect(notices(urgent("2026-03-02"), suspected("2026-03-05T10:00:00.000Z"))).toMatchObject([
      { metBy: "filing" },
      { at: "2026-03-06T10:00:00.000Z" },
    ]);
  });

  it.each([
    ["a day alone, the day before", "2026-03-02", undefined, false],
    ["a day alone, the day on which it is due", "2026-03-03", undefined, false],
    ["a day alone, the day after", "2026-03-04", undefined, true],
    ["an hour, in time", "2026-03-03", at, false],
    ["an hour, too late", "2026-03-03", "2026-03-03T10:01:00.000Z", true],
  ])("is late by the receipt's time, or its day where it has no hour: %s", (_, day, moment, late) => {
    expect(lateOf(noticesIn(view(suspected(since), urgent(day, moment))))).toHaveLength(Number(late));
  });

  it("is ended by a withdrawal of its suspicion, which does not undo what was missed", () => {
    const ended = (withdrawnAt: string) =>
      noticesIn(view(suspected(since), { ...RETRACTED, at: withdrawnAt }));
    expect(ended(at)).toMatchObject([{ metAt: at, metBy: "withdrawal" }]);
    expect(lateOf(ended(at))).toEqual([]);
    expect(lateOf(ended("2026-03-03T10:00:00.001Z"))).toHaveLength(1);
  });

  describe("whose receipt is corrected after a withdrawal", () => {
    const corrected = (receivedAt: string) =>
      ({
        kind: "correct",
        corrects: "step-2",
        filing: filing("2026-03-02", "24-hour", receivedAt),
        note: "Typed wrongly.",
      }) as const;
    const first = suspected("2026-03-02T10:00:00.000Z");
    const filed = urgent("2026-03-02", "2026-03-02T10:05:00.000Z");
    const later = suspected("2026-03-02T10:10:00.000Z");

    it("leaves pending what it no longer meets: the withdrawal was of another suspicion", () => {
      const steps = [first, filed, later, RETRACTED, corrected("2026-03-02T09:50:00.000Z")];
      expect(noticesIn(view(...steps))).toMatchObject([
        { since: "2026-03-02T10:00:00.000Z" },
        { since: "2026-03-02T10:10:00.000Z", metBy: "withdrawal" },
      ]);
      expect(pendingOf({ dues: noticesIn(view(...steps)) })).toHaveLength(1);
    });

    it("does not meet what was withdrawn", () => {
      const steps = [first, filed, later, RETRACTED, corrected("2026-03-02T10:20:00.000Z")];
      expect(noticesIn(view(...steps))).toMatchObject([
        { since: "2026-03-02T10:00:00.000Z", metBy: "filing" },
        { since: "2026-03-02T10:10:00.000Z", metBy: "withdrawal" },
      ]);
    });
  });

  it.each([
    [
      "before its suspicion was recorded, for what was known in an earlier minute",
      (since: string) => view(urgent("2026-03-02"), suspected(since)),
      "2026-03-02T14:59:59.999Z",
    ],
    [
      "after it, for what was known by then",
      (since: string) => view(suspected(since), urgent("2026-03-02")),
      "2026-03-02T15:00:00.000Z",
    ],
  ])("is met by one that was recorded %s", (_, seen, knownLast) => {
    const noticesOf = (since: string) => noticesIn(seen(since));
    expect(lateOf(noticesOf("2026-02-28T14:59:59.999Z"))).toHaveLength(1);
    expect(noticesOf(knownLast)).toMatchObject([{ metBy: "filing" }]);
    expect(pendingOf({ dues: noticesOf("2026-03-03T06:00:00.000Z") })).toHaveLength(1);
  });

  it("is met by no receipt that was recorded before what it is about was known, in the same minute too", () => {
    const later = "2026-03-02T15:00:00.001Z";
    const corrected = {
      kind: "correct",
      corrects: "step-1",
      filing: { ...filing("2026-03-02", "24-hour"), reference: "AVI-2" },
      note: "Typed wrongly.",
    } as const;
    for (const steps of [
      [urgent("2026-03-02"), suspected(later)],
      [urgent("2026-03-02"), corrected, suspected(later)],
      [urgent("2026-03-02"), suspected(later), corrected],
    ])
      expect(noticesIn(view(...steps))).toEqual([
        { kind: "suspicion", at: "2026-03-03T15:00:00.001Z", since: later },
      ]);
  });

  it("is met by the receipt of the minute of its suspicion", () => {
    const since = "2026-03-02T09:59:30.000Z";
    const notices = noticesIn(view(suspected(since), urgent("2026-03-02", "2026-03-02T09:59:00.000Z")));
    expect(notices).toMatchObject([{ metBy: "filing" }]);
  });

  it("is met by no receipt with an hour before its suspicion, nor by an old receipt that is corrected", () => {
    const early = urgent("2026-03-02", "2026-03-02T09:59:00.000Z");
    expect(noticesIn(view(suspected(since), early))).toEqual([{ kind: "suspicion", at, since }]);
    const again = suspected("2026-03-20T10:00:00.000Z");
    const notices = noticesIn(view(suspected(since), urgent("2026-03-02"), urgent("2026-03-02"), again));
    expect(notices).toMatchObject([{ metBy: "filing" }, { since: "2026-03-20T10:00:00.000Z" }]);
    expect(pendingOf({ dues: notices })).toHaveLength(1);
  });
});

it("a notice that a decision's receipt met stays met where the next decision is that none was due", () => {
  const notice = filing("2026-03-02", "24-hour");
  const [first] = stepsOf({ ...REPORTED, filing: notice });
  const [suspicion, last] = stepsOf(suspected("2026-03-02T10:00:00.000Z"), NOT_REPORTABLE);
  if (first === undefined || suspicion === undefined || last === undefined)
    throw new Error("A step is missing.");
  const open = [first, revised(2), { ...suspicion, number: 3 }];
  expect(pendingOf(viewOf(OPENED, open))).toEqual([]);
  const decided = viewOf(LAW, [...open, { ...last, number: 4 }]);
  expect(decided.filings).toMatchObject([notice]);
  expect(decided.dues).toMatchObject([
    { kind: "suspicion", metBy: "filing" },
    { kind: "law", metBy: "decision" },
  ]);
});

/** What officers and the service may do next, by numbers. */
const ACTS = fc.array(
  fc.record({
    what: fc.constantFrom<StepRequest["kind"] | "revised" | "priced">(
      ...([
        "take",
        "release",
        "assign",
        "note",
        "suspect",
        "decide",
        "file",
        "reopen",
        "confirm",
        "retract",
        "revised",
        "priced",
      ] as const),
    ),
    hours: fc.integer({ min: 0, max: 400 }),
    back: fc.integer({ min: 0, max: 60 }),
    kind: fc.constantFrom<"monthly" | "24-hour" | "amendment">("monthly", "24-hour", "amendment"),
    outcome: fc.constantFrom<"reported" | "not-reportable" | "false-positive">(
      ...(["reported", "not-reportable", "false-positive"] as const),
    ),
  }),
  { minLength: 1, maxLength: 12 },
);

const HOUR_MS = 3_600_000;
const RECEIVED = "2026-03-01T12:00:00.000Z";

type Act = Parameters<Parameters<typeof ACTS.map>[0]>[0][number];

/** A history of acts that the rules allow; the others are left out. */
function historyOf(acts: readonly Act[]): { steps: Step[]; laws: number } {
  let now = Date.parse(RECEIVED);
  const steps: Step[] = [];
  const laws = new Set(["LFPIORPI"]);
  for (const { what, hours, back, kind, outcome } of acts) {
    now += hours * HOUR_MS;
    const at = new Date(now).toISOString();
    const number = steps.length + 2;
    if (what === "revised") {
      const law = back % 2 === 0 ? "LFPIORPI" : `Law ${number}`;
      laws.add(law);
      steps.push({ ...revised(number, { rules: [{ ...lfpiorpi(), law }] }), at });
      continue;
    }
    if (what === "priced") {
      steps.push({ ...revised(number), alerted: false, at });
      continue;
    }
    const receivedAt = new Date(now - back * HOUR_MS).toISOString();
    const filed = { kind, reference: "AVI-1", receivedOn: receivedAt.slice(0, 10), receivedAt };
    const wish = wishOf(what, { filed, outcome, knownSince: receivedAt });
    const found = { ...OPEN, ...viewOf(LAW, steps) };
    if (refusalOf(wish, found, { now: at, today: at.slice(0, 10), officer: "olga" }) !== undefined) continue;
    steps.push({ ...wish, number, id: `step-${number}`, at, by: OLGA, previous: "", retentionYears: 10 });
  }
  return { steps, laws: laws.size };
}

function wishOf(
  kind: StepRequest["kind"],
  {
    filed,
    outcome,
    knownSince,
  }: { filed: Filing; outcome: "reported" | "not-reportable" | "false-positive"; knownSince: string },
): StepRequest {
  switch (kind) {
    case "take":
    case "release":
      return { kind };
    case "assign":
      return { kind, to: { subject: "otto", name: "otto.officer@company.example" } };
    case "suspect":
      return { kind, knownSince };
    case "file":
      return { kind, filing: filed };
    case "decide":
      return { kind, outcome, note: "Looked at.", ...(outcome === "reported" ? { filing: filed } : {}) };
    case "note":
    case "reopen":
    case "confirm":
    case "retract":
      return { kind, note: "Looked at." };
    case "correct":
    case "notice":
    case "add":
      throw new Error(`${kind} is in no history.`);
  }
}

it("contradicts itself after no order of events that the rules allow", () => {
  const distinct = new Set<string>();
  fc.assert(
    fc.property(ACTS, (acts) => {
      const { steps, laws } = historyOf(acts);
      distinct.add(JSON.stringify(steps.map(({ kind, at }) => [kind, at])));
      const { decision, owner, filings, dues, isRevisedSince } = viewOf(LAW, steps);
      const pending = pendingOf({ dues });
      // Only an open case has an owner, and only a decided one an outcome.
      if (decision !== undefined) expect(owner).toBeUndefined();
      // While no transaction moves a decided case has no pending deadline, unless it was decided by an amendment alone.
      if (decision !== undefined && decision.filing?.kind !== "amendment") expect(pending).toEqual([]);
      // An open case has at most one pending notice.
      // Only a decided case is revised since.
      if (isRevisedSince) expect(decision).toBeDefined();
      expect(noticesIn({ dues: pending }).length).toBeLessThanOrEqual(1);
      // What is reported has a filing that stands; what is found not reportable has only notices of suspicions.
      if (decision?.outcome === "reported")
        expect(filings).toContainEqual({ ...decision.filing, id: decision.id });
      // What a filing met has its receipt among those that stand.
      for (const { metAt, metBy } of dues)
        if (metBy === "filing") expect(filings.map(({ receivedAt }) => receivedAt)).toContain(metAt);
      // A deadline is met or not, and with an account of what met it.
      for (const { metAt, metBy } of dues) expect(metAt === undefined).toBe(metBy === undefined);
      // Each law and each suspicion has its deadline, in order.
      expect(dues.filter(({ kind }) => kind === "law")).toHaveLength(laws);
      expect(dues.map(({ at }) => at)).toEqual(dues.map(({ at }) => at).toSorted());
      if (!steps.some(({ kind }) => kind === "suspect")) expect(noticesIn({ dues })).toEqual([]);
      // Time alone makes nothing in time that was late.
      const [soon, later] = ["2026-05-01T00:00:00.000Z", "2027-05-01T00:00:00.000Z"];
      for (const due of lateOf(dues, soon)) expect(isLate(due, later)).toBe(true);
      // A note changes nothing.
      const [noted] = stepsOf({ kind: "note", note: "Seen." });
      expect(viewOf(LAW, noted ? [...steps, noted] : steps).dues).toEqual(dues);
    }),
    { numRuns: 14_000 },
  );
  expect(distinct.size).toBeGreaterThan(10_000);
});
