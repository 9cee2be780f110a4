import { describe, expect, it } from "vitest";
import {
  checkSeals,
  lastSettledDay,
  type Seal,
  type SealEvidence,
  sealAfter,
  type TimedEvent,
} from "../../../../lib/cases/integrity/seal.ts";

const AT = "2026-03-02T15:00:00.000Z";
const ONE = { subject: "notification#1#42", opened: "once", number: 1, digest: "a".repeat(64), at: AT };
const OTHER = { subject: "month#1#2026-03", opened: "once", number: 1, digest: "b".repeat(64), at: AT };

function sealOf(last: Seal | undefined, day: string, events: TimedEvent[], keptUntil = day) {
  return sealAfter(last, { day, projectIds: [1], keptUntil }, events);
}

/** Three days, of which the second has two events. */
const first = sealOf(undefined, "2026-03-01", []);
const second = sealOf(first, "2026-03-02", [ONE, OTHER], "2037-01-01");
const third = sealOf(second, "2026-03-03", []);
const storedSeals = [first, second, third];

function check(changed: Partial<SealEvidence> = {}) {
  return checkSeals({
    seals: storedSeals,
    events: [ONE, OTHER],
    briefSeals: new Map([["2026-03-03", third.digest]]),
    now: Date.parse("2026-03-04T14:00:00.000Z"),
    ...changed,
  });
}

describe("a seal", () => {
  // The digests were made by another program, of Python's json and hashlib.
  it("covers the one before and the events since, in one order for any order of arrival", () => {
    expect(first.digest).toBe("cf8a662fad34d905209c4edd4c32960b3693ae6541038a2d5b4d6182c07666ac");
    expect(second.digest).toBe("a4ef99e7049aa27f26c34f6dc15c436a14fe679ae47d3fb55d7d3897c3589441");
    expect(sealOf(first, second.day, [OTHER, ONE], "2037-01-01")).toEqual(second);
    expect(second).toMatchObject({ since: "2026-03-02", previous: first.digest, events: 2 });
  });

  it("covers all days since the one before, where a morning had no brief", () => {
    expect(sealOf(first, "2026-03-05", [ONE])).toMatchObject({ since: "2026-03-02", day: "2026-03-05" });
  });

  it.each([
    ["2026-03-03T01:59:59.999Z", "2026-03-01"],
    ["2026-03-03T02:00:00.000Z", "2026-03-02"],
    // Eight o'clock at UTC+8.
    ["2026-03-03T00:00:00.000Z", "2026-03-01"],
  ])("covers a UTC day two hours after its end: at %s the last one is %s", (now, day) => {
    expect(lastSettledDay(Date.parse(now))).toBe(day);
  });
});

describe("seals that are checked", () => {
  it("hold as they were made and as briefs said, also when more came after them", () => {
    expect(check()).toEqual({ problems: [], remade: 3, expired: [] });
    const later = { ...ONE, number: 2, at: "2026-03-04T00:00:00.000Z" };
    expect(check({ events: [ONE, OTHER, later] }).problems).toEqual([]);
  });

  it.each([
    ["changed", [{ ...ONE, digest: "c".repeat(64) }, OTHER], 2],
    ["removed", [ONE], 1],
    ["added", [ONE, OTHER, { ...ONE, number: 2 }], 3],
    ["moved to another case", [{ ...ONE, subject: "notification#1#43" }, OTHER], 2],
  ])("name the day of an event that was %s", (_, events, count) => {
    expect(check({ events }).problems).toEqual([{ kind: "events", day: "2026-03-02", count, covered: 2 }]);
  });

  it("name both days of an event that was moved to another day", () => {
    const events = [{ ...ONE, at: "2026-03-03T00:00:00.000Z" }, OTHER];
    expect(check({ events }).problems).toEqual([
      { kind: "events", day: "2026-03-02", count: 1, covered: 2 },
      { kind: "events", day: "2026-03-03", count: 1, covered: 0 },
    ]);
  });

  it("do not hold if they were recreated over changed events: the briefs show it", () => {
    const forged = sealOf(first, "2026-03-02", [ONE], "2037-01-01");
    const allSeals = [first, forged, sealOf(forged, "2026-03-03", [])];
    expect(check({ seals: allSeals, events: [ONE], briefSeals: new Map() }).problems).toEqual([]);
    const digests = new Map([first, third].map(({ day, digest }) => [day, digest]));
    expect(check({ seals: allSeals, events: [ONE], briefSeals: digests }).problems).toEqual([
      { kind: "brief differs", day: "2026-03-03", lastMatch: "2026-03-01" },
    ]);
  });

  it("name a day that is gone, whether another brief tells of it or not", () => {
    const without = storedSeals.filter(({ day }) => day !== "2026-03-02");
    const digests = new Map([["2026-03-02", second.digest]]);
    expect(check({ seals: without, briefSeals: digests }).problems).toEqual([
      { kind: "order", day: "2026-03-03", before: "2026-03-01" },
      { kind: "missing", day: "2026-03-02" },
    ]);
  });

  it("name it where the oldest are gone, at any age", () => {
    const begins = { kind: "begins", day: "2026-03-03", since: "2026-03-03" };
    expect(check({ seals: [third] }).problems).toEqual([begins]);
    expect(check({ seals: [third], now: Date.parse("2066-03-04") }).problems).toEqual([begins]);
  });

  it("name one of a day that has not ended, and check the others", () => {
    const planted = sealOf(third, "9999-12-31", []);
    expect(check({ seals: [...storedSeals, planted] })).toEqual({
      problems: [{ kind: "ahead", day: "9999-12-31" }],
      remade: 4,
      expired: [],
    });
  });

  it("are taken as stored once their events have expired by their own retention, and not before", () => {
    const lost = { kind: "events", day: "2026-03-02", count: 1, covered: 2 };
    const at = (now: string, events = [OTHER]) => check({ events, now: Date.parse(now) });
    expect(at("2036-12-31").problems).toEqual([lost]);
    expect(at("2037-01-01")).toEqual({ problems: [], remade: 2, expired: ["2026-03-02"] });
    // Nothing expires into another event, nor into one more.
    const changed = [{ ...ONE, digest: "c".repeat(64) }, OTHER];
    expect(at("2046-03-04", changed).problems).toEqual([{ ...lost, count: 2 }]);
  });
});
