/** Bands of scores, and when a score exceeds what officers are alerted to. Pure rules, in decimals. */

import Big from "big.js";
import * as z from "zod/mini";
import { INVESTIGATE_ABOVE } from "../settings/limits.ts";

/** Below this a score is minimal. */
export const WATCH_FROM = 20;

/** A rise by so much is alerted even when the score stays below the threshold, from {@link WATCH_FROM} on. */
export const STEEP_RISE = 15;

/** Bands of ours; the service's own level is shown beside them. `unknown`: the service gave no score. */
type Band = "minimal" | "watch" | "investigate" | "unknown";

/** The band of a score; {@link WATCH_FROM} and {@link INVESTIGATE_ABOVE} themselves are both `watch`. */
export function bandOf(score: number | undefined): Band {
  if (score === undefined) return "unknown";
  if (score < WATCH_FROM) return "minimal";
  return isAbove(score, INVESTIGATE_ABOVE) ? "investigate" : "watch";
}

/** `above`: now above the threshold. `rise`: risen steeply. `suspicious`: suspicious activity is new. */
export const exceedance = z.enum(["above", "rise", "suspicious"]);
export type Exceedance = z.infer<typeof exceedance>;

/** Facts of a wallet at a time; absent is unknown, never 0 and never false. */
interface RiskReading {
  score?: number | undefined;
  suspicious?: boolean | undefined;
}

/**
 * What a wallet exceeds now and did not before; an empty list is no alert. A wallet that stays above the threshold, or
 * suspicious, is alerted once until it falls back.
 * @param threshold the score above which a wallet is alerted
 */
export function exceedances(previous: RiskReading, current: RiskReading, threshold: number): Exceedance[] {
  const exceedances: Exceedance[] = [];
  if (isAbove(current.score, threshold) && !isAbove(previous.score, threshold)) exceedances.push("above");
  if (rise(previous, current) >= STEEP_RISE && bandOf(current.score) !== "minimal") exceedances.push("rise");
  if (current.suspicious === true && previous.suspicious !== true) exceedances.push("suspicious");
  return exceedances;
}

/** The rise of a score, and 0 where it fell or where one of the two is unknown. As decimals: from 5.4 to 20.4 is 15. */
export function rise(previous: RiskReading, current: RiskReading): number {
  if (previous.score === undefined || current.score === undefined) return 0;
  return Math.max(0, difference(previous.score, current.score));
}

/** The later score less the earlier one, as decimals. */
function difference(earlier: number, later: number): number {
  return new Big(later).minus(earlier).toNumber();
}

/** Reports whether a score is above another; an unknown one is not. */
export function isAbove(score: number | undefined, threshold: number): boolean {
  return score !== undefined && score > threshold;
}
