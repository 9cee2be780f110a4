/** What belongs to a user, by name: notifications, wallets and alerts. Two users may have one of them. */

import type { IndexedNotification } from "../store/holds/held-records.ts";
import { holdKeyOf } from "../store/holds/hold.ts";
import { userKeyOf } from "../store/notifications/notification-keys.ts";
import { canBeWallet, historyKey, type WalletName, walletNamed } from "../store/wallets/wallet-keys.ts";
import type { HoldTools } from "./tools.ts";

/** How many rows of an index are read at a time. */
const PAGE = 1_000;

/** By the keys of notifications, the names of wallets as {@link historyKey} makes them, and the ids of alerts. */
export interface Belongings {
  keys: Set<string>;
  wallets: Map<string, WalletName>;
  alerts: Set<string>;
}

export function nothing(): Belongings {
  return { keys: new Set(), wallets: new Map(), alerts: new Set() };
}

/** Adds to them what some users have, or had when a hold on them was applied. */
export async function addBelongings(
  found: Belongings,
  users: ReadonlySet<string>,
  tools: HoldTools,
): Promise<Belongings> {
  if (users.size === 0) return found;
  for (const wallets of (await tools.ownedBy(users)).values())
    for (const one of wallets) addWallet(found, one);
  for (const userId of users) {
    for (const name of await tools.reached.of(holdKeyOf(userId))) {
      const wallet = walletNamed(name);
      if (wallet !== undefined) addWallet(found, wallet);
    }
    for (const projectId of tools.projectIds) {
      let behind: string | undefined;
      do {
        const page = await tools.items.indexed(userKeyOf(projectId, userId), behind, PAGE);
        for (const row of page.rows) addRow(found, projectId, row);
        behind = page.next;
      } while (behind !== undefined);
    }
  }
  return found;
}

function addRow(found: Belongings, projectId: number, row: IndexedNotification): void {
  found.keys.add(row.key);
  if (row.alert?.id !== undefined) found.alerts.add(row.alert.id);
  const { chainId, address } = row;
  if (chainId !== undefined && address !== undefined)
    addWallet(found, { projectId, chainId, address: address.address });
}

function addWallet({ wallets }: Belongings, wallet: WalletName): void {
  // No other was ever scanned.
  if (canBeWallet(wallet)) wallets.set(historyKey(wallet), wallet);
}
