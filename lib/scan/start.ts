/** Starting a run of a project: once for each start, and never beside another. */

import { createHash } from "node:crypto";
import { expiryOf } from "../store/expiry.ts";
import type { CurrentRun, ScanRun } from "../store/scan-run.ts";
import type { ScanRunStore } from "../store/scan-runs.ts";
import { finish, finishTelling } from "./finish.ts";
import type { ScanMessage, ScanQueue } from "./message.ts";
import type { Announcer } from "./tools.ts";

/** What a start asks for. */
export interface StartOrder {
  projectId: number;
  trigger: "schedule" | "manual";
  /** The same for every delivery of one start. */
  startKey: string;
  now: Date;
}

/** Where runs are kept and worked on. */
export interface StartTools {
  runs: ScanRunStore;
  queue: ScanQueue;
  announcer: Announcer;
  /** A run that is open for longer has been given up. */
  intervalMs: number;
  retentionYears: number;
}

/** `running`: nothing was started, because the run named is still open. */
export interface Started {
  projectId: number;
  runId: string;
  outcome: "started" | "running";
}

/** Starts come with some jitter: a run that is open almost as long as the interval is the previous one. */
const ALMOST = 0.9;

/** Starts a run; a start that is delivered again goes on with the run that it started. */
export async function startRun(order: StartOrder, tools: StartTools): Promise<Started> {
  const { projectId, startKey, now } = order;
  const previous = await tools.runs.current(projectId);
  if (previous?.startKey === startKey) return queueShards(order, previous, tools);
  if (previous !== undefined && !(await isOver(order, previous, tools))) {
    return { projectId, runId: previous.openRun, outcome: "running" };
  }
  const next: CurrentRun = { openRun: runIdOf(now, startKey), startKey, startedAt: now.toISOString() };
  if (await tools.runs.replaceCurrent(projectId, next, previous)) return queueShards(order, next, tools);
  const winner = await tools.runs.current(projectId);
  return { projectId, runId: winner?.openRun ?? next.openRun, outcome: "running" };
}

/** Run ids begin with their time, so that they sort by it. */
function runIdOf(now: Date, startKey: string): string {
  return `${now.toISOString()}-${createHash("sha256").update(startKey).digest("hex").slice(0, 6)}`;
}

/** Whether the previous run has ended; one that is older than the interval is ended here. */
async function isOver({ projectId, now }: StartOrder, { openRun, startedAt }: CurrentRun, tools: StartTools) {
  const run = await tools.runs.get(projectId, openRun);
  const isOld = now.getTime() - Date.parse(startedAt) >= tools.intervalMs * ALMOST;
  // A start that was cut off before it created its run is delivered again soon.
  if (run === undefined) return isOld;
  if (run.status === "running" && !isOld) return false;
  if (run.status === "running") await finish(run, incomplete(run), tools);
  else await finishTelling(run, tools);
  return true;
}

function incomplete({ startedAt }: ScanRun) {
  return {
    status: "incomplete" as const,
    problem: `It began at ${startedAt} and was still open when the next run was due. Look into the scan queue's dead letters; if the service is slow, raise scan.parallelRequests or scan.maximumConcurrency in cdk.json.`,
  };
}

async function queueShards(order: StartOrder, current: CurrentRun, tools: StartTools): Promise<Started> {
  const { projectId, trigger } = order;
  const { openRun: runId, startedAt } = current;
  await tools.runs.create(
    { projectId, runId, trigger, startedAt },
    expiryOf(new Date(startedAt), tools.retentionYears),
  );
  const run = await tools.runs.get(projectId, runId);
  const messages = (run?.shards ?? []).flatMap(({ state }, shard): ScanMessage[] =>
    state === "waiting" ? [{ v: 1, projectId, runId, shard, hop: 0 }] : [],
  );
  await tools.queue.send(messages);
  return { projectId, runId, outcome: "started" };
}
