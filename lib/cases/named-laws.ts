/** Laws as cases name them: all of some, and of many the most severe ones, those that are new, and how many there are. */

import { listedLaw } from "../intake/notifications/notification-item.ts";
import type { ListedLaw } from "../intake/notifications/notification-schema.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { mostSevereOf } from "../law/deadlines.ts";
import { lawKey } from "../law/laws.ts";
import type { OrderedLaws, SaidLaw, SomeLaws } from "./case-facts.ts";

/** Most laws, and most bytes of their names and countries. */
interface Bound {
  count: number;
  bytes: number;
}

/** A case is in three indexes, which copy its laws. */
const OF_CASE: Bound = { count: 40, bytes: 4_000 };

/** A step names the most severe laws, and so many beside them that are new or gone. */
const OF_STEP: Bound = { count: 10, bytes: 1_000 };

/** Laws that later words add to those of the opening: each of these has a case of its own, too. */
const MOST_LAWS = 60;

/** The most severe laws are named within any bound in bytes. */
const MOST_SEVERE = 20;

/** Laws that are named also without a deadline and a list. */
const FEWEST = 5;

/**
 * The laws in the order of their severity, each once, with long names cut as lists have them.
 * @param laws with their whole names, by which rules know them
 * @param rules the deadlines of the settings
 */
export function inOrder(laws: readonly ListedLaw[], rules: readonly DeadlineRule[]): OrderedLaws {
  const all = distinct(laws);
  const severe = mostSevereOf(all, rules);
  const ordered = distinct([...severe, ...all].map(listedLaw));
  return {
    laws: ordered.map(({ name, countryCode }) => ({ name, countryCode })),
    mostSevere: Math.min(MOST_SEVERE, Math.max(FEWEST, severe.length)),
  };
}

/** Laws that the beginning of a case names. */
export function lawsOfCase({ laws, mostSevere }: OrderedLaws): SomeLaws {
  const first = laws.slice(0, mostSevere);
  return some([...first, ...within(laws.slice(mostSevere), OF_CASE, first)], laws.length);
}

/** Laws that a step names behind others: the most severe ones, and those that the case does not name yet. */
export function lawsOfStep({ laws, mostSevere }: OrderedLaws, known: readonly SaidLaw[]): SomeLaws {
  const first = laws.slice(0, mostSevere);
  return some([...first, ...within(without(laws.slice(mostSevere), known), OF_STEP)], laws.length);
}

/** Laws that are said no more, as a step names them; undefined where there are none. */
export function lawsGone(before: readonly SaidLaw[], { laws }: OrderedLaws): SomeLaws | undefined {
  const gone = without(before, laws);
  return gone.length === 0 ? undefined : some(within(gone, OF_STEP), gone.length);
}

/** Reports whether a case names each of two lists of laws alike. */
export function areSameLaws(before: readonly SaidLaw[], after: readonly SaidLaw[]): boolean {
  return without(before, after).length === 0 && without(after, before).length === 0;
}

/** Laws of a case, with those that a step names. `lawCount` is a lower bound: the ones that neither names may be the same. */
export function lawsWith({ laws = [], lawCount = 0 }: SomeLaws, step: SomeLaws): SomeLaws {
  const all = distinct([...laws, ...(step.laws ?? [])]);
  return some(all.slice(0, MOST_LAWS), Math.max(lawCount, step.lawCount ?? 0, all.length));
}

function some(laws: readonly SaidLaw[], count: number): SomeLaws {
  return {
    laws: laws.length === 0 ? undefined : [...laws],
    lawCount: count > laws.length ? count : undefined,
  };
}

/** The first of some laws that fit into a bound beside others. */
function within(
  laws: readonly SaidLaw[],
  { count, bytes }: Bound,
  beside: readonly SaidLaw[] = [],
): SaidLaw[] {
  let left = bytes - beside.reduce((sum, law) => sum + bytesOf(law), 0);
  const kept = laws.slice(0, Math.max(0, count - beside.length));
  const end = kept.findIndex((law) => {
    left -= bytesOf(law);
    return left < 0;
  });
  return end === -1 ? kept : kept.slice(0, end);
}

function bytesOf({ name, countryCode }: SaidLaw): number {
  return Buffer.byteLength(name) + Buffer.byteLength(countryCode);
}

function distinct<T extends SaidLaw>(laws: readonly T[]): T[] {
  return [...new Map(laws.map((law) => [lawKey(law), law])).values()];
}

function without<T extends SaidLaw>(laws: readonly T[], others: readonly SaidLaw[]): T[] {
  const names = new Set(others.map(lawKey));
  return laws.filter((law) => !names.has(lawKey(law)));
}
