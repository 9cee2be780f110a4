/** Scan queue → risk service: continue a shard of a run, page by page, and hand it on before the time runs out. */

import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { flushMetrics } from "../lib/platform/observe.ts";
import { processRecord } from "../lib/scans/process-record.ts";
import { workerTools } from "../lib/scans/worker-tools.ts";
import { scanWalletsEnv } from "../lib/settings/env.ts";
import { readEnvironment } from "../lib/settings/read-environment.ts";

const environment = readEnvironment(scanWalletsEnv, process.env);
const tools = workerTools(environment);

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const failed: SQSBatchResponse["batchItemFailures"] = [];
  const remainingMs = () => context.getRemainingTimeInMillis();
  for (const record of Records) {
    if (!(await processRecord(record, remainingMs, tools))) failed.push({ itemIdentifier: record.messageId });
  }
  flushMetrics(environment.STAGE);
  return { batchItemFailures: failed };
};
