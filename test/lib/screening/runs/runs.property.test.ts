/** What holds of runs in every history: with kills, outages, odd addresses and an index that lags. */

import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { addressOf } from "../../../support/addresses.ts";
import { Night } from "./night.ts";

const GROUP = 3;
const BATCH = 4;
const NIGHTS = 3;

const history = fc.record({
  wallets: fc.integer({ min: 1, max: 14 }),
  odd: fc.array(fc.integer({ min: 0, max: 13 }), { maxLength: 2 }),
  above: fc.array(fc.integer({ min: 0, max: 13 }), { maxLength: 3 }),
  /** Requests that the service is out of reach for, from one of them on. */
  down: fc.record({ from: fc.integer({ min: 0, max: 12 }), for: fc.integer({ min: 0, max: 6 }) }),
  /** Calls after which the process is killed. */
  kills: fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 3 }),
  lag: fc.integer({ min: 0, max: 4 }),
  picks: fc.infiniteStream(fc.nat()),
});

it("every run ends with each wallet counted, asks for none twice unless it was killed, and alerts each one that exceeds", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await fc.assert(
    fc.asyncProperty(history, async ({ wallets, odd: oddWallets, above, down, kills, lag, picks }) => {
      const night = await Night.begin();
      try {
        night.batchSize = BATCH;
        await night.know(...Array.from({ length: wallets }, (_, n) => n));
        // What was written before the first run has reached the index.
        for (let calls = 0; calls <= lag; calls++) await night.wallets.waiting(1, "0", { limit: 1 });
        night.wallets.lag = lag;
        for (const n of above) night.scores.set(n, 90);
        const isOdd = (address: string) => oddWallets.some((n) => addressOf(n) === address);
        night.behave = (group) => {
          const request = night.asked.length - 1;
          if (request >= down.from && request < down.from + down.for) return "unavailable";
          return group.some(({ address }) => isOdd(address)) ? "rejected" : undefined;
        };
        let calls = 0;
        let killed = 0;
        night.mayDie = () => kills.includes(++calls) && ++killed > 0;
        const pick = (most: number) => (picks.next().value ?? 0) % most;
        for (let n = 0; n < NIGHTS; n++) {
          const [before, killsBefore] = [night.asked.length, killed];
          await oneNight(night, new Date(Date.UTC(2026, 1, 1 + n)), pick);
          const run = await night.lastRun();
          expect(run, "the run ends and knows every wallet").toMatchObject({
            status: "completed",
            totals: { known: wallets },
          });
          const { known = 0, completed = 0, skipped = 0, failed = 0, missing = 0 } = run.totals ?? {};
          expect(completed + skipped + failed + missing, "each known wallet has one outcome").toBe(known);
          const askedNow = night.asked.slice(before);
          const together = askedNow.filter(({ length }) => length > 1 || wallets === 1).flat();
          const again = together.length - new Set(together).size;
          // A message that was given back is asked for again.
          if (down.for === 0)
            expect(again, "no wallet is asked for twice in a run but for a kill").toBeLessThanOrEqual(
              GROUP * BATCH * (killed - killsBefore),
            );
          const odds = oddWallets.filter((n) => n < wallets);
          if (down.for === 0) expect(failed, "an odd address costs itself alone").toBe(new Set(odds).size);
          const unasked = Array.from({ length: wallets }, (_, n) => n).filter(
            (n) => !askedNow.flat().includes(n),
          );
          expect(unasked, "every wallet is asked for").toEqual([]);
        }
        const alertedWallets = new Set(night.alerted.flat());
        for (const n of above)
          if (n < wallets && (await night.wallet(n)).score === 90)
            expect(alertedWallets, "a wallet that exceeds is told of").toContain(`${addressOf(n)}#1`);
        expect(await night.wallets.pending(1, 10), "no alert stays pending").toEqual([]);
      } finally {
        await night.end();
      }
    }),
    { numRuns: Number(process.env["RUNS"] ?? 20) },
  );
});

/** Starts a run, whose start is delivered again where it was killed, and works on it and watches it until it has ended. */
async function oneNight(night: Night, dueAt: Date, pick: (most: number) => number): Promise<void> {
  for (let deliveries = 0; deliveries < 5; deliveries++) {
    const started = await night.start(dueAt).catch(() => undefined);
    if (started !== undefined) break;
  }
  for (let hours = 0; hours < 12; hours++) {
    await night.drain(pick);
    await night.watch().catch(() => undefined);
    const isOver = (await night.lastRun()).status !== "running" && night.queue.length === 0;
    if (isOver && (await night.wallets.pending(1, 1)).length === 0) return;
  }
}
