/** How wallets stand in CSV. */

import type { CsvForm } from "../../text/csv.ts";
import type { Wallet } from "./wallet.ts";

export const walletCsv: CsvForm<Wallet> = {
  csvHeader: [
    "projectId",
    "chainId",
    "address",
    "userId",
    "score",
    "level",
    "suspicious",
    "scannedAt",
    "status",
    "reason",
    "previousScore",
    "lastOutcome",
    "lastReason",
    "source",
    "description",
    "firstSeenAt",
  ],
  csvCells: (one) => [
    one.projectId,
    one.chainId,
    one.address,
    one.userId,
    one.score,
    one.level,
    one.suspicious,
    one.scannedAt,
    one.status,
    one.reason,
    one.previousScore,
    one.lastOutcome,
    one.lastReason,
    one.source,
    one.description,
    one.firstSeenAt,
  ],
};
