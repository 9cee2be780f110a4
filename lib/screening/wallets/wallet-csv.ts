/** Wallets as CSV. */

import { type CsvFields, csvForm } from "../../i18n/text/csv.ts";
import type { Wallet } from "./wallet.ts";

export const walletFields = {
  projectId: (wallet) => wallet.projectId,
  chainId: (wallet) => wallet.chainId,
  address: (wallet) => wallet.address,
  userId: (wallet) => wallet.userId,
  score: (wallet) => wallet.score,
  level: (wallet) => wallet.level,
  suspicious: (wallet) => wallet.suspicious,
  scannedAt: (wallet) => wallet.scannedAt,
  status: (wallet) => wallet.status,
  reason: (wallet) => wallet.reason,
  previousScore: (wallet) => wallet.previousScore,
  outcome: (wallet) => wallet.outcome,
  why: (wallet) => wallet.why,
  source: (wallet) => wallet.source,
  firstSeenAt: (wallet) => wallet.firstSeenAt,
  lastSeenAt: (wallet) => wallet.lastSeenAt,
} satisfies CsvFields<Wallet>;

export const walletCsv = csvForm<Wallet>(walletFields);
