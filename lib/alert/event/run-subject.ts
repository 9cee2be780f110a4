/** A run of the scan as an event names it. */

import type { ScanRun } from "../../store/scan-runs/scan-run.ts";
import { newlyAbove, totals } from "../../store/scan-runs/totals.ts";
import { cleanText } from "../../text/cleaning.ts";
import type { EventSubject } from "./event-schema.ts";

/** @param problem what keeps it from its work, in a sentence for a person */
export function runSubject(run: ScanRun, problem = run.problem): EventSubject {
  return {
    type: "scan-run",
    key: `${run.projectId}#${run.runId}`,
    status: run.status,
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? null,
    problem: problem === undefined ? null : cleanText(problem, 1_000),
    wallets: { ...totals(run), newlyAbove: newlyAbove(run) },
  };
}
