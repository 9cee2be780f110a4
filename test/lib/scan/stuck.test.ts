/** A run that nobody goes on with: who is told, what a start makes of it, and how it is ended. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRun } from "../../../lib/scan/start.ts";
import { stopRun, watchRun } from "../../../lib/scan/stop.ts";
import { stuckOf } from "../../../lib/scan/stuck.ts";
import { giveUp } from "../../../lib/scan/work.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

const HOUR = 3_600_000;

let world: ScanFixture;

beforeEach(async () => {
  world = await ScanFixture.start();
});
afterEach(() => world.stop());

const later = (hours: number) => new Date(Date.now() + hours * HOUR);

function start(trigger: "manual" | "schedule", now: Date) {
  return startRun({ projectId: 1, trigger, startKey: `at ${now.toISOString()}`, now }, world.startTools());
}

/** One shard has moved, and the messages of all others are lost. */
async function abandonedRun(): Promise<string> {
  const runId = await world.startRun();
  await world.workOne(scripted(() => 5));
  world.queue.splice(0);
  return runId;
}

/** A message that the queue gives up. */
async function deadLetter(): Promise<string> {
  const runId = await world.startRun();
  const message = world.queue.splice(0)[3]?.message;
  if (message === undefined) throw new Error("no message was queued");
  await giveUp(message, "ValidationException: the item is too large", world.tools(scripted(() => 5)));
  return runId;
}

describe("operations are told", () => {
  it("once of a run that has not moved for two hours, and what to do", async () => {
    const runId = await abandonedRun();
    await watchRun(1, later(1.9), world.startTools());
    expect(world.published()).toEqual([]);
    await watchRun(1, later(2.1), world.startTools());
    await watchRun(1, later(3.1), world.startTools());
    const [message, ...more] = world.published();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      topic: "operations",
      kind: "scan-problem",
      subject: "[SCAN STUCK] Project 1: the scan needs attention",
    });
    const { shards } = await world.run(runId);
    const movedAt = shards.find(({ state }) => state === "ended")?.movedAt;
    expect(message?.email).toContain(`It has not moved since ${movedAt}.`);
    expect(message?.email).toContain('"vigia scan stop --project 1"');
  });

  it("at once of a message that was given up, and why", async () => {
    await deadLetter();
    const [message, ...more] = world.published();
    expect(more).toEqual([]);
    expect(message?.topic).toBe("operations");
    expect(message?.email).toContain(
      "The message of shard 3 failed too often and went to the dead letters (ValidationException: the item is too large).",
    );
  });

  it("of nothing while a run moves, nor after it has ended, nor where there is none", async () => {
    await watchRun(1, later(3), world.startTools());
    await world.scan(scripted(() => 5));
    const before = world.published().length;
    await watchRun(1, later(30), world.startTools());
    expect(world.published()).toHaveLength(before);
  });
});

describe("a start beside a run that is stuck", () => {
  it.each([
    ["has not moved", abandonedRun, 2.1, "It has not moved since"],
    ["has a dead letter", deadLetter, 0.1, "went to the dead letters"],
  ])("says so, by hand: it %s", async (_, abandon, hours, why) => {
    const runId = await abandon();
    expect(await start("manual", later(hours))).toEqual({
      projectId: 1,
      runId,
      outcome: "stuck",
      why: expect.stringContaining(why),
    });
    expect((await world.run(runId)).status).toBe("running");
  });

  it("ends it and begins another, on schedule", async () => {
    const stuck = await abandonedRun();
    const { runId, outcome } = await start("schedule", later(4));
    expect(outcome).toBe("started");
    expect(await world.run(stuck)).toMatchObject({ status: "incomplete", brief: "sent" });
    await world.workAll(scripted(() => 5));
    expect((await world.run(runId)).status).toBe("completed");
  });

  it("begins another after it was stopped", async () => {
    const stuck = await abandonedRun();
    expect(await stopRun(1, world.startTools())).toEqual({ projectId: 1, runId: stuck, outcome: "stopped" });
    expect(await world.run(stuck)).toMatchObject({ status: "stopped", brief: "sent" });
    expect(world.published().map(({ kind }) => kind)).toEqual(["scan-problem", "scan-brief"]);
    expect((await start("manual", later(0.1))).outcome).toBe("started");
  });
});

describe("a stop", () => {
  it("of a project that has no run, or whose run has ended, stops nothing and tells nobody", async () => {
    expect(await stopRun(1, world.startTools())).toEqual({ projectId: 1, outcome: "not running" });
    const { runId } = await world.scan(scripted(() => 5));
    const before = world.published().length;
    expect(await stopRun(1, world.startTools())).toEqual({ projectId: 1, runId, outcome: "not running" });
    expect((await world.run(runId)).status).toBe("completed");
    expect(world.published()).toHaveLength(before);
  });
});

it("a run whose dead letter was sent back goes on, and is stuck no longer", async () => {
  const runId = await deadLetter();
  expect(stuckOf(await world.run(runId), Date.now())).toBeDefined();
  for (let shard = 0; shard < 8; shard++) {
    world.queue.push({ message: { v: 1, projectId: 1, runId, shard, hop: 1 }, delayMs: 0 });
  }
  await world.workAll(scripted(() => 5));
  expect(await world.run(runId)).toMatchObject({ status: "completed" });
});
