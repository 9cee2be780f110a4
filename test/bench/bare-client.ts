/** A process that makes the pipeline's calls straight to the emulators, with the SDK and nothing of Vigía between. */

import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { answering } from "./answering.ts";
import { sealed } from "./events.ts";
import { bodyOf } from "./notification-bodies.ts";

const order = z.object({
  job: z.enum(["send", "store", "alert"]),
  queueUrl: z.string(),
  table: z.string(),
  topicArn: z.string(),
  count: z.number(),
  atOnce: z.number(),
});
type Order = z.infer<typeof order>;

const sqs = new SQSClient({});
const database = new DynamoDBClient({});
const sns = new SNSClient({});

answering(async (question) => {
  const given = order.parse(question);
  switch (given.job) {
    case "send":
      return send(given);
    case "store":
      return store(given);
    case "alert":
      return alert(given);
  }
});

/** What receive-webhook does. */
async function send({ queueUrl, count, atOnce }: Order) {
  const bodies = Array.from({ length: count }, (_, id) => sealed(bodyOf({ id, bytes: 1_434, wallets: 10 })));
  const milliseconds: number[] = [];
  const rest = bodies.values();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const MessageBody of rest) {
        const sent = performance.now();
        await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
        milliseconds.push(performance.now() - sent);
      }
    }),
  );
  return { rate: count / ((performance.now() - start) / 1_000), milliseconds };
}

/** What the poller and store-notifications do. */
async function store(given: Order): Promise<number> {
  let stored = 0;
  while (stored < given.count) {
    const messages = await receive(given);
    await Promise.all(messages.map((message) => put(message, given.table)));
    stored += messages.length;
  }
  return stored;
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

async function put({ MessageId = "", Body = "" }: Message, table: string): Promise<void> {
  const keys = {
    key: MessageId,
    timeShard: "1#0",
    receivedAt: new Date().toISOString(),
    userKey: "1#user#1",
  };
  const Item = Object.fromEntries(
    Object.entries({ ...keys, body: Body.slice(0, 1_000) }).map(([name, S]) => [name, { S }]),
  );
  await database.send(new PutItemCommand({ TableName: table, Item }));
}

/** From a message's sending to its alert, `count` times one after the other. */
async function alert(given: Order) {
  const milliseconds: number[] = [];
  for (let id = 0; id < given.count; id++) {
    const start = performance.now();
    await sqs.send(
      new SendMessageCommand({ QueueUrl: given.queueUrl, MessageBody: sealed(bodyOf({ id, bytes: 1_434 })) }),
    );
    await store({ ...given, count: 1 });
    await sns.send(new PublishCommand({ TopicArn: given.topicArn, Subject: "bench", Message: "bench" }));
    milliseconds.push(performance.now() - start);
  }
  return { milliseconds };
}
