/**
 * A seal: a digest over the seal before it and every event of cases and months that was recorded since, which officers get by mail and
 * so keep outside the account. It is the SHA-256, in hexadecimal, of
 * `{"day":…,"events":…,"eventsDigest":…,"keptUntil":…,"previous":…,"projectIds":…,"since":…}` in the canonical form of chain.ts, where
 * `events` is how many there are, and `eventsDigest` the SHA-256 of their lines `subject opened number digest`, each with a line feed
 * behind it, sorted by their UTF-16 code units. So what a seal says of itself is known to be true when its events have expired, too.
 */

import { createHash } from "node:crypto";
import { addDays } from "../../i18n/time/calendar.ts";
import type { CaseKey } from "../case-keys.ts";
import { digestOf } from "../chain.ts";

/** Digest before the first seal, and the day from which on that one covers everything. */
const NO_SEAL_BEFORE = "none";
export const BEFORE_ALL = "1970-01-01";

/** A UTC day is over for its seal so many hours after it ended: clocks of functions differ, and an index is a little behind. */
const SETTLED_MS = 2 * 3_600_000;

/** An event as a seal covers it. */
interface SealedEvent extends CaseKey {
  number: number;
  digest: string;
}

/** An event, and when it was recorded, valid or not. */
export interface TimedEvent extends SealedEvent {
  at: string;
}

/** Content that the digest of a seal covers. Days are UTC, `YYYY-MM-DD`. */
interface SealContent {
  /** The first and the last day of which it covers the events. */
  since: string;
  day: string;
  /** Projects whose events it covers, in ascending order. */
  projectIds: readonly number[];
  /** Number of events that it covers, and their digest. */
  events: number;
  eventsDigest: string;
  /** The day until which each of them is kept at least. */
  keptUntil: string;
  /** The digest of the seal before. */
  previous: string;
}

export interface Seal extends SealContent {
  digest: string;
}

/** The last day that is over. @param now in milliseconds since 1970 */
export function lastSettledDay(now: number): string {
  return addDays(new Date(now - SETTLED_MS).toISOString().slice(0, BEFORE_ALL.length), -1);
}

/** The first day that a seal behind another covers. */
export function sinceAfter(last: Seal | undefined): string {
  return last === undefined ? BEFORE_ALL : addDays(last.day, 1);
}

/** The seal behind another, over the events of its days in any order. */
export function sealAfter(
  last: Seal | undefined,
  { day, projectIds, keptUntil }: Pick<SealContent, "day" | "projectIds" | "keptUntil">,
  events: readonly SealedEvent[],
): Seal {
  const content: SealContent = {
    since: sinceAfter(last),
    day,
    projectIds,
    keptUntil,
    events: events.length,
    eventsDigest: digestOfEvents(events),
    previous: last?.digest ?? NO_SEAL_BEFORE,
  };
  return { ...content, digest: digestOfSeal(content) };
}

function digestOfEvents(events: readonly SealedEvent[]): string {
  const lines = events.map(
    ({ subject, opened, number, digest }) => `${subject} ${opened} ${number} ${digest}\n`,
  );
  return createHash("sha256").update(lines.sort().join("")).digest("hex");
}

/** The digest that a seal has by what it says of itself. */
export function digestOfSeal({
  since,
  day,
  projectIds,
  events,
  eventsDigest,
  keptUntil,
  previous,
}: SealContent): string {
  return digestOf({ since, day, projectIds, events, eventsDigest, keptUntil, previous });
}

/** Why a seal does not hold. */
export type SealProblem =
  /** The stored item is no seal, or not the one that its digest covers. */
  | { kind: "corrupt"; day: string }
  /** It is of a day that has not ended: no brief made it. */
  | { kind: "ahead"; day: string }
  /** The events of its days are no longer those that it covers. */
  | { kind: "events"; day: string; count: number; covered: number }
  /** It is the first one that is kept, and not the first that was made. */
  | { kind: "begins"; day: string; since: string }
  /** It does not follow the one before it. */
  | { kind: "order"; day: string; before: string }
  /** Its brief has another seal: it, or one that it rests on, was recreated since. `lastMatch` is the last day before whose brief fits. */
  | { kind: "brief differs"; day: string; lastMatch: string | undefined }
  /** A brief has a seal of the day, and none is stored. */
  | { kind: "missing"; day: string };

export interface SealCheck {
  problems: SealProblem[];
  /** Number of seals that were recomputed from their events. */
  remade: number;
  /** Days of the seals whose events have expired: they are taken as they are stored. */
  expired: string[];
}

export interface SealEvidence {
  /** Ordered by day, each the one that its digest is of. */
  seals: readonly Seal[];
  /** All events that there are now. */
  events: Iterable<TimedEvent>;
  /** Digests of the seals in briefs, by the day. */
  briefSeals: ReadonlyMap<string, string>;
  /** In milliseconds since 1970. */
  now: number;
}

/** Verifies seals: recomputes them from the present events, and compares them with the briefs. */
export function checkSeals({ seals, events, briefSeals, now }: SealEvidence): SealCheck {
  const covered = eventsOfSeals(seals, events);
  const today = new Date(now).toISOString().slice(0, BEFORE_ALL.length);
  const problems: SealProblem[] = [];
  const expired: string[] = [];
  let lastMatch: string | undefined;
  for (const [index, seal] of seals.entries()) {
    const { day } = seal;
    if (day >= today) problems.push({ kind: "ahead", day });
    problems.push(...problemsOfPlace(seal, seals[index - 1]));
    const sealed = covered.get(seal) ?? [];
    if (digestOfEvents(sealed) !== seal.eventsDigest) {
      // Expiry makes events fewer, never more.
      if (seal.keptUntil <= today && sealed.length < seal.events) expired.push(day);
      else problems.push({ kind: "events", day, count: sealed.length, covered: seal.events });
    }
    const briefSeal = briefSeals.get(day);
    if (briefSeal === seal.digest) lastMatch = day;
    else if (briefSeal !== undefined) problems.push({ kind: "brief differs", day, lastMatch });
  }
  const days = new Set(seals.map(({ day }) => day));
  for (const day of briefSeals.keys()) if (!days.has(day)) problems.push({ kind: "missing", day });
  return { problems, remade: seals.length - expired.length, expired };
}

/** The events that each seal has to cover; those after the last one are in none. */
function eventsOfSeals(
  seals: readonly Seal[],
  events: Iterable<TimedEvent>,
): Map<Seal | undefined, TimedEvent[]> {
  return Map.groupBy(events, ({ at }) => {
    const day = at.slice(0, BEFORE_ALL.length);
    return seals.find((seal) => seal.since <= day && day <= seal.day);
  });
}

/** A seal never expires: one that is followed and not there was removed. */
function problemsOfPlace({ day, since, previous }: Seal, before: Seal | undefined): SealProblem[] {
  if (before === undefined)
    return since === BEFORE_ALL && previous === NO_SEAL_BEFORE ? [] : [{ kind: "begins", day, since }];
  const follows = since === addDays(before.day, 1) && previous === before.digest;
  return follows ? [] : [{ kind: "order", day, before: before.day }];
}
