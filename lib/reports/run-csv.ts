/** Scan runs as CSV. */

import { type ProblemReader, problemIn } from "../alerts/messages/run-problem.ts";
import { csvForm } from "../i18n/text/csv.ts";
import { type ScanRun, totalsOf } from "../screening/runs/run.ts";

export const runCsv = (reader: ProblemReader) =>
  csvForm<ScanRun>({
    projectId: (run) => run.projectId,
    runId: (run) => run.runId,
    status: (run) => run.status,
    trigger: (run) => run.trigger,
    startedAt: (run) => run.startedAt,
    endedAt: (run) => run.endedAt,
    known: (run) => totalsOf(run).known,
    completed: (run) => totalsOf(run).completed,
    skipped: (run) => totalsOf(run).skipped,
    failed: (run) => totalsOf(run).failed,
    missing: (run) => totalsOf(run).missing,
    exceeded: (run) => totalsOf(run).exceeded,
    problem: (run) => problemIn(run, reader),
  });
