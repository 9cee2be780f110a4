/** Scan runs as CSV. */

import { csvForm } from "../i18n/text/csv.ts";
import { type ProblemReader, problemIn } from "../alerts/messages/run-problem.ts";
import type { ScanRun } from "../screening/scans/runs/scan-run.ts";
import { newlyCrossed, totals } from "../screening/scans/runs/totals.ts";

export const runCsv = (reader: ProblemReader) =>
  csvForm<ScanRun>({
    projectId: (run) => run.projectId,
    runId: (run) => run.runId,
    status: (run) => run.status,
    trigger: (run) => run.trigger,
    startedAt: (run) => run.startedAt,
    endedAt: (run) => run.endedAt,
    known: (run) => totals(run).known,
    completed: (run) => totals(run).completed,
    recent: (run) => totals(run).recent,
    skipped: (run) => totals(run).skipped,
    failed: (run) => totals(run).failed,
    missing: (run) => totals(run).missing,
    newlyCrossed,
    problem: (run) => problemIn(run, reader),
  });
