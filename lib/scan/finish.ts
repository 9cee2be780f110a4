/** Ending a run: once, and then people get a report of what it covered. */

import { lookUpChains } from "../alert/explorer.ts";
import { scanBrief } from "../alert/scan-brief.ts";
import { scanProblem } from "../alert/scan-problem.ts";
import type { Speaker } from "../language/speaker.ts";
import { count, logger } from "../runtime/observe.ts";
import type { ChainStore } from "../store/chains.ts";
import type { ScanRun } from "../store/scan-runs/scan-run.ts";
import type { RunEnd } from "../store/scan-runs/scan-run-changes.ts";
import type { ScanRunStore } from "../store/scan-runs/scan-runs.ts";
import { notableWallets, problemOf, totals } from "../store/scan-runs/totals.ts";
import { PUBLISH_WITHIN_MS } from "./time.ts";
import type { ScanAlerting } from "./tools.ts";

/** Where runs are kept and reported. */
export interface FinishTools {
  runs: ScanRunStore;
  /** Names and explorers of the wallets' chains. */
  chains: ChainStore;
  alerting: ScanAlerting;
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

/** Reports a run that has ended, where whoever ended it was cut off before that. */
export async function reportIfPending(run: ScanRun, tools: FinishTools): Promise<void> {
  if (run.brief === "pending") await report(run, tools);
}

async function report(
  run: ScanRun,
  { runs, chains: store, alerting: { publisher, stage, desk, line } }: FinishTools,
): Promise<void> {
  const by = Date.now() + PUBLISH_WITHIN_MS;
  if (problemOf(run) !== undefined)
    await publisher().operations((speaker) => scanProblem(run, { stage, desk, speaker }), by);
  const chains = await lookUpChains(
    store,
    notableWallets(run).map(({ chainId }) => chainId),
  );
  const compose = (alertId: string, speaker: Speaker) =>
    scanBrief(run, { stage, desk, alertId, speaker, chains, line });
  await publisher().alert({ projectId: run.projectId, subjects: [], compose }, by);
  await runs.briefSent(run);
}
