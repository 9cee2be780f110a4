/** A run of the scan as an event names it. */

import type { EventSubject } from "../alerts/event/event-schema.ts";
import { type DeskUrl, scansPage } from "../alerts/messages/desk-pages.ts";
import { cleanText } from "../text/cleaning.ts";
import type { ScanRun } from "./runs/scan-run.ts";
import { newlyAbove, totals } from "./runs/totals.ts";

/**
 * @param desk where the desk is; undefined where none is deployed
 * @param problem what keeps it from its work, in a sentence for a person
 */
export function runSubject(run: ScanRun, desk: DeskUrl, problem = run.problem): EventSubject {
  const page = scansPage(desk);
  return {
    type: "scan-run",
    key: `${run.projectId}#${run.runId}`,
    status: run.status,
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? null,
    problem: problem === undefined ? null : cleanText(problem, 1_000),
    wallets: { ...totals(run), newlyAbove: newlyAbove(run) },
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}
