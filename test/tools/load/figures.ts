/** Times and counts for people. */

import type { Histogram } from "node:perf_hooks";

/** `p50 3 ms, p90 9 ms, p99 40 ms, longest 120 ms`. */
export function timesOf(times: Histogram): string {
  if (times.count === 0) return "none";
  const shares = [50, 90, 99].map((share) => `p${share} ${shownMs(times.percentile(share))}`);
  return [...shares, `longest ${shownMs(times.max)}`].join(", ");
}

/** A time for people: `40 ms`, `6.1 s`. */
export function shownMs(milliseconds: number): string {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** A count for people: `100,000`. */
export function shown(count: number): string {
  return count.toLocaleString("en-US");
}
