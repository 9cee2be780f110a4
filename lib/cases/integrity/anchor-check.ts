/**
 * Whether the anchors of days hold: made again from the steps as they are now, and compared with what the briefs said. What
 * decides is what digests cover, and so the last brief: no other attribute that somebody could set.
 */

import {
  type Anchor,
  type AnchoredStep,
  BEFORE_ALL,
  digestOfSteps,
  NO_ANCHOR_BEFORE,
  type TimedStep,
} from "./anchor.ts";

const DAY_MS = 86_400_000;

/** Why a day does not hold. */
export type AnchorProblem =
  /** What stands in its place is no anchor, or not the one that its digest is of. */
  | { kind: "spoilt"; day: string }
  /** It is of a day that has not ended: no brief made it. */
  | { kind: "ahead"; day: string }
  /** The steps of the day are no longer those that it covers. */
  | { kind: "steps"; day: string; found: number; covered: number }
  /** It is the first one that is kept, and follows another that ended at `from`. */
  | { kind: "begins"; day: string; from: string }
  /** It does not follow the one kept of the day before it. */
  | { kind: "order"; day: string; before: string }
  /** A brief said another digest: it, or what it rests on, was made anew since. `held` is the last brief before that fits. */
  | { kind: "said"; day: string; held: string | undefined }
  /** A brief said one, and none is kept. */
  | { kind: "missing"; day: string };

export interface AnchorCheck {
  problems: AnchorProblem[];
  /** How many days were made again from their steps. */
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
  /** What briefs said: the digest by the day. */
  said: ReadonlyMap<string, string>;
  /** ISO 8601. */
  now: string;
}

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

/** What expired makes steps fewer, never more. */
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
 * How many anchors at most are made after the steps of their days by one call, which catches up: when their steps were
 * made, the settings may have been those of so many anchors before.
 */
const CAUGHT_UP = 7;

/** Before the first anchor there is no day of briefs: what it covers was made within so long. */
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
