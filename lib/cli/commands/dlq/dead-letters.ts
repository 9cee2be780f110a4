/** The messages of a dead-letter queue: looked at without being taken, and sent back where they came from. */

import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { decodeDelivery } from "../../../inbound/envelope.ts";
import { errorName } from "../../../platform/error-name.ts";
import { letterReasonOf, originalIdOf } from "../../../platform/letters.ts";
import { NewerMessageError } from "../../../platform/newer-messages.ts";
import { readScanMessage } from "../../../scans/message.ts";

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
    for (const message of seen) await show(sqs, pair, message);
  }
  return seen.slice(0, limit).map((message) => describe(pair, message));
}

/** What became of a message that was to be sent back. */
export interface Redriven {
  letter: DeadLetter;
  /** Why it was left, or what went wrong; undefined where all went well. */
  problem: string | undefined;
}

export const FAILED_AGAIN =
  "left where it is: it was sent back by this command and failed again, so its cause is not gone";

/** How many batches are moved at a time. */
const LANES = 10;

/**
 * Sends messages back to the queue they came from, for an endpoint that moves none by itself. Each is deleted only after
 * it was sent: a crash in between leaves it in both, and the functions do nothing twice. What this sent back and comes
 * again meanwhile is left.
 */
export async function* redrive(sqs: SQSClient, pair: QueuePair): AsyncGenerator<Redriven> {
  // SQS keeps a message's id when it gives it up, and a consumer names it in the letter that it sends. Times would not
  // do: the clock of this machine is another's.
  const sent = new Set<string | undefined>();
  const met = new Set<string | undefined>();
  const left: Message[] = [];
  try {
    for (;;) {
      const received = await Promise.all(Array.from({ length: LANES }, () => receive(sqs, pair.deadUrl)));
      const fresh = received.flat().filter(({ MessageId }) => !met.has(MessageId));
      if (fresh.length === 0) return;
      for (const { MessageId } of fresh) met.add(MessageId);
      const isBack = (message: Message) => sent.has(originalId(message));
      const batches = inBatches(fresh.filter((message) => !isBack(message)));
      const outcomes = await Promise.all(batches.map((batch) => sendBack(sqs, pair, batch)));
      const back = fresh.filter(isBack).map((message): Outcome => ({ message, problem: FAILED_AGAIN }));
      for (const { message, problem, sentAs } of [...outcomes.flat(), ...back]) {
        if (sentAs === undefined) left.push(message);
        else sent.add(sentAs);
        yield { letter: describe(pair, message), problem };
      }
    }
  } finally {
    // Only now, or they would be received over and over while others wait behind them.
    for (const message of left) await show(sqs, pair, message);
  }
}

/** What became of a message: its new id in the queue that it was sent back to, or why it was left. */
interface Outcome {
  message: Message;
  problem: string | undefined;
  sentAs?: string;
}

function originalId({ MessageId, MessageAttributes }: Message): string | undefined {
  return originalIdOf(MessageAttributes) ?? MessageId;
}

/** What one call takes: ten messages, and as many bytes as one message may have. */
const MAX_BATCH_BYTES = 1_000_000;

function inBatches(messages: readonly Message[]): Message[][] {
  const batches: Message[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.Body ?? "");
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === MAX_BATCH || bytes + size > MAX_BATCH_BYTES) {
      batches.push([message]);
      bytes = size;
    } else {
      batch.push(message);
      bytes += size;
    }
  }
  return batches;
}

/** About how many messages of a dead-letter queue are hidden, since somebody has received them. */
export async function hiddenIn(sqs: SQSClient, { deadUrl }: QueuePair): Promise<number> {
  const name = "ApproximateNumberOfMessagesNotVisible";
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames: [name] }),
  );
  return Number(Attributes?.[name] ?? 0);
}

async function sendBack(sqs: SQSClient, pair: QueuePair, batch: readonly Message[]): Promise<Outcome[]> {
  const ids = new Map<string, string>();
  let reason = "";
  try {
    const Entries = batch.map(({ Body }, index) => ({ Id: String(index), MessageBody: Body }));
    const { Successful = [], Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: pair.sourceUrl, Entries }),
    );
    for (const { Id = "", MessageId = "" } of Successful) ids.set(Id, MessageId);
    reason = Failed[0]?.Code ?? "";
  } catch (error) {
    reason = errorName(error);
  }
  const undeleted = await remove(
    sqs,
    pair,
    batch.filter((_, index) => ids.has(String(index))),
  );
  return batch.map((message, index): Outcome => {
    const sentAs = ids.get(String(index));
    if (sentAs === undefined) return { message, problem: `not sent, it stays where it is (${reason})` };
    const why = undeleted.get(message);
    const problem = why === undefined ? undefined : `sent, but not deleted: it will be sent again (${why})`;
    return { message, problem, sentAs };
  });
}

/** Deletes dead letters. @returns why it failed, of each that is still there */
async function remove(
  sqs: SQSClient,
  { deadUrl }: QueuePair,
  letters: readonly Message[],
): Promise<ReadonlyMap<Message, string>> {
  if (letters.length === 0) return new Map();
  try {
    const Entries = letters.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: deadUrl, Entries }));
    const codes = new Map(Failed.map(({ Id, Code = "" }) => [Id, Code]));
    return new Map(
      letters.flatMap((letter, index) => {
        const code = codes.get(String(index));
        return code === undefined ? [] : [[letter, code] as const];
      }),
    );
  } catch (error) {
    return new Map(letters.map((letter) => [letter, errorName(error)]));
  }
}

/** Lets others receive a message now that was received here; without it they wait until it is visible again. */
async function show(sqs: SQSClient, { deadUrl }: QueuePair, { ReceiptHandle }: Message): Promise<void> {
  await sqs
    .send(new ChangeMessageVisibilityCommand({ QueueUrl: deadUrl, ReceiptHandle, VisibilityTimeout: 0 }))
    .catch(() => {});
}

/** The messages of a queue, each once, in batches. A long poll asks every server: when it finds none there are none. */
async function* batchesOf(sqs: SQSClient, url: string): AsyncGenerator<Message[]> {
  const met = new Set<string | undefined>();
  for (;;) {
    const fresh = (await receive(sqs, url)).filter(({ MessageId }) => !met.has(MessageId));
    if (fresh.length === 0) return;
    for (const { MessageId } of fresh) met.add(MessageId);
    yield fresh;
  }
}

async function receive(sqs: SQSClient, url: string): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: MAX_BATCH,
      VisibilityTimeout: VISIBILITY_S,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ["SentTimestamp", "ApproximateReceiveCount"],
      MessageAttributeNames: ["All"],
    }),
  );
  return Messages;
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
    what: [whatIs(name, message.Body ?? ""), letterReasonOf(message.MessageAttributes)]
      .filter((one) => one !== undefined)
      .join(": "),
  };
}

function whatIs(name: QueuePair["name"], text: string): string {
  try {
    if (name === "scan") {
      const { projectId, runId, shard, hop } = readScanMessage(text);
      return `shard ${shard} of run ${runId} of project ${projectId}, hop ${hop}`;
    }
    const { deliveryId, receivedAt, projectId, body } = decodeDelivery(text);
    return `delivery ${deliveryId} of project ${projectId ?? "unknown"}, received ${receivedAt}, ${body.length} bytes`;
  } catch (error) {
    if (error instanceof NewerMessageError) return "of a later version of Vigía: deploy that, then redrive";
    return "not a message of this stack";
  }
}
