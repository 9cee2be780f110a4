/** One record of the scan queue: its shard's work within the function's time, or its delivery once more. */

import type { SQSRecord } from "aws-lambda";
import { errorPlace } from "../platform/error-place.ts";
import { NewerMessageError } from "../platform/newer-messages.ts";
import { logger } from "../platform/observe.ts";
import { setInvocationDeadline } from "../platform/time-left.ts";
import { MAX_DELIVERIES, readScanMessage, type ScanMessage, type ScanQueue } from "./message.ts";
import { WorkTime, withinTime } from "./time.ts";
import type { ScanTools } from "./tools.ts";
import { markDeadLettered, work } from "./work.ts";

/** Tools of a worker beside those of the work. */
interface WorkerTools extends ScanTools {
  queue: Pick<ScanQueue, "send" | "retrySoon" | "leave">;
  timeScale: number;
}

/**
 * Works on a record's shard. A message that fails is delivered again, and its shard continues where it stopped.
 * @param remainingMs what is left of the function's time, in milliseconds
 * @returns whether it was worked on
 */
export async function processRecord(
  record: SQSRecord,
  remainingMs: () => number,
  tools: WorkerTools,
): Promise<boolean> {
  const { queue, timeScale } = tools;
  const { messageId, body, attributes, receiptHandle } = record;
  const deliveries = Number(attributes.ApproximateReceiveCount);
  const remaining = remainingMs();
  let message: ScanMessage | undefined;
  try {
    message = readScanMessage(body);
    const delivery = { message, again: deliveries > 1 };
    await withinTime(remaining, work(delivery, new WorkTime(remaining, timeScale), tools));
    return true;
  } catch (error) {
    if (error instanceof NewerMessageError) {
      await queue.leave(record);
      return false;
    }
    // The text of an error may quote what was sent or stored.
    const { error: name, at } = errorPlace(error);
    const reason = at === undefined ? name : `${name} at ${at}`;
    logger.error("a shard could not go on; the queue delivers its message again", {
      messageId,
      error: reason,
    });
    setInvocationDeadline({ getRemainingTimeInMillis: remainingMs });
    // No retry mends an invalid message: without a wait it is a dead letter in seconds.
    const wait = message === undefined ? MAX_DELIVERIES : deliveries;
    const last: Promise<unknown>[] = [queue.retrySoon(receiptHandle, wait)];
    // Its run is stuck then, and operations are alerted; what cannot be read names no run.
    if (message !== undefined && deliveries >= MAX_DELIVERIES)
      last.push(markDeadLettered(message, reason, tools));
    await withinTime(remainingMs(), Promise.allSettled(last)).catch(() => undefined);
    return false;
  }
}
