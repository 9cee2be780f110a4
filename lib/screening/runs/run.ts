/** A scan run as it is stored: one project, every wallet that waits since before its start. */

import * as z from "zod/mini";
import { countOf } from "../../i18n/text/cut.ts";

const text = z.string();
const number = z.number();

/**
 * Cause that ended a run early: `run-problem.ts` says it in the reader's language. `call` is a method and a URL of the
 * service; `said` quotes the service, empty if it wrote nothing.
 */
const endCause = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("stopped-by-hand") }),
  z.object({ kind: z.literal("unauthorized"), call: text, status: number, said: text }),
  z.object({ kind: z.literal("unpaid"), call: text, said: text }),
  z.object({ kind: z.literal("not-found"), call: text, said: text }),
  z.object({ kind: z.literal("bad-key"), call: text }),
  z.object({ kind: z.literal("secret-malformed"), secret: text }),
  z.object({ kind: z.literal("no-api-key") }),
]);
export type EndCause = z.infer<typeof endCause>;

/** Problem of a run that went to its end and did not do its work, by its totals. */
export type RunCause =
  | EndCause
  | { kind: "skipped"; skipped: number; asked: number }
  | { kind: "failed"; failed: number; missing: number; asked: number };

/**
 * Counts of a run's wallets. `known` is the sum of the outcomes, and of those that a stopped run did not reach. `exceeded`: an
 * alert was due.
 */
const runTotals = z.object({
  known: number,
  completed: number,
  skipped: number,
  failed: number,
  missing: number,
  exceeded: number,
});
export type RunTotals = z.infer<typeof runTotals>;

/** `stopped`: ended early by a problem that asking on would not solve. */
const runStatus = z.enum(["running", "completed", "stopped"]);

/** A run. Times are ISO 8601. */
export const scanRun = z.object({
  projectId: z.pipe(text, z.transform(Number)),
  /** The time at which it was due. */
  runId: text,
  trigger: z.enum(["schedule", "manual"]),
  startedAt: text,
  status: runStatus,
  /** How many wallets were queued, how far, and whether that were all. */
  queued: number,
  queuedTo: z.optional(z.record(text, text)),
  isQueued: z.optional(z.boolean()),
  /** What kept the last message from being done, in English. */
  trouble: z.optional(text),
  endedAt: z.optional(text),
  cause: z.optional(endCause),
  totals: z.optional(runTotals),
  /** True once operations heard of its problem. */
  isReported: z.optional(z.boolean()),
});
export type ScanRun = z.infer<typeof scanRun>;

/** How far a run is: how many of its wallets still wait, or at least so many. */
export interface RunProgress {
  queued: number;
  waiting: number;
  isCut: boolean;
}

const NO_TOTALS: RunTotals = { known: 0, completed: 0, skipped: 0, failed: 0, missing: 0, exceeded: 0 };

/** The counts of a run that has ended; zeros before. */
export function totalsOf({ totals = NO_TOTALS }: Pick<ScanRun, "totals">): RunTotals {
  return totals;
}

/** Known wallets that a run did not reach, because it was stopped. */
export function notReached({ known, completed, skipped, failed, missing }: RunTotals): number {
  return known - completed - skipped - failed - missing;
}

/** Share of the known wallets with a score of this run, in percent; undefined without known wallets, and until it ended. */
export function coverageOf({ status, totals }: Pick<ScanRun, "totals" | "status">): number | undefined {
  if (status === "running" || totals === undefined || totals.known === 0) return undefined;
  return Math.floor((totals.completed / totals.known) * 100);
}

/** {@link coverageOf} in English, for commands. */
export function coverageText(run: Pick<ScanRun, "totals" | "status">): string | undefined {
  const coverage = coverageOf(run);
  if (coverage !== undefined) return `${coverage} % of ${countOf(totalsOf(run).known, "known wallet")}`;
  return run.status === "running" ? undefined : "no wallet is known";
}

/** A run with most of its wallets skipped, failed or missing has not done its work. */
const MOST = 0.5;

/** Problem of a run that operators must know; undefined if all is well, or until it has ended. */
export function causeOf(run: ScanRun): RunCause | undefined {
  if (run.status === "running") return undefined;
  if (run.cause !== undefined) return run.cause;
  const { known: asked, skipped, failed, missing } = totalsOf(run);
  if (asked > 0 && skipped > asked * MOST) return { kind: "skipped", skipped, asked };
  if (asked > 0 && failed + missing > asked * MOST) return { kind: "failed", failed, missing, asked };
  return undefined;
}
