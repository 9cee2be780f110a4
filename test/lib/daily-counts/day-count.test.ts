import { describe, expect, it } from "vitest";
import { dayCount, emptyDay, sumDays } from "../../../lib/daily-counts/day-count.ts";
import {
  type CountedCase,
  type CountedNotification,
  DayCounter,
} from "../../../lib/daily-counts/day-counter.ts";
import { medianMs } from "../../../lib/daily-counts/durations.ts";
import { zonedTimes } from "../../../lib/i18n/zoned-time.ts";

const MEXICO = zonedTimes("en", "America/Mexico_City");
const LFPIORPI = { name: "LFPIORPI", countryCode: "MX", risk: "illegal" } as const;
const FINTECH = { name: "Ley Fintech", countryCode: "MX", risk: "warn" } as const;
const MICA = { name: "MiCA", countryCode: "EU", risk: "warn" } as const;
/** No class of durations has one. */
const NONE = new Array<number>(29).fill(0);

function notification(changes: Partial<CountedNotification> = {}): CountedNotification {
  return {
    kind: "notification",
    risk: "none",
    laws: [],
    receivedAt: "2026-03-02T15:00:00.000Z",
    alert: { state: "none" },
    ...changes,
  };
}

function illegal(changes: Partial<CountedNotification> = {}): CountedNotification {
  const alert = { state: "sent", at: "2026-03-02T15:00:03.000Z" } as const;
  return notification({ risk: "illegal", laws: [LFPIORPI, FINTECH], alert, ...changes });
}

function openCase(changes: Partial<CountedCase> = {}): CountedCase {
  const dueAt = "2026-04-18T05:59:59.999Z";
  return { kind: "notification", receivedAt: "2026-03-02T15:00:00.000Z", dueAt, ...changes };
}

function counted(
  of: { notifications?: CountedNotification[]; cases?: CountedCase[] },
  countedAt = "2026-04-30T10:00:00.000Z",
) {
  const counter = new DayCounter(MEXICO.day, countedAt);
  for (const one of of.notifications ?? []) counter.addNotification(one);
  for (const one of of.cases ?? []) counter.addCase(one);
  return counter.count();
}

/** Fields of a day beside those of an empty one. */
function beside(found: ReturnType<typeof counted>) {
  const empty: Record<string, unknown> = emptyDay();
  return Object.fromEntries(
    Object.entries(found).filter(([name, value]) => JSON.stringify(empty[name]) !== JSON.stringify(value)),
  );
}

const lawDue = (dueAt: string) => [{ dueAt, law: "LFPIORPI", countryCode: "MX" }];

describe("a law in several spellings", () => {
  const spelt = (name: string, countryCode = "MX") =>
    illegal({ laws: [{ name, countryCode, risk: "illegal" }] });

  it("is counted as one, by the first spelling in their order", () => {
    const all = [spelt("lfpiorpi", "mx"), spelt("LFPIORPI"), spelt("ＬＦＰＩＯＲＰＩ")];
    const law = { name: "LFPIORPI", countryCode: "MX", illegal: 3, warn: 0 };
    expect(counted({ notifications: all }).laws).toEqual([law]);
    expect(counted({ notifications: all.toReversed() }).laws).toEqual([law]);
  });

  it("is counted once in one notification", () => {
    const laws = [LFPIORPI, { ...LFPIORPI, name: "Lfpiorpi", risk: "warn" } as const];
    expect(counted({ notifications: [illegal({ laws })] }).laws).toMatchObject([{ illegal: 1, warn: 0 }]);
  });
});

describe("a day", () => {
  it("on which nothing was has nothing", () => {
    expect(counted({})).toEqual({
      notifications: { illegal: 0, warn: 0, none: 0 },
      changes: { illegal: 0, warn: 0, none: 0 },
      quarantined: { illegal: 0, warn: 0, none: 0 },
      errors: 0,
      unreadable: 0,
      laws: [],
      otherLaws: 0,
      toAlert: { classes: NONE },
      unalerted: 0,
      cases: { notification: 0, change: 0, quarantine: 0, wallet: 0 },
      outcomes: { reported: 0, "not-reportable": 0, "false-positive": 0 },
      open: 0,
      openDue: {},
      decidedInTime: 0,
      decidedLate: 0,
      toDecision: { classes: NONE },
    });
  });

  it("has its notifications by risk and law, and changes, bodies in quarantine and errors apart", () => {
    const found = counted({
      notifications: [
        notification(),
        notification({ risk: "warn", laws: [FINTECH, MICA] }),
        illegal(),
        illegal({ originalKey: "1#42", alert: { state: "pending" } }),
        illegal({ kind: "quarantined", laws: [] }),
        notification({ kind: "error" }),
        illegal({ rehearsal: true }),
      ],
    });
    expect(beside(found)).toEqual({
      notifications: { illegal: 1, warn: 1, none: 1 },
      changes: { illegal: 1, warn: 0, none: 0 },
      quarantined: { illegal: 1, warn: 0, none: 0 },
      errors: 1,
      laws: [
        { countryCode: "EU", name: "MiCA", illegal: 0, warn: 1 },
        { countryCode: "MX", name: "LFPIORPI", illegal: 1, warn: 0 },
        { countryCode: "MX", name: "Ley Fintech", illegal: 0, warn: 2 },
      ],
      // The third class: more than two seconds, and five at most.
      toAlert: { classes: NONE.with(2, 2), longestMs: 3_000 },
      unalerted: 1,
    });
  });

  it("counts a law that is named twice once, by the worst, and what is not listed by number alone", () => {
    const laws = [LFPIORPI, { ...FINTECH, risk: "illegal" }, FINTECH] as const;
    expect(counted({ notifications: [illegal({ laws, lawCount: 10 })] })).toMatchObject({
      laws: [
        { name: "LFPIORPI", illegal: 1, warn: 0 },
        { name: "Ley Fintech", illegal: 1, warn: 0 },
      ],
      otherLaws: 7,
    });
  });

  it("counts a case by the first of what was due and by what is due behind it, though its 24 hours still ran", () => {
    const due = { deadlines: lawDue("2026-03-18T05:59:59.999Z"), knownSince: "2026-03-19T10:00:00.000Z" };
    const known = { ...due, dueAt: "2026-03-20T10:00:00.000Z" };
    const late = { outcome: "reported", decidedAt: "2026-03-19T12:00:00.000Z" } as const;
    const found = counted({ cases: [openCase(known), openCase({ ...known, ...late })] });
    expect(found).toMatchObject({
      openDue: { "2026-03-17": 1, "2026-03-20 2026-03-17": 1 },
      ...{ decidedInTime: 0, decidedLate: 1 },
    });
  });

  it("counts no case by a deadline that had passed when it was received", () => {
    const decided = { outcome: "reported", decidedAt: "2026-03-04T15:00:00.000Z" } as const;
    const passed = { receivedAt: "2026-03-04T10:00:00.000Z", dueAt: "2026-02-18T05:59:59.999Z" };
    expect(counted({ cases: [openCase({ ...passed, ...decided })] })).toMatchObject({
      ...{ decidedInTime: 0, decidedLate: 0, outcomes: { reported: 1 } },
    });
    const dueAt = "2026-03-04T12:00:00.000Z";
    expect(
      counted({ cases: [openCase({ ...passed, ...decided, dueAt }), openCase({ ...passed, dueAt })] }),
    ).toMatchObject({ decidedInTime: 0, decidedLate: 1 });
  });

  it.each([
    ["a 24-hour notice was filed late", { dueAt: "2026-03-03T10:00:00.000Z" }],
    ["the decision was before the notice that was late", { dueAt: "2026-03-05T10:00:00.000Z" }],
    ["no 24-hour notice was filed", { knownSince: "2026-03-04T10:00:00.000Z" }],
  ])("counts a report within the law's day as late where %s", (_, missed) => {
    const law = { dueAt: "2026-04-18T05:59:59.999Z", deadlines: lawDue("2026-04-18T05:59:59.999Z") };
    const reported = { outcome: "reported", decidedAt: "2026-03-04T15:00:00.000Z" } as const;
    const found = counted({ cases: [openCase({ ...law, ...reported, ...missed })] });
    expect(found).toMatchObject({ decidedInTime: 0, decidedLate: 1 });
  });

  it.each(["reported", "not-reportable", "false-positive"] as const)(
    "counts what is decided as %s as late once the 24 hours are over without a notice, and not while they run",
    (outcome) => {
      const knownSince = "2026-03-04T10:00:00.000Z";
      const dueAt = "2026-03-05T10:00:00.000Z";
      const cases = [openCase({ outcome, knownSince, dueAt, decidedAt: "2026-03-04T15:00:00.000Z" })];
      expect(counted({ cases }, "2026-03-05T09:59:59.999Z")).toMatchObject({
        decidedInTime: 1,
        decidedLate: 0,
      });
      expect(counted({ cases }, dueAt)).toMatchObject({ decidedInTime: 0, decidedLate: 1 });
    },
  );

  it("has its cases by how they ended, each on the day of its receipt, and when the open ones are due there", () => {
    const found = counted({
      cases: [
        openCase(),
        openCase({ kind: "wallet", dueAt: "none" }),
        openCase({ outcome: "reported", decidedAt: "2026-03-04T15:00:00.000Z" }),
        openCase({ kind: "change", outcome: "reported", decidedAt: "2026-04-18T06:00:00.000Z" }),
        openCase({ outcome: "false-positive", dueAt: "none", decidedAt: "2026-03-02T15:30:00.000Z" }),
      ],
    });
    expect(beside(found)).toEqual({
      cases: { notification: 3, change: 1, quarantine: 0, wallet: 1 },
      outcomes: { reported: 2, "not-reportable": 0, "false-positive": 1 },
      open: 2,
      // In Mexico City, where it is still the 17th.
      openDue: { "2026-04-17": 1 },
      decidedInTime: 1,
      decidedLate: 1,
      // Half an hour, two days, and 46 days and 15 hours.
      toDecision: { classes: NONE.with(11, 1).with(18, 1).with(26, 1), longestMs: 4_028_400_000 },
    });
  });

  it("is the same in any order, and part by part", () => {
    const names = Array.from({ length: 500 }, (_, index) => `Law ${String(index).padStart(3, "0")}`);
    const notifications = names.map((name, index) =>
      illegal({
        laws: [{ ...LFPIORPI, name }],
        alert: { state: "sent", at: new Date(Date.UTC(2026, 2, 2, 15, 0, index)).toISOString() },
      }),
    );
    const cases = names.map((_, index) =>
      openCase(index % 3 === 0 ? {} : { outcome: "reported", decidedAt: "2026-03-03T15:00:00.000Z" }),
    );
    const whole = counted({ notifications, cases });
    expect(counted({ notifications: notifications.toReversed(), cases: cases.toReversed() })).toEqual(whole);
    const parts = [0, 1, 2].map((part) =>
      counted({
        notifications: notifications.filter((_, index) => index % 3 === part),
        cases: cases.filter((_, index) => index % 3 === part),
      }),
    );
    expect(sumDays(parts)).toEqual(whole);
    expect(sumDays(parts.toReversed())).toEqual(whole);
    expect(dayCount.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
    expect(whole.laws).toHaveLength(100);
    expect(whole.laws.at(-1)?.name).toBe("Law 099");
    expect(whole.otherLaws).toBe(400);
  });
});

describe("a median", () => {
  function medianOf(...seconds: number[]) {
    const at = (late: number) => new Date(Date.UTC(2026, 2, 2, 15) + late * 1_000).toISOString();
    const notifications = seconds.map((late) => illegal({ alert: { state: "sent", at: at(late) } }));
    return medianMs(counted({ notifications }).toAlert);
  }

  it("is the bound within which half are, and never more than the longest", () => {
    expect(medianOf()).toBeUndefined();
    expect(medianOf(3)).toBe(3_000);
    expect(medianOf(3, 4)).toBe(4_000);
    expect(medianOf(3, 400)).toBe(5_000);
    expect(medianOf(1, 40, 400)).toBe(60_000);
    // Beyond the last bound of ninety days there is the longest alone.
    expect(medianOf(9_000_000, 8_000_000, 1)).toBe(9_000_000_000);
  });

  it("takes clocks that differ for no time at all", () => {
    expect(medianOf(-2)).toBe(0);
  });
});
