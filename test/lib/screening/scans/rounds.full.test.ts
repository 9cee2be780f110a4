/** Rounds: each wallet is asked for before any wallet is asked for twice, however many nights that takes. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actOn, stopRun } from "../../../../lib/screening/scans/act.ts";
import { totals } from "../../../../lib/screening/scans/runs/totals.ts";
import { startRun } from "../../../../lib/screening/scans/start.ts";
import { addresses } from "./addresses.ts";
import { DAY_MS, Nights } from "./nights.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

let fixture: ScanFixture;
let nights: Nights;

beforeEach(async () => {
  fixture = await ScanFixture.start();
  nights = new Nights(fixture);
});
afterEach(() => fixture.stop());

const distinct = (asked: readonly string[]) => new Set(asked).size;

describe("a round", () => {
  it("of 125 wallets of which a night manages 50 takes three nights, and asks for none of them twice", async () => {
    const all = addresses(125);
    await Promise.all(all.map((address) => fixture.remember(address)));
    await nights.night(0, 50);
    expect([nights.answered.length, distinct(nights.answered)]).toEqual([50, 50]);
    await nights.night(1, 50);
    expect([nights.answered.length, distinct(nights.answered)]).toEqual([100, 100]);
    const third = await nights.night(2, 50);
    expect([nights.answered.length, distinct(nights.answered)]).toEqual([125, 125]);
    expect(third.status).toBe("completed");
    expect(totals(third)).toMatchObject({ known: 125, completed: 25, recent: 100 });
    const scores = await Promise.all(all.map(async (address) => (await fixture.wallet(address)).score));
    expect(scores).toEqual(all.map(() => 5));

    // The hourly look at scans uses the time that is left for the next round.
    const now = new Date(nights.first + 2 * DAY_MS + 6 * 3_600_000);
    const watch = { projectId: 1, trigger: "watch", startKey: "watch", now } as const;
    const [next] = await actOn(watch, fixture.startTools());
    expect(next?.outcome).toBe("started");
    expect(await actOn({ ...watch, startKey: "later" }, fixture.startTools())).toEqual([]);
    await nights.workFor(50, () => 6);
    // Not those that the third night has just asked for.
    expect([nights.answered.length, distinct(nights.answered.slice(125))]).toEqual([175, 50]);
  });

  it("asks for wallets that failed, or were skipped, only after all others have had their turn", async () => {
    const all = addresses(60);
    await Promise.all(all.map((address) => fixture.remember(address)));
    const asked: Set<string>[] = [];
    for (const [number, saying] of (["failed", "skipped", "missing"] as const).entries()) {
      nights.answered = [];
      await nights.night(number, 24, () => saying);
      asked.push(new Set(nights.answered));
    }
    const [first = new Set(), second = new Set(), third = new Set()] = asked;
    expect(first.size * second.size * third.size).toBeGreaterThan(0);
    expect(new Set([...first, ...second, ...third]).size).toBe(first.size + second.size + third.size);
  });

  it("has wallets that became known during it, and goes on after a run that was stopped by hand", async () => {
    const all = addresses(60);
    await Promise.all(all.slice(0, 50).map((address) => fixture.remember(address)));
    await nights.night(0, 20);
    await stopRun(1, fixture.startTools());
    await Promise.all(all.slice(50).map((address) => fixture.remember(address)));
    const second = await nights.night(1, 100);
    expect(second.status).toBe("completed");
    // One had its turn as the first night ended, in vain.
    expect(totals(second)).toMatchObject({ known: 60, completed: 39, recent: 20, failed: 1 });
    expect([nights.answered.length, distinct(nights.answered)]).toEqual([59, 59]);
  });

  it("that completed in one run is followed by none before its time, and begins again on the next night", async () => {
    await fixture.remember("0xa");
    const first = await nights.night(0, 10);
    expect(first).toMatchObject({ status: "completed" });
    const now = new Date(nights.first + 3_600_000);
    const watch = { projectId: 1, trigger: "watch", startKey: "watch", now } as const;
    expect(await actOn(watch, fixture.startTools())).toEqual([]);
    expect((await nights.night(1, 10)).round).toBeUndefined();
    expect(nights.answered).toEqual(["0xa", "0xa"]);
  });

  it("still alerts a wallet of which an earlier run could not", async () => {
    await fixture.remember("0xa");
    await fixture.remember("0xb");
    const now = new Date(nights.first);
    await startRun({ projectId: 1, trigger: "schedule", startKey: "a", now }, fixture.startTools());
    const messages = [fixture.messageFor("0xa"), fixture.messageFor("0xb")];
    fixture.queue.splice(0);
    for (const message of messages)
      await fixture.workUnpublished(
        message,
        scripted(() => 90),
      );
    await nights.night(1, 10, () => 91);
    expect(fixture.published().filter(({ kind }) => kind === "wallet").length).toBeGreaterThan(0);
    for (const address of ["0xa", "0xb"]) expect((await fixture.wallet(address)).alert).toBe("sent");
  });
});
