/** Whether scans of a project do their work. */

import type { ScanRun } from "../scans/runs/scan-run.ts";
import { coverageOf, problemOf } from "../scans/runs/totals.ts";

/** A nightly scan is never older than this. */
const SCAN_AGE_MS = 36 * 3_600_000;

/** Of known wallets, in percent. */
const GOOD_COVERAGE = 95;

/** `unfinished`: it did not end as it should. `poor`: it left too much out. */
export type LastScan =
  | { kind: "none" }
  | { kind: "fine" | "unfinished" | "old" | "poor"; run: ScanRun; coverage: number | undefined };

/**
 * How the last run stands that says anything: the one that is running does not yet, the one before does.
 * @param runs of the project, the newest first
 * @param now milliseconds since 1970
 */
export async function lastScan(runs: AsyncIterable<ScanRun>, now: number): Promise<LastScan> {
  let lookedAt = 0;
  for await (const run of runs) {
    if (run.status !== "running") return { kind: kindOf(run, now), run, coverage: coverageOf(run) };
    if (++lookedAt === 2) break;
  }
  return { kind: "none" };
}

function kindOf(run: ScanRun, now: number): "fine" | "unfinished" | "old" | "poor" {
  if (run.status !== "completed") return "unfinished";
  if (now - Date.parse(run.startedAt) > SCAN_AGE_MS) return "old";
  return problemOf(run) !== undefined || (coverageOf(run) ?? 100) < GOOD_COVERAGE ? "poor" : "fine";
}
