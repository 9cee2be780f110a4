/** What holds are applied with. */

import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { NO_PROJECT } from "../notifications/notification-keys.ts";
import type { applyHoldsEnv } from "../settings/env.ts";
import { HOLDS_KEY } from "../tables/keys.ts";
import { walletsOwnedBy } from "../wallets/owned-wallets.ts";
import type { WalletName } from "../wallets/wallet-keys.ts";
import { HeldItems } from "./held-items.ts";
import { HeldWallets } from "./held-wallets.ts";
import { keyBeside } from "./hold.ts";
import { HoldStore } from "./holds.ts";

/** The item that names them. */
const PROJECTS_ITEM = keyBeside("projects");

const remembered = lazySchema(() => z.object({ projectIds: z.set(z.number()) }));

/**
 * Remembers the projects that are served: one that leaves the settings keeps its records, and holds stay over them.
 * @returns every project that was ever remembered, in an order that stays as it is when one leaves
 */
async function heldProjects(
  client: DynamoDBDocumentClient,
  table: string,
  served: readonly number[],
): Promise<number[]> {
  const place = { TableName: table, Key: { [HOLDS_KEY.partition]: PROJECTS_ITEM } };
  const { Item } = await client.send(new GetCommand({ ...place, ConsistentRead: true }));
  const known = Item === undefined ? new Set<number>() : remembered.parse(Item).projectIds;
  const fresh = served.filter((id) => !known.has(id));
  if (fresh.length > 0)
    await client.send(
      new UpdateCommand({
        ...place,
        UpdateExpression: "ADD projectIds :fresh",
        ExpressionAttributeValues: { ":fresh": new Set(fresh) },
      }),
    );
  return [...new Set([...known, ...fresh])].sort((a, b) => a - b);
}

export interface HoldTools {
  holds: HoldStore;
  items: HeldItems;
  /** The wallets that each hold was ever over. */
  reached: HeldWallets;
  /** Every project that the stack serves, or served once. */
  projectIds: readonly number[];
  /** The wallets that one of some users has or had. */
  ownedBy(users: ReadonlySet<string>): AsyncIterable<WalletName>;
}

export async function holdTools(
  environment: z.infer<ReturnType<typeof applyHoldsEnv>>,
  database: DynamoDBDocumentClient,
): Promise<HoldTools> {
  const served = [...environment.PROJECTS.map(({ id }) => id), NO_PROJECT];
  const projectIds = await heldProjects(database, environment.HOLDS_TABLE, served);
  return {
    holds: new HoldStore(database, environment.HOLDS_TABLE),
    items: new HeldItems(database, {
      notifications: environment.NOTIFICATIONS_TABLE,
      walletScans: environment.WALLET_SCANS_TABLE,
      alerts: environment.ALERTS_TABLE,
      cases: environment.CASES_TABLE,
    }),
    reached: new HeldWallets(database, environment.HOLDS_TABLE),
    projectIds,
    async *ownedBy(users) {
      for (const projectId of projectIds)
        yield* walletsOwnedBy(database, environment.WALLETS_TABLE, projectId, users);
    },
  };
}
