/** Bands of scores, and the changes that alert an officer. Pure rules. */

import { INVESTIGATE_ABOVE } from "../settings/limits.ts";

/** Below this a score is minimal. */
export const WATCH_FROM = 20;

/** A rise by so much is alerted even when the score stays below the alert score, from {@link WATCH_FROM} on. */
export const STEEP_RISE = 15;

/** Bands of ours; the service's own level is shown beside them. `unknown`: the service gave no score. */
type Band = "minimal" | "watch" | "investigate" | "unknown";

/** The band of a score; {@link WATCH_FROM} and {@link INVESTIGATE_ABOVE} themselves are both `watch`. */
export function bandOf(score: number | undefined): Band {
  if (score === undefined) return "unknown";
  if (score < WATCH_FROM) return "minimal";
  return score > INVESTIGATE_ABOVE ? "investigate" : "watch";
}

/** Facts of a wallet at a time; absent is unknown, never 0 and never false. */
interface RiskReading {
  score?: number | undefined;
  suspicious?: boolean | undefined;
}

/** `above`: now above the alert score. `rise`: risen steeply. `suspicious`: suspicious activity is new. */
export type Crossing = "above" | "rise" | "suspicious";

/**
 * Kinds of crossing of a wallet between two readings; an empty list is no alert. A wallet that stays above the alert score,
 * or suspicious, has one crossing until it falls back.
 * @param line the alert score: a wallet above it is alerted
 */
export function crossings(previous: RiskReading, current: RiskReading, line: number): Crossing[] {
  const found: Crossing[] = [];
  if (isAbove(current.score, line) && !isAbove(previous.score, line)) found.push("above");
  if (rise(previous, current) >= STEEP_RISE && bandOf(current.score) !== "minimal") found.push("rise");
  if (current.suspicious === true && previous.suspicious !== true) found.push("suspicious");
  return found;
}

/** By how much a score rose, 0 where it fell or where one of the two is unknown. */
export function rise(previous: RiskReading, current: RiskReading): number {
  if (previous.score === undefined || current.score === undefined) return 0;
  return Math.max(0, current.score - previous.score);
}

/** Reports whether a score is above a line; an unknown one is not. */
export function isAbove(score: number | undefined, line: number): boolean {
  return score !== undefined && score > line;
}
