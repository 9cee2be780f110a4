/**
 * The anchor of a day: a digest over the one of the day before and every case opened and every step made since, which officers
 * get by mail and so keep outside the account. It is the SHA-256, in hexadecimal, of
 * `{"day":…,"from":…,"previous":…,"projectIds":…,"retentionYears":…,"steps":…,"stepsDigest":…,"to":…}` in the canonical form of
 * chain.ts, where `steps` is how many there are, and `stepsDigest` the SHA-256 of
 * `[{"digest":…,"number":…,"opened":…,"subject":…},…]`, the steps ordered by subject, opened and number, compared by their
 * UTF-16 code units. The opening of a case is its step 0, with the digest of its beginning. So what an anchor says of itself is known to be true when its steps have expired, too.
 */

import { beginningOf, type ChainedCase, digestOf } from "../chain.ts";

/** Digest before the first anchor. */
const NO_ANCHOR_BEFORE = "none";

/** Beginning of the first anchor: before every step. */
export const BEFORE_ALL = "1970-01-01T00:00:00.000Z";

/** Anchor of a day. Times are ISO 8601, UTC. */
interface AnchorSpan {
  /** The local day that it ends with, `YYYY-MM-DD`. */
  day: string;
  /** End of the one before: so every step belongs to one anchor. */
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

/** A step by its item, and its own time, valid or not. */
export interface TimedStep {
  at: string;
  step: AnchoredStep;
}

/** Content that the digest of an anchor covers. */
interface AnchorContent extends AnchorSpan {
  /** For how many years a step was kept, by the settings of the day on which the anchor was made. */
  retentionYears: number;
  /** Projects whose steps it covers, in ascending order. */
  projectIds: readonly number[];
  /** Number of steps that it covers, and their digest. */
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

/** Steps of a span. */
export function stepsWithin(
  found: ChainedCase,
  { from, to }: Pick<AnchorSpan, "from" | "to">,
): AnchoredStep[] {
  return timedSteps(found).flatMap(({ at, step }) => (at >= from && at < to ? [step] : []));
}

/** Anchor of a span over its steps, in any order of them. */
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

/** Digest of steps, in any order of them. */
function digestOfSteps(steps: readonly AnchoredStep[]): string {
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

const DAY_MS = 86_400_000;

/** Why a day does not hold. */
export type AnchorProblem =
  /** The stored anchor is invalid, or not the one that its digest covers. */
  | { kind: "corrupt"; day: string }
  /** It is of a day that has not ended: no brief made it. */
  | { kind: "ahead"; day: string }
  /** The steps of the day are no longer those that it covers. */
  | { kind: "steps"; day: string; found: number; covered: number }
  /** It is the first one that is kept, and follows another that ended at `from`. */
  | { kind: "begins"; day: string; from: string }
  /** It does not follow the one kept of the day before it. */
  | { kind: "order"; day: string; before: string }
  /** A brief had another digest: the anchor, or one that it rests on, was recreated since. `held` is the last brief before that fits. */
  | { kind: "said"; day: string; held: string | undefined }
  /** A brief said one, and none is kept. */
  | { kind: "missing"; day: string };

export interface AnchorCheck {
  problems: AnchorProblem[];
  /** Number of days that were recomputed from their steps. */
  remade: number;
  /** Days of which steps have expired: they are taken as they were kept. */
  expired: string[];
}

/** The steps that each anchor has to cover, by its day; those that none covers yet are under no day. */
export function stepsByDay(kept: readonly Anchor[], steps: Iterable<TimedStep>): Map<string, AnchoredStep[]> {
  const byDay = new Map(kept.map(({ day }) => [day, [] as AnchoredStep[]]));
  for (const { at, step } of steps) {
    const anchor = kept.findLast(({ from }) => from <= at);
    if (anchor !== undefined && at < anchor.to) byDay.get(anchor.day)?.push(step);
  }
  return byDay;
}

export interface AnchorEvidence {
  /** Ordered by day, each the one that its digest is of. */
  kept: readonly Anchor[];
  /** The steps that a kept anchor has to cover, as they are now. */
  stepsOf(anchor: Anchor): readonly AnchoredStep[];
  /** Digests in briefs, by the day. */
  said: ReadonlyMap<string, string>;
  /** ISO 8601. */
  now: string;
}

/**
 * Verifies the anchors of days: recomputes them from the present steps, and compares them with the briefs. The result
 * depends on the content that digests cover, and so on the last brief: on no other attribute that could be edited.
 */
export function checkAnchors({ kept: found, stepsOf, said, now }: AnchorEvidence): AnchorCheck {
  const kept = found.filter(({ to }) => to <= now);
  const problems: AnchorProblem[] = found
    .filter(({ to }) => to > now)
    .map(({ day }) => ({ kind: "ahead", day }));
  const expired: string[] = [];
  let held: string | undefined;
  for (const [index, anchor] of kept.entries()) {
    const { day } = anchor;
    problems.push(...problemsOfPlace(anchor, kept[index - 1]));
    const state = stateOfSteps(anchor, stepsOf(anchor), keptUntil(kept, index) <= now);
    if (state === "expired") expired.push(day);
    else if (state !== "same") problems.push(state);
    const wanted = said.get(day);
    if (wanted === anchor.digest) held = day;
    else if (wanted !== undefined) problems.push({ kind: "said", day, held });
  }
  const days = new Set(kept.map(({ day }) => day));
  for (const day of said.keys()) if (!days.has(day)) problems.push({ kind: "missing", day });
  return { problems, remade: kept.length - expired.length, expired };
}

/** An anchor never expires: one that is followed and not there was removed. */
function problemsOfPlace({ day, from, previous }: Anchor, before: Anchor | undefined): AnchorProblem[] {
  if (before === undefined) {
    const isFirst = from === BEFORE_ALL && previous === NO_ANCHOR_BEFORE;
    return isFirst ? [] : [{ kind: "begins", day, from }];
  }
  const follows = from === before.to && previous === before.digest;
  return follows ? [] : [{ kind: "order", day, before: before.day }];
}

/** Expiry makes steps fewer, never more. */
function stateOfSteps(
  { day, steps, stepsDigest }: Anchor,
  found: readonly AnchoredStep[],
  mayHaveExpired: boolean,
): "same" | "expired" | AnchorProblem {
  if (digestOfSteps(found) === stepsDigest) return "same";
  if (mayHaveExpired && found.length < steps) return "expired";
  return { kind: "steps", day, found: found.length, covered: steps };
}

/**
 * Most anchors that one call makes after the steps of their days, to catch up: when their steps were
 * made, the settings may have been those of so many anchors before.
 */
const CAUGHT_UP = 7;

/** Age of the oldest step that the first anchor may cover: there is no day of briefs before it. */
const BEFORE_FIRST_MS = 7 * DAY_MS;

/** Until when every step of an anchor is kept, ISO 8601: it has what it covers to be made again from. */
function keptUntil(kept: readonly Anchor[], index: number): string {
  const settings = kept.slice(Math.max(0, index - CAUGHT_UP), index + 1);
  const { from = BEFORE_ALL, to = BEFORE_ALL } = kept[index] ?? {};
  const until = new Date(from === BEFORE_ALL ? Date.parse(to) - BEFORE_FIRST_MS : from);
  until.setUTCFullYear(
    until.getUTCFullYear() + Math.min(...settings.map(({ retentionYears }) => retentionYears)),
  );
  return until.toISOString();
}
