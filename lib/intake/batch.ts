/** A batch of the webhook queue: each delivery recorded, those of one notification in the order in which the service said them. */

import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { count, logger } from "../aws/observe.ts";
import type { ReadDelivery } from "./delivery.ts";
import type { NotificationStore, RecordedRevision } from "./notifications/notifications.ts";
import { inSaidOrder } from "./notifications/revision-rule.ts";

/** A delivery, and what was recorded of it. */
export interface RecordedDelivery extends RecordedRevision {
  read: ReadDelivery;
}

/** The SDK's own pool of connections holds 50. */
const CONCURRENT_WRITES = 40;

/** Records deliveries; of one that fails, the later ones of its notification come again with it. */
export async function recordBatch(
  reads: readonly ReadDelivery[],
  store: NotificationStore,
): Promise<{ recorded: RecordedDelivery[]; failed: ReadDelivery[] }> {
  const recorded: RecordedDelivery[] = [];
  const failed: ReadDelivery[] = [];
  await pMap(
    Map.groupBy(reads, ({ item }) => item.key).values(),
    async (readsOfKey) => {
      const inOrder = readsOfKey.toSorted((a, b) => inSaidOrder(a.item, b.item));
      for (const [index, read] of inOrder.entries()) {
        try {
          const delivery = { ...(await store.record(read.item, read.illegalLaws)), read };
          countOutcome(delivery);
          recorded.push(delivery);
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

function countOutcome({ kind, stored }: RecordedDelivery): void {
  if (kind === "repeat" || kind === "past repeat") {
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
  recorded: readonly RecordedDelivery[],
  what: string,
  work: (delivery: RecordedDelivery) => Promise<unknown>,
): Promise<ReadDelivery[]> {
  const failed = await pMap(
    recorded,
    async (delivery) => {
      try {
        await work(delivery);
        return [];
      } catch (error) {
        logger.error(`could not ${what}; its delivery comes again`, {
          requestId: delivery.read.delivery.deliveryId,
          ...errorOrigin(error),
        });
        return [delivery.read];
      }
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return failed.flat();
}
