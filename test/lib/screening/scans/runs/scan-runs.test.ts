import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UNTOUCHED } from "../../../../../lib/screening/scans/runs/scan-run.ts";
import { ScanRunStore } from "../../../../../lib/screening/scans/runs/scan-runs.ts";
import { Crashing } from "../crashing-tools.ts";
import { ScanFixture } from "../scan-fixture.ts";

const RUN = { projectId: 1, runId: "2026-01-01T00:00:00.000Z-abcdef" };
const STARTED = "2026-01-01T00:00:00.000Z";

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
  await fixture.runs.create({ ...RUN, trigger: "manual", startedAt: STARTED }, 2_000_000_000);
});
afterEach(() => fixture.stop());

describe("a run", () => {
  it("begins with eight untouched shards, and expires", async () => {
    const run = await fixture.run(RUN.runId);
    expect(run).toEqual({
      ...RUN,
      status: "running",
      trigger: "manual",
      startedAt: STARTED,
      shards: Array.from({ length: 8 }, () => UNTOUCHED),
    });
    const { Item } = await fixture.client.send(
      new GetCommand({ TableName: "ScanRuns", Key: { projectId: "1", runId: RUN.runId } }),
    );
    expect(Item?.["expiresAt"]).toBe(2_000_000_000);
  });

  it("is not created again over what was counted", async () => {
    await fixture.runs.advance(RUN, 3, UNTOUCHED, { ...UNTOUCHED, crossed: 5 });
    await fixture.runs.create({ ...RUN, trigger: "manual", startedAt: STARTED }, 2_000_000_000);
    expect((await fixture.run(RUN.runId)).shards[3]?.crossed).toBe(5);
  });

  it("takes the progress of a shard once, from where it stood", async () => {
    const to = { ...UNTOUCHED, state: "running" as const, hop: 1, cursor: "0xa#1" };
    const advanced = await fixture.runs.advance(RUN, 3, UNTOUCHED, to);
    expect(advanced?.shards[3]).toEqual({ ...to, step: 1, movedAt: expect.any(String) });
    expect(await fixture.runs.advance(RUN, 3, UNTOUCHED, to)).toBeUndefined();
    expect(await fixture.runs.advance(RUN, 3, { hop: 0, step: 1 }, to)).toBeUndefined();
    expect((await fixture.runs.advance(RUN, 3, { hop: 1, step: 1 }, to))?.shards[3]?.step).toBe(2);
  });

  it("is closed once, and takes no progress after that", async () => {
    const end = {
      status: "stopped" as const,
      endedAt: "2026-01-01T01:00:00.000Z",
      cause: { kind: "no-api-key" as const },
    };
    expect(await fixture.runs.close(RUN, end)).toMatchObject({ ...end, brief: "pending" });
    expect(await fixture.runs.close(RUN, { ...end, status: "completed" })).toBeUndefined();
    expect(await fixture.runs.advance(RUN, 0, UNTOUCHED, UNTOUCHED)).toBeUndefined();
    await fixture.runs.reported(RUN);
    expect(await fixture.run(RUN.runId)).toMatchObject({ ...end, brief: "sent" });
  });
});

describe("a change that the SDK made twice, because the first reply was lost", () => {
  it("is taken for what it is, and only by its own worker", async () => {
    const repeating = new ScanRunStore(new Crashing(1, "repeated").wrap(fixture.client, "send"), "ScanRuns");
    const to = { ...UNTOUCHED, state: "running" as const, hop: 1 };
    expect((await repeating.advance(RUN, 3, UNTOUCHED, to))?.shards[3]).toEqual({
      ...to,
      step: 1,
      movedAt: expect.any(String),
    });
    expect(await fixture.runs.advance(RUN, 3, UNTOUCHED, to)).toBeUndefined();
  });

  it("ends a run once", async () => {
    const repeating = new ScanRunStore(new Crashing(1, "repeated").wrap(fixture.client, "send"), "ScanRuns");
    const end = { status: "completed" as const, endedAt: "2026-01-01T01:00:00.000Z" };
    expect(await repeating.close(RUN, end)).toMatchObject({ ...end, brief: "pending" });
    expect(await fixture.runs.close(RUN, { ...end, endedAt: "2026-01-01T01:00:00.001Z" })).toBeUndefined();
  });
});

describe("a run that is not there", () => {
  it("is not found", async () => {
    expect(await fixture.runs.get(1, "2026-01-09T00:00:00.000Z-000000")).toBeUndefined();
    expect(await fixture.runs.get(2, RUN.runId)).toBeUndefined();
  });
});

describe("the runs of a project", () => {
  it("are read newest first, without the mark of the current one", async () => {
    const later = "2026-01-02T00:00:00.000Z-000000";
    await fixture.runs.create(
      { projectId: 1, runId: later, trigger: "schedule", startedAt: later },
      2_000_000_000,
    );
    await fixture.runs.create(
      { ...RUN, projectId: 2, trigger: "schedule", startedAt: STARTED },
      2_000_000_000,
    );
    await fixture.runs.replaceCurrent(1, { openRun: later, startKey: "a", startedAt: later }, undefined);
    const found = (await Array.fromAsync(fixture.runs.ofProject(1))).map(({ runId }) => runId);
    expect(found).toEqual([later, RUN.runId]);
  });

  it("have one current run, which one start of several replaces", async () => {
    const named = (openRun: string) => ({ openRun, startKey: openRun, startedAt: STARTED });
    expect(await fixture.runs.current(1)).toBeUndefined();
    expect(await fixture.runs.replaceCurrent(1, named("a"), undefined)).toBe(true);
    expect(await fixture.runs.replaceCurrent(1, named("b"), undefined)).toBe(false);
    expect(await fixture.runs.replaceCurrent(1, named("b"), named("a"))).toBe(true);
    expect(await fixture.runs.replaceCurrent(1, named("c"), named("a"))).toBe(false);
    expect(await fixture.runs.current(1)).toEqual(named("b"));
  });
});
