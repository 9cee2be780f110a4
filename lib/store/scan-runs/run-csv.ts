/** How scan runs stand in CSV. */

import type { CsvForm } from "../../text/csv.ts";
import type { ScanRun } from "./scan-run.ts";
import { newlyAbove, totals } from "./totals.ts";

export const runCsv: CsvForm<ScanRun> = {
  csvHeader: [
    "projectId",
    "runId",
    "status",
    "trigger",
    "startedAt",
    "endedAt",
    "known",
    "completed",
    "recent",
    "skipped",
    "failed",
    "missing",
    "newlyAbove",
    "problem",
  ],
  csvCells: (run) => {
    const { known, completed, recent, skipped, failed, missing } = totals(run);
    const counts = [known, completed, recent, skipped, failed, missing, newlyAbove(run)];
    return [
      run.projectId,
      run.runId,
      run.status,
      run.trigger,
      run.startedAt,
      run.endedAt,
      ...counts,
      run.problem,
    ];
  },
};
