import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { LocalEvent } from "../../../../infra/local/lambda/run-events.ts";
import { type TestFunction, testFunction } from "./bundle.ts";

const open: TestFunction[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((testedFunction) => testedFunction.close()));
});

function make(...parameters: Parameters<typeof testFunction>): TestFunction {
  const testedFunction = testFunction(...parameters);
  open.push(testedFunction);
  return testedFunction;
}

function heard(testedFunction: TestFunction): LocalEvent[] {
  const events: LocalEvent[] = [];
  testedFunction.events.listen((event) => events.push(event));
  return events;
}

describe("a function", () => {
  it("finds exactly its own environment", async () => {
    const { pool } = make("exports.handler = async () => process.env");
    const outcome = await pool.invoke("{}");
    expect(outcome.ok && JSON.parse(outcome.payload)).toEqual({ GREETING: "hello", AWS_REGION: "us-east-1" });
  });

  it("is called with the event and Lambda's context", async () => {
    const { pool } = make(
      `exports.handler = async (event, context) => ({
      event, ...context, remaining: context.getRemainingTimeInMillis(),
    })`,
      { timeout: 300 },
    );
    const outcome = await pool.invoke('{"a":[1]}');
    expect(outcome.ok && JSON.parse(outcome.payload)).toEqual({
      event: { a: [1] },
      functionName: "Vigia-local-Worker",
      functionVersion: "$LATEST",
      invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:Vigia-local-Worker",
      memoryLimitInMB: "128",
      awsRequestId: expect.stringMatching(/^[\da-f-]{36}$/),
      logGroupName: "/aws/lambda/Vigia-local-Worker",
      logStreamName: "local",
      callbackWaitsForEmptyEventLoop: true,
      remaining: expect.closeTo(300_000, -4),
    });
  });

  it("keeps what it loaded from call to call, and answers one call at a time in each worker", async () => {
    const { pool } = make(`let calls = 0, now = 0;
      exports.handler = async () => {
        calls++; now++;
        await new Promise((done) => setTimeout(done, 5));
        return [calls, now--];
      }`);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pool.invoke("{}")));
    const answers = outcomes.map((outcome): number[] => (outcome.ok ? JSON.parse(outcome.payload) : []));
    expect(answers.every(([, now]) => now === 1)).toBe(true);
    // Each of the two workers counts for itself.
    expect(answers.filter(([calls]) => calls === 1).length).toBeLessThanOrEqual(2);
    expect(Math.max(...answers.map(([calls = 0]) => calls))).toBeGreaterThanOrEqual(5);
  });

  it.each([
    ["is not there", "exports.other = 1", "Runtime.HandlerNotFound"],
    ["cannot be loaded", "throw new TypeError('broken')", "TypeError"],
  ])("fails every call where the handler %s", async (_name, code, errorType) => {
    const { pool } = make(code);
    expect(await pool.invoke("{}")).toMatchObject({ ok: false, error: { errorType } });
    expect(await pool.invoke("{}")).toMatchObject({ ok: false, error: { errorType } });
    expect(await pool.warm()).toMatchObject({ ok: false });
  });
});

describe("a call that goes wrong", () => {
  it("times out after the template's time, and the next call gets a new worker", async () => {
    const { pool } = make("let n = 0; exports.handler = async (e) => e.hang ? new Promise(() => {}) : ++n", {
      timeout: 2,
      maximumWorkers: 1,
    });
    expect(await pool.invoke("{}")).toMatchObject({ ok: true, payload: "1" });
    const start = performance.now();
    expect(await pool.invoke('{"hang":true}')).toMatchObject({
      ok: false,
      error: {
        errorType: "Sandbox.Timedout",
        errorMessage: expect.stringMatching(/^RequestId: .* Error: Task timed out after 2.00 seconds$/),
      },
    });
    expect(performance.now() - start).toBeGreaterThan(1_995);
    expect(await pool.invoke("{}")).toMatchObject({ ok: true, payload: "1" });
  });

  it("has time to compute something however fast the clock runs", async () => {
    const { pool } = make("exports.handler = () => new Promise((done) => setTimeout(done, 300, 1))", {
      timeout: 10,
      timeScale: 1_000,
    });
    expect(await pool.invoke("{}")).toMatchObject({ ok: true, payload: "1" });
  });

  it("ends a loop that never yields", async () => {
    const { pool } = make("exports.handler = async () => { for (;;); }", { timeout: 0.1 });
    expect(await pool.invoke("{}")).toMatchObject({ ok: false, error: { errorType: "Sandbox.Timedout" } });
  });

  it.each([
    ["the runtime exits", "process.exit(1)"],
    ["an error is not caught", "setTimeout(() => { throw new Error('late') }); await new Promise(() => {})"],
  ])("fails where %s, and the next call gets a new worker", async (_name, code) => {
    const { pool } = make(`exports.handler = async (e) => { if (e.crash) { ${code} } return 1 }`, {
      maximumWorkers: 1,
    });
    expect(await pool.invoke('{"crash":true}')).toMatchObject({
      ok: false,
      error: { errorType: "Runtime.ExitError" },
    });
    expect(await pool.invoke("{}")).toMatchObject({ ok: true, payload: "1" });
  });

  it("fails when its worker is killed", async () => {
    const testedFunction = make("exports.handler = async (e) => e.hang ? new Promise(() => {}) : 1");
    const events = heard(testedFunction);
    const calls = [testedFunction.pool.invoke('{"hang":true}'), testedFunction.pool.invoke('{"hang":true}')];
    while (testedFunction.pool.busyCount < 2) await sleep(5);
    expect(await testedFunction.pool.kill()).toBe(2);
    expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([false, false]);
    expect(await testedFunction.pool.invoke("{}")).toMatchObject({ ok: true, payload: "1" });
    expect(events.map(({ type }) => type)).toEqual(["failure", "failure"]);
  });

  it("is made again twice if no caller waits for it, under its request id, a scaled minute and two later", async () => {
    const body = "throw new Error(context.awsRequestId)";
    const testedFunction = make(`exports.handler = async (_, context) => { ${body} }`, { timeScale: 600 });
    const times: number[] = [];
    const events = heard(testedFunction);
    testedFunction.events.listen(() => times.push(performance.now()));
    testedFunction.pool.invokeLater("{}");
    while (times.length < 3) await sleep(5);
    // A third repetition would come 300 ms after the second.
    await sleep(400);
    const [first = 0, second = 0, third = 0, ...more] = times;
    expect(more).toEqual([]);
    expect(second - first).toBeGreaterThan(95);
    expect(third - second).toBeGreaterThan(195);
    expect(new Set(events.map((event) => event.type === "failure" && event.message)).size).toBe(1);
  });
});

describe("what a function prints", () => {
  it("is an event as it is, and kept in a file, before its answer", async () => {
    const testedFunction = make(`exports.handler = async () => {
      console.log(JSON.stringify({ level: "INFO", message: "one" }));
      console.error("two");
      console.log(JSON.stringify({
        _aws: { Timestamp: 1, CloudWatchMetrics: [{ Namespace: "Vigia", Dimensions: [[]], Metrics: [{ Name: "Seen" }] }] },
        Seen: [1, 2],
      }));
    }`);
    const events = heard(testedFunction);
    await testedFunction.pool.invoke("{}");
    expect(events).toEqual([
      { type: "log", function: "Worker", line: { level: "INFO", message: "one" } },
      { type: "output", function: "Worker", text: "two" },
      { type: "metrics", function: "Worker", counts: { Seen: 3 } },
    ]);
    const lines = readFileSync(join(testedFunction.folder, "logs/Worker.jsonl"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: "INFO", message: "one" },
      { message: "two" },
      expect.objectContaining({ Seen: [1, 2] }),
    ]);
  });
});

describe("a preloaded module", () => {
  it("is loaded before the bundle, with its data, and can change what the bundle calls", async () => {
    const testedFunction = make(
      "const { hostname } = require('node:os'); exports.handler = async () => hostname()",
    );
    const preload = join(testedFunction.folder, "preload.mjs");
    writeFileSync(
      preload,
      `import os from "node:os"; import { workerData } from "node:worker_threads";
       os.hostname = () => workerData.preloadData.name;`,
    );
    const changed = make(readFileSync(join(testedFunction.folder, "index.js"), "utf8"), {
      preload,
      preloadData: { name: "elsewhere" },
    });
    expect(await changed.pool.invoke("{}")).toMatchObject({ ok: true, payload: '"elsewhere"' });
  });
});
