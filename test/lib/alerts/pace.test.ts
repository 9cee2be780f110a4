import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { Pace } from "../../../lib/alerts/pace.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";

/** As many as the settings allow. */
const MOST_SENDERS = 18;

/** The most turns within any second, its end not included. */
function mostInASecond(turns: readonly number[]): number {
  return Math.max(...turns.map((from) => turns.filter((at) => at >= from && at < from + 1_000).length));
}

describe("senders that divide the seconds", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Times of the turns that so many senders, each with a message at all times, get in six seconds after a pause. */
  async function turnsOf(senders: number, apartMs: number): Promise<number[]> {
    const paces = Array.from({ length: senders }, () => new Pace(senders));
    const turns: number[] = [];
    const start = Date.now();
    for (let ms = 0; ms < 6_000; ms += 5) {
      vi.setSystemTime(start + ms);
      for (const [index, pace] of paces.entries())
        if (ms >= index * apartMs && (await pace.turn("topic", Date.now()))) turns.push(ms);
    }
    return turns;
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("%i stay at eight messages in any second", async (senders) => {
    for (const apartMs of [0, 35, 125]) {
      const turns = await turnsOf(senders, apartMs);
      expect(mostInASecond(turns)).toBeLessThanOrEqual(8);
      expect(turns.length).toBeGreaterThanOrEqual(25);
    }
  });

  it("give one that was silent no turns at once", async () => {
    const pace = new Pace(4);
    const now = Date.now();
    expect(await pace.turn("t", now)).toBe(true);
    vi.setSystemTime(now + 60_000);
    expect([await pace.turn("t", now + 60_000), await pace.turn("t", now + 60_000)]).toEqual([true, false]);
  });
});

describe("more senders than a second has messages", () => {
  let emulated: EmulatedTables;
  beforeAll(async () => {
    emulated = await startTables({ Alerts: TABLE_SHAPES.alerts });
  });
  afterAll(() => emulated.stop());
  const store = () => new AlertStore(emulated.client, "Alerts");

  it("take turns of all, of which any second has eight", async () => {
    const everyMs = 125;
    const now = Date.now();
    const turns: number[] = [];
    // All begin at one moment after a pause, with clocks that differ a little, and each has five messages.
    await Promise.all(
      Array.from({ length: MOST_SENDERS }, async (_, index) => {
        for (let message = 0; message < 5; message++) {
          const at = await store().takeTurn("all", { now: now + index, by: now + 60_000, everyMs });
          if (at !== undefined) turns.push(at);
        }
      }),
    );
    expect(turns).toHaveLength(MOST_SENDERS * 5);
    expect(mostInASecond(turns)).toBeLessThanOrEqual(8);
    expect(Math.max(...turns) - now).toBeLessThan(MOST_SENDERS * 5 * everyMs);
  });

  it("wait for their turn, and take none that comes too late", async () => {
    const senders = Array.from({ length: MOST_SENDERS }, () => new Pace(MOST_SENDERS, store()));
    const begun = Date.now();
    const turns = await Promise.all(senders.map((pace) => pace.turn("late", begun + 500)));
    expect(turns.filter((isOurs) => isOurs).length).toBeLessThanOrEqual(5);
    expect(turns).toContain(true);
    expect(await senders[0]?.turn("late", Date.now() + 10_000)).toBe(true);
    // Each topic has turns of its own.
    expect(await senders[0]?.turn("another", Date.now())).toBe(true);
  });

  it("keep a division of their own where the table is out of reach", async () => {
    const missing = new AlertStore(emulated.client, "Missing");
    const pace = new Pace(MOST_SENDERS, missing);
    const by = Date.now() + 2_000;
    expect([await pace.turn("t", by), await pace.turn("t", by)]).toEqual([true, false]);
  });
});
