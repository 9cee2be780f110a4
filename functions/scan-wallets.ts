/** Scan queue → risk service: go on with a shard of a run, page by page, and hand it on before the time runs out. */

import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { AlertPublisher } from "../lib/alert/publisher.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { outboundSecret } from "../lib/aws/secrets.ts";
import { riskService } from "../lib/risk-service/client.ts";
import { readEnvironment, scanWalletsEnv } from "../lib/runtime/env.ts";
import { lazy } from "../lib/runtime/lazy.ts";
import { flushMetrics, logger } from "../lib/runtime/observe.ts";
import { ApiKeys } from "../lib/scan/api-keys.ts";
import { MAX_DELIVERIES, readScanMessage, ScanQueue } from "../lib/scan/message.ts";
import { WorkTime, withinTime } from "../lib/scan/time.ts";
import type { ScanTools } from "../lib/scan/tools.ts";
import { giveUp, work } from "../lib/scan/work.ts";
import { AlertStore } from "../lib/store/alerts.ts";
import { ChainStore } from "../lib/store/chains.ts";
import { ScanRunStore } from "../lib/store/scan-runs/scan-runs.ts";
import { ScannedWallets } from "../lib/store/wallets/scanned-wallets.ts";
import { WalletScanStore } from "../lib/store/wallets/wallet-scans.ts";

const environment = readEnvironment(scanWalletsEnv, process.env);
const { TIME_SCALE: timeScale } = environment;
const database = documentClient();
const publisher = lazy(
  () =>
    new AlertPublisher({
      sns: new SNSClient(clientConfig(BEHIND_QUEUE)),
      alertsTopicArn: environment.ALERTS_TOPIC_ARN,
      operationsTopicArn: environment.OPERATIONS_TOPIC_ARN,
      alerts: new AlertStore(database, environment.ALERTS_TABLE),
      retentionYears: environment.RETENTION_YEARS,
      timeScale,
    }),
);
const keys = new ApiKeys(() => outboundSecret(environment.OUTBOUND_SECRET_ARN, timeScale));
const queue = lazy(
  () => new ScanQueue(new SQSClient(clientConfig(BEHIND_QUEUE)), environment.SCAN_QUEUE_URL),
);
const tools: ScanTools = {
  wallets: new ScannedWallets(database, environment.WALLETS_TABLE),
  scans: new WalletScanStore(database, environment.WALLET_SCANS_TABLE),
  runs: new ScanRunStore(database, environment.SCAN_RUNS_TABLE),
  chains: new ChainStore(database, environment.CHAINS_TABLE),
  service: riskService({
    baseUrl: environment.SERVICE_BASE_URL,
    apiKey: (projectId) => keys.key(projectId),
    timeScale,
  }),
  keys,
  get queue() {
    return queue();
  },
  alerting: {
    stage: environment.STAGE,
    get publisher() {
      return publisher();
    },
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
  for (const record of Records) {
    if (!(await processRecord(record, context))) failed.push({ itemIdentifier: record.messageId });
  }
  flushMetrics(environment.STAGE);
  return { batchItemFailures: failed };
};

/** A message that fails is delivered again, and its shard goes on where it stands. */
async function processRecord(
  { messageId, body, attributes, receiptHandle }: SQSRecord,
  context: Context,
): Promise<boolean> {
  const deliveries = Number(attributes.ApproximateReceiveCount);
  const remaining = context.getRemainingTimeInMillis();
  try {
    const delivery = { message: readScanMessage(body), again: deliveries > 1 };
    await withinTime(remaining, work(delivery, new WorkTime(remaining, timeScale), tools));
    return true;
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
    logger.error("a shard could not go on; the queue delivers its message again", {
      messageId,
      error: reason,
    });
    const last: Promise<unknown>[] = [queue().retrySoon(receiptHandle, deliveries)];
    if (deliveries >= MAX_DELIVERIES) last.push(noteDeadLetter(body, reason));
    await withinTime(context.getRemainingTimeInMillis(), Promise.allSettled(last)).catch(() => undefined);
    return false;
  }
}

/** Nobody delivers it again: its run is stuck, and people are told. */
async function noteDeadLetter(body: string, reason: string): Promise<void> {
  await giveUp(readScanMessage(body), reason, tools);
}
