/** Rounds: each wallet is asked for before any wallet is asked for twice, however many nights that takes. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceThrottledError } from "../../../lib/risk-service/errors.ts";
import { actOn, stopRun } from "../../../lib/scans/act.ts";
import { totals } from "../../../lib/scans/runs/totals.ts";
import { startRun } from "../../../lib/scans/start.ts";
import { WorkTime } from "../../../lib/scans/time.ts";
import { work } from "../../../lib/scans/work.ts";
import { addresses } from "./addresses.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { type Saying, scripted } from "./service.ts";

const DAY_MS = 86_400_000;

let fixture: ScanFixture;
let firstNight: number;
/** Every address that the service was asked for and answered, in order. */
let answered: string[];

beforeEach(async () => {
  fixture = await ScanFixture.start();
  fixture.settings = {
    ...fixture.settings,
    rescanAfterMs: 20 * 3_600_000,
    addressesPerRequest: 1,
    parallelRequests: 1,
  };
  firstNight = Date.now() - 30 * DAY_MS;
  answered = [];
});
afterEach(() => fixture.stop());

/** A service that answers for so many wallets and is too busy for more, and works on the queue until then. */
async function workFor(quota: number, says: (address: string) => Saying): Promise<void> {
  let left = quota;
  const service = scripted(({ address }, request) => {
    if (request[0]?.address === address && left < request.length)
      throw new ServiceThrottledError({ projectId: 1, name: "POST /scan-risk" }, 5, "");
    left--;
    answered.push(address);
    return says(address);
  });
  while (left > 0 && (await fixture.workOne(service)));
  fixture.queue.splice(0);
}

/** The schedule's run of a night, in which the service manages so many wallets. */
async function night(number: number, quota: number, says: (address: string) => Saying = () => 5) {
  const now = new Date(firstNight + number * DAY_MS);
  const order = { projectId: 1, trigger: "schedule", startKey: `night ${number}`, now } as const;
  const { runId } = await startRun(order, fixture.startTools());
  await workFor(quota, says);
  return fixture.run(runId);
}

const distinct = (asked: readonly string[]) => new Set(asked).size;

describe("a round", () => {
  it("of 500 wallets of which a night manages 200 takes three nights, and asks for none of them twice", async () => {
    const all = addresses(500);
    await Promise.all(all.map((address) => fixture.remember(address)));
    await night(0, 200);
    expect([answered.length, distinct(answered)]).toEqual([200, 200]);
    await night(1, 200);
    expect([answered.length, distinct(answered)]).toEqual([400, 400]);
    const third = await night(2, 200);
    expect([answered.length, distinct(answered)]).toEqual([500, 500]);
    expect(third.status).toBe("completed");
    expect(totals(third)).toMatchObject({ known: 500, completed: 100, recent: 400 });
    const scores = await Promise.all(all.map(async (address) => (await fixture.wallet(address)).score));
    expect(scores).toEqual(all.map(() => 5));

    // The hourly look at scans uses the time that is left for the next round.
    const now = new Date(firstNight + 2 * DAY_MS + 6 * 3_600_000);
    const watch = { projectId: 1, trigger: "watch", startKey: "watch", now } as const;
    const [next] = await actOn(watch, fixture.startTools());
    expect(next?.outcome).toBe("started");
    expect(await actOn({ ...watch, startKey: "later" }, fixture.startTools())).toEqual([]);
    await workFor(200, () => 6);
    // Not those that the third night has just asked for.
    expect([answered.length, distinct(answered.slice(500))]).toEqual([700, 200]);
  });

  it("asks for wallets that failed, or were skipped, only after all others have had their turn", async () => {
    const all = addresses(60);
    await Promise.all(all.map((address) => fixture.remember(address)));
    const nights: Set<string>[] = [];
    for (const [number, saying] of (["failed", "skipped", "missing"] as const).entries()) {
      answered = [];
      await night(number, 24, () => saying);
      nights.push(new Set(answered));
    }
    const [first = new Set(), second = new Set(), third = new Set()] = nights;
    expect(first.size * second.size * third.size).toBeGreaterThan(0);
    expect(new Set([...first, ...second, ...third]).size).toBe(first.size + second.size + third.size);
  });

  it("has wallets that became known during it, and goes on after a run that was stopped by hand", async () => {
    const all = addresses(60);
    await Promise.all(all.slice(0, 50).map((address) => fixture.remember(address)));
    await night(0, 20);
    await stopRun(1, fixture.startTools());
    await Promise.all(all.slice(50).map((address) => fixture.remember(address)));
    const second = await night(1, 100);
    expect(second.status).toBe("completed");
    // One had its turn as the first night ended, in vain.
    expect(totals(second)).toMatchObject({ known: 60, completed: 39, recent: 20, failed: 1 });
    expect([answered.length, distinct(answered)]).toEqual([59, 59]);
  });

  it("that completed in one run is followed by none before its time, and begins again on the next night", async () => {
    await fixture.remember("0xa");
    const first = await night(0, 10);
    expect(first).toMatchObject({ status: "completed" });
    const now = new Date(firstNight + 3_600_000);
    const watch = { projectId: 1, trigger: "watch", startKey: "watch", now } as const;
    expect(await actOn(watch, fixture.startTools())).toEqual([]);
    expect((await night(1, 10)).round).toBeUndefined();
    expect(answered).toEqual(["0xa", "0xa"]);
  });

  it("still alerts a wallet of which an earlier run could not", async () => {
    await fixture.remember("0xa");
    await fixture.remember("0xb");
    const broken = fixture.alerting(undefined, undefined, "broken");
    const now = new Date(firstNight);
    await startRun({ projectId: 1, trigger: "schedule", startKey: "a", now }, fixture.startTools());

    for (const { message } of fixture.queue.splice(0)) {
      const tools = { ...fixture.tools(scripted(() => 90)), alerting: broken };
      await work({ message, again: false }, new WorkTime(900_000, 1), tools).catch(() => undefined);
    }
    await night(1, 10, () => 91);
    expect(fixture.published().filter(({ kind }) => kind === "wallet").length).toBeGreaterThan(0);
    for (const address of ["0xa", "0xb"]) expect((await fixture.wallet(address)).alert).toBe("sent");
  });
});
