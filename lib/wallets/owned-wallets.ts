/** Wallets that some users have or had, out of all wallets: the index by user knows a wallet's last owner alone. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { WALLETS_KEY } from "../tables/keys.ts";
import { partitionKeys, queryItems } from "../tables/query.ts";
import { textSet } from "./wallet.ts";
import { removalsKey, shardKey, WALLET_SHARDS, type WalletName } from "./wallet-keys.ts";

const ownedWallet = z.object({
  projectId: z.number(),
  chainId: z.string(),
  address: z.string(),
  userId: z.catch(z.optional(z.string()), undefined),
  owners: z._default(textSet, []),
});

/** Each wallet of a project that one of some users was ever seen with; also those that were taken out. */
export async function* walletsOwnedBy(
  client: DynamoDBDocumentClient,
  table: string,
  projectId: number,
  users: ReadonlySet<string>,
): AsyncGenerator<WalletName> {
  const shards = Array.from({ length: WALLET_SHARDS }, (_, shard) => shardKey(projectId, shard));
  for (const partition of [...shards, removalsKey(projectId)]) {
    const items = queryItems(client, {
      TableName: table,
      KeyConditionExpression: "#shard = :shard",
      ProjectionExpression: "projectId, chainId, address, userId, owners",
      ExpressionAttributeNames: { "#shard": WALLETS_KEY.partition },
      ExpressionAttributeValues: { ":shard": partition },
    });
    for await (const item of items) {
      const read = ownedWallet.safeParse(item).data;
      // A corrupt item has no known owner.
      if (read === undefined) continue;
      const { owners, userId, ...wallet } = read;
      // Of more owners than are kept the last is still known.
      if (owners.some((owner) => users.has(owner)) || (userId !== undefined && users.has(userId)))
        yield wallet;
    }
  }
}

/** The projects that wallets are stored of, whether they are served or left the settings. */
export async function projectsWithWallets(client: DynamoDBDocumentClient, table: string): Promise<number[]> {
  const projects = new Set<number>();
  for await (const partition of partitionKeys(client, { TableName: table }, WALLETS_KEY)) {
    const project = /^(\d+)#/.exec(partition)?.[1];
    if (project !== undefined) projects.add(Number(project));
  }
  return [...projects];
}
