/** Runs that overlap: a run that was ended, whose workers do not know it yet, and the one after it. */

import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stopRun } from "../../../../lib/screening/scans/act.ts";
import { totals } from "../../../../lib/screening/scans/runs/totals.ts";
import { startRun } from "../../../../lib/screening/scans/start.ts";
import { WorkTime } from "../../../../lib/screening/scans/time.ts";
import { work } from "../../../../lib/screening/scans/work.ts";
import { keyOfWallet, shardOf } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { addresses } from "./addresses.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { type Saying, scripted } from "./service.ts";

const HOUR = 3_600_000;

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

/** A run whose every request waits for `answer`, with all its messages in work. */
async function slowRun(startedAt: number, answer: Promise<number>) {
  const runId = await fixture.startRun(1, new Date(startedAt));
  const asked = Promise.withResolvers<void>();
  const service = scripted(() => {
    asked.resolve();
    return answer;
  });
  const messages = fixture.queue.splice(0).map(({ message }) => message);
  const done = Promise.all(messages.map((message) => fixture.work(message, service)));
  await asked.promise;
  return { runId, service, done };
}

describe("an answer of a run that was ended", () => {
  it("changes nothing of what the next run found, nor of the history", async () => {
    await Promise.all(addresses(20).map((address) => fixture.remember(address)));
    const late = Promise.withResolvers<number>();
    const first = await slowRun(Date.now() - 24 * HOUR, late.promise);
    const second = await fixture.scan(scripted(() => 70));
    late.resolve(5);
    await first.done;

    expect(totals(second)).toMatchObject({ known: 20, completed: 20 });
    expect((await fixture.run(first.runId)).status).toBe("incomplete");
    for (const address of addresses(20)) {
      expect(await fixture.wallet(address)).toMatchObject({
        score: 70,
        lastRun: second.runId,
        alert: "sent",
      });
      expect(await fixture.history(address)).toMatchObject([{ runId: second.runId, score: 70 }]);
    }
  });

  it("leaves none of the next run's wallets uncounted where it comes in the middle of it", async () => {
    const neighbours = addresses(200).filter((address) => shardOf(address) === 0);
    await Promise.all(neighbours.map((address) => fixture.remember(address)));
    const late = Promise.withResolvers<number>();
    const first = await slowRun(Date.now() - 24 * HOUR, late.promise);
    let asked = 0;
    // Between the first pass, in which all fail, and the second.
    const service = scripted(async () => {
      if (++asked === neighbours.length + 1) {
        late.resolve(5);
        await first.done;
      }
      return asked <= neighbours.length ? "failed" : 30;
    });
    const second = await fixture.scan(service);
    expect(second.status).toBe("completed");
    const counts = { recent: 0, skipped: 0, failed: 0, missing: 0 };
    expect(totals(second)).toEqual({ ...counts, known: neighbours.length, completed: neighbours.length });
    for (const address of neighbours) expect((await fixture.wallet(address)).score).toBe(30);
  });
});

it("a run that is stopped during a page asks for nothing more, and keeps nothing more", async () => {
  fixture.settings = { ...fixture.settings, addressesPerRequest: 1, parallelRequests: 1 };
  await Promise.all(addresses(40).map((address) => fixture.remember(address)));
  const answer = Promise.withResolvers<number>();
  const run = await slowRun(Date.now(), answer.promise);
  expect(await stopRun(1, fixture.startTools())).toEqual({
    projectId: 1,
    runId: run.runId,
    outcome: "stopped",
  });
  const before = run.service.requests.length;
  answer.resolve(90);
  await run.done;
  expect(run.service.requests).toHaveLength(before);
  expect(fixture.queue).toEqual([]);
  for (const address of addresses(40)) expect((await fixture.wallet(address)).lastRun).toBeUndefined();
  expect(fixture.published().map(({ kind }) => kind)).toEqual(["scan-problem"]);
});

it("a run sorts after the one before although the clock went back, and completes", async () => {
  await fixture.remember("0xa");
  await fixture.scan(scripted(() => 40));
  const start = {
    projectId: 1,
    trigger: "manual",
    startKey: "back",
    now: new Date(Date.now() - HOUR),
  } as const;
  const { runId } = await startRun(start, fixture.startTools());
  await fixture.workAll(scripted(() => 50));
  const run = await fixture.run(runId);
  expect(run).toMatchObject({ status: "completed", startedAt: start.now.toISOString() });
  expect((await fixture.wallet("0xa")).score).toBe(50);
  expect((await Array.fromAsync(fixture.runs.ofProject(1)))[0]?.runId).toBe(runId);
});

it("a wallet whose item is gone after the first pass is accounted for as missing", async () => {
  await fixture.remember("0xa");
  let tries = 0;
  const run = await fixture.scan(
    scripted(async (): Promise<Saying> => {
      const Key = keyOfWallet({ projectId: 1, chainId: "1", address: "0xa" });
      if (++tries === 2) await fixture.client.send(new DeleteCommand({ TableName: "Wallets", Key }));
      return "failed";
    }),
  );
  expect(run.status).toBe("completed");
  expect(totals(run)).toMatchObject({ known: 1, missing: 1 });
});

it("a request that ends late opens no page again that another one of it has closed", async () => {
  fixture.settings = { ...fixture.settings, addressesPerRequest: 1, parallelRequests: 2 };
  const ofShard = addresses(200).filter((address) => shardOf(address) === 0);
  await Promise.all(ofShard.map((address) => fixture.remember(address)));
  expect(ofShard.length).toBeGreaterThan(3);
  const runId = await fixture.startRun();
  fixture.queue.splice(0);
  const service = scripted(() => 5);
  const tools = fixture.tools(service);
  const get = tools.runs.get.bind(tools.runs);
  const closed = Promise.withResolvers<void>();
  let looks = 0;
  vi.spyOn(tools.runs, "get").mockImplementation(async (...key) => {
    looks++;
    // The first look is the worker's own; then each request that has ended looks whether the run goes on.
    if (looks === 2) {
      const running = await get(...key);
      await closed.promise;
      return running;
    }
    if (looks !== 3) return get(...key);
    await stopRun(1, fixture.startTools());
    const stopped = await get(...key);
    setImmediate(() => closed.resolve());
    return stopped;
  });
  const message = { v: 1 as const, projectId: 1, runId, shard: 0, hop: 1 };
  await work({ message, again: false }, new WorkTime(900_000), tools);
  expect(service.requests).toHaveLength(2);
});
