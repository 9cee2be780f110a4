/** Messages of a queue that its consumer could not work on: hidden for as long as each of them has to wait. */

import { ChangeMessageVisibilityBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import pMap from "p-map";
import { errorOrigin } from "./error-name.ts";
import { logger } from "./observe.ts";

/** A queue, as its consumer reaches it. */
export interface MessageQueue {
  /** Gives the client when it is needed: most invocations have no message to hide. */
  sqs: () => SQSClient;
  url: string;
}

/** SQS's limit of messages in one call, and the number of concurrent calls. */
const MAX_BATCH = 10;
const CONCURRENT_CALLS = 10;

/**
 * Hides messages, each for its own time. One that cannot be hidden comes again after the queue's own visibility. The
 * consumer must report all of them as failed.
 */
export async function hideMessages(
  records: readonly SQSRecord[],
  { sqs, url }: MessageQueue,
  secondsOf: (record: SQSRecord) => number,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(records.length / MAX_BATCH) }, (_, index) =>
    records.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH),
  );
  const hide = async (batch: readonly SQSRecord[]) => {
    const Entries = batch.map((record, index) => ({
      Id: String(index),
      ReceiptHandle: record.receiptHandle,
      VisibilityTimeout: secondsOf(record),
    }));
    try {
      const { Failed = [] } = await sqs().send(
        new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }),
      );
      if (Failed.length > 0) logger.warn("messages could not be hidden", { messages: Failed.length });
    } catch (error) {
      logger.warn("messages could not be hidden", { messages: batch.length, ...errorOrigin(error) });
    }
  };
  await pMap(batches, hide, { concurrency: CONCURRENT_CALLS });
}
