/** What belongs to a user, by name: notifications, wallets and alerts. Two users may have one of them. */

import pMap from "p-map";
import { userKeyOf, walletUserKeyOf } from "../notifications/notification-keys.ts";
import { canBeWallet, historyKey, type WalletName, walletNamed } from "../wallets/wallet-keys.ts";
import type { HeldItems } from "./held-items.ts";
import type { HeldAlert, IndexedNotification } from "./held-records.ts";
import { holdKeyOf } from "./hold.ts";
import type { HoldTools } from "./tools.ts";

/** How many rows of an index are read at a time. */
const PAGE = 1_000;
const CONCURRENTLY = 25;

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
  for await (const wallet of tools.ownedBy(users)) addWallet(found, wallet);
  for (const userId of users) {
    for (const name of await tools.reached.of(holdKeyOf(userId))) {
      const wallet = walletNamed(name);
      if (wallet !== undefined) addWallet(found, wallet);
    }
    for (const projectId of tools.projectIds)
      for await (const { rows } of tools.items.indexed(userKeyOf(projectId, userId), PAGE))
        for (const row of rows) addRow(found, projectId, row);
  }
  return found;
}

/** Adds the notifications that name nobody but one of their wallets. */
export async function addOfNobody(found: Belongings, tools: HoldTools): Promise<Belongings> {
  await pMap(
    found.wallets.values(),
    async (wallet) => {
      for await (const rows of ofNobody(wallet, tools.items))
        for (const row of rows) addNotification(found, row);
    },
    { concurrency: CONCURRENTLY },
  );
  return found;
}

/** The notifications about a wallet that name nobody, in pages. */
export async function* ofNobody(
  { projectId, address, chainId }: WalletName,
  items: HeldItems,
): AsyncGenerator<IndexedNotification[]> {
  for await (const { rows } of items.indexed(walletUserKeyOf(projectId, address), PAGE))
    yield rows.filter((row) => row.chainId === chainId);
}

function addNotification(found: Belongings, { key, alert }: IndexedNotification): void {
  found.keys.add(key);
  if (alert?.id !== undefined) found.alerts.add(alert.id);
}

function addRow(found: Belongings, projectId: number, row: IndexedNotification): void {
  addNotification(found, row);
  const { chainId, address } = row;
  if (chainId !== undefined && address !== undefined)
    addWallet(found, { projectId, chainId, address: address.address });
}

function addWallet({ wallets }: Belongings, wallet: WalletName): void {
  // No other was ever scanned.
  if (canBeWallet(wallet)) wallets.set(historyKey(wallet), wallet);
}

/** Whether an alert names something of them. */
export function areNamedBy({ projectId, subjects }: HeldAlert, { keys, wallets }: Belongings): boolean {
  return subjects.some((subject) =>
    "key" in subject
      ? keys.has(subject.key)
      : wallets.has(historyKey({ projectId: Number(projectId), ...subject })),
  );
}
