/** Remembers the wallets of what was recorded, so that scans find them: after the alerts, which do not need them. */

import { isNoEvmAddress } from "../contract/wallet-address.ts";
import { logger } from "../platform/observe.ts";
import type { KnownWallets } from "../wallets/known-wallets.ts";
import { byWallet, type WalletSight } from "../wallets/wallet-sights.ts";
import type { ReadDelivery } from "./delivery.ts";
import { eachInTime } from "./each-in-time.ts";
import type { Recorded } from "./recording.ts";

/**
 * Remembers them; doing it again changes nothing.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @returns the deliveries whose wallet is not remembered
 */
export function rememberWallets(
  recorded: readonly Recorded[],
  wallets: KnownWallets,
  by: number,
): Promise<ReadDelivery[]> {
  const seen = recorded.flatMap(({ reads }) => reads.flatMap(sightIn));
  for (const sight of seen) warnOfAddress(sight);
  const readsOf = (sights: readonly DeliveredSight[]) => sights.map(({ read }) => read);
  const how = { what: "remember a wallet", by, readsOf };
  // One read for all sights of a wallet: a busy one is in most notifications of a batch.
  return eachInTime(byWallet(seen), how, (sights) => wallets.rememberAll(sights));
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
