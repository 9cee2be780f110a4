import { describe, expect, it } from "vitest";
import { MOST_IN_FLIGHT, runDay } from "./day-model.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const FROM = 2 * HOUR;
const OUTAGE = [FROM, FROM + DAY] as const;

/** Of CloudWatch's alarm: a period of five minutes in which something was counted. */
const PERIOD = 300;

/** When the alarm fires, in seconds after the outage began. */
function alarmAfter(counted: readonly number[], from: number): number {
  return (Math.floor((counted[0] ?? Number.POSITIVE_INFINITY) / PERIOD) + 1) * PERIOD - from;
}

describe("a day on which the Notifications table refuses everything", () => {
  it("loses and doubles none of 200,000 webhooks that come before, during and after it", () => {
    const count = 200_000;
    const arrivals = Array.from({ length: count }, (_, at) => Math.floor((at * (DAY + 4 * HOUR)) / count));
    const end = runDay({ arrivals, outage: OUTAGE });
    expect(end.stored.every((times) => times === 1)).toBe(true);
    expect(end.alerted.every((times, at) => times === (at % 10 === 0 ? 1 : 0))).toBe(true);
    expect(end.deadLetters).toBe(0);
    expect(end.mostDeliveries).toBeLessThan(200);
    expect(end.mostInFlight).toBe(MOST_IN_FLIGHT);
    expect(end.mostBehind).toBeGreaterThan(10_000);
    // All is stored within the longest pause and the time that 120,000 take.
    expect(end.doneAt).toBeLessThanOrEqual(arrivals.at(-1) ?? 0);
    expect((end.counted[0] ?? 0) - FROM).toBeLessThan(120);
    expect(alarmAfter(end.counted, FROM)).toBeLessThanOrEqual(10 * 60);
  }, 120_000);

  it("heals too where all 200,000 come at once, at its begin", () => {
    const end = runDay({ arrivals: Array.from({ length: 200_000 }, () => FROM), outage: OUTAGE });
    expect(end.stored.every((times) => times === 1)).toBe(true);
    expect(end.deadLetters).toBe(0);
    expect(end.mostInFlight).toBe(MOST_IN_FLIGHT);
    expect(end.doneAt - OUTAGE[1]).toBeLessThan(1_000);
  }, 120_000);

  it("raises its alarm within ten minutes of the first webhook, also at one an hour", () => {
    for (let offset = 0; offset < PERIOD; offset += 7) {
      const arrivals = Array.from({ length: 25 }, (_, hour) => FROM + offset + hour * HOUR);
      const end = runDay({ arrivals, outage: OUTAGE });
      expect(end.deadLetters).toBe(0);
      expect(alarmAfter(end.counted, FROM + offset)).toBeLessThanOrEqual(10 * 60);
    }
  }, 120_000);
});
