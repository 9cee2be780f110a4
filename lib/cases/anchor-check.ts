/** Whether the anchors of days hold: made again from the steps as they are now, and compared with what the briefs said. */

import { type Anchor, type AnchoredStep, anchorOf, stepsWithin } from "./anchor.ts";
import type { ChainedCase } from "./chain.ts";

/** An anchor as it was kept; after `expiresAt` (ISO 8601) steps that it covers may have expired. */
export interface KeptAnchor extends Anchor {
  expiresAt: string;
}

/** Why a day does not hold. */
export type AnchorProblem =
  /** The steps of the day are no longer those that it covers. */
  | { kind: "steps"; day: string; found: number; covered: number }
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
  /** Days whose steps may have expired: they are taken as they were kept. */
  expired: string[];
}

/** The steps that each anchor has to cover, by its day; those that none covers yet are under no day. */
export function stepsByDay(
  kept: readonly KeptAnchor[],
  chains: readonly ChainedCase[],
): Map<string, AnchoredStep[]> {
  const byDay = new Map(kept.map(({ day }) => [day, [] as AnchoredStep[]]));
  for (const chain of chains) {
    const days = new Set(
      (chain.steps ?? []).map(({ at }) => kept.findLast(({ from }) => from <= String(at))),
    );
    for (const anchor of days)
      if (anchor !== undefined) byDay.get(anchor.day)?.push(...stepsWithin(chain, anchor));
  }
  return byDay;
}

export interface AnchorEvidence {
  /** Ordered by day. */
  kept: readonly KeptAnchor[];
  /** The steps that a kept anchor has to cover, as they are now. */
  stepsOf(anchor: KeptAnchor): readonly AnchoredStep[];
  /** What briefs said: the digest by the day. */
  said: ReadonlyMap<string, string>;
  /** ISO 8601. */
  now: string;
}

export function checkAnchors({ kept, stepsOf, said, now }: AnchorEvidence): AnchorCheck {
  const problems: AnchorProblem[] = [];
  const expired: string[] = [];
  let before: KeptAnchor | undefined;
  let held: string | undefined;
  for (const anchor of kept) {
    const { day } = anchor;
    if (before !== undefined && !follows(anchor, before))
      problems.push({ kind: "order", day, before: before.day });
    if (anchor.expiresAt <= now) expired.push(day);
    else problems.push(...problemsOfSteps(anchor, stepsOf(anchor)));
    const wanted = said.get(day);
    if (wanted === anchor.digest) held = day;
    else if (wanted !== undefined) problems.push({ kind: "said", day, held });
    before = anchor;
  }
  const days = new Set(kept.map(({ day }) => day));
  for (const day of said.keys()) if (!days.has(day)) problems.push({ kind: "missing", day });
  return { problems, remade: kept.length - expired.length, expired };
}

function follows({ from, previous }: KeptAnchor, before: KeptAnchor): boolean {
  return from === before.to && previous === before.digest;
}

function problemsOfSteps(anchor: KeptAnchor, steps: readonly AnchoredStep[]): AnchorProblem[] {
  if (anchorOf(anchor, steps).digest === anchor.digest) return [];
  return [{ kind: "steps", day: anchor.day, found: steps.length, covered: anchor.steps }];
}
