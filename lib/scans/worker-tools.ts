/** What a worker of the scan queue works with, made of its environment. */

import type * as z from "zod/mini";
import { CaseStore } from "../cases/cases.ts";
import { documentClient } from "../platform/document-client.ts";
import type { scanWalletsEnv } from "../settings/env.ts";
import { ScannedWallets } from "../wallets/scanned-wallets.ts";
import { WalletScanStore } from "../wallets/wallet-scans.ts";
import { sharedTools } from "./shared-tools.ts";

export function workerTools(environment: z.infer<ReturnType<typeof scanWalletsEnv>>) {
  const { CASES_TABLE, RESCAN_AFTER_HOURS, TIME_SCALE: timeScale } = environment;
  const database = documentClient();
  return {
    ...sharedTools(environment, database),
    wallets: new ScannedWallets(database, environment.WALLETS_TABLE),
    scans: new WalletScanStore(database, environment.WALLET_SCANS_TABLE),
    cases: CASES_TABLE === undefined ? undefined : new CaseStore(database, CASES_TABLE),
    timeScale,
    settings: {
      maxDepth: environment.MAX_DEPTH,
      skipExisting: environment.SKIP_EXISTING,
      addressesPerRequest: environment.ADDRESSES_PER_REQUEST,
      parallelRequests: environment.PARALLEL_REQUESTS,
      rescanAfterMs: (RESCAN_AFTER_HOURS * 3_600_000) / timeScale,
      retentionYears: environment.RETENTION_YEARS,
    },
  };
}
