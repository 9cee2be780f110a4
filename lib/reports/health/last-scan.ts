/** State of a project's scans. */

import type { ScanRun } from "../../screening/scans/runs/scan-run.ts";
import { timeOfRun } from "../../screening/scans/runs/scan-run.ts";
import { causeOf, coverageOf, notReached, totals } from "../../screening/scans/runs/totals.ts";
import { type Stuck, stuckOf } from "../../screening/scans/stuck.ts";

const DAY_MS = 24 * 3_600_000;

/** A nightly scan is never older than this. */
const SCAN_AGE_MS = 36 * 3_600_000;

/** Of known wallets, in percent. */
const GOOD_COVERAGE = 95;

/** Most runs to read for one that knows all wallets. */
const MOST_RUNS = 60;

/**
 * `stuck`: it is open, and nothing continues it. `unfinished`: it did not end as it should. `poor`: it left too much out.
 * `slow`: it was the last of several that a round of all wallets took.
 */
export type LastScan =
  | { kind: "none"; running?: ScanRun }
  | ({ run: ScanRun; coverage: number | undefined; nights?: number | undefined; running?: ScanRun } & (
      | { kind: "fine" | "unfinished" | "old" | "poor" | "slow" }
      | { kind: "stuck"; stuck: Stuck }
    ));

/**
 * State of the last run with a result: a run that is going on, `running`, has none yet, so the one before counts.
 * `nights` is how many nights a round of all wallets takes at the present speed, where it is more than one and known.
 * @param runs of the project, the newest first
 * @param now milliseconds since 1970
 */
export async function lastScan(runs: AsyncIterable<ScanRun>, now: number): Promise<LastScan> {
  let last: ScanRun | undefined;
  let known: number | undefined;
  let running: ScanRun | undefined;
  let lookedAt = 0;
  for await (const run of runs) {
    if (last === undefined && run.status === "running") {
      const stuck = stuckOf(run, now);
      if (stuck !== undefined) return { kind: "stuck", run, coverage: undefined, stuck };
      if (running !== undefined) break;
      running = run;
      continue;
    }
    last ??= run;
    if (run.status === "completed") known = totals(run).known;
    // Only a run that completes has seen all wallets.
    if (known !== undefined || ++lookedAt === MOST_RUNS) break;
  }
  const going = running === undefined ? {} : { running };
  if (last === undefined) return { kind: "none", ...going };
  const nights = nightsOf(last, known);
  return { kind: kindOf(last, nights, now), run: last, coverage: coverageOf(last), nights, ...going };
}

function kindOf(run: ScanRun, nights: number | undefined, now: number) {
  if (run.status !== "completed") return "unfinished";
  if (now - Date.parse(run.startedAt) > SCAN_AGE_MS) return "old";
  if (causeOf(run) !== undefined || (coverageOf(run) ?? 100) < GOOD_COVERAGE) return "poor";
  return nights === undefined ? "fine" : "slow";
}

/** By what the runs of a round have accounted for since it began. @param known how many wallets there are */
function nightsOf(run: ScanRun, known: number | undefined): number | undefined {
  const counts = totals(run);
  const done = counts.known - notReached(counts);
  if (known === undefined || done === 0 || run.endedAt === undefined) return undefined;
  const took = (Date.parse(run.endedAt) - timeOfRun(run.round ?? run.runId)) / DAY_MS;
  const nights = Math.ceil(took * Math.max(1, known / done));
  return nights > 1 ? nights : undefined;
}
