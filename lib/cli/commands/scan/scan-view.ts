import { LOCAL_STAGE } from "../../../alerts/messages/commands.ts";
import { textTranslator } from "../../../i18n/formatting.ts";
import { englishReader, problemIn, stuckIn } from "../../../scans/run-problem.ts";
import type { StuckCause } from "../../../scans/runs/run-cause.ts";
import { runCsv } from "../../../scans/runs/run-csv.ts";
import type { ScanRun } from "../../../scans/runs/scan-run.ts";
import { newlyCrossed, totals } from "../../../scans/runs/totals.ts";
import type { Target } from "../../core/target.ts";
import type { Style } from "../../output/print.ts";
import type { View } from "../../output/rows.ts";
import { type Column, timeColumn } from "../../output/table.ts";

/** `12 known: 9 scanned, 1 recent, 0 skipped, 1 failed, 1 missing`. */
export function countsText(run: ScanRun): string {
  const { known, completed, recent, skipped, failed, missing } = totals(run);
  return `${known} known: ${completed} scanned, ${recent} recent, ${skipped} skipped, ${failed} failed, ${missing} missing`;
}

/** Why nothing goes on with a run, and what to do about it. */
export function stuckText(
  { projectId, runId }: Pick<ScanRun, "projectId" | "runId">,
  cause: StuckCause,
  target: Target,
): string {
  const { flag } = target;
  const project = `--project ${projectId}${flag}`;
  return `Project ${projectId}: run ${runId} is stuck. ${stuckIn(cause, readerAt(target))} Look for its messages with "vigia dlq list${flag}", or end it with "vigia scan stop ${project}" and begin again with "vigia scan run ${project}".`;
}

/** Why a run did not do its work, and what to do about it; empty where it did, or has not ended. */
export function problemText(run: ScanRun, target: Target): string {
  return problemIn(run, readerAt(target));
}

function readerAt({ stage = LOCAL_STAGE }: Target) {
  return englishReader(stage, textTranslator("en"));
}

export function statusStyle({ status }: ScanRun): Style | undefined {
  if (status === "completed") return "green";
  return status === "running" ? "yellow" : "red";
}

const count = (header: string, counted: keyof ReturnType<typeof totals>): Column<ScanRun> => ({
  header,
  value: (run: ScanRun) => String(totals(run)[counted]),
  align: "right",
});

export const runView = (target: Target): View<ScanRun> => ({
  columns: [
    timeColumn("started", ({ startedAt }) => startedAt),
    { header: "project", value: ({ projectId }) => String(projectId), optional: true },
    { header: "status", value: ({ status }) => status, style: statusStyle },
    count("known", "known"),
    count("scanned", "completed"),
    count("recent", "recent"),
    count("skipped", "skipped"),
    count("failed", "failed"),
    count("missing", "missing"),
  ],
  json: (run) => ({
    projectId: run.projectId,
    runId: run.runId,
    status: run.status,
    trigger: run.trigger,
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? null,
    ...totals(run),
    newlyCrossed: newlyCrossed(run),
    problem: problemText(run, target) || null,
  }),
  ...runCsv(readerAt(target)),
});
