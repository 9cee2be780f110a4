/** Sights of one wallet: how they create its item or change it. */

import * as z from "zod/mini";
import { WALLETS_BY_USER } from "../../aws/tables/keys.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { textSet } from "./wallet.ts";
import { isUsableOwner, keyOfWallet, type WalletName, walletKey } from "./wallet-keys.ts";

/** A wallet seen with more users than this belongs to none of them: an exchange's, or an attack. */
export const MAX_OWNERS = 100;

const MAX_DESCRIPTION = 200;

/** A wallet that was seen, and with whom. */
export interface WalletSight extends WalletName {
  userId?: string | undefined;
  source: "notification" | "import";
  /** Time of the sight, ISO 8601 in UTC. */
  seenAt: string;
  description?: string | undefined;
}

/** A sight whose owner and time were checked. */
export interface CountedSight extends WalletSight {
  /** True if it named an owner that cannot be a key, and is stored nowhere. */
  otherOwner: boolean;
}

export function hasOtherOwner(sights: readonly CountedSight[]): boolean {
  return sights.some(({ otherOwner }) => otherOwner);
}

/** A sight with an owner whose name can stand as a key. */
export type OwnedSight = WalletSight & { userId: string };

/** Owner of a wallet in its item; a corrupt value is taken for absent. */
export const ownership = z.object({
  userId: z.catch(z.optional(z.string()), undefined),
  userSeenAt: z.catch(z.optional(z.string()), undefined),
  owners: z.catch(z._default(textSet, []), []),
  moreOwners: z.catch(z.optional(z.boolean()), undefined),
});
export type Ownership = z.infer<typeof ownership>;

/** The attributes that an item's ownership is read from. */
export const OWNERSHIP_ATTRIBUTES = "userId, userSeenAt, owners, moreOwners";

/** Sights of many wallets, those of one together. */
export function byWallet<Sight extends WalletSight>(sights: readonly Sight[]): Sight[][] {
  const groups = Map.groupBy(
    sights,
    ({ projectId, address, chainId }) => `${projectId}#${walletKey(address, chainId)}`,
  );
  return [...groups.values()];
}

/**
 * A sight as it counts: an owner that cannot be a key names no user that could be looked up, and a clock that is
 * ahead must not outdo every sight to come.
 * @param now milliseconds since 1970
 */
export function countedSight(sight: WalletSight, now: number): CountedSight {
  const latest = new Date(now).toISOString();
  const seenAt = sight.seenAt > latest ? latest : sight.seenAt;
  const { userId } = sight;
  if (userId === undefined || isUsableOwner(userId)) return { ...sight, seenAt, otherOwner: false };
  return { ...sight, seenAt, userId: undefined, otherOwner: userId !== "" };
}

/** The last sight with an owner, the same for any order of them. */
export function lastOwned(sights: readonly WalletSight[]): OwnedSight | undefined {
  return sights.filter(isOwned).reduce<OwnedSight | undefined>((last, sight) => {
    return last === undefined || isLater(sight, last) ? sight : last;
  }, undefined);
}

function isOwned(sight: WalletSight): sight is OwnedSight {
  return sight.userId !== undefined;
}

/** Of two sights at the same moment the same one must win in any order of writes. */
function isLater(a: OwnedSight, b: OwnedSight): boolean {
  return a.seenAt > b.seenAt || (a.seenAt === b.seenAt && a.userId > b.userId);
}

/** Item of a new wallet from its sights; `first` is the first of them. */
export function newWallet(first: CountedSight, sights: readonly CountedSight[]) {
  const { projectId, chainId, address, source, seenAt } = first;
  const last = lastOwned(sights);
  // An owner's own word for the wallet, never another's.
  const byOwner = last === undefined ? sights : sights.filter(({ userId }) => userId === last.userId);
  const owners = newOwners({ owners: [] }, sights);
  return {
    ...keyOfWallet(first),
    projectId,
    chainId,
    address: address.trim(),
    source,
    firstSeenAt: seenAt,
    description: descriptionIn(byOwner.toSorted((a, b) => (a.seenAt > b.seenAt ? -1 : 1))),
    ...(last === undefined ? {} : { ...lastOwnerOf(last), owners: new Set(owners.slice(0, MAX_OWNERS)) }),
    ...(owners.length > MAX_OWNERS || hasOtherOwner(sights) ? { moreOwners: true } : {}),
  };
}

/** The first description in sights, as an item keeps it. */
export function descriptionIn(sights: readonly WalletSight[]): string | undefined {
  const description = sights.find((sight) => Boolean(sight.description))?.description;
  return description === undefined ? undefined : shorten(description, MAX_DESCRIPTION);
}

/** Attributes of a wallet's item that name its last owner. */
export function lastOwnerOf({ projectId, userId, seenAt }: OwnedSight) {
  return { userId, userSeenAt: seenAt, [WALLETS_BY_USER.partition]: `${projectId}#${userId}` };
}

/** The owners in sights that an item does not list yet. */
export function newOwners({ owners }: Pick<Ownership, "owners">, sights: readonly WalletSight[]): string[] {
  const named = sights.filter(isOwned).map(({ userId }) => userId);
  return [...new Set(named)].filter((userId) => !owners.includes(userId));
}

/**
 * Reports whether sights may change the last owner. A wallet's only owner cannot change: nearly every notification names
 * that owner, and is not written. Of a wallet with several owners, every sight counts.
 * @param added the owners among them that the item does not list yet
 */
export function mayChangeOwner(item: Ownership, last: OwnedSight, added: readonly string[]): boolean {
  const hasOnlyOwner = item.owners.length <= 1 && item.moreOwners !== true && added.length === 0;
  return !hasOnlyOwner || item.userId !== last.userId || last.source !== "notification";
}
