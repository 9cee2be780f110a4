/** A batch of the webhook queue: each delivery stored, those of one notification in the order in which they were received. */

import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { count, logger } from "../aws/observe.ts";
import type { ReadDelivery } from "./delivery.ts";
import type { NotificationStore, RecordedContent } from "./notifications/notifications.ts";

/** A delivery that was stored. */
export interface Recorded extends RecordedContent {
  read: ReadDelivery;
}

/** The SDK's own pool of connections holds 50. */
const CONCURRENT_WRITES = 40;

/** Stores deliveries; of one that fails, the later ones of its notification come again with it. */
export async function recordBatch(
  reads: readonly ReadDelivery[],
  store: NotificationStore,
): Promise<{ recorded: Recorded[]; failed: ReadDelivery[] }> {
  const recorded: Recorded[] = [];
  const failed: ReadDelivery[] = [];
  await pMap(
    Map.groupBy(reads, ({ item }) => item.key).values(),
    async (ofKey) => {
      const inOrder = ofKey.toSorted((a, b) => (a.item.receivedAt < b.item.receivedAt ? -1 : 1));
      for (const [index, read] of inOrder.entries()) {
        try {
          const one = { ...(await store.record(read.item, read.illegal)), read };
          countOutcome(one);
          recorded.push(one);
        } catch (error) {
          logger.error("a delivery could not be stored; the queue delivers it again", {
            requestId: read.delivery.deliveryId,
            ...errorOrigin(error),
          });
          failed.push(...inOrder.slice(index));
          return;
        }
      }
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return { recorded, failed };
}

function countOutcome({ kind, stored }: Recorded): void {
  if (kind === "repeat" || kind === "known") {
    count("NotificationRepeated");
    return;
  }
  if (kind === "first") count("NotificationStored");
  else count("NotificationRevised");
  if (stored.kind === "quarantined") count("WebhookQuarantined");
  if (stored.kind === "error") count("ServiceErrorReported");
  if (stored.riskNow === "illegal") count("NotificationIllegal");
}

/** The error's own text may quote what was stored: only its kind is logged. */
export async function eachDelivery(
  recorded: readonly Recorded[],
  what: string,
  work: (one: Recorded) => Promise<unknown>,
): Promise<ReadDelivery[]> {
  const failed = await pMap(
    recorded,
    async (one) => {
      try {
        await work(one);
        return [];
      } catch (error) {
        logger.error(`could not ${what}; its delivery comes again`, {
          requestId: one.read.delivery.deliveryId,
          ...errorOrigin(error),
        });
        return [one.read];
      }
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return failed.flat();
}
