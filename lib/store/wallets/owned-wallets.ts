/** Which wallets some users have or had, out of all wallets: the index by user knows a wallet's last owner alone. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { WALLETS_KEY } from "../keys.ts";
import { queryPages } from "../query.ts";
import { textSet } from "./wallet.ts";
import { removalsKey, shardKey, WALLET_SHARDS, type WalletName } from "./wallet-keys.ts";

const ownedWallet = lazySchema(() =>
  z.object({
    projectId: z.number(),
    chainId: z.string(),
    address: z.string(),
    userId: z.catch(z.optional(z.string()), undefined),
    owners: z._default(textSet, []),
  }),
);

/** Each wallet of a project that one of some users was ever seen with, and which of them; also those that were taken out. */
export async function* walletsOwnedBy(
  client: DynamoDBDocumentClient,
  table: string,
  projectId: number,
  users: ReadonlySet<string>,
): AsyncGenerator<{ wallet: WalletName; users: string[] }> {
  const shards = Array.from({ length: WALLET_SHARDS }, (_, shard) => shardKey(projectId, shard));
  for (const partition of [...shards, removalsKey(projectId)]) {
    const pages = queryPages(client, {
      TableName: table,
      KeyConditionExpression: "#shard = :shard",
      ProjectionExpression: "projectId, chainId, address, userId, owners",
      ExpressionAttributeNames: { "#shard": WALLETS_KEY.partition },
      ExpressionAttributeValues: { ":shard": partition },
    });
    for await (const items of pages) {
      // What somebody has spoilt has no owner that could be told.
      const read = items.flatMap((item) => ownedWallet.safeParse(item).data ?? []);
      for (const { owners, userId, ...wallet } of read) {
        // Of more owners than are kept the last is still known.
        const all = new Set([...owners, ...(userId === undefined ? [] : [userId])]);
        const found = [...all].filter((owner) => users.has(owner));
        if (found.length > 0) yield { wallet, users: found };
      }
    }
  }
}
