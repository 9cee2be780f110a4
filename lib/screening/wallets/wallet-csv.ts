/** Wallets as CSV. */

import { type CsvFields, csvForm } from "../../i18n/text/csv.ts";
import type { Wallet } from "./wallet.ts";

export const walletFields = {
  projectId: (one) => one.projectId,
  chainId: (one) => one.chainId,
  address: (one) => one.address,
  userId: (one) => one.userId,
  score: (one) => one.score,
  level: (one) => one.level,
  suspicious: (one) => one.suspicious,
  scannedAt: (one) => one.scannedAt,
  status: (one) => one.status,
  reason: (one) => one.reason,
  previousScore: (one) => one.previousScore,
  outcome: (one) => one.outcome,
  why: (one) => one.why,
  source: (one) => one.source,
  firstSeenAt: (one) => one.firstSeenAt,
  lastSeenAt: (one) => one.lastSeenAt,
} satisfies CsvFields<Wallet>;

export const walletCsv = csvForm<Wallet>(walletFields);
