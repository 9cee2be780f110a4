/** The scan queue: each message is one request to the service for a group of wallets of a run. */

import { GetQueueAttributesCommand, SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import pMap from "p-map";
import * as z from "zod/mini";

/** Receives of a message; what the last one leaves has failed. */
export const MOST_RECEIVES = 5;

/** So long the wallets of a request that could not be done wait, in minutes: Lambda asks for six times the time of a worker. */
export const COMES_AGAIN_MINUTES = 90;

/** `wallets` as the sort keys of their items. */
const scanMessage = z.object({ projectId: z.number(), runId: z.string(), wallets: z.array(z.string()) });
export type ScanMessage = z.infer<typeof scanMessage>;

/**
 * Reads a message's body.
 * @throws {Error} where it is no message of this queue
 */
export function readScanMessage(body: string): ScanMessage {
  return scanMessage.parse(JSON.parse(body));
}

/** JSON leaves the last two as they are, and SQS refuses them; halves of pairs are escaped too, as not every SQS takes pairs. */
const NOT_TAKEN = /[\ud800-\udfff\ufffe\uffff]/g;

function bodyOf(message: ScanMessage): string {
  return JSON.stringify(message).replace(NOT_TAKEN, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/** SQS's limit for one batch. */
const MAX_BATCH = 10;
const BATCHES_AT_ONCE = 10;

/** A queue's messages, with those in flight and those that are delayed. */
const COUNTS = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesNotVisible",
  "ApproximateNumberOfMessagesDelayed",
] as const;

export class ScanQueue {
  readonly #sqs: () => SQSClient;
  readonly #url: string;

  /** @param sqs gives the client, for the first message */
  constructor(sqs: () => SQSClient, url: string) {
    this.#sqs = sqs;
    this.#url = url;
  }

  /**
   * Sends messages.
   * @throws {Error} where SQS does not take all of them
   */
  async send(messages: readonly ScanMessage[]): Promise<void> {
    const batches = Array.from({ length: Math.ceil(messages.length / MAX_BATCH) }, (_, at) =>
      messages.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH),
    );
    await pMap(batches, (batch) => this.#sendBatch(batch), { concurrency: BATCHES_AT_ONCE });
  }

  async #sendBatch(batch: readonly ScanMessage[]): Promise<void> {
    const Entries = batch.map((message, at) => ({ Id: String(at), MessageBody: bodyOf(message) }));
    const { Failed = [] } = await this.#sqs().send(
      new SendMessageBatchCommand({ QueueUrl: this.#url, Entries }),
    );
    const [first] = Failed;
    if (first !== undefined) throw new Error(`The scan queue did not take a message (${first.Code}).`);
  }

  /** Reports whether the queue holds no message, also none in flight, as far as SQS knows. */
  async isEmpty(): Promise<boolean> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.#url, AttributeNames: [...COUNTS] });
    const { Attributes = {} } = await this.#sqs().send(command);
    return COUNTS.every((name) => Number(Attributes[name] ?? 0) === 0);
  }
}
