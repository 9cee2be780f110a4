/** Working through a shard of a run, page after page, until it ends or has to be handed on. */

import type { SQSRecord } from "aws-lambda";
import { errorPlace } from "../../aws/error-place.ts";
import { NewerMessageError } from "../../aws/newer-messages.ts";
import { logger } from "../../aws/observe.ts";
import { setInvocationDeadline } from "../../aws/time-left.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { ServiceUnauthorizedError } from "../risk-service/errors.ts";
import { finish, reportIfPending } from "./finish.ts";
import { MAX_DELIVERIES, MAX_HOPS, readScanMessage, type ScanMessage, type ScanQueue } from "./message.ts";
import { workOnPage } from "./page.ts";
import { endCauseOf } from "./run-trouble.ts";
import type { ScanRun, ShardProgress } from "./runs/scan-run.ts";
import { alertIfStuck } from "./stuck.ts";
import { WorkTime, withinTime } from "./time.ts";
import type { ScanTools } from "./tools.ts";

/** A message as it was delivered. */
interface ShardMessage {
  message: ScanMessage;
  /** True if it was delivered before, to a worker that was cut off. */
  again: boolean;
}

/** Tools of a worker beside those of the work. */
export interface WorkerTools extends ScanTools {
  queue: Pick<ScanQueue, "send" | "retrySoon" | "leave">;
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
  const { queue } = tools;
  const { messageId, body, attributes, receiptHandle } = record;
  const deliveries = Number(attributes.ApproximateReceiveCount);
  const remaining = remainingMs();
  let message: ScanMessage | undefined;
  try {
    message = readScanMessage(body);
    const delivery = { message, again: deliveries > 1 };
    await withinTime(remaining, work(delivery, new WorkTime(remaining), tools));
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
    // No retry mends an invalid message: without a wait it is in the dead-letter queue in seconds.
    const wait = message === undefined ? MAX_DELIVERIES : deliveries;
    const last: Promise<unknown>[] = [queue.retrySoon(receiptHandle, wait)];
    // Its run is stuck then, and operations are alerted; what cannot be read names no run.
    if (message !== undefined && deliveries >= MAX_DELIVERIES)
      last.push(markDeadLettered(message, reason, tools));
    await withinTime(remainingMs(), Promise.allSettled(last)).catch(() => undefined);
    return false;
  }
}

/** Notes that a message is given up, so that its run shows as stuck, and alerts operations to it. */
export async function markDeadLettered(
  message: ScanMessage,
  reason: string,
  tools: ScanTools,
): Promise<void> {
  const run = await tools.runs.get(message.projectId, message.runId);
  const at = run?.shards[message.shard];
  if (run?.status !== "running" || at === undefined || at.state === "ended" || at.hop > message.hop) return;
  const now = new Date();
  const letter = { at: now.toISOString(), reason: shorten(reason, MAX_LETTER_REASON) };
  const noted = await tools.runs.markDeadLettered(run, message.shard, at, letter);
  if (noted !== undefined) await alertIfStuck(noted, now, tools);
}

/** Why a message failed, in a sentence or two. */
const MAX_LETTER_REASON = 300;

/** First pause for a service that is too busy; the next is twice as long, and so on. */
const FIRST_WAIT_MS = 15_000;

/** Continues the shard that a message names. */
export async function work(
  { message, again }: ShardMessage,
  time: WorkTime,
  tools: ScanTools,
): Promise<void> {
  const run = await tools.runs.get(message.projectId, message.runId);
  if (run === undefined) return logger.warn("a message names a run that is not there", { ...message });
  if (run.status !== "running") return again ? reportIfPending(run, tools) : undefined;
  if (message.hop > MAX_HOPS) {
    await finish(
      run,
      { status: "incomplete", cause: { kind: "handed-on", shard: message.shard, times: MAX_HOPS } },
      tools,
    );
    return;
  }
  const claimed = await claim(run, message, tools);
  if (claimed === undefined) return;
  try {
    await workThrough(claimed, message, time, tools);
  } catch (error) {
    const cause = endCauseOf(error);
    if (cause === undefined) throw error;
    const renewed = error instanceof ServiceUnauthorizedError && (await tools.keys.isReplaced(run.projectId));
    if (renewed) await requeue(message, 0, tools);
    else await finish(run, { status: "stopped", cause }, tools);
  }
}

/** @returns the run with the shard in this message's hands; undefined where there is nothing to do for it */
async function claim(run: ScanRun, message: ScanMessage, tools: ScanTools): Promise<ScanRun | undefined> {
  const at = run.shards[message.shard];
  if (at === undefined) return undefined;
  if (at.state === "ended") {
    // A worker that ended it may have been cut off before it ended the run.
    await finishIfEnded(run, tools);
    return undefined;
  }
  // A newer message has the shard: this one was delivered twice, or late.
  if (message.hop < at.hop) return undefined;
  if (message.hop === at.hop && at.state === "running") return run;
  const claimed = await tools.runs.advance(run, message.shard, at, {
    ...at,
    state: "running",
    hop: message.hop,
  });
  if (claimed !== undefined) return claimed;
  const fresh = await tools.runs.get(run.projectId, run.runId);
  return fresh?.status === "running" ? claim(fresh, message, tools) : undefined;
}

async function workThrough(
  claimed: ScanRun,
  message: ScanMessage,
  time: WorkTime,
  tools: ScanTools,
): Promise<void> {
  let run = claimed;
  for (;;) {
    const at = run.shards[message.shard];
    if (at === undefined || at.state === "ended") return finishIfEnded(run, tools);
    if (!time.mayBegin()) return requeue(message, 0, tools);
    const end = await workOnPage(run, at, time, tools);
    const advanced = await tools.runs.advance(run, message.shard, at, end.progress);
    // Overtaken: the faster worker goes on.
    if (advanced === undefined) return;
    if (end.busy) return requeue(message, waitMs(end.progress), tools);
    run = advanced;
  }
}

function waitMs({ waits }: ShardProgress): number {
  return FIRST_WAIT_MS * 2 ** (waits - 1);
}

async function requeue(message: ScanMessage, delayMs: number, { queue }: ScanTools): Promise<void> {
  await queue.send([{ ...message, hop: message.hop + 1 }], delayMs);
}

async function finishIfEnded(run: ScanRun, tools: ScanTools): Promise<void> {
  if (run.shards.every(({ state }) => state === "ended")) await finish(run, { status: "completed" }, tools);
}
