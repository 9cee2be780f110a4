/** Unfinished messages of the webhook queue: tried again later, or moved to the dead-letter queue at once. */

import { SendMessageCommand } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import {
  hideMessages,
  type LetterReason,
  letterAttributes,
  type MessageQueue,
} from "../aws/newer-messages.ts";
import { count, logger } from "../aws/observe.ts";

/** The webhook queue, and its dead-letter queue. */
export interface RetryQueue extends MessageQueue {
  deadLettersUrl: string;
}

/** The first pause of a message that was refused, which doubles each time, and the longest, in seconds. */
const FIRST_PAUSE_S = 15;
const LONGEST_PAUSE_S = 600;

/**
 * Seconds that a message waits after a failure; it is tried `WEBHOOK_DELIVERIES` times (lib/settings/limits.ts).
 * @param deliveries number of its deliveries
 */
export function pauseSeconds(deliveries: number): number {
  return Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** (deliveries - 1));
}

/** A single throttled call passes with the first retries; what fails this often is an outage, and is counted for its alarm. */
const OUTAGE_FROM_DELIVERIES = 3;

/** Reports whether a failure counts for the alarm. @param deliveries number of the message's deliveries */
export function isOutage(deliveries: number): boolean {
  return deliveries >= OUTAGE_FROM_DELIVERIES;
}

/** Has messages delivered again after their pause; they must be reported as failed. */
export async function retryLater(records: readonly SQSRecord[], queue: RetryQueue): Promise<void> {
  count("DeliveryNotStored", records.filter((one) => isOutage(deliveriesOf(one))).length);
  await hideMessages(records, queue, (record) => pauseSeconds(deliveriesOf(record)));
}

const CONCURRENT_SENDS = 10;

/**
 * Moves messages to the dead-letter queue that can never succeed: another day of retries would only hold them back.
 * @returns those that the dead-letter queue did not take, which must come again
 */
export async function makeDeadLetters(
  records: readonly SQSRecord[],
  reason: LetterReason,
  { sqs, deadLettersUrl }: RetryQueue,
): Promise<SQSRecord[]> {
  const refused = await pMap(
    records,
    async (record) => {
      const { messageId, body } = record;
      try {
        await sqs().send(
          new SendMessageCommand({
            QueueUrl: deadLettersUrl,
            MessageBody: body,
            MessageAttributes: letterAttributes(messageId, reason),
          }),
        );
        logger.error("a message of the webhook queue was moved to the dead-letter queue", {
          messageId,
          reason,
        });
        return [];
      } catch (error) {
        logger.error("the dead-letter queue refused a message; it is delivered again", {
          messageId,
          ...errorOrigin(error),
        });
        return [record];
      }
    },
    { concurrency: CONCURRENT_SENDS },
  );
  return refused.flat();
}

function deliveriesOf({ attributes }: SQSRecord): number {
  return Number(attributes.ApproximateReceiveCount);
}
