/** Remembers the wallets of what was recorded, so that scans find them: after the alerts, which do not need them. */

import pMap from "p-map";
import { isNoEvmAddress } from "../contract/wallet-address.ts";
import { errorName } from "../runtime/error-name.ts";
import { logger } from "../runtime/observe.ts";
import type { KnownWallets } from "../store/wallets/known-wallets.ts";
import { byWallet, type WalletSight } from "../store/wallets/wallet-sights.ts";
import type { ReadDelivery } from "./delivery.ts";
import type { Recorded } from "./recording.ts";

const CONCURRENT_WRITES = 40;

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
  const seen = recorded.flatMap(({ reads }) => reads.flatMap(sightIn));
  for (const sight of seen) warnOfAddress(sight);
  // One read for all sights of a wallet: a busy one is in most notifications of a batch.
  const failed = await pMap(
    byWallet(seen),
    async (sights) => {
      try {
        if (Date.now() <= by) {
          await wallets.rememberAll(sights);
          return [];
        }
        logger.warn("there was no time left to remember a wallet; its deliveries come again");
      } catch (error) {
        logger.error("a wallet could not be remembered; its deliveries come again", {
          requestIds: sights.map(({ read }) => read.delivery.deliveryId),
          error: errorName(error),
        });
      }
      return sights.map(({ read }) => read);
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return failed.flat();
}

/** A sight, and the delivery that it is from. */
type DeliveredSight = WalletSight & { read: ReadDelivery };

/** The service is asked for it all the same: only it knows its chains. */
function warnOfAddress({ address, projectId, chainId, read }: DeliveredSight): void {
  if (!isNoEvmAddress(address)) return;
  logger.warn("a wallet's address begins with 0x and is none of an EVM chain; it is kept as it came", {
    requestId: read.delivery.deliveryId,
    projectId,
    chainId,
  });
}

function sightIn(read: ReadDelivery): DeliveredSight[] {
  const { notification, item } = read;
  // A rehearsal's wallet is invented: scanning it every night would cost money and say nothing.
  if (notification === undefined || item.rehearsal === true) return [];
  return [
    {
      read,
      projectId: item.projectId,
      chainId: notification.chainId,
      address: notification.address.address,
      userId: notification.address.userId ?? undefined,
      description: notification.address.description ?? undefined,
      source: "notification",
      seenAt: item.receivedAt,
    },
  ];
}
