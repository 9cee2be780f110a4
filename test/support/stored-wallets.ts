/** Wallets as notifications and scans leave them in the table. */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Wallet } from "../../lib/screening/wallets/wallet.ts";
import { keyOfWallet, rankOf, type WalletName } from "../../lib/screening/wallets/wallet-keys.ts";

type WalletFacts = Partial<Omit<Wallet, keyof WalletName>>;

/** A wallet that was imported a while ago, with some facts of it. */
export function walletItem(name: WalletName, facts: WalletFacts = {}): Record<string, unknown> {
  const seenAt = "2026-01-01T00:00:00.000Z";
  return {
    ...keyOfWallet(name),
    source: "import",
    firstSeenAt: seenAt,
    lastSeenAt: seenAt,
    waitingSince: seenAt,
    ...(facts.userId === undefined ? {} : { userKey: `${name.projectId}#${facts.userId}` }),
    rank: rankOf(facts.score),
    ...facts,
  };
}

/** Puts a wallet in place of what was there. */
export async function putWallet(
  client: DynamoDBDocumentClient,
  TableName: string,
  name: WalletName,
  facts: WalletFacts = {},
): Promise<void> {
  await client.send(new PutCommand({ TableName, Item: walletItem(name, facts) }));
}
