/** Run ids: they begin with the run's start, so that they sort by it. */

import { createHash } from "node:crypto";

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
