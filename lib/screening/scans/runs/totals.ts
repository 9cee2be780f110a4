/** Sums over a run's shards. */

import { countOf } from "../../../i18n/text/cut.ts";
import type { CountCause, RunCause } from "./run-cause.ts";
import type { ScanCounts, ScanRun } from "./scan-run.ts";

/** A run with most of its wallets skipped, failed or missing has not done its work. */
const MOST = 0.5;

/** The counts of all shards. */
export function totals({ shards }: Pick<ScanRun, "shards">): ScanCounts {
  const sum = (field: keyof ScanCounts): number =>
    shards.reduce((total, { counts }) => total + counts[field], 0);
  return {
    known: sum("known"),
    recent: sum("recent"),
    completed: sum("completed"),
    skipped: sum("skipped"),
    failed: sum("failed"),
    missing: sum("missing"),
  };
}

/** Known wallets that a run did not account for, because it ended early. */
export function notReached({ known, recent, completed, skipped, failed, missing }: ScanCounts): number {
  return known - recent - completed - skipped - failed - missing;
}

/**
 * Share of the known wallets with a score of this run or a recent one, in percent; undefined without known wallets, and of a
 * run that did not complete: it has not seen all that is known.
 */
export function coverageOf(run: Pick<ScanRun, "shards" | "status">): number | undefined {
  const { known, completed, recent } = totals(run);
  if (run.status !== "completed" || known === 0) return undefined;
  return Math.floor(((completed + recent) / known) * 100);
}

/** {@link coverageOf} in English, for commands. */
export function coverageText(run: Pick<ScanRun, "shards" | "status">): string {
  const [coverage, { known }] = [coverageOf(run), totals(run)];
  if (coverage !== undefined) return `${coverage} % of ${countOf(known, "known wallet")}`;
  return run.status === "completed" ? "no wallet is known" : `${countOf(known, "wallet")} reached`;
}

/** Number of wallets with a crossing: now above the alert score, risen steeply, or newly suspicious. */
export function newlyCrossed({ shards }: Pick<ScanRun, "shards">): number {
  return shards.reduce((total, { crossed }) => total + crossed, 0);
}

/** Problem of a run that operators must know; undefined if all is well, or until it has ended. */
export function causeOf(run: ScanRun): RunCause | undefined {
  if (run.status === "running") return undefined;
  if (run.cause !== undefined) return run.cause;
  return run.problem === undefined ? countCauseOf(run) : { kind: "in-words", problem: run.problem };
}

function countCauseOf(run: ScanRun): CountCause | undefined {
  const { known, recent, skipped, failed, missing } = totals(run);
  const asked = known - recent;
  if (asked > 0 && skipped > asked * MOST) return { kind: "skipped", skipped, asked };
  if (asked > 0 && failed + missing > asked * MOST) return { kind: "failed", failed, missing, asked };
  return undefined;
}
