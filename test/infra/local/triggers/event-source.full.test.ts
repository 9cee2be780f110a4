import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { Messaging } from "../../../../infra/local/aws/messaging.ts";
import type { LocalEvent } from "../../../../infra/local/lambda/run-events.ts";
import type { EmulatedEventSource, EmulatedQueue } from "../../../../infra/local/template/resources.ts";
import { feedQueues } from "../../../../infra/local/triggers/event-source.ts";
import { emulated, queueArn, testQueue } from "../aws/queues.ts";
import { type TestFunction, testFunction } from "../lambda/bundle.ts";

let messaging: Messaging;
let url: string;
let count = 0;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  ({ messaging, url } = await Messaging.start({
    timeScale: TIME_SCALE,
    gate: () => undefined,
    onPublish() {},
  }));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => messaging.close());

const TIME_SCALE = 10;

/** Prints the bodies of a batch; answers what the body of a message asks for. */
const ECHO = `exports.handler = async ({ Records }) => {
  console.log(JSON.stringify({ bodies: Records.map(({ body }) => body.slice(0, 20)), at: Date.now() }));
  const bodies = Records.map(({ body }) => body);
  if (bodies.includes("crash")) throw new Error("crash");
  await new Promise((done) => setTimeout(done, bodies.includes("slow") ? 150 : 0));
  return { batchItemFailures: Records.filter(({ body, attributes }) =>
    body === "fail" || (body === "once" && attributes.ApproximateReceiveCount === "1"),
  ).map(({ messageId }) => ({ itemIdentifier: messageId })) };
};`;

interface Fed {
  testedFunction: TestFunction;
  queue: EmulatedQueue;
  dead: EmulatedQueue;
  events: LocalEvent[];
  /** Input of each call, in order. */
  batches(): string[][];
}

interface FeedOptions {
  /** Messages in the queue when polling begins. */
  before?: string[];
  /** The queue's visibility timeout, in seconds; longer than any call of a busy machine where absent. */
  visibility?: number;
}

async function feed(
  properties: Partial<EmulatedEventSource["properties"]>,
  { before = [], visibility = 600 }: FeedOptions = {},
): Promise<Fed> {
  count++;
  const dead = testQueue(url, `Dead${count}`);
  const queue = testQueue(url, `Jobs${count}`, {
    VisibilityTimeout: visibility,
    RedrivePolicy: { deadLetterTargetArn: queueArn(dead.name), maxReceiveCount: 2 },
  });
  await messaging.create([dead, queue], []);
  for (const body of before) await send(queue, body);
  const testedFunction = testFunction(ECHO, { timeScale: TIME_SCALE, timeout: 100 });
  closers.push(() => testedFunction.close());
  const events: LocalEvent[] = [];
  testedFunction.events.listen((event) => events.push(event));
  const source: EmulatedEventSource = emulated("Source", {
    BatchSize: 10,
    EventSourceArn: queue.arn,
    FunctionName: testedFunction.pool.functionName,
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    MaximumBatchingWindowInSeconds: 0,
    ...properties,
  });
  // A visibility timeout does not wait for a worker that starts slowly.
  await testedFunction.pool.warm();
  const { pool, events: heard } = testedFunction;
  const shared = { messaging, events: heard, timeScale: TIME_SCALE };
  closers.push(feedQueues({ eventSources: [source], queues: [queue] }, { find: () => pool }, shared));
  const logged = z.object({ bodies: z.array(z.string()) });
  const batches = () =>
    events.flatMap((event) => (event.type === "log" ? [logged.parse(event.line).bodies] : []));
  return { testedFunction, queue, dead, events, batches };
}

function send(queue: EmulatedQueue, body: string): Promise<unknown> {
  return messaging.queue("SendMessage", { QueueUrl: queue.ref, MessageBody: body });
}

async function depth(queue: EmulatedQueue): Promise<number> {
  const reply = await messaging.queue("GetQueueAttributes", { QueueUrl: queue.ref, AttributeNames: ["All"] });
  const { Attributes } = z.object({ Attributes: z.record(z.string(), z.string()) }).parse(reply);
  return (
    Number(Attributes["ApproximateNumberOfMessages"]) +
    Number(Attributes["ApproximateNumberOfMessagesNotVisible"])
  );
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(25);
}

const numbers = (length: number) => Array.from({ length }, (_, index) => String(index));

describe("a queue's consumer", () => {
  it("gets what is there immediately where there is no window, and the queue forgets it", async () => {
    const { queue, batches } = await feed({});
    await send(queue, "a");
    await until(async () => batches().length === 1 && (await depth(queue)) === 0);
    expect(batches()).toEqual([["a"]]);
  });

  it("gets at most the template's batch size in a call", async () => {
    const { batches } = await feed({ BatchSize: 4 }, { before: numbers(10) });
    await until(() => batches().flat().length === 10);
    // Two workers print in any order.
    expect(
      batches()
        .map(({ length }) => length)
        .sort(),
    ).toEqual([2, 4, 4]);
  });

  it("gets everything that comes within the window, scaled, in one batch", async () => {
    const { queue, batches } = await feed({ BatchSize: 500, MaximumBatchingWindowInSeconds: 10 });
    for (const body of numbers(30)) await send(queue, body);
    await until(() => batches().length > 0);
    expect(batches()).toEqual([numbers(30)]);
    await send(queue, "later");
    await until(() => batches().length === 2);
    expect(batches()[1]).toEqual(["later"]);
  });

  it("gets no more than a call can hold", async () => {
    const large = Array.from({ length: 8 }, () => "x".repeat(1_000_000));
    const { batches } = await feed({ BatchSize: 100, MaximumBatchingWindowInSeconds: 20 }, { before: large });
    await until(() => batches().flat().length === 8);
    expect(
      batches()
        .map(({ length }) => length)
        .sort(),
    ).toEqual([2, 6]);
  });

  it("gets again the messages that it names as failed, after their visibility timeout, and no others", async () => {
    const { batches, events } = await feed({}, { before: ["a", "once", "b"], visibility: 10 });
    await until(() => batches().length === 2);
    expect(batches()).toEqual([["a", "once", "b"], ["once"]]);
    await until(() => events.filter(({ type }) => type === "delivery").length === 2);
    expect(events.filter(({ type }) => type === "delivery")).toEqual([
      expect.objectContaining({ messages: 3, failed: 1, function: "Worker" }),
      expect.objectContaining({ messages: 1, failed: 0 }),
    ]);
  });

  it("gets the whole batch again where it crashed, until the messages are dead", async () => {
    const { batches, dead, events } = await feed({}, { before: ["a", "crash"], visibility: 10 });
    await until(async () => (await depth(dead)) === 2);
    expect(batches()).toEqual([
      ["a", "crash"],
      ["a", "crash"],
    ]);
    expect(events).toContainEqual({ type: "dead", queue: expect.stringMatching(/^Jobs/), messages: 2 });
  });

  it("is not called more often concurrently than the template allows", async () => {
    const { testedFunction, batches } = await feed(
      { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 1 } },
      { before: ["slow", "slow", "slow"] },
    );
    let most = 0;
    await until(() => {
      most = Math.max(most, testedFunction.pool.busyCount);
      return batches().length === 3;
    });
    expect(most).toBe(1);
  });
});
