import { setTimeout as sleep } from "node:timers/promises";
import { PublishCommand, SNSClient, SubscribeCommand } from "@aws-sdk/client-sns";
import {
  ChangeMessageVisibilityCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Messaging } from "../../../../infra/local/aws/messaging.ts";
import type { PublishedMessage } from "../../../../infra/local/aws/publication.ts";
import type { EmulatedQueue } from "../../../../infra/local/template/resources.ts";
import { queueArn, testQueue, testTopic } from "./queues.ts";

const TIME_SCALE = 100;
const published: PublishedMessage[] = [];
const topic = testTopic("Alerts");
let messaging: Messaging;
let url: string;
let sqs: SQSClient;
let sns: SNSClient;
let queue: EmulatedQueue;
let count = 0;

beforeAll(async () => {
  ({ messaging, url } = await Messaging.start({
    timeScale: TIME_SCALE,
    gate: () => undefined,
    onPublish: (publication) => published.push(publication),
  }));
  await messaging.create([], [topic]);
  const config = {
    endpoint: url,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  };
  sqs = new SQSClient(config);
  sns = new SNSClient(config);
});
afterAll(() => messaging.close());

beforeEach(async () => {
  count++;
  queue = testQueue(url, `Jobs${count}`);
  await messaging.create([queue], []);
});

async function receive(from: EmulatedQueue, WaitTimeSeconds = 0): Promise<string[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: from.ref, MaxNumberOfMessages: 10, WaitTimeSeconds }),
  );
  return Messages.map(({ Body = "" }) => Body);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

/** Receives until something comes. */
async function receiveNext(from: EmulatedQueue): Promise<string[]> {
  for (;;) {
    const bodies = await receive(from, 20);
    if (bodies.length > 0) return bodies;
  }
}

function send(body: string, DelaySeconds?: number) {
  return sqs.send(new SendMessageCommand({ QueueUrl: queue.ref, MessageBody: body, DelaySeconds }));
}

describe("a queue", () => {
  it("has its messages moved to another, in AWS's way, and not to one that there is not", async () => {
    const destination = testQueue(url, `Destination${count}`);
    await messaging.create([destination], []);
    for (const MessageBody of ["a", "b"])
      await sqs.send(new SendMessageCommand({ QueueUrl: queue.ref, MessageBody }));
    const move = (DestinationArn: string) =>
      sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queue.arn, DestinationArn }));
    await expect(move(queueArn("Nowhere"))).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    expect(await move(destination.arn)).toMatchObject({ TaskHandle: expect.any(String) });
    expect((await receive(destination)).toSorted()).toEqual(["a", "b"]);
    expect(await receive(queue)).toEqual([]);
  });

  it("hides what was received for the template's time, divided by the time scale", async () => {
    await send("a");
    const start = performance.now();
    expect(await receive(queue)).toEqual(["a"]);
    expect(await receiveNext(queue)).toEqual(["a"]);
    const milliseconds = performance.now() - start;
    expect(milliseconds).toBeGreaterThan(290);
    expect(milliseconds).toBeLessThan(30_000);
  });

  it("delays a message by the time that it was sent with, scaled, in a batch too", async () => {
    const start = performance.now();
    await send("a", 10);
    await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: queue.ref,
        Entries: [{ Id: "1", MessageBody: "b", DelaySeconds: 20 }],
      }),
    );
    const after = new Map<string, number>();
    await until(async () => {
      for (const body of await receive(queue)) after.set(body, performance.now() - start);
      return after.size === 2;
    });
    expect(after.get("a")).toBeGreaterThan(95);
    expect(after.get("b")).toBeGreaterThan(195);
    expect(after.get("b")).toBeLessThan(20_000);
  });

  it("lets a consumer change how long a message stays hidden, scaled", async () => {
    const long = testQueue(url, `Long${count}`, { VisibilityTimeout: 3_000 });
    await messaging.create([long], []);
    await sqs.send(new SendMessageCommand({ QueueUrl: long.ref, MessageBody: "a" }));
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: long.ref }));
    const ReceiptHandle = Messages[0]?.ReceiptHandle;
    const start = performance.now();
    await sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: long.ref, ReceiptHandle, VisibilityTimeout: 10 }),
    );
    expect(await receiveNext(long)).toEqual(["a"]);
    const milliseconds = performance.now() - start;
    expect(milliseconds).toBeGreaterThan(95);
    expect(milliseconds).toBeLessThan(10_000);
  });

  it.each([
    ["a message over 1 MiB", () => send("x".repeat(1_048_577))],
    ["a message with U+FFFF", () => send("\uffff")],
  ])("refuses %s, as SQS does", async (_name, sending) => {
    await expect(sending()).rejects.toThrow();
    expect(await receive(queue)).toEqual([]);
  });
});

describe("a topic", () => {
  it("says what it accepted before the publisher knows", async () => {
    published.length = 0;
    await sns.send(
      new PublishCommand({
        TopicArn: topic.arn,
        Subject: "[ILLEGAL] a",
        MessageStructure: "json",
        Message: JSON.stringify({ default: "d", email: "the e-mail ñ 🚨" }),
        MessageAttributes: { risk: { DataType: "String", StringValue: "illegal" } },
      }),
    );
    expect(published).toEqual([
      {
        topicArn: topic.arn,
        subject: "[ILLEGAL] a",
        texts: { default: "d", email: "the e-mail ñ 🚨" },
        attributes: { risk: "illegal" },
      },
    ]);
  });

  it("sends a queue the text for queues, or the default", async () => {
    const attributes = { RawMessageDelivery: "true" };
    await sns.send(
      new SubscribeCommand({
        TopicArn: topic.arn,
        Protocol: "sqs",
        Endpoint: queueArn(queue.name),
        Attributes: attributes,
      }),
    );
    const send = (texts: Record<string, string>) =>
      sns.send(
        new PublishCommand({
          TopicArn: topic.arn,
          MessageStructure: "json",
          Message: JSON.stringify(texts),
        }),
      );
    await send({ default: "for all", email: "an e-mail" });
    await send({ default: "for all", sqs: "for queues" });
    expect((await receive(queue)).toSorted()).toEqual(["for all", "for queues"]);
  });
});

it("takes no calls from web pages", async () => {
  const call = (headers: Record<string, string>) => fetch(url, { method: "POST", headers });
  expect((await call({ origin: "https://example.com" })).status).toBe(403);
  expect((await call({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await fetch(`${url}/?Action=ListTopics`)).status).toBe(405);
});
