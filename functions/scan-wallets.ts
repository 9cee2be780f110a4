/** Scan queue → risk service: continue a shard of a run, page by page, and hand it on before the time runs out. */

import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { documentClient } from "../lib/aws/document-client.ts";
import { flushMetrics } from "../lib/aws/observe.ts";
import { CaseStore } from "../lib/cases/cases.ts";
import { sharedTools } from "../lib/screening/scans/shared-tools.ts";
import { boundWork } from "../lib/screening/scans/time.ts";
import { PARALLEL_REQUESTS } from "../lib/screening/scans/tools.ts";
import { processRecord } from "../lib/screening/scans/work.ts";
import { ScannedWallets } from "../lib/screening/wallets/scanned-wallets.ts";
import { WalletScanStore } from "../lib/screening/wallets/wallet-scans.ts";
import { readEnvironment, scanWalletsEnv } from "../lib/settings/env.ts";

const environment = readEnvironment(scanWalletsEnv, process.env);
const tools = workerTools(environment);

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  boundWork(context);
  const failed: SQSBatchResponse["batchItemFailures"] = [];
  const remainingMs = () => context.getRemainingTimeInMillis();
  for (const record of Records) {
    if (!(await processRecord(record, remainingMs, tools))) failed.push({ itemIdentifier: record.messageId });
  }
  flushMetrics(environment.STAGE);
  return { batchItemFailures: failed };
};

/** Stores, queue and client of a worker of the scan queue, built from its environment. */
function workerTools(environment: z.infer<ReturnType<typeof scanWalletsEnv>>) {
  const database = documentClient();
  return {
    ...sharedTools(environment, database),
    wallets: new ScannedWallets(database, environment.WALLETS_TABLE),
    scans: new WalletScanStore(database, environment.WALLET_SCANS_TABLE),
    cases: new CaseStore(database, environment.CASES_TABLE, environment.RETENTION_YEARS),
    settings: {
      maxDepth: environment.MAX_DEPTH,
      addressesPerRequest: environment.ADDRESSES_PER_REQUEST,
      parallelRequests: PARALLEL_REQUESTS,
      retentionYears: environment.RETENTION_YEARS,
    },
  };
}
