/** Remembers the wallets of what was recorded, so that scans find them: after the alerts, which do not need them. */

import pMap from "p-map";
import { logger } from "../observe.ts";
import type { KnownWallets } from "../store/known-wallets.ts";
import type { ReadDelivery } from "./delivery.ts";
import type { Recorded } from "./recording.ts";

const REMEMBERED_AT_ONCE = 40;

/**
 * Remembers them; doing it again changes nothing.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @returns the deliveries whose wallet is not remembered
 */
export async function rememberWallets(
  recorded: readonly Recorded[],
  wallets: KnownWallets,
  by: number,
): Promise<ReadDelivery[]> {
  const failed = await pMap(
    recorded,
    async ({ reads }) => {
      try {
        // All deliveries of one content name the same wallet; the last one saw it last.
        if (Date.now() <= by) return await remember(reads.at(-1) ?? reads[0], wallets);
        logger.warn("there was no time left to remember a wallet; its deliveries come again");
      } catch (error) {
        logger.error("a wallet could not be remembered; its deliveries come again", {
          requestIds: reads.map(({ delivery }) => delivery.deliveryId),
          error: error instanceof Error ? error.name : "unknown",
        });
      }
      return [...reads];
    },
    { concurrency: REMEMBERED_AT_ONCE },
  );
  return failed.flat();
}

async function remember({ notification, item }: ReadDelivery, wallets: KnownWallets): Promise<[]> {
  // A rehearsal's wallet is invented: scanning it every night would cost money and say nothing.
  if (notification === undefined || item.rehearsal === true) return [];
  await wallets.remember({
    projectId: item.projectId,
    chainId: notification.chainId,
    address: notification.address.address,
    userId: notification.address.userId ?? undefined,
    description: notification.address.description ?? undefined,
    source: "notification",
    seenAt: item.receivedAt,
  });
  return [];
}
