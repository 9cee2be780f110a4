/** Opens the cases of wallets that crossed the line: after their alert, which waits for none. */

import pMap from "p-map";
import { walletCase } from "../../cases/new-case.ts";
import type { Wallet } from "../../wallets/wallet.ts";
import type { ScanRun } from "../runs/scan-run.ts";
import type { ScanTools } from "../tools.ts";

const OPENED_CONCURRENTLY = 25;

/**
 * Opens a case for each wallet of a page that this run alerted to, or notes the crossing in the one that is open. Doing
 * it again changes nothing: where it fails the page is worked on again, and what was alerted stays so.
 */
export async function openWalletCases(
  { runId }: ScanRun,
  wallets: readonly Wallet[],
  { cases, settings }: ScanTools,
): Promise<void> {
  if (cases === undefined) return;
  const alerted = wallets.filter(({ alert, lastRun }) => alert !== undefined && lastRun === runId);
  const now = new Date();
  await pMap(alerted, (wallet) => cases.openForWallet(walletCase(wallet, runId, now, settings)), {
    concurrency: OPENED_CONCURRENTLY,
  });
}
