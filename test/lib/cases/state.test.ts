import { describe, expect, it } from "vitest";
import {
  beginningOfCase,
  deadlinesFor,
  dueAfter,
  missedNoticeOf,
  stateOf,
} from "../../../lib/cases/state.ts";
import { NOT_REPORTABLE, REPORTED, stepsOf } from "../../support/case-steps.ts";

const DUE = "2026-04-18T05:59:59.999Z";
const REOPENED = { kind: "reopen", note: "New facts." } as const;
const TAKEN = { kind: "take" } as const;
const URGENT = { kind: "24-hour", reference: "AVI-24-1", receivedOn: "2026-03-02" } as const;

/** The law's deadline alone. */
const LAW = [{ dueAt: DUE, law: "LFPIORPI", countryCode: "MX" }];

function suspected(knownSince: string) {
  return { kind: "suspect", knownSince } as const;
}

describe("the state of a case", () => {
  it("is that of its last decision, until it is reopened", () => {
    expect(stateOf({}).decision).toBeUndefined();
    expect(stateOf({ steps: stepsOf(TAKEN, REPORTED) }).decision?.outcome).toBe("reported");
    const reopened = stateOf({ steps: stepsOf(TAKEN, REPORTED, REOPENED) });
    expect(reopened).toMatchObject({ decision: undefined, owner: undefined });
    expect(reopened.filings).toEqual([REPORTED.filing]);
    const again = stateOf({ steps: stepsOf(REPORTED, REOPENED, NOT_REPORTABLE) });
    expect(again.decision?.outcome).toBe("not-reportable");
  });

  it("has an owner for a week after the last take, until the owner releases it", () => {
    const owner = { subject: "olga", name: "olga.officer@company.example" };
    const again = stepsOf(TAKEN, { ...TAKEN, at: "2026-03-20T15:00:00.000Z" });
    expect(stateOf({ steps: again }).owner).toEqual({ ...owner, until: "2026-03-27T15:00:00.000Z" });
    expect(stateOf({ steps: stepsOf(TAKEN, { kind: "release" }) }).owner).toBeUndefined();
  });
});

describe("the beginning of a case", () => {
  const receivedAt = "2026-03-02T12:00:00.000Z";
  const found = { kind: "notification", receivedAt };

  it("is its receipt, or an earlier suspicion", () => {
    expect(beginningOfCase(found)).toBe(receivedAt);
    const known = stepsOf(suspected("2026-03-02T14:00:00.000Z"), suspected("2026-02-27T14:00:00.000Z"));
    expect(beginningOfCase({ ...found, steps: known })).toBe("2026-02-27T14:00:00.000Z");
    expect(beginningOfCase({ ...found, steps: known.slice(0, 1) })).toBe(receivedAt);
  });

  it("is when the transaction happened, where that is known", () => {
    const happenedAt = "2026-02-10T12:00:00.000Z";
    expect(beginningOfCase({ ...found, happenedAt })).toBe(happenedAt);
  });
});

describe("what is due", () => {
  const known = "2026-03-02T10:00:00.000Z";

  it("is the law's, and a day from the earliest suspicion where that is sooner", () => {
    expect(dueAfter(stepsOf(TAKEN), DUE)).toBe(DUE);
    expect(dueAfter(stepsOf(suspected(known)), DUE)).toBe("2026-03-03T10:00:00.000Z");
    expect(dueAfter(stepsOf(suspected(known)), "none")).toBe("2026-03-03T10:00:00.000Z");
    const later = suspected("2026-03-02T20:00:00.000Z");
    expect(dueAfter(stepsOf(suspected(known), later), DUE)).toBe("2026-03-03T10:00:00.000Z");
  });

  it("is the day from a suspicion as long as that runs, though the law's has passed, and else what was first", () => {
    const past = "2026-01-18T05:59:59.999Z";
    expect(dueAfter(stepsOf(suspected(known)), past)).toBe("2026-03-03T10:00:00.000Z");
    const later = stepsOf(suspected(known), { ...TAKEN, at: "2026-03-03T10:00:00.000Z" });
    expect(dueAfter(later, past)).toBe(past);
    // The law's own day still runs, and is the nearer one.
    const soon = "2026-03-02T20:00:00.000Z";
    expect(dueAfter(stepsOf(suspected(known)), soon)).toBe(soon);
    // The day from the suspicion has passed: the law's, which runs, does not hide that.
    expect(dueAfter(stepsOf(suspected("2026-02-27T10:00:00.000Z")), DUE)).toBe("2026-02-28T10:00:00.000Z");
  });

  it("is all known of in a list, the first first", () => {
    const notice = "2026-03-03T10:00:00.000Z";
    expect(deadlinesFor({ dueAt: "none" })).toEqual([]);
    expect(deadlinesFor({ dueAt: DUE, deadlines: LAW })).toEqual([DUE]);
    expect(deadlinesFor({ dueAt: notice, deadlines: LAW, knownSince: known })).toEqual([notice, DUE]);
    expect(deadlinesFor({ dueAt: notice, deadlines: [], knownSince: known })).toEqual([notice]);
  });

  it("is the law's again once a 24-hour notice is filed, until a new suspicion", () => {
    const filed = [suspected(known), { kind: "file", filing: URGENT } as const];
    expect(dueAfter(stepsOf(...filed), DUE)).toBe(DUE);
    expect(dueAfter(stepsOf(suspected(known), { ...REPORTED, filing: URGENT }), DUE)).toBe(DUE);
    expect(dueAfter(stepsOf(suspected(known), REPORTED), DUE)).toBe("2026-03-03T10:00:00.000Z");
    const anew = suspected("2026-03-05T10:00:00.000Z");
    expect(dueAfter(stepsOf(...filed, anew), DUE)).toBe("2026-03-06T10:00:00.000Z");
  });

  it("is of a decided case what a late 24-hour notice missed, and the law's day again once it is reopened", () => {
    const record = { dueAt: "2026-03-02T14:00:00.000Z" };
    const late = [suspected("2026-03-01T14:00:00.000Z"), { kind: "file", filing: URGENT } as const];
    expect(stateOf({ ...record, steps: stepsOf(...late) }).notices).toEqual([
      {
        knownSince: "2026-03-01T14:00:00.000Z",
        dueAt: "2026-03-02T14:00:00.000Z",
        filedAt: "2026-03-02T15:01:00.000Z",
        isLate: true,
      },
    ]);
    expect(dueAfter(stepsOf(...late), DUE)).toBe(DUE);
    const missed = dueAfter(stepsOf(...late, REPORTED), DUE);
    expect(missed).toBe("2026-03-02T14:00:00.000Z");
    expect(deadlinesFor({ dueAt: missed, deadlines: LAW })).toEqual([missed, DUE]);
    expect(missedNoticeOf({ dueAt: missed, deadlines: LAW })).toBe(missed);
    expect(missedNoticeOf({ dueAt: DUE, deadlines: LAW })).toBeUndefined();
    const decided = stepsOf(suspected("2026-03-01T14:00:00.000Z"), { ...REPORTED, filing: URGENT });
    expect(dueAfter(decided, DUE)).toBe(missed);
    const reopened = stepsOf(...late, REPORTED, { kind: "reopen", note: "New facts." });
    expect(dueAfter(reopened, DUE)).toBe(DUE);
  });

  it("is met by a 24-hour notice that was filed before its suspicion was recorded, for what was known by then", () => {
    const filed = { kind: "file", filing: URGENT } as const;
    const noticesAfter = (knownSince: string) =>
      stateOf({ steps: stepsOf(filed, suspected(knownSince)) }).notices;
    const filedAt = "2026-03-02T15:00:00.000Z";
    expect(noticesAfter(filedAt)).toMatchObject([{ knownSince: filedAt, filedAt, isLate: false }]);
    const dayBefore = "2026-03-01T14:59:59.999Z";
    expect(noticesAfter(dayBefore)).toMatchObject([{ knownSince: dayBefore, filedAt, isLate: true }]);
    expect(noticesAfter("2026-03-02T15:00:00.001Z")).toMatchObject([{ filedAt: undefined }]);
  });

  it("is met by a 24-hour notice that is recorded in the very last moment", () => {
    const [notice] = stateOf({
      steps: stepsOf(suspected("2026-03-01T15:01:00.000Z"), { kind: "file", filing: URGENT }),
    }).notices;
    expect(notice).toMatchObject({ filedAt: "2026-03-02T15:01:00.000Z", isLate: false });
  });
});
