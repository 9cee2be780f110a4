/**
 * Starting a run of a project: once for each start, and never beside another. A run continues the round of one that ended
 * early, so that each wallet is asked for before any wallet is asked for twice.
 */

import { expiryOf } from "../../aws/tables/expiry.ts";
import { finish, reportIfPending } from "./finish.ts";
import type { ScanQueue } from "./message.ts";
import type { StuckCause } from "./runs/run-cause.ts";
import { type CurrentRun, runIdOf, type ScanRun } from "./runs/scan-run.ts";
import type { ScanRunStore } from "./runs/scan-runs.ts";
import { stuckOf } from "./stuck.ts";
import type { RunReports } from "./tools.ts";

/** Request for a start. */
export interface StartOrder {
  projectId: number;
  trigger: "schedule" | "manual";
  /** The same for every delivery of one start. */
  startKey: string;
  now: Date;
}

/** Store and queue of runs. */
export interface StartTools {
  runs: ScanRunStore;
  queue: Pick<ScanQueue, "send">;
  reports: RunReports;
  /** A run that is open for longer has been given up. In milliseconds, as what follows. */
  intervalMs: number;
  /** Time without progress after which a run was cut off while it was started. */
  startingMs: number;
  /** A run that has not moved for so long is stuck. */
  stuckAfterMs: number;
  retentionYears: number;
}

/** `running`: nothing was started, because the named run is still open. `stuck`: nor does that run make progress. */
export interface Started {
  projectId: number;
  runId: string;
  outcome: "started" | "running" | "stuck";
  cause?: StuckCause;
}

/** Starts come with some jitter: a run that is open almost as long as the interval is the previous one. */
const ALMOST = 0.9;

/** Starts a run. A start that was cut off continues where it stopped. */
export async function startRun(order: StartOrder, tools: StartTools): Promise<Started> {
  const { projectId, trigger, startKey, now } = order;
  const previous = await tools.runs.current(projectId);
  if (previous !== undefined) {
    const run = await tools.runs.get(projectId, previous.openRun);
    if (previous.startKey === startKey) return queueShards(order, previous, tools);
    if (!isGivenUp(previous, now, tools)) {
      if (run === undefined || isUntouched(run, now, tools)) return queueShards(order, previous, tools);
      const stuck = stuckOf(run, now.getTime(), tools.stuckAfterMs);
      // The night's run does not wait for one that makes no headway; a person decides what becomes of it.
      if (run.status === "running" && (stuck === undefined || trigger === "manual")) {
        return stuck === undefined
          ? { projectId, runId: run.runId, outcome: "running" }
          : { projectId, runId: run.runId, outcome: "stuck", cause: stuck.cause };
      }
    }
    if (run !== undefined) await end(run, now, tools);
  }
  const openRun = runIdOf(now, startKey, previous?.openRun);
  const round = previous && (await roundLeft(projectId, previous, tools));
  const next: CurrentRun = { openRun, startKey, startedAt: now.toISOString(), round };
  if (await tools.runs.replaceCurrent(projectId, next, previous)) return queueShards(order, next, tools);
  const winner = await tools.runs.current(projectId);
  // The SDK repeats a call whose reply was lost: the first attempt makes the table refuse the second.
  if (winner?.startKey === startKey) return queueShards(order, winner, tools);
  return { projectId, runId: winner?.openRun ?? next.openRun, outcome: "running" };
}

/**
 * The first run of the round that a run has left unfinished; undefined where it completed. Read once it has ended: its last
 * shard may have ended meanwhile.
 */
async function roundLeft(
  projectId: number,
  { openRun }: CurrentRun,
  { runs }: StartTools,
): Promise<string | undefined> {
  const run = await runs.get(projectId, openRun);
  return run === undefined || run.status === "completed" ? undefined : (run.round ?? run.runId);
}

function isUntouched({ status, startedAt, shards }: ScanRun, now: Date, { startingMs }: StartTools): boolean {
  const untouched = status === "running" && shards.every(({ state }) => state === "waiting");
  return untouched && now.getTime() - Date.parse(startedAt) >= startingMs;
}

function isGivenUp({ startedAt }: CurrentRun, now: Date, { intervalMs }: StartTools): boolean {
  return now.getTime() - Date.parse(startedAt) >= intervalMs * ALMOST;
}

/** Ends the previous run, if it has not ended, and reports it, if it is unreported. */
async function end(run: ScanRun, now: Date, tools: StartTools): Promise<void> {
  if (run.status !== "running") return reportIfPending(run, tools);
  const stuck = stuckOf(run, now.getTime(), tools.stuckAfterMs);
  await finish(run, { status: "incomplete", cause: { kind: "still-open", stuck: stuck?.cause } }, tools);
}

async function queueShards(order: StartOrder, current: CurrentRun, tools: StartTools): Promise<Started> {
  const { projectId, trigger } = order;
  const { openRun: runId, startedAt, round } = current;
  const expiresAt = expiryOf(new Date(startedAt), tools.retentionYears);
  await tools.runs.create({ projectId, runId, trigger, startedAt, round }, expiresAt);
  const run = await tools.runs.get(projectId, runId);
  const shards = run?.status === "running" ? run.shards : [];
  await tools.queue.send(
    shards.flatMap(({ state, hop }, shard) =>
      state === "waiting" ? [{ v: 1, projectId, runId, shard, hop: hop + 1 }] : [],
    ),
  );
  return { projectId, runId, outcome: "started" };
}
