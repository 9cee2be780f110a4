/** State of a project's scans. */

import { causeOf, coverageOf, type ScanRun } from "../../screening/runs/run.ts";

const HOUR_MS = 3_600_000;

/** A nightly scan is never older than this. */
const SCAN_AGE_MS = 36 * HOUR_MS;

/** A run that goes on for longer has kept the next one from starting. */
const LATE_MS = 25 * HOUR_MS;

/** The share of known wallets, in percent, that a good scan covers. */
const GOOD_COVERAGE = 95;

/**
 * `unfinished`: it was stopped. `poor`: it left too much out. `old`: no run has ended since long. `late`: the run that goes
 * on has lasted for more than a night.
 */
export type LastScan =
  | { kind: "none"; running?: ScanRun | undefined }
  | {
      kind: "fine" | "unfinished" | "old" | "poor" | "late";
      run: ScanRun;
      coverage: number | undefined;
      running?: ScanRun | undefined;
    };

/**
 * State of the last run with a result: a run that is going on, `running`, has none yet, so the one before counts.
 * @param runs of the project, the newest first
 * @param now milliseconds since 1970
 */
export async function lastScan(runs: AsyncIterable<ScanRun>, now: number): Promise<LastScan> {
  let running: ScanRun | undefined;
  for await (const run of runs) {
    if (run.status === "running") {
      running ??= run;
      continue;
    }
    return { kind: kindOf(run, running, now), run, coverage: coverageOf(run), running };
  }
  return { kind: "none", running };
}

function kindOf(run: ScanRun, running: ScanRun | undefined, now: number) {
  if (running !== undefined && now - Date.parse(running.startedAt) > LATE_MS) return "late";
  if (run.status !== "completed") return "unfinished";
  if (now - Date.parse(run.startedAt) > SCAN_AGE_MS) return "old";
  return causeOf(run) !== undefined || (coverageOf(run) ?? 100) < GOOD_COVERAGE ? "poor" : "fine";
}
