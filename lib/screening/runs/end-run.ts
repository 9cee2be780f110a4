/** The end of a run: when no wallet waits since before its start. It is counted once, from its wallets. */

import { count, logger } from "../../aws/observe.ts";
import { causeOf, type RunProgress, type ScanRun, totalsOf } from "./run.ts";
import type { RunWallets } from "./run-wallets.ts";
import type { RunEnd, ScanRunStore } from "./runs.ts";

/** How operations hear of a run. The function brings it along: screening knows no messages. */
export interface RunReports {
  /** What went wrong with a run that has ended. */
  problem(run: ScanRun): Promise<void>;
  /** Tells that the next run is due and this one has not ended. */
  unended(run: ScanRun, progress: RunProgress): Promise<void>;
}

export interface EndDeps {
  runs: ScanRunStore;
  wallets: Pick<RunWallets, "noneWaits" | "count">;
  reports: RunReports;
  /** Sends the threshold alerts of a project that are pending. */
  alertPending(projectId: number): Promise<void>;
}

/** Ends a run that is queued and of which no wallet waits. @returns whether it did */
export async function endIfNoneWaits(run: ScanRun, deps: EndDeps): Promise<boolean> {
  // A worker may have read it before its start was done with it.
  const isQueued = run.isQueued ?? (await deps.runs.get(run.projectId, run.runId))?.isQueued;
  if (isQueued !== true || !(await deps.wallets.noneWaits(run.projectId, run.startedAt))) return false;
  return endRun(run, { status: "completed" }, deps);
}

/** Ends a run now, unless it has ended, and tells what there is to tell. @returns whether this ended it */
export async function endRun(
  run: ScanRun,
  end: Pick<RunEnd, "status" | "cause">,
  deps: EndDeps,
): Promise<boolean> {
  const totals = await deps.wallets.count(run);
  const closed = await deps.runs.close(run, { ...end, totals, endedAt: new Date().toISOString() });
  if (closed === undefined) return false;
  const { projectId, runId, status } = closed;
  count(status === "completed" ? "ScanCompleted" : "ScanIncomplete");
  logger.info("a scan run has ended", { projectId, runId, status, ...totalsOf(closed) });
  await deps.alertPending(projectId);
  await report(closed, deps);
  return true;
}

/** Tells operations of the problem of a run that has ended, if it has one. */
export async function report(run: ScanRun, { runs, reports }: EndDeps): Promise<void> {
  if (causeOf(run) === undefined) return;
  await reports.problem(run);
  await runs.reported(run);
}
