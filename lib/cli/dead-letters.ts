/** The messages of a dead-letter queue: looked at without being taken, and sent back where they came from. */

import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { unseal } from "../inbound/envelope.ts";
import { readScanMessage } from "../scan/message.ts";

/** A queue with a dead-letter queue behind it. */
export interface QueuePair {
  name: "webhook" | "scan";
  sourceUrl: string;
  deadUrl: string;
}

/** A dead letter, in words: never what a body says. */
export interface DeadLetter {
  queue: QueuePair["name"];
  messageId: string;
  /** When it was first sent, ISO 8601. */
  sentAt: string;
  /** How often it was received before it was given up, and since. */
  receives: number;
  what: string;
}

/** While a message is looked at or sent back nobody else gets it; after a crash it is back this much later. */
const VISIBILITY_S = 60;
const MAX_BATCH = 10;

/**
 * Looks at up to `limit` messages. Each stays in the queue: it is hidden while the others are read, then shown again.
 */
export async function peek(sqs: SQSClient, pair: QueuePair, limit: number): Promise<DeadLetter[]> {
  const seen: Message[] = [];
  try {
    for await (const batch of batchesOf(sqs, pair.deadUrl)) {
      seen.push(...batch);
      if (seen.length >= limit) break;
    }
  } finally {
    for (const { ReceiptHandle } of seen)
      await sqs.send(
        new ChangeMessageVisibilityCommand({ QueueUrl: pair.deadUrl, ReceiptHandle, VisibilityTimeout: 0 }),
      );
  }
  return seen.slice(0, limit).map((message) => describe(pair, message));
}

/** What became of a message that was to be sent back. */
export interface Redriven {
  letter: DeadLetter;
  /** undefined where all went well. */
  problem: string | undefined;
}

/**
 * Sends messages back to the queue they came from. Each is deleted only after it was sent: a crash in between leaves it
 * in both, and the functions do nothing twice. What comes back while this runs is left alone.
 * @param startedAt milliseconds since 1970
 */
export async function* redrive(sqs: SQSClient, pair: QueuePair, startedAt: number): AsyncGenerator<Redriven> {
  for await (const batch of batchesOf(sqs, pair.deadUrl)) {
    for (const message of batch) {
      // It failed again while this ran: sending it back once more would go in circles.
      if (sentAt(message) > startedAt) continue;
      yield { letter: describe(pair, message), problem: await sendBack(sqs, pair, message) };
    }
  }
}

async function sendBack(
  sqs: SQSClient,
  { sourceUrl, deadUrl }: QueuePair,
  { Body, ReceiptHandle }: Message,
): Promise<string | undefined> {
  try {
    await sqs.send(new SendMessageCommand({ QueueUrl: sourceUrl, MessageBody: Body }));
  } catch (error) {
    return `not sent, it stays where it is (${nameOf(error)})`;
  }
  try {
    await sqs.send(new DeleteMessageCommand({ QueueUrl: deadUrl, ReceiptHandle }));
    return undefined;
  } catch (error) {
    return `sent, but not deleted: it will be sent again (${nameOf(error)})`;
  }
}

/** The messages of a queue, each once, in batches. A long poll asks every server: when it finds none there are none. */
async function* batchesOf(sqs: SQSClient, url: string): AsyncGenerator<Message[]> {
  const met = new Set<string | undefined>();
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: MAX_BATCH,
        VisibilityTimeout: VISIBILITY_S,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ["SentTimestamp", "ApproximateReceiveCount"],
      }),
    );
    const fresh = Messages.filter(({ MessageId }) => !met.has(MessageId));
    if (fresh.length === 0) return;
    for (const { MessageId } of fresh) met.add(MessageId);
    yield fresh;
  }
}

function sentAt({ Attributes }: Message): number {
  return Number(Attributes?.SentTimestamp ?? 0);
}

function describe({ name }: QueuePair, message: Message): DeadLetter {
  return {
    queue: name,
    messageId: message.MessageId ?? "",
    sentAt: new Date(sentAt(message)).toISOString(),
    receives: Number(message.Attributes?.ApproximateReceiveCount ?? 0),
    what: whatIs(name, message.Body ?? ""),
  };
}

function whatIs(name: QueuePair["name"], text: string): string {
  try {
    if (name === "scan") {
      const { projectId, runId, shard, hop } = readScanMessage(text);
      return `shard ${shard} of run ${runId} of project ${projectId}, hop ${hop}`;
    }
    const { deliveryId, receivedAt, projectId, body } = unseal(text);
    return `delivery ${deliveryId} of project ${projectId ?? "unknown"}, received ${receivedAt}, ${body.length} bytes`;
  } catch {
    return "not a message of this stack";
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown error";
}
