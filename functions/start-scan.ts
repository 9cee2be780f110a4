/** Schedules, `vigia scan run` and `stop`: open a run for each project and queue its shards, end it, look after it. */

import type { Context } from "aws-lambda";
import { watchSubscriptions } from "../lib/alerts/subscriptions/watch.ts";
import { flushMetrics } from "../lib/platform/observe.ts";
import { actOn, type RunOutcome } from "../lib/scans/act.ts";
import { refreshChains } from "../lib/scans/refresh-chains.ts";
import { projectsOf, readStartEvent } from "../lib/scans/start-event.ts";
import { startTools } from "../lib/scans/start-tools.ts";
import { withinTime } from "../lib/scans/time.ts";
import { startScanEnv } from "../lib/settings/env.ts";
import { readEnvironment } from "../lib/settings/read-environment.ts";

const environment = readEnvironment(startScanEnv, process.env);
const tools = startTools(environment);

interface StartAnswer {
  /** What became of each project's run, for `vigia scan run` and `vigia scan stop`. */
  runs: RunOutcome[];
  /** How many chains are known, for `vigia secrets set`; absent where they were not asked for or not fetched. */
  chains: number | undefined;
}

export const handler = async (event: unknown, context: Context): Promise<StartAnswer> => {
  const { trigger, projectIds } = readStartEvent(event);
  const projects = projectsOf(projectIds, environment.PROJECTS).map(({ id }) => id);
  const order = { trigger, startKey: context.awsRequestId, now: new Date() };
  const remaining = () => context.getRemainingTimeInMillis();
  // A key was set just now: one that is held from before would answer for it.
  if (trigger === "chains") tools.keys.forget();
  try {
    const acting = projects.map((projectId) => actOn({ ...order, projectId }, tools));
    const ends = await withinTime(remaining(), Promise.allSettled(acting));
    if (trigger === "schedule") await watchSubscriptions(tools.subscriptions);
    // The runs first: the chains are only names, and the service may answer with anything.
    const asksForChains = trigger === "schedule" || trigger === "manual" || trigger === "chains";
    const chains = asksForChains ? await refreshChains(projects, remaining(), tools) : undefined;
    // Lambda delivers the event again, and what was started goes on as it is.
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return { runs: ends.flatMap((end) => (end.status === "fulfilled" ? end.value : [])), chains };
  } finally {
    flushMetrics(environment.STAGE);
  }
};
