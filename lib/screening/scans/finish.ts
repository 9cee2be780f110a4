/** Ending a run: once, and then operations hear at once of what went wrong. The brief of the day tells what it covered. */

import { count, logger } from "../../aws/observe.ts";
import type { ScanRun } from "./runs/scan-run.ts";
import type { RunEnd } from "./runs/scan-run-changes.ts";
import type { ScanRunStore } from "./runs/scan-runs.ts";
import { causeOf, totals } from "./runs/totals.ts";
import type { RunReports } from "./tools.ts";

/** Store and reports of runs. */
export interface FinishTools {
  runs: ScanRunStore;
  reports: RunReports;
}

/** Ends a run now, unless it has ended, and reports it. @returns whether this ended it */
export async function finish(
  run: ScanRun,
  end: Omit<RunEnd, "endedAt">,
  tools: FinishTools,
): Promise<boolean> {
  const closed = await tools.runs.close(run, { ...end, endedAt: new Date().toISOString() });
  if (closed === undefined) return false;
  count(closed.status === "completed" ? "ScanCompleted" : "ScanIncomplete");
  logger.info("a scan run has ended", {
    projectId: closed.projectId,
    runId: closed.runId,
    status: closed.status,
    ...totals(closed),
  });
  await report(closed, tools);
  return true;
}

/** Reports a run that has ended, if its worker was cut off before that. */
export async function reportIfPending(run: ScanRun, tools: FinishTools): Promise<void> {
  if (run.brief === "pending") await report(run, tools);
}

async function report(run: ScanRun, { runs, reports }: FinishTools): Promise<void> {
  if (causeOf(run) !== undefined) await reports.problem(run);
  await runs.reported(run);
}
