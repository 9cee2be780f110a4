/** Schedules, `vigia scan run` and the desk: open a run for each project and queue its wallets; end a run; look after it. */

import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { Context } from "aws-lambda";
import type * as z from "zod/mini";
import { lazyPublisher } from "../lib/alerts/publisher.ts";
import { runReports } from "../lib/alerts/run-reports.ts";
import { type SubscriptionTools, watchSubscriptions } from "../lib/alerts/subscriptions/watch.ts";
import { alertPending } from "../lib/alerts/threshold-alerts.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { errorOrigin } from "../lib/aws/error-name.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { flushMetrics, logger } from "../lib/aws/observe.ts";
import { scaled } from "../lib/aws/scaled.ts";
import { setInvocationDeadline } from "../lib/aws/time-left.ts";
import { ChainStore, withKnownExplorer } from "../lib/screening/chains.ts";
import { type RiskService, riskService } from "../lib/screening/risk-service/client.ts";
import { ServiceError } from "../lib/screening/risk-service/errors.ts";
import { RunWallets } from "../lib/screening/runs/run-wallets.ts";
import { ScanRunStore } from "../lib/screening/runs/runs.ts";
import { ScanQueue } from "../lib/screening/runs/scan-queue.ts";
import { readStartEvent } from "../lib/screening/runs/start-event.ts";
import {
  type StartDeps,
  type Started,
  type Stopped,
  startRun,
  stopRun,
  watchRun,
} from "../lib/screening/runs/start-run.ts";
import { type Project, readEnvironment, servedProjects, startScanEnv } from "../lib/settings/env.ts";
import { ApiKeys } from "../lib/settings/secrets/api-keys.ts";
import { outboundSecret } from "../lib/settings/secrets/secrets.ts";

interface StartAnswer {
  /** Outcome of each project's run, for `vigia scan run` and `vigia scan stop`. */
  runs: (Started | Stopped)[];
  /** Number of known chains, for `vigia secrets`; absent if they were not requested or not fetched. */
  chains?: number;
  /** True if they were not fetched, and the service refused a project's API key. */
  isKeyRefused?: boolean;
}

/** Starts, stops or looks after the runs of the projects that the event names, of all where it names none. */
export async function startScan(event: unknown, context: Context, deps: StartScanDeps): Promise<StartAnswer> {
  setInvocationDeadline(context);
  const { trigger, projectIds, dueAt } = readStartEvent(event);
  const ids = projectsOf(projectIds, deps.projects);
  const now = new Date();
  const due = dueAt === undefined ? now : new Date(dueAt);
  try {
    switch (trigger) {
      case "schedule":
      case "manual": {
        if (trigger === "schedule") await deps.watchSubscriptions();
        // Chains are only names: a bad answer about them must not keep a run from starting.
        const fetched = await refreshChains(ids, deps);
        return {
          runs: await each(ids, (projectId) => startRun({ projectId, trigger, dueAt: due, now }, deps)),
          ...fetched,
        };
      }
      case "stop":
        return { runs: await each(ids, (projectId) => stopRun(projectId, deps)) };
      case "watch":
        await each(ids, (projectId) => watchRun(projectId, now, deps));
        return { runs: [] };
      case "chains":
        // A key was set just now, and the cached one is the previous one.
        deps.keys.forget();
        return { runs: [], ...(await refreshChains(ids, deps)) };
    }
  } finally {
    flushMetrics(deps.stage);
  }
}

const wired = lazy(() => wire(readEnvironment(startScanEnv, process.env)));
export const handler = (event: unknown, context: Context): Promise<StartAnswer> =>
  startScan(event, context, wired());

/** Ids of the projects to scan. @throws {Error} that names those that are not configured */
function projectsOf(ids: readonly number[] | undefined, configured: readonly Project[]): number[] {
  const served = servedProjects(configured);
  if (ids === undefined) return served;
  const unknown = ids.filter((id) => !served.includes(id));
  if (unknown.length === 0) return [...new Set(ids)];
  throw new Error(
    `Not configured, or retired: project ${unknown.join(", ")}. Add it under projects in app.ts and deploy.`,
  );
}

/** Does something for each project; one that fails keeps no other from it, and Lambda delivers the event again. */
async function each<T>(projectIds: readonly number[], work: (projectId: number) => Promise<T>): Promise<T[]> {
  const ends = await Promise.allSettled(projectIds.map(work));
  return ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

/** Longest wait for the list of chains to be fetched. */
const CHAINS_MS = 60_000;

/**
 * Fetches and keeps the list of chains. All projects have the same: the first key that the service takes will do. A scan
 * goes on without them.
 */
async function refreshChains(
  projectIds: readonly number[],
  deps: StartScanDeps,
): Promise<Omit<StartAnswer, "runs">> {
  let isKeyRefused = false;
  const endsAt = Date.now() + scaled(CHAINS_MS);
  for (const projectId of projectIds) {
    if (Date.now() >= endsAt) break;
    try {
      const chains = await deps.service.chains(projectId, { withinMs: endsAt - Date.now() });
      await deps.chains.put(chains.map((chain) => withKnownExplorer(chain, deps.explorerHosts)));
      return { chains: chains.length, isKeyRefused: false };
    } catch (error) {
      isKeyRefused ||= error instanceof ServiceError && error.kind === "unauthorized";
      logger.warn("the chains could not be refreshed; alerts show those of the last run", {
        projectId,
        // The text of an error may quote what was sent.
        ...errorOrigin(error),
      });
    }
  }
  return { isKeyRefused };
}

/** What a start needs. */
export interface StartScanDeps extends StartDeps {
  stage: string;
  projects: readonly Project[];
  service: Pick<RiskService, "chains">;
  chains: Pick<ChainStore, "put">;
  keys: Pick<ApiKeys, "forget">;
  /** Hosts of explorers that the settings add to the known ones. */
  explorerHosts: readonly string[];
  watchSubscriptions(): Promise<void>;
}

function wire(environment: z.infer<ReturnType<typeof startScanEnv>>): StartScanDeps {
  const { STAGE: stage, DESK_URL: desk, ALERT_ABOVE: threshold } = environment;
  const database = documentClient();
  const publisher = lazyPublisher(environment, database);
  const keys = new ApiKeys(() => outboundSecret(environment.OUTBOUND_SECRET_ARN));
  const service = riskService({
    baseUrl: environment.SERVICE_BASE_URL,
    apiKey: (projectId) => keys.key(projectId),
  });
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  const wallets = new RunWallets(database, environment.WALLETS_TABLE);
  const reporter = { publisher, stage, desk };
  const subscriptions: SubscriptionTools = {
    stage,
    projectId: environment.PROJECTS[0]?.id ?? 0,
    sns: lazy(() => new SNSClient(clientConfig(BEHIND_QUEUE))),
    topics: {
      alerts: environment.ALERTS_TOPIC_ARN,
      operations: environment.OPERATIONS_TOPIC_ARN,
      escalation: environment.ESCALATION_TOPIC_ARN,
    },
    subscribers: environment.SUBSCRIBERS,
    publisher,
  };
  return {
    stage,
    keys,
    service,
    chains,
    wallets,
    projects: environment.PROJECTS,
    runs: new ScanRunStore(database, environment.SCAN_RUNS_TABLE),
    queue: new ScanQueue(
      lazy(() => new SQSClient(clientConfig(BEHIND_QUEUE))),
      environment.SCAN_QUEUE_URL,
    ),
    explorerHosts: environment.EXPLORER_HOSTS,
    addressesPerRequest: environment.ADDRESSES_PER_REQUEST,
    retentionYears: environment.RETENTION_YEARS,
    reports: runReports(reporter),
    watchSubscriptions: () => watchSubscriptions(subscriptions),
    alertPending: (projectId) =>
      alertPending(projectId, { ...reporter, wallets, chains, service, threshold }),
  };
}
