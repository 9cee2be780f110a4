import { describe, expect, it } from "vitest";
import { MOST_IN_FLIGHT, runDay } from "./day-model.ts";
import { DAY_SCENARIOS } from "./day-scenarios.ts";

const HOUR = 3_600;

describe("a day on which the Notifications table refuses everything", () => {
  it.each(DAY_SCENARIOS)(
    "heals by itself: $name",
    ({ violations }) => {
      expect(violations(20_000)).toEqual([]);
    },
    60_000,
  );

  it("has SQS's limit in flight, and more than that behind it", () => {
    const arrivals = Array.from({ length: 200_000 }, () => 0);
    const end = runDay({ arrivals, outage: [0, HOUR] });
    expect(end.mostInFlight).toBe(MOST_IN_FLIGHT);
    expect(end.mostBehind).toBeGreaterThan(70_000);
    expect(end.stored.every((times) => times === 1)).toBe(true);
  }, 60_000);

  it("is told from one that lasts longer than a message is delivered", () => {
    const end = runDay({ arrivals: [0], outage: [0, 10 * 24 * HOUR] });
    expect(end).toMatchObject({ deadLetters: 1, stored: new Uint8Array(1) });
  }, 60_000);
});
