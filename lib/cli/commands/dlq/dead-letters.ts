/** The messages of a dead-letter queue: looked at without being taken, and sent back where they came from. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { decodeDelivery } from "../../../inbound/envelope.ts";
import { errorName } from "../../../platform/error-name.ts";
import { letterReasonOf, NewerMessageError, originalIdOf } from "../../../platform/newer-messages.ts";
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
  /** Time of its first sending, ISO 8601. */
  sentAt: string;
  /** Number of its receipts, before and after it became a dead letter. */
  receives: number;
  what: string;
}

/** Time for which a message that is read or sent back is hidden from others; after a crash it is back this much later. */
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

/** Outcome of sending a message back. */
export interface Redriven {
  letter: DeadLetter;
  /** Why it was left, or what went wrong; undefined where all went well. */
  problem: string | undefined;
}

export const FAILED_AGAIN =
  "left in place: this command sent it back and it failed again, so its cause is not fixed";

/**
 * Sends messages back to the queue they came from, for an endpoint that moves none by itself, such as the local stack's.
 * Each is deleted only after it was sent: a crash in between leaves it in both, and the functions do nothing twice. What
 * this sent back and comes again meanwhile is left.
 */
export async function* redrive(sqs: SQSClient, pair: QueuePair): AsyncGenerator<Redriven> {
  // SQS keeps a message's id when it gives it up, and a consumer names it in the letter that it sends. Times would not
  // do: the clock of this machine is another's.
  const sent = new Set<string | undefined>();
  const left: Message[] = [];
  try {
    for await (const batch of batchesOf(sqs, pair.deadUrl)) {
      for (const message of batch) {
        const id = originalIdOf(message.MessageAttributes) ?? message.MessageId;
        const { problem, sentAs } = sent.has(id)
          ? { problem: FAILED_AGAIN }
          : await sendBack(sqs, pair, message);
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

/** @returns the new id in the queue that it was sent back to, or why it was left */
async function sendBack(
  sqs: SQSClient,
  { sourceUrl, deadUrl }: QueuePair,
  { Body, ReceiptHandle }: Message,
): Promise<{ problem: string | undefined; sentAs?: string | undefined }> {
  let sentAs: string | undefined;
  try {
    const sent = await sqs.send(new SendMessageCommand({ QueueUrl: sourceUrl, MessageBody: Body }));
    sentAs = sent.MessageId;
    await sqs.send(new DeleteMessageCommand({ QueueUrl: deadUrl, ReceiptHandle }));
    return { problem: undefined, sentAs };
  } catch (error) {
    const problem =
      sentAs === undefined
        ? "not sent: it stays in the dead-letter queue"
        : "sent, but not deleted: it will be sent again";
    return { problem: `${problem} (${errorName(error)})`, sentAs };
  }
}

/** Approximate number of a dead-letter queue's messages that are hidden after a receipt. */
export async function hiddenIn(sqs: SQSClient, pair: QueuePair): Promise<number> {
  const name = "ApproximateNumberOfMessagesNotVisible";
  return Number((await attributesOf(sqs, pair, name))[name] ?? 0);
}

async function attributesOf(sqs: SQSClient, { deadUrl }: QueuePair, ...AttributeNames: QueueAttributeName[]) {
  const command = new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames });
  return (await sqs.send(command)).Attributes ?? {};
}

/** Lets others receive a message now that was received here; without it they wait until it is visible again. */
async function show(sqs: SQSClient, { deadUrl }: QueuePair, { ReceiptHandle }: Message): Promise<void> {
  await sqs
    .send(new ChangeMessageVisibilityCommand({ QueueUrl: deadUrl, ReceiptHandle, VisibilityTimeout: 0 }))
    .catch(() => {});
}

/** Messages of a queue, each once, in batches. A long poll asks every server: an empty answer means an empty queue. */
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

/** Outcome of a move. */
export interface Moved {
  /** About how many messages were sent back. */
  count: number;
  /** Its beginning, by the clock of SQS, in milliseconds since 1970. */
  startedAt: number;
  /** Why it ended early; undefined where it moved all that were there. */
  problem: string | undefined;
}

interface MoveOptions {
  /** Between two looks at the task, in milliseconds. */
  everyMs: number;
  onProgress(moved: number, of: number): void;
}

/** An endpoint that has no such operation, such as the emulators. */
const LACKING = new Set([
  "InvalidAction",
  "UnknownOperationException",
  "NotImplemented",
  "NotImplementedException",
]);

/**
 * Moves the messages of a dead-letter queue back to where they came from. A consumer sends letters too, of which SQS
 * does not know where they came from: the destination is named. The task ends once it has moved as many as there were, so
 * that what fails again meanwhile is not moved again.
 * @returns undefined where the endpoint cannot do it
 * @throws {Error} where SQS refuses
 */
export async function moveBack(
  sqs: SQSClient,
  pair: QueuePair,
  { everyMs, onProgress }: MoveOptions,
): Promise<Moved | undefined> {
  const attributes = await attributesOf(sqs, pair, "QueueArn", "ApproximateNumberOfMessages");
  const deadArn = attributes.QueueArn ?? "";
  const waiting = Number(attributes.ApproximateNumberOfMessages ?? 0);
  if (waiting === 0) return { count: 0, startedAt: 0, problem: undefined };
  // Both queues are of one stack: their ARNs differ in their last part, as their URLs do.
  const DestinationArn = deadArn.replace(/[^:]*$/, pair.sourceUrl.split("/").at(-1) ?? "");
  try {
    const running = await taskOf(sqs, deadArn);
    if (running?.Status !== "RUNNING")
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: deadArn, DestinationArn }));
  } catch (error) {
    if (LACKING.has(errorName(error))) return undefined;
    throw error;
  }
  for (;;) {
    const task = await taskOf(sqs, deadArn);
    const {
      Status,
      ApproximateNumberOfMessagesMoved: count = 0,
      StartedTimestamp: startedAt = 0,
    } = task ?? {};
    const of = task?.ApproximateNumberOfMessagesToMove ?? waiting;
    onProgress(count, of);
    if (Status === "FAILED")
      return { count, startedAt, problem: task?.FailureReason ?? "SQS gave no reason" };
    if (Status === "COMPLETED") return { count, startedAt, problem: undefined };
    if (Status === "CANCELLED")
      return { count, startedAt, problem: count >= of ? undefined : "it was cancelled" };
    if (Status === "RUNNING" && count >= of) await cancel(sqs, task?.TaskHandle);
    await sleep(everyMs);
  }
}

/** The latest task of a queue; undefined where it never had one. */
async function taskOf(
  sqs: SQSClient,
  SourceArn: string,
): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
  return Results[0];
}

/** A task that has ended meanwhile cannot be cancelled. */
async function cancel(sqs: SQSClient, TaskHandle: string | undefined): Promise<void> {
  await sqs.send(new CancelMessageMoveTaskCommand({ TaskHandle })).catch((error: unknown) => {
    if (errorName(error) !== "ResourceNotFoundException") throw error;
  });
}
