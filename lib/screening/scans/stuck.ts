/** Stuck runs: open, and without progress. */

import { logger } from "../../aws/observe.ts";
import type { FinishTools } from "./finish.ts";
import type { StuckCause } from "./runs/run-cause.ts";
import type { ScanRun, ShardProgress } from "./runs/scan-run.ts";

/**
 * A worker moves its shard at least every quarter of an hour, and the message of one that was cut off comes back after
 * an hour and a half: a run without progress for longer has no worker.
 */
export const STUCK_AFTER_MS = 2 * 3_600_000;

/** Why a run is stuck. */
export interface Stuck {
  cause: StuckCause;
  /** Since when, ISO 8601. */
  since: string;
}

/** @param stuckAfterMs {@link STUCK_AFTER_MS}, divided by the time scale */
export function stuckOf(run: ScanRun, now: number, stuckAfterMs = STUCK_AFTER_MS): Stuck | undefined {
  if (run.status !== "running") return undefined;
  for (const [number, { state, deadLetter }] of run.shards.entries()) {
    if (state === "ended" || deadLetter === undefined) continue;
    const { reason, at } = deadLetter;
    return { cause: { kind: "dead-letter", shard: number, reason }, since: at };
  }
  const since = lastMove(run);
  if (now - Date.parse(since) < stuckAfterMs) return undefined;
  return { cause: { kind: "not-moved", since }, since };
}

function lastMove({ startedAt, shards }: ScanRun): string {
  return shards
    .map(({ movedAt }: ShardProgress) => movedAt ?? startedAt)
    .reduce((last, movedAt) => (movedAt > last ? movedAt : last), startedAt);
}

/** Alerts operations to a run that is stuck, once until it moves again. */
export async function alertIfStuck(
  run: ScanRun,
  now: Date,
  { runs, reports }: FinishTools,
  stuckAfterMs?: number,
): Promise<void> {
  const stuck = stuckOf(run, now.getTime(), stuckAfterMs);
  if (stuck === undefined) return;
  if (run.stuckAlertedAt !== undefined && run.stuckAlertedAt >= stuck.since) return;
  const { projectId, runId } = run;
  logger.warn("a scan run is stuck", { projectId, runId, ...stuck.cause });
  await reports.stuck(run, stuck.cause);
  await runs.stuckAlerted(run, now.toISOString());
}
