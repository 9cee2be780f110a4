/** Tools for starting a run and for working on it, made of a function's environment. */

import { SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { BEHIND_QUEUE, clientConfig } from "../../aws/clients.ts";
import { lazy } from "../../aws/lazy.ts";
import type { scanWalletsEnv, startScanEnv } from "../../settings/env.ts";
import { ApiKeys } from "../../settings/secrets/api-keys.ts";
import { outboundSecret } from "../../settings/secrets/secrets.ts";
import { ChainStore } from "../chains.ts";
import { riskService } from "../risk-service/client.ts";
import { ScanQueue } from "./message.ts";
import { ScanRunStore } from "./runs/scan-runs.ts";

type ScanEnvironment = z.infer<ReturnType<typeof startScanEnv | typeof scanWalletsEnv>>;

export function sharedTools(environment: ScanEnvironment, database: DynamoDBDocumentClient) {
  const keys = new ApiKeys(() => outboundSecret(environment.OUTBOUND_SECRET_ARN));
  return {
    runs: new ScanRunStore(database, environment.SCAN_RUNS_TABLE),
    chains: new ChainStore(database, environment.CHAINS_TABLE),
    keys,
    queue: new ScanQueue(
      lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
      environment.SCAN_QUEUE_URL,
    ),
    service: riskService({
      baseUrl: environment.SERVICE_BASE_URL,
      apiKey: (projectId) => keys.key(projectId),
    }),
  };
}
