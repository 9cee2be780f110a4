/** Scan queue → risk service: continue a shard of a run, page by page, and hand it on before the time runs out. */

import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { lazyPublisher } from "../lib/alerts/publisher.ts";
import { runReports } from "../lib/alerts/run-reports.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { flushMetrics } from "../lib/aws/observe.ts";
import { alertWallets } from "../lib/cases/alert-wallets.ts";
import { CaseStore } from "../lib/cases/cases.ts";
import { sharedTools } from "../lib/screening/scans/shared-tools.ts";
import { boundWork } from "../lib/screening/scans/time.ts";
import { PARALLEL_REQUESTS } from "../lib/screening/scans/tools.ts";
import { processRecord, type WorkerTools } from "../lib/screening/scans/work.ts";
import { ScannedWallets } from "../lib/screening/wallets/scanned-wallets.ts";
import { WalletScanStore } from "../lib/screening/wallets/wallet-scans.ts";
import { readEnvironment, scanWalletsEnv } from "../lib/settings/env.ts";

/** Works on messages one after the other; those that fail come again. */
export async function scanWallets(
  { Records }: SQSEvent,
  context: Context,
  tools: Deps,
): Promise<SQSBatchResponse> {
  boundWork(context);
  const failed: SQSBatchResponse["batchItemFailures"] = [];
  const remainingMs = () => context.getRemainingTimeInMillis();
  for (const record of Records) {
    if (!(await processRecord(record, remainingMs, tools))) failed.push({ itemIdentifier: record.messageId });
  }
  flushMetrics(tools.stage);
  return { batchItemFailures: failed };
}

const wired = lazy(() => workerTools(readEnvironment(scanWalletsEnv, process.env)));
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  scanWallets(event, context, wired());

/** What a worker of the scan queue needs. */
type Deps = WorkerTools & { stage: string };

/** Stores, queue and client of a worker of the scan queue, built from its environment. */
function workerTools(environment: z.infer<ReturnType<typeof scanWalletsEnv>>): Deps {
  const { STAGE: stage, DESK_URL: desk, RETENTION_YEARS: retentionYears } = environment;
  const database = documentClient();
  const tools = {
    ...sharedTools(environment, database),
    wallets: new ScannedWallets(database, environment.WALLETS_TABLE),
    scans: new WalletScanStore(database, environment.WALLET_SCANS_TABLE),
    settings: {
      maxDepth: environment.MAX_DEPTH,
      addressesPerRequest: environment.ADDRESSES_PER_REQUEST,
      parallelRequests: PARALLEL_REQUESTS,
      retentionYears,
      line: environment.ALERT_FROM,
    },
  };
  const reporter = { publisher: lazyPublisher(environment, database), stage, desk };
  const cases = new CaseStore(database, environment.CASES_TABLE, retentionYears);
  return {
    ...tools,
    stage,
    reports: runReports(reporter),
    alertWallets: (run, wallets, statusesBy) =>
      alertWallets(run, wallets, statusesBy, { ...tools, ...reporter, cases }),
  };
}
