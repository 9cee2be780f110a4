/** Time limits on this machine, whose clock may run faster than its processors work. */

/**
 * Computing takes as long as ever under a faster clock: a function that was just loaded answers its first
 * call in a tenth of this, and on a machine with other work in more than half. One that is never given as long never
 * answers, since a timeout ends its worker, and the next one is as new.
 */
const LEAST_MS = 2_000;

/** Speed of the clock, and of the machine. */
export interface Pace {
  /** Divides every time. */
  timeScale: number;
  /** Slowness of the machine beside an idle one; 1 if absent. */
  slowness?: number | undefined;
}

/** A limit in milliseconds divided by the time scale, but with time enough to compute something. */
export function timeLimit(ms: number, { timeScale, slowness = 1 }: Pace, computingMs = LEAST_MS): number {
  const leastMs = computingMs * Math.max(1, slowness);
  return Math.max(ms / timeScale, Math.min(ms, leastMs));
}
