/** Schedules, `vigia scan run` and `stop`: open a run for each project and queue its shards, end it, look after it. */

import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context } from "aws-lambda";
import { lazyPublisher } from "../lib/alert/lazy-publisher.ts";
import { type SubscriptionTools, watchSubscriptions } from "../lib/alert/subscriptions/watch.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { outboundSecret } from "../lib/aws/secrets.ts";
import { riskService } from "../lib/risk-service/client.ts";
import { readEnvironment, startScanEnv } from "../lib/runtime/env.ts";
import { lazy } from "../lib/runtime/lazy.ts";
import { flushMetrics } from "../lib/runtime/observe.ts";
import { ApiKeys } from "../lib/scan/api-keys.ts";
import { ScanQueue } from "../lib/scan/message.ts";
import { CHAINS_MS, refreshChains } from "../lib/scan/refresh-chains.ts";
import { type Started, type StartTools, startRun } from "../lib/scan/start.ts";
import { projectsOf, readStartEvent } from "../lib/scan/start-event.ts";
import { type Stopped, stopRun, watchRun } from "../lib/scan/stop.ts";
import { STUCK_AFTER_MS } from "../lib/scan/stuck.ts";
import { withinTime } from "../lib/scan/time.ts";
import { ChainStore } from "../lib/store/chains.ts";
import { ScanRunStore } from "../lib/store/scan-runs/scan-runs.ts";

/** A start takes seconds; a run that nobody works on after this has lost its messages. */
const STARTING_MS = 15 * 60_000;

const environment = readEnvironment(startScanEnv, process.env);
const { TIME_SCALE: timeScale } = environment;
const database = documentClient();
const keys = new ApiKeys(() => outboundSecret(environment.OUTBOUND_SECRET_ARN, timeScale));
const chains = new ChainStore(database, environment.CHAINS_TABLE);
const service = riskService({
  baseUrl: environment.SERVICE_BASE_URL,
  apiKey: (projectId) => keys.key(projectId),
  timeScale,
});
const publisher = lazyPublisher(environment, database);
const subscriptionTools: SubscriptionTools = {
  stage: environment.STAGE,
  projectId: environment.PROJECTS[0]?.id ?? 0,
  sns: lazy(() => new SNSClient(clientConfig(BEHIND_QUEUE))),
  topics: { alerts: environment.ALERTS_TOPIC_ARN, operations: environment.OPERATIONS_TOPIC_ARN },
  subscribers: environment.SUBSCRIBERS,
  publisher,
};
const tools: StartTools = {
  runs: new ScanRunStore(database, environment.SCAN_RUNS_TABLE),
  queue: new ScanQueue(
    lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
    environment.SCAN_QUEUE_URL,
  ),
  chains,
  alerting: {
    stage: environment.STAGE,
    desk: environment.DESK_URL,
    line: environment.ALERT_FROM,
    publisher,
  },
  intervalMs: (environment.SCAN_INTERVAL_SECONDS * 1_000) / timeScale,
  startingMs: STARTING_MS / timeScale,
  stuckAfterMs: STUCK_AFTER_MS / timeScale,
  retentionYears: environment.RETENTION_YEARS,
};

interface StartAnswer {
  /** What became of each project's run, for `vigia scan run` and `vigia scan stop`. */
  runs: (Started | Stopped)[];
  /** How many chains are known now, for `vigia secrets set`; absent where they could not be fetched. */
  chains?: number | undefined;
}

export const handler = async (event: unknown, context: Context): Promise<StartAnswer> => {
  const { trigger, projectIds } = readStartEvent(event);
  const projects = projectsOf(projectIds, environment.PROJECTS).map(({ id }) => id);
  const now = new Date();
  const remaining = () => context.getRemainingTimeInMillis();

  async function actOn(projectId: number): Promise<(Started | Stopped)[]> {
    if (trigger === "stop") return [await stopRun(projectId, tools)];
    if (trigger === "schedule" || trigger === "manual") {
      return [await startRun({ projectId, trigger, startKey: context.awsRequestId, now }, tools)];
    }
    if (trigger === "watch") await watchRun(projectId, now, tools);
    return [];
  }

  try {
    const ends = await withinTime(remaining(), Promise.allSettled(projects.map(actOn)));
    if (trigger === "schedule") await watchSubscriptions(subscriptionTools);
    // The runs first: the chains are only names, and the service may answer with anything.
    const asksForChains = trigger === "schedule" || trigger === "manual" || trigger === "chains";
    const known = asksForChains
      ? await refreshChains(projects, Math.min(CHAINS_MS / timeScale, remaining()), { service, chains })
      : undefined;
    // Lambda delivers the event again, and what was started goes on as it is.
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return {
      runs: ends.flatMap((end) => (end.status === "fulfilled" ? end.value : [])),
      chains: known,
    };
  } finally {
    flushMetrics(environment.STAGE);
  }
};
