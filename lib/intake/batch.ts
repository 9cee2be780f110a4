/** A batch of the webhook queue: its messages opened, and each recorded once with those of its content beside it. */

import { setImmediate } from "node:timers/promises";
import type { SQSRecord } from "aws-lambda";
import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { NewerMessageError } from "../aws/newer-messages.ts";
import { count, logger } from "../aws/observe.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { TEST_PROJECT } from "../settings/env.ts";
import { type ReadDelivery, type RecordingContext, readDelivery } from "./delivery.ts";
import { decodeDelivery } from "./envelope.ts";
import type { NotificationStore } from "./notifications/notifications.ts";
import { type Recorded, recordContent, type SameContent } from "./recording.ts";
import { addTraffic, type TrafficByProject } from "./traffic.ts";

/** Number of keys that are written concurrently; the SDK's own pool of connections holds 50. */
const CONCURRENT_WRITES = 40;

/** The messages of a batch by what can be done with them. */
interface OpenedBatch {
  opened: ReadonlyMap<ReadDelivery, SQSRecord>;
  /** No envelope of ours, which no retry changes. */
  unreadable: SQSRecord[];
  newer: SQSRecord[];
  /** Time was over before their turn. */
  unopened: SQSRecord[];
  /** Contents that came for the first time. */
  arrived: TrafficByProject;
}

/** Time for opening messages without a pause, in milliseconds: in isolation, a thread that never pauses is ended. */
const PAUSE_AFTER_MS = 100;

/** Opens messages. @param by what has not begun by then is left, in milliseconds since 1970 */
export async function openBatch(
  records: readonly SQSRecord[],
  context: RecordingContext,
  by: number,
): Promise<OpenedBatch> {
  const opened = new Map<ReadDelivery, SQSRecord>();
  const unreadable: SQSRecord[] = [];
  const newer: SQSRecord[] = [];
  const unopened: SQSRecord[] = [];
  const arrived: TrafficByProject = new Map();
  let paused = Date.now();
  for (const record of records) {
    const { messageId, body, attributes } = record;
    if (Date.now() - paused > PAUSE_AFTER_MS) {
      await setImmediate();
      paused = Date.now();
    }
    if (Date.now() > by) {
      unopened.push(record);
      continue;
    }
    try {
      const read = readDelivery(decodeDelivery(body), context);
      opened.set(read, record);
      if (Number(attributes.ApproximateReceiveCount) === 1) countArrival(read, arrived);
    } catch (error) {
      if (error instanceof NewerMessageError) {
        newer.push(record);
        continue;
      }
      logger.error("a message of the webhook queue could not be read", {
        messageId,
        ...errorOrigin(error),
      });
      unreadable.push(record);
    }
  }
  if (unopened.length > 0)
    logger.warn("there was no time to open messages; they are delivered again", {
      messages: unopened.length,
    });
  return { opened, unreadable, newer, unopened, arrived };
}

/** Recorded deliveries, and those that must be delivered again. */
interface RecordedBatch {
  recorded: Recorded[];
  failed: ReadDelivery[];
}

/**
 * Records deliveries: those of one key in the order in which they arrived, different keys side by side.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @param rules the deadlines of the settings
 */
export async function recordBatch(
  reads: Iterable<ReadDelivery>,
  store: NotificationStore,
  by: number,
  rules: readonly DeadlineRule[] = [],
): Promise<RecordedBatch> {
  const recorded: Recorded[] = [];
  const failed: ReadDelivery[] = [];
  await pMap(
    Map.groupBy(reads, ({ item }) => item.key).values(),
    async (sameKey) => {
      for (const reads of runsOf(sameKey)) {
        try {
          if (Date.now() > by) throw new NotStoredInTimeError("There is no time left to store it.");
          const one = await recordContent(reads, store, Date.now(), rules);
          countOutcome(one);
          recorded.push(one);
        } catch (error) {
          const requestIds = reads.map(({ delivery }) => delivery.deliveryId);
          logFailure("deliveries could not be stored", { requestIds }, error);
          failed.push(...reads);
        }
      }
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return { recorded, failed };
}

/** The invocation ends before all is done. */
class NotStoredInTimeError extends Error {
  override name = "NotStoredInTimeError";
}

/** In the order of their receipt, those of one content that no other one came between: each may turn what the id says. */
function runsOf(sameKey: readonly ReadDelivery[]): SameContent[] {
  const runs: [ReadDelivery, ...ReadDelivery[]][] = [];
  for (const read of sameKey.toSorted((a, b) => (a.item.receivedAt < b.item.receivedAt ? -1 : 1))) {
    const last = runs.at(-1);
    if (last !== undefined && last[0].item.content === read.item.content) last.push(read);
    else runs.push([read]);
  }
  return runs;
}

/** It shows that webhooks come, and what each project sends; a test shows nothing of the service. */
function countArrival({ delivery, item }: ReadDelivery, arrived: TrafficByProject): void {
  if (item.projectId === TEST_PROJECT) return;
  count("WebhookAccepted");
  addTraffic(arrived, item.projectId, { webhooks: 1, bytes: delivery.body.length });
}

function countOutcome({ outcome, stored, change, repeats }: Recorded): void {
  count("NotificationRepeated", repeats);
  if (outcome === "known") return;
  if (outcome === "changed") {
    count("NotificationChanged");
    if (change !== undefined && change.differs.length > 0) count("NotificationContradicted");
  } else {
    count("NotificationStored");
  }
  if (stored.kind === "quarantined") count("WebhookQuarantined");
  if (stored.kind === "error") count("ServiceErrorReported");
  if (stored.risk === "illegal") count("NotificationIllegal");
}

/** The error's own text may quote what was stored: only its kind is logged. */
function logFailure(what: string, of: Record<string, string | string[]>, error: unknown): void {
  logger.error(`${what}; the queue delivers it again`, {
    ...of,
    ...errorOrigin(error),
  });
}
