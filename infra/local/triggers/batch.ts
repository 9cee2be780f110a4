/** Gathers a batch: until it is full, its window is over, or it would be too large for a call. */

import type { Messaging } from "../aws/messaging.ts";
import type { EmulatedEventSource, EmulatedQueue } from "../template/resources.ts";
import { asRecord, type BatchMessage, receiveReply } from "./received-message.ts";

export interface BatchOptions {
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

/** How long one call waits for a first message, in seconds; short, so that closing does not wait. */
const IDLE_WAIT_SECONDS = 1;

/** Lambda's limit for an event, in bytes, less the object around the records. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024 - 64;

/** Waits for messages and gathers them; empty where none came for a second. */
export async function batchOf(options: BatchOptions): Promise<BatchMessage[]> {
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
