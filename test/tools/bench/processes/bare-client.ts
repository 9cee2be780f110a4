/** A process that makes the pipeline's calls straight to the emulators, with the SDK and nothing of Vigía between. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { queuedBody } from "../environment/events.ts";
import { bodyOf } from "../environment/notification-bodies.ts";
import { storedItem } from "../environment/stored-items.ts";
import { answering } from "./answering.ts";

const order = z.object({
  job: z.enum(["prepare", "send", "store", "alert"]),
  queueUrl: z.string(),
  table: z.string(),
  topicArn: z.string(),
  count: z.number(),
  concurrency: z.number(),
});
type Order = z.infer<typeof order>;

const sqs = new SQSClient({});
const database = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});
const sns = new SNSClient({});

answering(async (question) => {
  const given = order.parse(question);
  switch (given.job) {
    case "prepare":
      return prepare(given);
    case "send":
      return send(given);
    case "store":
      return store(given, [...items]);
    case "alert":
      return alert(given);
  }
});

type Item = Record<string, unknown>;

let bodies: string[] = [];
let items: Item[] = [];

/** Makes what is sent and stored before any clock runs: how long that takes is Vigía's affair. */
async function prepare({ count }: Order): Promise<{ prepared: number }> {
  const each = Array.from({ length: count }, (_, id) => ({ id, bytes: 1_434, wallets: 10 }));
  bodies = each.map((one) => queuedBody(bodyOf(one)));
  items = each.map(storedItem);
  return { prepared: items.length };
}

/** What receive-webhook does. */
async function send({ queueUrl, concurrency }: Order) {
  const milliseconds: number[] = [];
  const rest = bodies.values();
  const start = Date.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const MessageBody of rest) {
        const sent = performance.now();
        await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
        milliseconds.push(performance.now() - sent);
      }
    }),
  );
  return { start, milliseconds };
}

/** What the poller and store-notifications do. */
async function store(given: Order, waiting: Item[]): Promise<{ end: number }> {
  while (waiting.length > 0) {
    const messages = await receive(given);
    const due = waiting.splice(0, messages.length);
    await Promise.all(due.map((Item) => database.send(new PutCommand({ TableName: given.table, Item }))));
  }
  return { end: Date.now() };
}

async function receive({ queueUrl }: Order): Promise<Message[]> {
  const QueueUrl = queueUrl;
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
  );
  const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  return Messages;
}

/** From a message's sending to its alert, one after the other. */
async function alert(given: Order) {
  const milliseconds: number[] = [];
  for (const [at, item] of items.entries()) {
    const start = performance.now();
    await sqs.send(new SendMessageCommand({ QueueUrl: given.queueUrl, MessageBody: bodies[at] ?? "" }));
    await store(given, [item]);
    await sns.send(new PublishCommand({ TopicArn: given.topicArn, Subject: "bench", Message: "bench" }));
    milliseconds.push(performance.now() - start);
  }
  return { milliseconds };
}
