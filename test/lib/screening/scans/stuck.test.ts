/** A run without progress: its alerts, the next start, and its end. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopRun, watchRun } from "../../../../lib/screening/scans/act.ts";
import { startRun } from "../../../../lib/screening/scans/start.ts";
import { stuckOf } from "../../../../lib/screening/scans/stuck.ts";
import { markDeadLettered } from "../../../../lib/screening/scans/work.ts";
import { ENGLISH } from "../../../support/translators.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

const HOUR = 3_600_000;

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

const later = (hours: number) => new Date(Date.now() + hours * HOUR);

function start(trigger: "manual" | "schedule", now: Date) {
  return startRun({ projectId: 1, trigger, startKey: `at ${now.toISOString()}`, now }, fixture.startTools());
}

/** One shard has moved, and the messages of all others are lost. */
async function abandonedRun(): Promise<string> {
  const runId = await fixture.startRun();
  await fixture.workOne(scripted(() => 5));
  fixture.queue.splice(0);
  return runId;
}

/** A message that the queue gives up. */
async function deadLetter(): Promise<string> {
  const runId = await fixture.startRun();
  const message = fixture.queue.splice(0)[3]?.message;
  if (message === undefined) throw new Error("no message was queued");
  await markDeadLettered(
    message,
    "ValidationException: the item is too large",
    fixture.tools(scripted(() => 5)),
  );
  return runId;
}

describe("operations are alerted", () => {
  it("once to a run that has not moved for two hours, and what to do", async () => {
    const runId = await abandonedRun();
    await watchRun(1, later(1.9), fixture.startTools());
    expect(fixture.published()).toEqual([]);
    await watchRun(1, later(2.1), fixture.startTools());
    await watchRun(1, later(3.1), fixture.startTools());
    const [message, ...more] = fixture.published();
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      topic: "operations",
      kind: "scan-problem",
      subject: "[SCAN STUCK] Project 1: the scan needs attention",
    });
    const { shards } = await fixture.run(runId);
    const movedAt = shards.find(({ state }) => state === "ended")?.movedAt;
    expect(message?.email).toContain(`It has made no progress since ${ENGLISH.time(movedAt ?? "")}.`);
    expect(message?.email).toContain('"vigia scan stop --project 1"');
  });

  it("at once to a message that was given up, and why", async () => {
    await deadLetter();
    const [message, ...more] = fixture.published();
    expect(more).toEqual([]);
    expect(message?.topic).toBe("operations");
    expect(message?.email).toContain(
      "The message of shard 3 failed too often and was moved to the dead-letter queue (ValidationException: the item is too large).",
    );
  });

  it("to nothing while a run moves, nor after it has ended, nor where there is none", async () => {
    await watchRun(1, later(3), fixture.startTools());
    await fixture.scan(scripted(() => 5));
    const before = fixture.published().length;
    await watchRun(1, later(30), fixture.startTools());
    expect(fixture.published()).toHaveLength(before);
  });
});

describe("a start beside a run that is stuck", () => {
  it.each([
    ["has not moved", abandonedRun, 2.1, "not-moved"],
    ["has a dead-letter message", deadLetter, 0.1, "dead-letter"],
  ])("says so, by hand: it %s", async (_, abandon, hours, kind) => {
    const runId = await abandon();
    expect(await start("manual", later(hours))).toEqual({
      projectId: 1,
      runId,
      outcome: "stuck",
      cause: expect.objectContaining({ kind }),
    });
    expect((await fixture.run(runId)).status).toBe("running");
  });

  it("ends it and begins another, on schedule", async () => {
    const stuck = await abandonedRun();
    const { runId, outcome } = await start("schedule", later(4));
    expect(outcome).toBe("started");
    const cause = { kind: "still-open", stuck: { kind: "not-moved" } };
    expect(await fixture.run(stuck)).toMatchObject({ status: "incomplete", brief: "sent", cause });
    await fixture.workAll(scripted(() => 5));
    expect((await fixture.run(runId)).status).toBe("completed");
  });

  it("begins another after it was stopped", async () => {
    const stuck = await abandonedRun();
    expect(await stopRun(1, fixture.startTools())).toEqual({
      projectId: 1,
      runId: stuck,
      outcome: "stopped",
    });
    const cause = { kind: "stopped-by-hand" };
    expect(await fixture.run(stuck)).toMatchObject({ status: "stopped", brief: "sent", cause });
    expect(fixture.published().map(({ kind }) => kind)).toEqual(["scan-problem"]);
    expect((await start("manual", later(0.1))).outcome).toBe("started");
  });
});

describe("a stop", () => {
  it("of a project that has no run, or whose run has ended, stops nothing and sends no alert", async () => {
    expect(await stopRun(1, fixture.startTools())).toEqual({ projectId: 1, outcome: "not running" });
    const { runId } = await fixture.scan(scripted(() => 5));
    const before = fixture.published().length;
    expect(await stopRun(1, fixture.startTools())).toEqual({ projectId: 1, runId, outcome: "not running" });
    expect((await fixture.run(runId)).status).toBe("completed");
    expect(fixture.published()).toHaveLength(before);
  });
});

it("a run whose dead-letter message was sent back goes on, and is stuck no longer", async () => {
  const runId = await deadLetter();
  expect(stuckOf(await fixture.run(runId), Date.now())).toBeDefined();
  for (let shard = 0; shard < 8; shard++) {
    fixture.queue.push({ message: { v: 1, projectId: 1, runId, shard, hop: 1 }, delayMs: 0 });
  }
  await fixture.workAll(scripted(() => 5));
  expect(await fixture.run(runId)).toMatchObject({ status: "completed" });
});
