/** Difference of an end state from the one without faults. */

/**
 * `lost`: acknowledged, and not there. `doubled`: there more often than it may be. `unalerted`: without its alert.
 * `miscounted`: repeats or totals that do not add up. `wrong`: there, but not as it should be.
 */
export const VIOLATIONS = ["lost", "doubled", "unalerted", "miscounted", "wrong"] as const;

export interface Violation {
  kind: (typeof VIOLATIONS)[number];
  /** The violation, and its subject. */
  text: string;
}

/** A violation, or none. */
export function unless(holds: boolean, kind: Violation["kind"], text: string): Violation[] {
  return holds ? [] : [{ kind, text }];
}

/** Violations in one line; empty if there are none. */
export function inWords(violations: readonly Violation[]): string {
  return violations.map(({ kind, text }) => `${kind}: ${text}`).join("; ");
}
