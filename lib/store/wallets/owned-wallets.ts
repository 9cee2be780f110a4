/** Which wallets some users have or had, out of all wallets: the index by user knows a wallet's last owner alone. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { WALLETS_KEY } from "../keys.ts";
import { queryPages } from "../query.ts";
import { textSet } from "./wallet.ts";
import { shardKey, WALLET_SHARDS, type WalletName } from "./wallet-keys.ts";

const ownedWallet = lazySchema(() =>
  z.object({
    projectId: z.number(),
    chainId: z.string(),
    address: z.string(),
    owners: z._default(textSet, []),
  }),
);

/** Each wallet of a project that one of some users was ever seen with, and which of them. */
export async function* walletsOwnedBy(
  client: DynamoDBDocumentClient,
  table: string,
  projectId: number,
  users: ReadonlySet<string>,
): AsyncGenerator<{ wallet: WalletName; users: string[] }> {
  for (let shard = 0; shard < WALLET_SHARDS; shard++) {
    const pages = queryPages(client, {
      TableName: table,
      KeyConditionExpression: "#shard = :shard",
      ProjectionExpression: "projectId, chainId, address, owners",
      ExpressionAttributeNames: { "#shard": WALLETS_KEY.partition },
      ExpressionAttributeValues: { ":shard": shardKey(projectId, shard) },
    });
    for await (const items of pages) {
      // What somebody has spoilt has no owner that could be told.
      for (const { owners, ...wallet } of items.flatMap((item) => ownedWallet.safeParse(item).data ?? [])) {
        const found = owners.filter((owner) => users.has(owner));
        if (found.length > 0) yield { wallet, users: found };
      }
    }
  }
}
