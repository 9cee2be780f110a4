/** SQS moves dead letters back by itself, hundreds a second: the task is started, followed, and ended in time. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  CancelMessageMoveTaskCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { errorName } from "../../../platform/error-name.ts";
import type { QueuePair } from "./dead-letters.ts";

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
  const { deadArn, waiting } = await deadLettersOf(sqs, pair);
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

async function deadLettersOf(
  sqs: SQSClient,
  { deadUrl }: QueuePair,
): Promise<{ deadArn: string; waiting: number }> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: deadUrl,
      AttributeNames: ["QueueArn", "ApproximateNumberOfMessages"],
    }),
  );
  return {
    deadArn: Attributes?.["QueueArn"] ?? "",
    waiting: Number(Attributes?.["ApproximateNumberOfMessages"] ?? 0),
  };
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
