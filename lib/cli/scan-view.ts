/** How a scan run looks in lists and in words. */

import { newlyAbove, totals } from "../scan/totals.ts";
import type { ScanRun } from "../store/scan-run.ts";
import type { Style } from "./print.ts";
import type { View } from "./rows.ts";
import type { Target } from "./target.ts";
import { timeColumn } from "./time-column.ts";

/** `12 known: 9 scanned, 1 recent, 0 skipped, 1 failed, 1 missing`. */
export function countsText(run: ScanRun): string {
  const { known, completed, recent, skipped, failed, missing } = totals(run);
  return `${known} known: ${completed} scanned, ${recent} recent, ${skipped} skipped, ${failed} failed, ${missing} missing`;
}

/** How much of what is known has a score of this run or a recent one, in percent; undefined where nothing is known. */
export function coverageOf(run: ScanRun): number | undefined {
  const { known, completed, recent } = totals(run);
  return known === 0 ? undefined : Math.floor(((completed + recent) / known) * 100);
}

/** Why nothing goes on with a run, and what to do about it. */
export function stuckText(
  { projectId, runId }: Pick<ScanRun, "projectId" | "runId">,
  why: string,
  { flag }: Pick<Target, "flag">,
): string {
  const project = `--project ${projectId}${flag}`;
  return `Project ${projectId}: run ${runId} is stuck. ${why} Look for its messages with "vigia dlq list${flag}", or end it with "vigia scan stop ${project}" and begin again with "vigia scan run ${project}".`;
}

export function statusStyle({ status }: ScanRun): Style | undefined {
  if (status === "completed") return "green";
  return status === "running" ? "yellow" : "red";
}

const count = (header: keyof ReturnType<typeof totals>, shown: string = header) => ({
  header: shown,
  value: (run: ScanRun) => String(totals(run)[header]),
  align: "right" as const,
  keep: true as const,
});

export const runView: View<ScanRun> = {
  columns: [
    timeColumn("started", ({ startedAt }) => startedAt),
    {
      header: "project",
      value: ({ projectId }) => String(projectId),
      short: { header: "proj." },
      optional: "if the same",
    },
    { header: "status", value: ({ status }) => status, style: statusStyle, keep: true },
    count("known"),
    count("completed", "scanned"),
    count("recent"),
    { ...count("skipped"), short: { header: "skip." } },
    count("failed"),
    { ...count("missing"), short: { header: "miss." } },
  ],
  json: (run) => ({
    projectId: run.projectId,
    runId: run.runId,
    status: run.status,
    trigger: run.trigger,
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? null,
    ...totals(run),
    newlyAbove: newlyAbove(run),
    problem: run.problem ?? null,
  }),
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
