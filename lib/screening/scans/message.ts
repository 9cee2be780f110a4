/** The scan queue's messages: each says which shard of which run to continue. */

import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { leaveInQueue, messageIn } from "../../aws/newer-messages.ts";

/** Version of the messages written here; a later one must still read it. */
const VERSION = 1;

/**
 * The shard's progress is in its run's item, not in the message: a message that is delivered twice, or late, finds
 * the work where it is now. `hop` counts the messages that have handed the shard on.
 */
const scanMessage = z.object({
  v: z.literal(VERSION),
  projectId: z.number(),
  runId: z.string(),
  shard: z.number(),
  hop: z.number(),
});
export type ScanMessage = z.infer<typeof scanMessage>;

/** A shard that was handed on more often goes in circles: 500 workers of 15 minutes are five days. */
export const MAX_HOPS = 500;

/** SQS's limits for one batch, and for a delay in seconds. */
const MAX_BATCH = 10;
const MAX_DELAY_S = 900;

/**
 * Reads a message's body.
 * @throws {NewerMessageError} for one of a later version
 * @throws {Error} where it is no message of this queue
 */
export function readScanMessage(body: string): ScanMessage {
  return scanMessage.parse(messageIn(body, VERSION));
}

/** Delay before a failed message is delivered again, by the number of its deliveries. */
export const RETRY_AFTER_S = [60, 300, 900, 3_600];

/** Deliveries of a message; at the next one it goes to the dead-letter queue, without a wait. */
export const MAX_DELIVERIES = RETRY_AFTER_S.length + 1;

/** Queue of shards. */
export class ScanQueue {
  readonly #sqs: () => SQSClient;
  readonly #url: string;

  /** @param sqs gives the client, for the first message: a worker seldom sends one */
  constructor(sqs: () => SQSClient, url: string) {
    this.#sqs = sqs;
    this.#url = url;
  }

  /**
   * Sends messages, to be delivered after `delayMs`.
   * @throws {Error} where SQS does not take all of them
   */
  async send(messages: readonly ScanMessage[], delayMs = 0): Promise<void> {
    const DelaySeconds = Math.min(MAX_DELAY_S, Math.ceil(delayMs / 1_000));
    for (let from = 0; from < messages.length; from += MAX_BATCH) {
      const { Failed = [] } = await this.#sqs().send(
        new SendMessageBatchCommand({
          QueueUrl: this.#url,
          Entries: messages.slice(from, from + MAX_BATCH).map((message, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify(message),
            DelaySeconds,
          })),
        }),
      );
      const [first] = Failed;
      if (first !== undefined) throw new Error(`The scan queue did not take a message (${first.Code}).`);
    }
  }

  /** Leaves a message of a later version in the queue. */
  async leave(record: SQSRecord): Promise<void> {
    await leaveInQueue([record], { sqs: this.#sqs, url: this.#url, deliveries: MAX_DELIVERIES });
  }

  /**
   * Has a message that failed delivered again soon: the queue's own time is meant for workers that were cut off, and
   * six times as long as a worker may run.
   * @param deliveries how often it was delivered
   */
  async retrySoon(receiptHandle: string, deliveries: number): Promise<void> {
    const VisibilityTimeout = RETRY_AFTER_S[deliveries - 1] ?? 0;
    await this.#sqs().send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: this.#url,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout,
      }),
    );
  }
}
