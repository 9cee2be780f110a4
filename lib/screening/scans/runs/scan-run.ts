/** A scan run as it is stored: how far each of its shards is, and what it has counted. */

import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { recordedCause } from "./run-cause.ts";

/** Run ids: they begin with the run's start, so that they sort by it. */
const ISO_LENGTH = new Date(0).toISOString().length;

/**
 * The id of a run. A run writes nothing over what a later one wrote, so where the clock went back its id still sorts
 * after the one before.
 * @param startKey the same for every delivery of one start
 */
export function runIdOf(now: Date, startKey: string, previous: string | undefined): string {
  const before = previous === undefined ? Number.NaN : timeOfRun(previous);
  const time = Number.isNaN(before) ? now : new Date(Math.max(now.getTime(), before + 1));
  return `${time.toISOString()}-${createHash("sha256").update(startKey).digest("hex").slice(0, 6)}`;
}

/** The time that a run's id begins with, in milliseconds since 1970. */
export function timeOfRun(runId: string): number {
  return Date.parse(runId.slice(0, ISO_LENGTH));
}

const text = z.string();
const number = z.number();
const textOrNone = z.optional(text);
const numberOrNone = z.optional(number);

/** `known` is the sum of the others. `recent`: scanned by an earlier run of the same round. */
const scanCounts = z.object({
  known: number,
  recent: number,
  completed: number,
  skipped: number,
  failed: number,
  missing: number,
});
export type ScanCounts = z.infer<typeof scanCounts>;

/** A shard's message that failed so often that the queue gave it up, at `at` (ISO 8601). */
const deadLetter = z.object({ at: text, reason: text });
export type ShardDeadLetter = z.infer<typeof deadLetter>;

/** Progress of a shard of a run. */
const shardProgress = z.object({
  state: z.enum(["waiting", "running", "ended"]),
  /** The hop of the newest message that works on it: an older message has been overtaken. */
  hop: number,
  /** Raised by every write of progress: two workers on one page cannot both count it. */
  step: number,
  /** Time of its last progress, ISO 8601; absent before its first. */
  movedAt: textOrNone,
  /** Cause of its waiting, until it moves again. */
  deadLetter: z.optional(deadLetter),
  /** 1 to 3: failed and missing wallets are asked for again in the next pass. */
  pass: number,
  /** The key of the last wallet of the pass that is accounted for. */
  cursor: textOrNone,
  /** Wallets of this pass that the next one has to ask for again. */
  left: number,
  /** Times in a row that the service was too busy. */
  waits: number,
  /** Fewer addresses a request than the settings say, after a request took too long. */
  requestSize: numberOrNone,
  counts: scanCounts,
  /** Number of wallets with a crossing of any kind, all alerted; only Wallets has their names. */
  crossed: number,
});
export type ShardProgress = z.infer<typeof shardProgress>;

/** `stopped`: ended early by a problem that trying again would not solve. */
const runStatus = z.enum(["running", "completed", "incomplete", "stopped"]);
export type RunStatus = z.infer<typeof runStatus>;

/** A run. Times are ISO 8601. */
export const scanRun = z.object({
  projectId: z.pipe(text, z.transform(Number)),
  runId: text,
  status: runStatus,
  trigger: z.enum(["schedule", "manual"]),
  startedAt: text,
  /**
   * The first run of the round that it belongs to: runs up to one that completes, of which none asks for a wallet again
   * that another has asked for. Absent where that is the run itself.
   */
  round: textOrNone,
  endedAt: textOrNone,
  /** Why it did not complete; `problem` in the words of a version before 0.2.0. */
  problem: textOrNone,
  cause: z.optional(recordedCause),
  /** Time of the alert to operations that it is stuck. */
  stuckAlertedAt: textOrNone,
  /** True if its end was reported; versions before 0.2.0 sent a brief of each run. */
  brief: z.optional(z.enum(["pending", "sent"])),
  shards: z.pipe(
    z.record(text, shardProgress),
    z.transform((byShard) =>
      Object.keys(byShard)
        .sort((a, b) => Number(a) - Number(b))
        .flatMap((shard) => byShard[shard] ?? []),
    ),
  ),
});
export type ScanRun = z.infer<typeof scanRun>;

/** Current or last run of a project, its cause, and the first run of its round, if that is another. */
export const currentRun = z.object({ openRun: text, startKey: text, startedAt: text, round: textOrNone });
export type CurrentRun = z.infer<typeof currentRun>;

const NO_COUNTS: ScanCounts = { known: 0, recent: 0, completed: 0, skipped: 0, failed: 0, missing: 0 };

/** Shard without progress. */
export const UNTOUCHED: ShardProgress = {
  state: "waiting",
  hop: 0,
  step: 0,
  pass: 1,
  left: 0,
  waits: 0,
  counts: NO_COUNTS,
  crossed: 0,
};

/** `count` shards without progress, by number. */
export function untouchedShards(count: number): Record<string, ShardProgress> {
  return Object.fromEntries(Array.from({ length: count }, (_, shard) => [shard, UNTOUCHED]));
}
