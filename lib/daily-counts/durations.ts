/**
 * Durations as counts of classes, so that those of several days can be added without their values: each is counted exactly,
 * the longest is kept as it is, and the median is known by the bound of its class.
 */

import * as z from "zod/mini";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Up to how many milliseconds each class goes, the bound included; the last class, behind them, has no bound. */
const BOUNDS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 12].map((hours) => hours * HOUR),
  ...[1, 2, 3, 5, 7, 10, 14, 21, 30, 60, 90].map((days) => days * DAY),
];

export const durations = z.object({
  /** Number of durations in each class, the shortest first. */
  classes: z.array(z.number()),
  /** In milliseconds; absent without durations. */
  longestMs: z.optional(z.number()),
});
export type Durations = z.infer<typeof durations>;

export function noDurations(): Durations {
  return { classes: new Array<number>(BOUNDS_MS.length + 1).fill(0) };
}

/** Durations and one more. @param ms one below 0, as of clocks that differ, counts as 0 */
export function withDuration({ classes, longestMs = 0 }: Durations, ms: number): Durations {
  const duration = Math.max(0, ms);
  const found = BOUNDS_MS.findIndex((bound) => duration <= bound);
  const place = found === -1 ? BOUNDS_MS.length : found;
  return {
    classes: classes.with(place, (classes[place] ?? 0) + 1),
    longestMs: Math.max(longestMs, duration),
  };
}

export function addDurations(a: Durations, b: Durations): Durations {
  const longest = [a.longestMs, b.longestMs].filter((ms) => ms !== undefined);
  return {
    classes: a.classes.map((count, place) => count + (b.classes[place] ?? 0)),
    ...(longest.length === 0 ? {} : { longestMs: Math.max(...longest) }),
  };
}

/** Number of durations. */
export function countOfDurations({ classes }: Durations): number {
  return classes.reduce((sum, count) => sum + count, 0);
}

/** Time within which half of them ended, in milliseconds; undefined without durations. */
export function medianMs(all: Durations): number | undefined {
  const { classes, longestMs } = all;
  if (longestMs === undefined) return undefined;
  let left = countOfDurations(all) / 2;
  const place = classes.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
  // None took longer than the longest, which is known exactly.
  return Math.min(BOUNDS_MS[place] ?? longestMs, longestMs);
}
