/**
 * The anchor of a day: a digest over the one of the day before and every case opened and every step made since, which officers
 * get by mail and so keep outside the account. It is the SHA-256, in hexadecimal, of
 * `{"day":…,"from":…,"previous":…,"projectIds":…,"retentionYears":…,"steps":…,"stepsDigest":…,"to":…}` in the canonical form of
 * chain.ts, where `steps` is how many there are, and `stepsDigest` the SHA-256 of
 * `[{"digest":…,"number":…,"opened":…,"subject":…},…]`, the steps ordered by subject, opened and number, compared by their
 * UTF-16 code units. The opening of a case is its step 0, with the digest of its beginning. So what an anchor says of itself is known to be true when its steps have expired, too.
 */

import { beginningOf, type ChainedCase, digestOf } from "../chain.ts";

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

/** A step that an anchor covers, by what it is of; the opening of a case has the number 0. */
export interface AnchoredStep {
  subject: string;
  opened: string;
  number: number;
  digest: string;
}

/** A step by what it is of, and when it was made by what it says: whatever somebody wrote there. */
export interface TimedStep {
  at: string;
  step: AnchoredStep;
}

/** What the digest of an anchor is over. */
interface AnchorContent extends AnchorSpan {
  /** For how many years a step was kept, by the settings of the day on which the anchor was made. */
  retentionYears: number;
  /** Whose steps it covers, in ascending order. */
  projectIds: readonly number[];
  /** How many steps it covers, and the digest of them. */
  steps: number;
  stepsDigest: string;
}

export interface Anchor extends AnchorContent {
  digest: string;
}

/** The span of a day that follows an anchor. @param to when the day ended; never before the last one's end */
export function spanAfter(last: Anchor | undefined, day: string, to: string): AnchorSpan {
  const from = last?.to ?? BEFORE_ALL;
  return { day, from, to: to < from ? from : to, previous: last?.digest ?? NO_ANCHOR_BEFORE };
}

/** The opening of a case, and the steps of a case or month. */
export function timedSteps({ subject, opened, beginning, steps = [] }: ChainedCase): TimedStep[] {
  const made = steps.map((step, index) => ({
    at: String(step["at"]),
    step: { subject, opened, number: index + 1, digest: digestOf(step) },
  }));
  if (beginning === undefined) return made;
  const digest = beginningOf({ subject, opened, beginning });
  return [{ at: String(beginning["openedAt"]), step: { subject, opened, number: 0, digest } }, ...made];
}

/** Those of them that are of a span. */
export function stepsWithin(
  found: ChainedCase,
  { from, to }: Pick<AnchorSpan, "from" | "to">,
): AnchoredStep[] {
  return timedSteps(found).flatMap(({ at, step }) => (at >= from && at < to ? [step] : []));
}

/** The anchor of a span over its steps, in whatever order they come. */
export function anchorOf(
  span: AnchorSpan & Pick<AnchorContent, "retentionYears" | "projectIds">,
  steps: readonly AnchoredStep[],
): Anchor {
  const { day, from, to, previous, retentionYears, projectIds } = span;
  const content = {
    ...{ day, from, to, previous, retentionYears, projectIds },
    ...{ steps: steps.length, stepsDigest: digestOfSteps(steps) },
  };
  return { ...content, digest: digestOfAnchor(content) };
}

/** The digest of steps, in whatever order they come. */
export function digestOfSteps(steps: readonly AnchoredStep[]): string {
  return digestOf(
    steps.toSorted(
      (a, b) => compare(a.subject, b.subject) || compare(a.opened, b.opened) || a.number - b.number,
    ),
  );
}

/** The digest that an anchor has by what it says of itself. */
export function digestOfAnchor(found: AnchorContent): string {
  const { day, from, to, previous, retentionYears, projectIds, steps, stepsDigest } = found;
  return digestOf({ day, from, to, previous, retentionYears, projectIds, steps, stepsDigest });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
