/** A wallet's scores, as charts show them. */

import type { WalletName } from "../../screening/wallets/wallet-keys.ts";
import { canBeWallet } from "../../screening/wallets/wallet-keys.ts";
import type { WalletScan, WalletScanStore } from "../../screening/wallets/wallet-scans.ts";

export interface ScoreAt {
  score: number;
  /** ISO 8601. */
  at: string;
}

/** About a year of nights. */
const MAX_SCORES = 366;

/** Results of the last runs for a wallet, newest first. */
export async function lastScans(scans: WalletScanStore, wallet: WalletName): Promise<WalletScan[]> {
  const history: WalletScan[] = [];
  if (!canBeWallet(wallet)) return history;
  for await (const scan of scans.history(wallet)) {
    if (history.push(scan) >= MAX_SCORES) break;
  }
  return history;
}

/** The scores among them, the oldest first. */
export function scoresIn(history: readonly WalletScan[]): ScoreAt[] {
  return history
    .flatMap(({ score, scannedAt }) => (score === undefined ? [] : [{ score, at: scannedAt }]))
    .reverse();
}

export async function scoresOf(scans: WalletScanStore, wallet: WalletName): Promise<ScoreAt[]> {
  return scoresIn(await lastScans(scans, wallet));
}

/** The last time that the wallet exceeded, in what is kept of its runs. */
export function lastExceeded(history: readonly WalletScan[]): WalletScan | undefined {
  return history.find(({ exceeded = [] }) => exceeded.length > 0);
}
