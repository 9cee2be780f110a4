/** Scan queue → risk service: continue a shard of a run, page by page, and hand it on before the time runs out. */

import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { lazyPublisher } from "../lib/alert/lazy-publisher.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { outboundSecret } from "../lib/aws/secrets.ts";
import { riskService } from "../lib/risk-service/client.ts";
import { readEnvironment, scanWalletsEnv } from "../lib/runtime/env.ts";
import { lazy } from "../lib/runtime/lazy.ts";
import { flushMetrics } from "../lib/runtime/observe.ts";
import { ApiKeys } from "../lib/scan/api-keys.ts";
import { ScanQueue } from "../lib/scan/message.ts";
import { processRecord } from "../lib/scan/process-record.ts";
import type { ScanTools } from "../lib/scan/tools.ts";
import { CaseStore } from "../lib/store/cases/cases.ts";
import { ChainStore } from "../lib/store/chains.ts";
import { ScanRunStore } from "../lib/store/scan-runs/scan-runs.ts";
import { ScannedWallets } from "../lib/store/wallets/scanned-wallets.ts";
import { WalletScanStore } from "../lib/store/wallets/wallet-scans.ts";

const environment = readEnvironment(scanWalletsEnv, process.env);
const { TIME_SCALE: timeScale } = environment;
const database = documentClient();
const keys = new ApiKeys(() => outboundSecret(environment.OUTBOUND_SECRET_ARN, timeScale));
const queue = new ScanQueue(
  lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
  environment.SCAN_QUEUE_URL,
);
const { CASES_TABLE: casesTable } = environment;
const tools: ScanTools = {
  wallets: new ScannedWallets(database, environment.WALLETS_TABLE),
  scans: new WalletScanStore(database, environment.WALLET_SCANS_TABLE),
  runs: new ScanRunStore(database, environment.SCAN_RUNS_TABLE),
  chains: new ChainStore(database, environment.CHAINS_TABLE),
  cases: casesTable === undefined ? undefined : new CaseStore(database, casesTable),
  service: riskService({
    baseUrl: environment.SERVICE_BASE_URL,
    apiKey: (projectId) => keys.key(projectId),
    timeScale,
  }),
  keys,
  queue,
  alerting: {
    stage: environment.STAGE,
    desk: environment.DESK_URL,
    line: environment.ALERT_FROM,
    publisher: lazyPublisher(environment, database),
  },
  settings: {
    maxDepth: environment.MAX_DEPTH,
    skipExisting: environment.SKIP_EXISTING,
    addressesPerRequest: environment.ADDRESSES_PER_REQUEST,
    parallelRequests: environment.PARALLEL_REQUESTS,
    rescanAfterMs: (environment.RESCAN_AFTER_HOURS * 3_600_000) / timeScale,
    retentionYears: environment.RETENTION_YEARS,
  },
};

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const failed: SQSBatchResponse["batchItemFailures"] = [];
  const invocation = { queue, timeScale, remainingMs: () => context.getRemainingTimeInMillis() };
  for (const record of Records) {
    if (!(await processRecord(record, invocation, tools))) failed.push({ itemIdentifier: record.messageId });
  }
  flushMetrics(environment.STAGE);
  return { batchItemFailures: failed };
};
