/** Schedules, `vigia scan run` and `stop`: open a run for each project and queue its shards, end it, look after it. */

import { SNSClient } from "@aws-sdk/client-sns";
import type { Context } from "aws-lambda";
import type * as z from "zod/mini";
import { lazyPublisher } from "../lib/alerts/publisher.ts";
import { runReports } from "../lib/alerts/run-reports.ts";
import { type SubscriptionTools, watchSubscriptions } from "../lib/alerts/subscriptions/watch.ts";
import { BEHIND_QUEUE, clientConfig } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { errorOrigin } from "../lib/aws/error-name.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { flushMetrics, logger } from "../lib/aws/observe.ts";
import { scaled } from "../lib/aws/scaled.ts";
import { judgeTraffic, TrafficStore } from "../lib/intake/traffic.ts";
import { ServiceUnauthorizedError } from "../lib/screening/risk-service/errors.ts";
import { actOn, projectsOf, type RunOutcome, readStartEvent } from "../lib/screening/scans/act.ts";
import { sharedTools } from "../lib/screening/scans/shared-tools.ts";
import { STUCK_AFTER_MS } from "../lib/screening/scans/stuck.ts";
import { boundWork, withinTime } from "../lib/screening/scans/time.ts";
import { readEnvironment, startScanEnv } from "../lib/settings/env.ts";

/** A start takes seconds; a run without progress after this has lost its messages. */
const STARTING_MS = 15 * 60_000;

/** Longest wait for the list of chains to be fetched and written. */
const CHAINS_MS = 20_000;

interface StartAnswer {
  /** Outcome of each project's run, for `vigia scan run` and `vigia scan stop`. */
  runs: RunOutcome[];
  /** Number of known chains, for `vigia secrets`; absent if they were not requested or not fetched. */
  chains: number | undefined;
  /** True if they were not fetched, and the service refused a project's API key. */
  isKeyRefused: boolean;
}

/** Starts, stops or looks after the runs of the projects that the event names, of all where it names none. */
export async function startScan(event: unknown, context: Context, tools: Deps): Promise<StartAnswer> {
  boundWork(context);
  const { trigger, projectIds } = readStartEvent(event);
  const projects = projectsOf(projectIds, tools.projects).map(({ id }) => id);
  const order = { trigger, startKey: context.awsRequestId, now: new Date() };
  const remaining = () => context.getRemainingTimeInMillis();
  // A key was set just now, and the cached one is the previous one.
  if (trigger === "chains") tools.keys.forget();
  try {
    const acting = projects.map((projectId) => actOn({ ...order, projectId }, tools));
    const ends = await withinTime(remaining(), Promise.allSettled(acting));
    if (trigger === "watch") await judgeTraffic(projects, tools.traffic, order.now);
    if (trigger === "schedule") await watchSubscriptions(tools.subscriptions);
    // Runs come first: chains are only names, and a bad answer about them must not stop a run.
    const asksForChains = trigger === "schedule" || trigger === "manual" || trigger === "chains";
    const fetched = asksForChains ? await refreshChains(projects, remaining(), tools) : NOT_REQUESTED;
    // Lambda delivers the event again; runs that were started continue.
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return { runs: ends.flatMap((end) => (end.status === "fulfilled" ? end.value : [])), ...fetched };
  } finally {
    flushMetrics(tools.stage);
  }
}

const wired = lazy(() => startTools(readEnvironment(startScanEnv, process.env)));
export const handler = (event: unknown, context: Context): Promise<StartAnswer> =>
  startScan(event, context, wired());

const NOT_REQUESTED = { chains: undefined, isKeyRefused: false };

/**
 * Fetches and keeps the list of chains. All projects have the same: the first key that the service takes will do. A scan
 * continues without them.
 * @param remainingMs what is left of the function's time
 */
async function refreshChains(
  projects: readonly number[],
  remainingMs: number,
  tools: Deps,
): Promise<Omit<StartAnswer, "runs">> {
  let isKeyRefused = false;
  const stopAt = Date.now() + Math.min(scaled(CHAINS_MS), remainingMs);
  for (const projectId of projects) {
    try {
      const answer = tools.service.chains(projectId, { stopAt }).then(async (found) => {
        await tools.chains.put(found);
        return found.length;
      });
      return { chains: await withinTime(stopAt - Date.now(), answer), isKeyRefused: false };
    } catch (error) {
      isKeyRefused ||= error instanceof ServiceUnauthorizedError;
      logger.warn("the chains could not be refreshed; alerts show those of the last run", {
        projectId,
        // The text of an error may quote what was sent.
        ...errorOrigin(error),
      });
    }
  }
  return { chains: undefined, isKeyRefused };
}

/** What a start needs. */
type Deps = ReturnType<typeof startTools>;

function startTools(environment: z.infer<ReturnType<typeof startScanEnv>>) {
  const { STAGE: stage } = environment;
  const database = documentClient();
  const shared = sharedTools(environment, database);
  const publisher = lazyPublisher(environment, database);
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
    ...shared,
    stage,
    projects: environment.PROJECTS.filter(({ retired }) => retired !== true),
    reports: runReports({ publisher, stage, desk: environment.DESK_URL }),
    subscriptions,
    traffic: new TrafficStore(database, environment.SCAN_RUNS_TABLE),
    intervalMs: scaled(environment.SCAN_INTERVAL_SECONDS * 1_000),
    startingMs: scaled(STARTING_MS),
    stuckAfterMs: scaled(STUCK_AFTER_MS),
    retentionYears: environment.RETENTION_YEARS,
  };
}
