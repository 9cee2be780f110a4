/**
 * The anchor of a day: a digest over the one of the day before and every step made since, which officers get by mail and
 * so keep outside the account. It is the SHA-256, in hexadecimal, of
 * `{"day":…,"from":…,"previous":…,"steps":[{"digest":…,"number":…,"opened":…,"subject":…},…],"to":…}` in the canonical form
 * of chain.ts, the steps ordered by subject, opened and number, compared by their UTF-16 code units.
 */

import { type ChainedCase, digestOf } from "./chain.ts";

/** What the first anchor holds as the one before it. */
export const NO_ANCHOR_BEFORE = "none";

/** Where the first anchor begins: before every step. */
export const BEFORE_ALL = "1970-01-01T00:00:00.000Z";

/** What a day's anchor covers. Times are ISO 8601, UTC. */
export interface AnchorSpan {
  /** The local day that it ends with, `YYYY-MM-DD`. */
  day: string;
  /** Where the one before ended: so every step is one anchor's. */
  from: string;
  /** The moment at which the day ended; a step of that moment is the next anchor's. */
  to: string;
  /** The digest of the anchor before. */
  previous: string;
}

/** A step that an anchor covers, by what it is of. */
export interface AnchoredStep {
  subject: string;
  opened: string;
  number: number;
  digest: string;
}

export interface Anchor extends AnchorSpan {
  digest: string;
  /** How many steps it covers. */
  steps: number;
}

/** The span of a day that follows an anchor. @param to when the day ended; never before the last one's end */
export function spanAfter(last: Anchor | undefined, day: string, to: string): AnchorSpan {
  const from = last?.to ?? BEFORE_ALL;
  return { day, from, to: to < from ? from : to, previous: last?.digest ?? NO_ANCHOR_BEFORE };
}

/** The steps of a case or month that were made in a span. */
export function stepsWithin(
  { subject, opened, steps = [] }: ChainedCase,
  { from, to }: Pick<AnchorSpan, "from" | "to">,
): AnchoredStep[] {
  return steps.flatMap((step, index) => {
    const at = String(step["at"]);
    return at >= from && at < to ? [{ subject, opened, number: index + 1, digest: digestOf(step) }] : [];
  });
}

/** The anchor of a span over its steps, in whatever order they come. */
export function anchorOf({ day, from, to, previous }: AnchorSpan, steps: readonly AnchoredStep[]): Anchor {
  const ordered = [...steps].sort(
    (a, b) => compare(a.subject, b.subject) || compare(a.opened, b.opened) || a.number - b.number,
  );
  const span = { day, from, to, previous };
  return { ...span, digest: digestOf({ ...span, steps: ordered }), steps: ordered.length };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
