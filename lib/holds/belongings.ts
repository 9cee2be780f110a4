/** Records of users, by name: notifications, wallets and alerts. Two users may share one. */

import pMap from "p-map";
import { userKeyOf, walletUserKeyOf } from "../notifications/notification-keys.ts";
import { canBeWallet, historyKey, type WalletName, walletNamed } from "../wallets/wallet-keys.ts";
import type { HeldMessage } from "./held-items.ts";
import { holdKeyOf } from "./holds.ts";
import type { HoldTools } from "./tools.ts";

const CONCURRENTLY = 25;

/** By the keys of notifications, the names of wallets as {@link historyKey} makes them, and the ids of alerts. */
export interface Belongings {
  keys: Set<string>;
  wallets: Map<string, WalletName>;
  alerts: Set<string>;
}

/** Records that users have, or had when a hold on them was applied; also records that name one of their wallets and no user. */
export async function belongingsOf(users: ReadonlySet<string>, tools: HoldTools): Promise<Belongings> {
  const found: Belongings = { keys: new Set(), wallets: new Map(), alerts: new Set() };
  const addWallet = (wallet: WalletName) => {
    // No other was ever scanned.
    if (canBeWallet(wallet)) found.wallets.set(historyKey(wallet), wallet);
  };
  const addNotification = ({
    key,
    alert,
  }: {
    key: string;
    alert?: { id?: string | undefined } | undefined;
  }) => {
    found.keys.add(key);
    if (alert?.id !== undefined) found.alerts.add(alert.id);
  };
  for await (const wallet of tools.ownedBy(users)) addWallet(wallet);
  for (const userId of users) {
    for (const name of await tools.holds.walletsOf(holdKeyOf(userId))) {
      const wallet = walletNamed(name);
      if (wallet !== undefined) addWallet(wallet);
    }
    for (const projectId of tools.projectIds)
      for await (const row of tools.items.indexed(userKeyOf(projectId, userId))) {
        addNotification(row);
        const { chainId, address } = row.said ?? {};
        if (chainId !== undefined && address !== undefined)
          addWallet({ projectId, chainId, address: address.address });
      }
  }
  await pMap(
    found.wallets.values(),
    async ({ projectId, address, chainId }) => {
      for await (const row of tools.items.indexed(walletUserKeyOf(projectId, address)))
        if (row.said?.chainId === chainId) addNotification(row);
    },
    { concurrency: CONCURRENTLY },
  );
  return found;
}

/** Reports whether a message names one of their records. */
export function areNamedBy(
  { projectId, subjects }: HeldMessage,
  { keys, wallets }: Pick<Belongings, "keys" | "wallets">,
): boolean {
  return subjects.some((subject) =>
    "key" in subject
      ? keys.has(subject.key)
      : wallets.has(historyKey({ projectId: Number(projectId), ...subject })),
  );
}
