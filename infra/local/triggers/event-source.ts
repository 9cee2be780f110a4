/** Feeds a queue to a function as Lambda's poller does: with the template's batch size, window and concurrency. */

import { setTimeout as sleep } from "node:timers/promises";
import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { LONGEST_VISIBILITY_SECONDS, type Messaging } from "../aws/messaging.ts";
import type { FunctionPool } from "../lambda/function-pool.ts";
import type { Outcome } from "../lambda/function-worker.ts";
import type { Functions } from "../lambda/functions.ts";
import type { LocalEvents } from "../lambda/run-events.ts";
import { LOCAL_REGION } from "../template/intrinsics.ts";
import type { EmulatedEventSource, EmulatedQueue, Resources } from "../template/resources.ts";

interface EventSourceOptions {
  source: EmulatedEventSource;
  queue: EmulatedQueue;
  pool: FunctionPool;
  messaging: Messaging;
  events: LocalEvents;
  timeScale: number;
}

/** Pollers if the template sets no bound; Lambda begins with five. */
const DEFAULT_CONCURRENCY = 5;

/** SQS hands out, and deletes, ten messages a call. */
const SQS_BATCH = 10;

/** Wait before the next poll where one failed, in milliseconds. */
const AFTER_FAILURE_MS = 100;

/**
 * Begins to poll the queue of each event source.
 * @returns what stops it: a batch that is out stays out
 * @throws {Error} where an event source points to a queue or a function that is not in the template
 */
export function feedQueues(
  { eventSources, queues }: Pick<Resources, "eventSources" | "queues">,
  functions: Pick<Functions, "find">,
  shared: Pick<EventSourceOptions, "messaging" | "events" | "timeScale">,
): () => void {
  const stop = new AbortController();
  for (const source of eventSources) {
    const { EventSourceArn, FunctionName } = source.properties;
    const queue = queues.find(({ arn }) => arn === EventSourceArn);
    const pool = functions.find(FunctionName);
    if (queue === undefined || pool === undefined)
      throw new Error(
        `The event source ${source.shortName} joins ${EventSourceArn} and ${FunctionName}, of which one is not in the template: correct the stack.`,
      );
    void poll({ source, queue, pool, ...shared }, stop.signal);
  }
  return () => stop.abort();
}

async function poll(options: EventSourceOptions, signal: AbortSignal): Promise<void> {
  const { source, queue, events } = options;
  const concurrency = source.properties.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
  const running = new Set<Promise<void>>();
  const remaining: BatchMessage[] = [];
  const report = (what: string, error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (!signal.aborted) events.emit({ type: "problem", message: `${what}: ${reason}` });
  };
  while (!signal.aborted) {
    // A message that cannot be passed on at once stays in the queue.
    while (running.size >= concurrency) await Promise.race(running);
    try {
      const batch = await batchOf(options, signal, remaining);
      if (batch.length === 0 || signal.aborted) continue;
      const delivery = deliver(batch, options, signal)
        .catch((error) => report(`A batch of ${queue.shortName} cannot be deleted`, error))
        .finally(() => running.delete(delivery));
      running.add(delivery);
    } catch (error) {
      report(`The queue ${queue.shortName} cannot be polled`, error);
      await sleep(AFTER_FAILURE_MS);
    }
  }
}

/** Calls the function, and deletes what is done. What is not comes back when its visibility timeout has passed. */
async function deliver(
  batch: readonly BatchMessage[],
  { pool, source, queue, messaging, events }: EventSourceOptions,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  const outcome = await pool.invoke(JSON.stringify({ Records: batch.map(({ record }) => record) }));
  const reports = source.properties.FunctionResponseTypes.length > 0;
  const ids = batch.map(({ record }) => record.messageId);
  const failed = failedMessages(ids, outcome, reports);
  if (signal.aborted) return;
  const inBatches = async (action: string, messages: readonly BatchMessage[], fields: object = {}) => {
    for (let at = 0; at < messages.length; at += SQS_BATCH) {
      const Entries = messages
        .slice(at, at + SQS_BATCH)
        .map(({ record }, index) => ({ Id: String(index), ReceiptHandle: record.receiptHandle, ...fields }));
      await messaging.queue(action, { QueueUrl: queue.ref, Entries });
    }
  };
  const isFailed = ({ record }: BatchMessage) => failed.has(record.messageId);
  await inBatches(
    "DeleteMessageBatch",
    batch.filter((message) => !isFailed(message)),
  );
  const seconds = (performance.now() - began) / 1_000;
  const VisibilityTimeout = Math.max(0, Math.round(queue.properties.VisibilityTimeout - seconds));
  await inBatches("ChangeMessageVisibilityBatch", batch.filter(isFailed), { VisibilityTimeout });
  const counts = { messages: batch.length, failed: failed.size };
  events.emit({ type: "delivery", queue: queue.shortName, function: pool.name, ...counts });
  // The queue moves a message to its dead-letter queue at the next receipt after its last try.
  const tries = queue.properties.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
  const isDead = ({ record }: BatchMessage) => Number(record.attributes.ApproximateReceiveCount) >= tries;
  const messages = batch.filter((message) => isFailed(message) && isDead(message)).length;
  if (messages > 0) events.emit({ type: "dead", queue: queue.shortName, messages });
}

/** Longest wait of one call for a first message, in seconds; short, so that closing does not wait. */
const IDLE_WAIT_SECONDS = 1;

/** Lambda's limit for an event, in bytes, less the object around the records. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024 - 64;

/**
 * Waits for messages and gathers them; empty where none came for a second.
 * @param remaining messages that were received but did not fit in the batch before; what does not fit now is left here
 */
async function batchOf(
  options: EventSourceOptions,
  signal: AbortSignal,
  remaining: BatchMessage[],
): Promise<BatchMessage[]> {
  const { BatchSize, MaximumBatchingWindowInSeconds } = options.source.properties;
  const batch: BatchMessage[] = [];
  let bytes = 0;
  const take = (messages: readonly BatchMessage[]) => {
    for (const message of messages) {
      bytes += message.size;
      if (remaining.length > 0 || (bytes > MAX_PAYLOAD_BYTES && batch.length > 0)) remaining.push(message);
      else batch.push(message);
    }
  };
  take(remaining.splice(0));
  if (batch.length === 0) take(await receive(options, BatchSize, IDLE_WAIT_SECONDS));
  const end = performance.now() + (MaximumBatchingWindowInSeconds * 1_000) / options.timeScale;
  while (batch.length > 0 && batch.length < BatchSize && remaining.length === 0 && !signal.aborted) {
    const milliseconds = end - performance.now();
    if (milliseconds <= 0) break;
    take(await receive(options, BatchSize - batch.length, milliseconds / 1_000));
  }
  return batch;
}

/** A received message stays hidden until its call has ended: under a fast clock a call computes no faster. */
async function receive(
  { queue, messaging, timeScale }: EventSourceOptions,
  count: number,
  waitSeconds: number,
): Promise<BatchMessage[]> {
  const reply = await messaging.queue("ReceiveMessage", {
    QueueUrl: queue.ref,
    MaxNumberOfMessages: Math.min(count, SQS_BATCH),
    // Real time, which the emulated SQS divides; it waits 20 seconds at most.
    WaitTimeSeconds: Math.min(waitSeconds, 19) * timeScale,
    VisibilityTimeout: LONGEST_VISIBILITY_SECONDS,
    MessageSystemAttributeNames: ["All"],
  });
  return receiveReply.parse(reply).Messages.map((message) => asRecord(message, queue.arn));
}

const partialFailures = z.nullable(
  z.object({
    batchItemFailures: z.optional(z.nullable(z.array(z.object({ itemIdentifier: z.string() })))),
  }),
);

/**
 * The messages that stay in the queue.
 * @param reportsFailures whether the template lets the function name single messages
 */
export function failedMessages(
  ids: readonly string[],
  outcome: Outcome,
  reportsFailures: boolean,
): ReadonlySet<string> {
  const all = new Set(ids);
  if (!outcome.ok) return all;
  if (!reportsFailures) return new Set();
  const value: unknown = JSON.parse(outcome.payload);
  // Lambda takes a text or a number for no answer.
  if (typeof value !== "object") return new Set();
  const reading = partialFailures.safeParse(value);
  if (!reading.success) return all;
  const named = (reading.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  // An answer that names a message that is not in the batch fails the whole batch.
  return named.every((id) => all.has(id)) ? new Set(named) : all;
}

const receivedMessage = z.object({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: z.string(),
  MD5OfBody: z.string(),
  Attributes: z.object({
    ApproximateReceiveCount: z.string(),
    SentTimestamp: z.string(),
    SenderId: z.string(),
    ApproximateFirstReceiveTimestamp: z.string(),
  }),
});

export const receiveReply = z.object({ Messages: z._default(z.array(receivedMessage), []) });

interface BatchMessage {
  record: SQSRecord;
  /** Bytes that it adds to the event. */
  size: number;
}

/** A message as a record of Lambda's event; no function reads attributes of messages. */
export function asRecord(message: z.infer<typeof receivedMessage>, queueArn: string): BatchMessage {
  const record: SQSRecord = {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes,
    messageAttributes: {},
    md5OfBody: message.MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
  return { record, size: Buffer.byteLength(JSON.stringify(record)) + 1 };
}
