/** Feeds a queue to a function as Lambda's poller does: with the template's batch size, window and concurrency. */

import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { Messaging } from "../aws/messaging.ts";
import type { LocalEvents } from "../events.ts";
import type { FunctionPool } from "../lambda/function-pool.ts";
import type { Outcome } from "../lambda/function-worker.ts";
import type { Functions } from "../lambda/functions.ts";
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

/** SQS deletes ten messages a call. */
const DELETE_BATCH = 10;

export class EventSource {
  readonly #options: EventSourceOptions;
  readonly #stop = new AbortController();
  readonly #concurrency: number;
  #running = 0;
  #slotFreed: (() => void) | undefined;

  constructor(options: EventSourceOptions) {
    this.#options = options;
    const { ScalingConfig } = options.source.properties;
    this.#concurrency = ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
  }

  /** Begins to poll, unless the template disables it. */
  start(): void {
    if (this.#options.source.properties.Enabled) void this.#poll();
  }

  /** Stops polling; a batch that is out stays out, and its messages come back after their visibility timeout. */
  close(): void {
    this.#stop.abort();
    this.#slotFreed?.();
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stop;
    const left: BatchMessage[] = [];
    while (!signal.aborted) {
      // The visibility timeout runs from the receipt: only messages that can be passed on at once are received.
      await this.#freeSlot();
      try {
        const batch = await batchOf({ ...this.#options, signal, left });
        if (batch.length > 0 && !signal.aborted) void this.#deliver(batch);
      } catch (error) {
        if (signal.aborted) return;
        this.#report(`The queue ${this.#options.queue.shortName} cannot be polled`, error);
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  }

  async #freeSlot(): Promise<void> {
    while (this.#running >= this.#concurrency && !this.#stop.signal.aborted) {
      await new Promise<void>((done) => {
        this.#slotFreed = done;
      });
    }
  }

  async #deliver(batch: readonly BatchMessage[]): Promise<void> {
    const { pool, source, queue, events } = this.#options;
    this.#running++;
    try {
      const outcome = await pool.invoke(JSON.stringify({ Records: batch.map(({ record }) => record) }));
      const reports = source.properties.FunctionResponseTypes.length > 0;
      const ids = batch.map(({ record }) => record.messageId);
      const failed = failedMessages(ids, outcome, reports);
      if (this.#stop.signal.aborted) return;
      await this.#delete(batch.filter(({ record }) => !failed.has(record.messageId)));
      const counts = { messages: batch.length, failed: failed.size };
      events.emit({ type: "delivery", queue: queue.shortName, function: pool.name, ...counts });
      this.#reportDead(batch.filter(({ record }) => failed.has(record.messageId)));
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#report(`A batch of ${queue.shortName} cannot be deleted`, error);
    } finally {
      this.#running--;
      this.#slotFreed?.();
    }
  }

  async #delete(messages: readonly BatchMessage[]): Promise<void> {
    const { messaging, queue } = this.#options;
    for (let at = 0; at < messages.length; at += DELETE_BATCH) {
      await messaging.queue("DeleteMessageBatch", {
        QueueUrl: queue.ref,
        Entries: messages
          .slice(at, at + DELETE_BATCH)
          .map(({ record }, index) => ({ Id: String(index), ReceiptHandle: record.receiptHandle })),
      });
    }
  }

  /** The queue moves a message to its dead letter queue at the next receipt after its last try. */
  #reportDead(failed: readonly BatchMessage[]): void {
    const { queue, events } = this.#options;
    const tries = queue.properties.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    const messages = failed.filter(({ receiveCount }) => receiveCount >= tries).length;
    if (messages > 0) events.emit({ type: "dead", queue: queue.shortName, messages });
  }

  #report(what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.events.emit({ type: "problem", message: `${what}: ${reason}` });
  }
}

interface BatchOptions {
  source: EmulatedEventSource;
  queue: EmulatedQueue;
  messaging: Messaging;
  timeScale: number;
  signal: AbortSignal;
  /** Messages that were received but did not fit in the batch before; what does not fit now is left here. */
  left: BatchMessage[];
}

/** SQS hands out ten messages a call. */
const RECEIVE_BATCH = 10;

/** Longest wait of one call for a first message, in seconds; short, so that closing does not wait. */
const IDLE_WAIT_SECONDS = 1;

/** Lambda's limit for an event, in bytes, less the object around the records. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024 - 64;

/** Waits for messages and gathers them; empty where none came for a second. */
async function batchOf(options: BatchOptions): Promise<BatchMessage[]> {
  const { source, timeScale, signal, left } = options;
  const { BatchSize, MaximumBatchingWindowInSeconds } = source.properties;
  const batch: BatchMessage[] = [];
  let bytes = 0;
  /** False where the batch is full. */
  const take = (messages: BatchMessage[]): boolean => {
    for (const [index, message] of messages.entries()) {
      if (bytes + message.size > MAX_PAYLOAD_BYTES && batch.length > 0) {
        left.push(...messages.slice(index));
        return false;
      }
      batch.push(message);
      bytes += message.size;
    }
    return batch.length < BatchSize;
  };

  let more = take(left.splice(0));
  if (batch.length === 0) more = take(await receive(options, BatchSize, IDLE_WAIT_SECONDS));
  if (batch.length === 0) return batch;

  const end = performance.now() + (MaximumBatchingWindowInSeconds * 1000) / timeScale;
  while (more && !signal.aborted) {
    const milliseconds = end - performance.now();
    if (milliseconds <= 0) break;
    more = take(await receive(options, BatchSize - batch.length, milliseconds / 1000));
  }
  return batch;
}

async function receive(
  { queue, messaging, timeScale }: BatchOptions,
  count: number,
  waitSeconds: number,
): Promise<BatchMessage[]> {
  const reply = await messaging.queue("ReceiveMessage", {
    QueueUrl: queue.ref,
    MaxNumberOfMessages: Math.min(count, RECEIVE_BATCH),
    // Real time, which the emulated SQS divides; it waits 20 seconds at most.
    WaitTimeSeconds: Math.min(waitSeconds, 19) * timeScale,
    MessageSystemAttributeNames: ["All"],
    MessageAttributeNames: ["All"],
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

/**
 * Begins to poll.
 * @returns what stops it
 * @throws {Error} where an event source points to a queue or a function that is not in the template
 */
export function feedQueues(
  { eventSources, queues }: Resources,
  functions: Functions,
  shared: Pick<EventSourceOptions, "messaging" | "events" | "timeScale">,
): () => void {
  const running = eventSources.map((source) => {
    const { EventSourceArn, FunctionName } = source.properties;
    const queue = queues.find(({ arn }) => arn === EventSourceArn);
    const pool = functions.find(FunctionName);
    if (queue === undefined || pool === undefined)
      throw new Error(
        `The event source ${source.shortName} joins ${EventSourceArn} and ${FunctionName}, of which one is not in the template: correct the stack.`,
      );
    return new EventSource({ source, queue, pool, ...shared });
  });
  for (const source of running) source.start();
  return () => {
    for (const source of running) source.close();
  };
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
  MessageAttributes: z.optional(
    z.record(
      z.string(),
      z.object({
        DataType: z.string(),
        StringValue: z.optional(z.string()),
        BinaryValue: z.optional(z.string()),
      }),
    ),
  ),
});

export const receiveReply = z.object({ Messages: z._default(z.array(receivedMessage), []) });

interface BatchMessage {
  record: SQSRecord;
  /** Bytes that it adds to the event. */
  size: number;
  receiveCount: number;
}

/** A message as a record of Lambda's event. */
export function asRecord(message: z.infer<typeof receivedMessage>, queueArn: string): BatchMessage {
  const record: SQSRecord = {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes,
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(
        ([name, { DataType, StringValue, BinaryValue }]) => [
          name,
          {
            dataType: DataType,
            ...(StringValue === undefined ? {} : { stringValue: StringValue }),
            ...(BinaryValue === undefined ? {} : { binaryValue: BinaryValue }),
          },
        ],
      ),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
  return {
    record,
    size: Buffer.byteLength(JSON.stringify(record)) + 1,
    receiveCount: Number(message.Attributes.ApproximateReceiveCount),
  };
}
