import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pace } from "../../../lib/alerts/pace.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many turns so many senders together are given within ten seconds, none of which waits. */
async function turnsOf(senders: number): Promise<number> {
  const paces = Array.from({ length: senders }, () => new Pace(senders));
  let turns = 0;
  const start = Date.now();
  for (let ms = 0; ms < 10_000; ms += 10) {
    vi.setSystemTime(start + ms);
    for (const pace of paces) if (await pace.turn("topic", Date.now())) turns++;
  }
  return turns;
}

describe("all senders of a stage together", () => {
  it.each([4, 10, 18])("%i of them stay below ten messages a second", async (senders) => {
    expect(await turnsOf(senders)).toBeLessThanOrEqual(100);
  });

  it("that are few send two at once each", async () => {
    const pace = new Pace(4);
    const now = Date.now();
    expect([await pace.turn("t", now), await pace.turn("t", now), await pace.turn("t", now)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
