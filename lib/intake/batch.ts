/** A batch of the webhook queue: each delivery recorded, those of one notification in the order in which the service said them. */

import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { count, logger } from "../aws/observe.ts";
import type { ReadDelivery } from "./delivery.ts";
import type { NotificationStore, RecordedRevision } from "./notifications/notifications.ts";
import { inSaidOrder } from "./notifications/revision-rule.ts";

/** A delivery, and the revision that was recorded of it. */
export interface RecordedDelivery extends RecordedRevision {
  delivery: ReadDelivery;
}

/** The SDK's own pool of connections holds 50. */
const CONCURRENT_WRITES = 40;

/** Records deliveries; of one that fails, the later ones of its notification come again with it. */
export async function recordBatch(
  deliveries: readonly ReadDelivery[],
  store: NotificationStore,
): Promise<{ recorded: RecordedDelivery[]; failed: ReadDelivery[] }> {
  const recorded: RecordedDelivery[] = [];
  const failed: ReadDelivery[] = [];
  await pMap(
    Map.groupBy(deliveries, ({ item }) => item.key).values(),
    async (ofNotification) => {
      const inOrder = ofNotification.toSorted((a, b) => inSaidOrder(a.item, b.item));
      for (const [index, delivery] of inOrder.entries()) {
        try {
          const revision = await store.record(delivery.item, delivery.illegalLaws);
          countOutcome(revision);
          recorded.push({ ...revision, delivery });
        } catch (error) {
          logger.error("a delivery could not be stored; the queue delivers it again", {
            requestId: delivery.webhook.deliveryId,
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

function countOutcome({ kind, delivered }: RecordedRevision): void {
  if (kind === "repeat" || kind === "past repeat") {
    count("NotificationRepeated");
    return;
  }
  if (kind === "first") count("NotificationStored");
  else count("NotificationRevised");
  if (delivered.kind === "quarantined") count("WebhookQuarantined");
  if (delivered.kind === "error") count("ServiceErrorReported");
  if (delivered.riskNow === "illegal") count("NotificationIllegal");
}

/**
 * Does some work for each delivery.
 * @param what the work, as the log names it: "remember a wallet"
 * @returns the deliveries whose work failed, which come again
 */
export async function eachDelivery(
  recorded: readonly RecordedDelivery[],
  what: string,
  work: (recorded: RecordedDelivery) => Promise<unknown>,
): Promise<ReadDelivery[]> {
  const failed = await pMap(
    recorded,
    async (recordedDelivery) => {
      const { delivery } = recordedDelivery;
      try {
        await work(recordedDelivery);
        return [];
      } catch (error) {
        // The error's own text may quote what was stored: only its kind is logged.
        logger.error(`could not ${what}; its delivery comes again`, {
          requestId: delivery.webhook.deliveryId,
          ...errorOrigin(error),
        });
        return [delivery];
      }
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return failed.flat();
}
