/** Stores and clients that applying a hold needs. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { NO_PROJECT } from "../notifications/notification-keys.ts";
import { projectsWithNotifications } from "../notifications/notification-partitions.ts";
import type { applyHoldsEnv } from "../settings/env.ts";
import { projectsWithWallets, walletsOwnedBy } from "../wallets/owned-wallets.ts";
import type { WalletName } from "../wallets/wallet-keys.ts";
import { HeldItems } from "./held-items.ts";
import { HoldStore } from "./holds.ts";

export interface HoldTools {
  holds: HoldStore;
  items: HeldItems;
  /** Every project that the stack serves, or that anything of a user is stored of, in order. */
  projectIds: readonly number[];
  /** The wallets that one of some users has or had. */
  ownedBy(users: ReadonlySet<string>): AsyncIterable<WalletName>;
}

export async function holdTools(
  environment: z.infer<ReturnType<typeof applyHoldsEnv>>,
  database: DynamoDBDocumentClient,
): Promise<HoldTools> {
  const served = [...environment.PROJECTS.map(({ id }) => id), NO_PROJECT];
  const stored = await Promise.all([
    projectsWithNotifications(database, environment.NOTIFICATIONS_TABLE),
    projectsWithWallets(database, environment.WALLETS_TABLE),
  ]);
  const projectIds = [...new Set([...served, ...stored.flat()])].sort((a, b) => a - b);
  return {
    holds: new HoldStore(database, environment.HOLDS_TABLE),
    items: new HeldItems(database, {
      notifications: environment.NOTIFICATIONS_TABLE,
      walletScans: environment.WALLET_SCANS_TABLE,
      alerts: environment.ALERTS_TABLE,
      cases: environment.CASES_TABLE,
    }),
    projectIds,
    async *ownedBy(users) {
      for (const projectId of projectIds)
        yield* walletsOwnedBy(database, environment.WALLETS_TABLE, projectId, users);
    },
  };
}
