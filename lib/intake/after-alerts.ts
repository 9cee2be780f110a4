/**
 * Work after the alerts of a batch, which wait for none of it: wallets are remembered, and cases opened (open-cases.ts). What fails, or has no time left, is delivered again.
 */

import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import { isNoEvmAddress } from "../contract/wallet-address.ts";
import type { KnownWallets } from "../screening/wallets/known-wallets.ts";
import { byWallet, type WalletSight } from "../screening/wallets/wallet-sights.ts";
import type { ReadDelivery } from "./delivery.ts";
import type { Recorded } from "./recording.ts";

/** The SDK's own pool of connections holds 50. */
const CONCURRENT_WRITES = 40;

interface InTime<T> {
  /** As the log says it: `open a case`. */
  what: string;
  /** Time after which no work begins, in milliseconds since 1970: the rest is delivered again. */
  by: number;
  /** The deliveries for which it is done. */
  readsOf(one: T): readonly ReadDelivery[];
}

/** @returns the deliveries for which it was not done */
export async function eachInTime<T>(
  all: Iterable<T>,
  { what, by, readsOf }: InTime<T>,
  work: (one: T) => Promise<unknown>,
): Promise<ReadDelivery[]> {
  const failed = await pMap(
    all,
    async (one) => {
      try {
        if (Date.now() <= by) {
          await work(one);
          return [];
        }
        logger.warn(`no time was left to ${what}; its deliveries come again`);
      } catch (error) {
        logger.error(`could not ${what}; its deliveries come again`, {
          requestIds: readsOf(one).map(({ delivery }) => delivery.deliveryId),
          ...errorOrigin(error),
        });
      }
      return readsOf(one);
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return failed.flat();
}

/** Reports whether the delivery that made the content is among these: it may have ended before all was done. */
export function isOfItsDelivery({ stored, reads }: Recorded): boolean {
  return reads.some(({ delivery }) => delivery.deliveryId === stored.delivery);
}

/**
 * Remembers the wallets of what was recorded, so that scans find them; doing it again changes nothing.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @param onNew is told the project of each wallet that was not known
 * @returns the deliveries whose wallet is not remembered
 */
export function rememberWallets(
  recorded: readonly Recorded[],
  wallets: KnownWallets,
  by: number,
  onNew: (projectId: number) => void = () => {},
): Promise<ReadDelivery[]> {
  const seen = recorded.flatMap(({ reads }) => reads.flatMap(sightIn));
  for (const sight of seen) warnOfAddress(sight);
  const readsOf = (sights: readonly DeliveredSight[]) => sights.map(({ read }) => read);
  const how = { what: "remember a wallet", by, readsOf };
  // One read for all sights of a wallet: a busy one is in most notifications of a batch.
  return eachInTime(byWallet(seen), how, async (sights) => {
    const [first] = sights;
    if ((await wallets.rememberAll(sights)) === "new" && first !== undefined) onNew(first.projectId);
  });
}

/** A sight, and the delivery that it is from. */
type DeliveredSight = WalletSight & { read: ReadDelivery };

/** The service is asked for it all the same: only it knows its chains. */
function warnOfAddress({ address, projectId, chainId, read }: DeliveredSight): void {
  if (!isNoEvmAddress(address)) return;
  logger.warn("a wallet's address begins with 0x and is not an EVM address; it is stored as received", {
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
