/** Starting a run of a project, and queueing its wallets: those that waited longest come first. */

import { scaled } from "../../aws/scaled.ts";
import { expiryOf } from "../../aws/tables/expiry.ts";
import { type EndDeps, endIfNoneWaits, endRun, report } from "./end-run.ts";
import { causeOf, type RunProgress, type ScanRun } from "./run.ts";
import type { RunWallets } from "./run-wallets.ts";
import type { OpenRun } from "./runs.ts";
import type { ScanMessage, ScanQueue } from "./scan-queue.ts";

/** Request for a start. */
interface StartOrder {
  projectId: number;
  trigger: ScanRun["trigger"];
  /** The time at which it was due, the same for every delivery of one start: the run's id. */
  dueAt: Date;
  now: Date;
}

export interface StartDeps extends EndDeps {
  wallets: Pick<RunWallets, "waiting" | "countWaiting" | "noneWaits" | "count">;
  queue: Pick<ScanQueue, "send" | "isEmpty">;
  addressesPerRequest: number;
  retentionYears: number;
}

/** `running`: nothing was started, because the named run goes on; `progress` says how far it is. */
export interface Started {
  projectId: number;
  runId: string;
  outcome: "started" | "running";
  progress?: RunProgress;
}

/** Most waiting wallets that are counted for how far a run is. */
const MOST_COUNTED = 20_000;

/**
 * Starts a run, unless the project's last one goes on: only a run that lasts until every wallet was asked for keeps some from
 * being asked for twice before others are asked for once. A start that was cut off goes on where it stopped.
 */
export async function startRun(order: StartOrder, deps: StartDeps): Promise<Started> {
  const { projectId, trigger, dueAt, now } = order;
  const runId = dueAt.toISOString();
  const previous = await deps.runs.current(projectId);
  const last = previous && (await runOf(projectId, previous, deps));
  if (last?.runId === runId) return goOn(last, deps);
  if (last?.status === "running") {
    const progress = await progressOf(last, deps);
    if (trigger === "schedule") await deps.reports.unended(last, progress);
    return { projectId, runId: last.runId, outcome: "running", progress };
  }
  const next: OpenRun = { openRun: runId, trigger, startedAt: now.toISOString() };
  await deps.runs.replaceCurrent(projectId, next, previous);
  // Read again: another start may have been faster, or the table's answer to this one was lost.
  const current = (await deps.runs.current(projectId)) ?? next;
  const run = await runOf(projectId, current, deps);
  if (run.runId === runId) return goOn(run, deps);
  return { projectId, runId: run.runId, outcome: "running", progress: await progressOf(run, deps) };
}

/** How far a run is. */
export async function progressOf(
  { projectId, startedAt, queued }: ScanRun,
  { wallets }: Pick<StartDeps, "wallets">,
): Promise<RunProgress> {
  const { count: waiting, isCut } = await wallets.countWaiting(projectId, startedAt, MOST_COUNTED);
  return { queued, waiting, isCut };
}

/** The run that is open; a start that was cut off may not have written it. */
async function runOf(
  projectId: number,
  { openRun: runId, trigger, startedAt }: OpenRun,
  { runs, retentionYears }: StartDeps,
): Promise<ScanRun> {
  const earlierRun = await runs.get(projectId, runId);
  if (earlierRun !== undefined) return earlierRun;
  const run = { projectId, runId, trigger, startedAt };
  await runs.create(run, expiryOf(new Date(startedAt), retentionYears));
  return (await runs.get(projectId, runId)) ?? { ...run, status: "running", queued: 0 };
}

async function goOn(run: ScanRun, deps: StartDeps): Promise<Started> {
  if (run.status === "running") {
    if (run.isQueued === true) await endIfNoneWaits(run, deps);
    else await queueWaiting(run, deps);
  }
  return { projectId: run.projectId, runId: run.runId, outcome: "started" };
}

/** Wallets that are queued between two notes of how far. */
const PAGE = 1_000;

/** Queues what waits since before a run's start. Doing it again costs reads, and no question to the service. */
async function queueWaiting(run: ScanRun, deps: StartDeps): Promise<void> {
  const { projectId, runId, startedAt } = run;
  let { queued, queuedTo: after } = run;
  do {
    const { keys, next } = await deps.wallets.waiting(projectId, startedAt, { limit: PAGE, after });
    await deps.queue.send(requestsFor({ projectId, runId }, keys, deps.addressesPerRequest));
    queued += keys.length;
    after = next;
    await deps.runs.queued(run, queued, after);
  } while (after !== undefined);
  // Nothing may wait at all, and the last request may have been answered before the run was queued.
  await endIfNoneWaits({ ...run, isQueued: true }, deps);
}

function requestsFor(
  run: Pick<ScanMessage, "projectId" | "runId">,
  keys: readonly string[],
  size: number,
): ScanMessage[] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, at) => ({
    ...run,
    wallets: keys.slice(at * size, (at + 1) * size),
  }));
}

/** A start that was not cut off has queued its run by then. */
const STARTING_MS = 20 * 60_000;

/**
 * Looks after the last run of a project: tells what is pending, ends a run whose end no worker saw, and queues again what still
 * waits though the queue is empty: an index that lagged at the start, or a message that became a dead-letter message.
 */
export async function watchRun(projectId: number, now: Date, deps: StartDeps): Promise<void> {
  await deps.alertPending(projectId);
  const open = await deps.runs.current(projectId);
  const run = open && (await deps.runs.get(projectId, open.openRun));
  if (run === undefined) return;
  if (run.status !== "running") {
    if (causeOf(run) !== undefined && run.isReported !== true) await report(run, deps);
    return;
  }
  if (now.getTime() - Date.parse(run.startedAt) < scaled(STARTING_MS)) return;
  if (run.isQueued !== true) return queueWaiting(run, deps);
  if (await endIfNoneWaits(run, deps)) return;
  const { queuedTo: _, ...again } = run;
  if (await deps.queue.isEmpty()) await queueWaiting({ ...again, queued: 0 }, deps);
}

/** Outcome of ending a project's run; without a run id the project never had one. */
export interface Stopped {
  projectId: number;
  runId?: string;
  outcome: "stopped" | "not running";
}

/** Ends the run of a project by hand. */
export async function stopRun(projectId: number, deps: EndDeps): Promise<Stopped> {
  const open = await deps.runs.current(projectId);
  if (open === undefined) return { projectId, outcome: "not running" };
  const run = await deps.runs.get(projectId, open.openRun);
  const end = { status: "stopped", cause: { kind: "stopped-by-hand" } } as const;
  const isEnded = run?.status === "running" && (await endRun(run, end, deps));
  return { projectId, runId: open.openRun, outcome: isEnded ? "stopped" : "not running" };
}
