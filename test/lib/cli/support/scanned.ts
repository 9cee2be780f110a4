/** Scores as a run of the scan leaves them, in the tables of test-context.ts. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Wallet } from "../../../../lib/screening/wallets/wallet.ts";
import type { WalletName } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { WalletScanStore } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

type Scored = Pick<Wallet, "level" | "reason" | "suspicious" | "patterns"> & { score: number };

/** Records what a run was answered about a wallet that is known. @param run day of the run */
export async function scoreWallet(
  client: DynamoDBDocumentClient,
  name: WalletName,
  run: string,
  scored: Scored,
): Promise<void> {
  const wallet = await new WalletStore(client, "wallets").get(name);
  if (wallet === undefined) throw new Error("The wallet is not known.");
  const { projectId: _, chainId: __, address: ___, ...facts } = wallet;
  const before = wallet.score === undefined ? {} : { previousScore: wallet.score };
  const { patterns, ...scoredFacts } = scored;
  const result = { ...before, ...scoredFacts, scannedAt: `${run}T03:00:00.000Z` };
  await putWallet(client, "wallets", name, { ...facts, ...result, patterns, outcome: "completed" });
  const point = { ...name, ...result, runId: run, outcome: "completed" } as const;
  await new WalletScanStore(client, "wallet-scans").put([point], 2_000_000_000);
}
