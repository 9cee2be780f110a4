/** Queue messages that wait in their queue: failed ones, and those of a later version where a deployment was taken back. */

import {
  ChangeMessageVisibilityBatchCommand,
  type MessageAttributeValue,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import pMap from "p-map";
import { isObject } from "../contract/exact-json.ts";
import { errorOrigin } from "./error-name.ts";
import { logger } from "./observe.ts";

/** A message that a later version has sent, and that this one does not know how to read. */
export class NewerMessageError extends Error {
  override name = "NewerMessageError";
}

/**
 * Parses a message as far as its version.
 * @param version the latest that the caller reads
 * @throws {NewerMessageError} for one of a later version
 * @throws {SyntaxError} if it is not JSON
 */
export function messageIn(text: string, version: number): unknown {
  const message: unknown = JSON.parse(text);
  if (isObject(message) && typeof message["v"] === "number" && message["v"] > version)
    throw new NewerMessageError(
      `It is of version ${message["v"]} and this is version ${version}: deploy the later one again.`,
    );
  return message;
}

/** Queue in which the messages stay. */
export interface LeavingQueue extends MessageQueue {
  /** Deliveries of a message before it becomes a dead-letter message. */
  deliveries: number;
}

/** A day, and the time that operators need to notice. */
const LEFT_FOR_MS = 30 * 3_600_000;

/** SQS hides a message for twelve hours at most, counted from its receipt. */
const LONGEST_WAIT_S = 11 * 3_600;
const SHORTEST_WAIT_S = 60;

/**
 * Time to hide a message, so that its remaining deliveries last for more than a day after its first; one
 * that another version has tried nine times of ten waits as long as SQS can.
 * @param now milliseconds since 1970
 */
export function waitSeconds({ attributes }: SQSRecord, deliveries: number, now: number): number {
  const left = Math.max(1, deliveries - Number(attributes.ApproximateReceiveCount) + 1);
  const until = Number(attributes.ApproximateFirstReceiveTimestamp) + LEFT_FOR_MS;
  const seconds = Math.ceil((until - now) / 1_000 / left);
  return Math.min(LONGEST_WAIT_S, Math.max(SHORTEST_WAIT_S, seconds));
}

/** Leaves messages where they are: an hour of retries would bring them to the dead-letter queue. They must be reported as failed. */
export async function leaveInQueue(records: readonly SQSRecord[], queue: LeavingQueue): Promise<void> {
  if (records.length === 0) return;
  const now = Date.now();
  logger.warn("messages of a later version of Vigía wait in the queue: deploy that version again", {
    messages: records.length,
  });
  await hideMessages(records, queue, (record) => waitSeconds(record, queue.deliveries, now));
}

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

/** Why a message can never succeed: it is no message of its queue, or it kills every invocation that works on it. */
export type LetterReason = "unreadable" | "kills its consumer";

/** The attribute with the id that the message had before: the letter is another message. */
const ORIGINAL = "VigiaMessageId";
const REASON = "VigiaReason";

export function letterAttributes(
  messageId: string,
  reason: LetterReason,
): Record<string, MessageAttributeValue> {
  return {
    [ORIGINAL]: { DataType: "String", StringValue: messageId },
    [REASON]: { DataType: "String", StringValue: reason },
  };
}

type Attributes = Record<string, MessageAttributeValue> | undefined;

/** The id of the message that became this letter; undefined where SQS moved it, which keeps its id. */
export function originalIdOf(attributes: Attributes): string | undefined {
  return attributes?.[ORIGINAL]?.StringValue;
}

/** Why the consumer gave it up; undefined where SQS did after the last delivery. */
export function letterReasonOf(attributes: Attributes): string | undefined {
  return attributes?.[REASON]?.StringValue;
}
