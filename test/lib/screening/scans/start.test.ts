import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type StartOrder, startRun } from "../../../../lib/screening/scans/start.ts";
import { WALLET_SHARDS } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

const MIDNIGHT = new Date("2026-03-01T00:00:00.000Z");

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

function start(startKey: string, hours = 0, changes: Partial<StartOrder> = {}) {
  const now = new Date(MIDNIGHT.getTime() + hours * 3_600_000);
  return startRun({ projectId: 1, trigger: "schedule", startKey, now, ...changes }, fixture.startTools());
}

async function runIds(): Promise<string[]> {
  const found: string[] = [];
  for await (const run of fixture.runs.ofProject(1)) found.push(run.runId);
  return found;
}

describe("a start", () => {
  it("opens a run and queues a message for each shard", async () => {
    const started = await start("a");
    expect(started.outcome).toBe("started");
    expect(started.runId).toMatch(/^2026-03-01T00:00:00\.000Z-[0-9a-f]{6}$/);
    expect(fixture.queue.map(({ message }) => message)).toEqual(
      Array.from({ length: WALLET_SHARDS }, (_, shard) => ({
        v: 1,
        projectId: 1,
        runId: started.runId,
        shard,
        hop: 1,
      })),
    );
    const run = await fixture.run(started.runId);
    expect(run).toMatchObject({
      status: "running",
      trigger: "schedule",
      startedAt: "2026-03-01T00:00:00.000Z",
    });
    expect(run.shards).toHaveLength(WALLET_SHARDS);
  });

  it("that is delivered again starts no second run, whenever it comes", async () => {
    const first = await start("a");
    expect(await start("a", 0.1)).toEqual(first);
    await fixture.workAll(scripted(() => 5));
    expect(await start("a", 30)).toEqual(first);
    expect(await runIds()).toEqual([first.runId]);
    expect(fixture.queue).toEqual([]);
  });

  it("beside an open run starts none, and names that one", async () => {
    const first = await start("a");
    await fixture.workOne(scripted(() => 5));
    expect(await start("b", 2)).toEqual({ ...first, outcome: "running" });
    expect(await runIds()).toEqual([first.runId]);
  });

  it("at the same moment as others is one of them", async () => {
    const started = await Promise.all(["a", "b", "c", "d"].map((key) => start(key)));
    expect(started.filter(({ outcome }) => outcome === "started")).toHaveLength(1);
    expect(await runIds()).toHaveLength(1);
  });

  it("after the run before has ended starts another", async () => {
    const first = await start("a");
    await fixture.workAll(scripted(() => 5));
    const second = await start("b", 1);
    expect(second.outcome).toBe("started");
    expect(await runIds()).toEqual([second.runId, first.runId]);
  });

  it("ends a run that is still open after the interval, and people are alerted", async () => {
    const first = await start("a");
    await fixture.workOne(scripted(() => 5));
    fixture.queue.splice(0);
    const second = await start("b", 23.9);
    expect(second.outcome).toBe("started");
    expect(await fixture.run(first.runId)).toMatchObject({ status: "incomplete", brief: "sent" });
    const [problem, ...more] = fixture.published();
    expect(problem).toMatchObject({ topic: "operations", kind: "scan-problem" });
    expect(problem?.email).toContain("still running when the next run was due");
    expect(more).toEqual([]);
  });

  it("takes up a run whose start was cut off before anything was queued", async () => {
    const first = await start("a");
    fixture.queue.splice(0);
    expect((await start("b", 0.1)).outcome).toBe("running");
    expect(fixture.queue).toEqual([]);
    expect(await start("c", 0.5)).toEqual(first);
    expect(fixture.queue).toHaveLength(WALLET_SHARDS);
  });

  it("does not take up a run that was cut off a day ago", async () => {
    const first = await start("a");
    fixture.queue.splice(0);
    expect((await start("b", 24)).runId).not.toBe(first.runId);
    expect((await fixture.run(first.runId)).status).toBe("incomplete");
  });

  it("takes up a run that was named current and never created", async () => {
    const named = {
      openRun: "2026-03-01T00:00:00.000Z-abcdef",
      startKey: "a",
      startedAt: MIDNIGHT.toISOString(),
    };
    await fixture.runs.replaceCurrent(1, named, undefined);
    expect(await start("b", 1)).toEqual({ projectId: 1, runId: named.openRun, outcome: "started" });
    expect(fixture.queue).toHaveLength(WALLET_SHARDS);
  });

  it("reports the run before if the worker that ended it was cut off", async () => {
    const { runId } = await start("a");
    const run = await fixture.run(runId);
    const cause = { kind: "no-api-key" } as const;
    await fixture.runs.close(run, { status: "stopped", endedAt: "2026-03-01T01:00:00.000Z", cause });
    await start("b", 24);
    await start("c", 48);
    expect(fixture.published().map(({ subject }) => subject)).toEqual([
      "[SCAN STOPPED] Project 1: the scan needs attention",
      "[SCAN INCOMPLETE] Project 1: the scan needs attention",
    ]);
  });

  it("of one project does not hold up another", async () => {
    await start("a");
    expect((await start("b", 0, { projectId: 2 })).outcome).toBe("started");
  });
});
