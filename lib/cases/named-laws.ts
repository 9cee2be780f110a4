/** Laws as cases name them: all of some, and of many the most severe ones, those that are new, and how many there are. */

import { createHash } from "node:crypto";
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
  // Told apart by their whole names, before these are cut.
  const ordered = [...new Set([...severe, ...all])].map(listedLaw);
  return {
    laws: ordered.map(({ name, countryCode }) => ({ name, countryCode })),
    digest: digestOfLaws(laws),
    mostSevere: Math.min(MOST_SEVERE, Math.max(FEWEST, severe.length)),
  };
}

/** SHA-256 over the sorted keys of laws: the same for a set in every order and spelling. */
function digestOfLaws(laws: readonly SaidLaw[]): string {
  const keys = [...new Set(laws.map(lawKey))].sort();
  return createHash("sha256").update(JSON.stringify(keys)).digest("hex");
}

/** Laws that an event names, with the digest of all of them. */
export function namedLaws({ laws, digest, mostSevere }: OrderedLaws): SomeLaws & { lawsDigest: string } {
  const first = laws.slice(0, mostSevere);
  return {
    ...firstLaws([...first, ...within(laws.slice(mostSevere), OF_CASE, first)], laws.length),
    lawsDigest: digest,
  };
}

/** Laws of a case, with those that a step names. `lawCount` is a lower bound: the ones that neither names may be the same. */
export function lawsWith({ laws = [], lawCount = 0 }: SomeLaws, step: SomeLaws): SomeLaws {
  const all = distinct([...laws, ...(step.laws ?? [])]);
  return firstLaws(all.slice(0, MOST_LAWS), Math.max(lawCount, step.lawCount ?? 0, all.length));
}

function firstLaws(laws: readonly SaidLaw[], count: number): SomeLaws {
  return {
    laws: laws.length === 0 ? undefined : [...laws],
    lawCount: count > laws.length ? count : undefined,
  };
}

/** The first of some laws that fit into a bound beside others. */
function within(laws: readonly SaidLaw[], { count, bytes }: Bound, beside: readonly SaidLaw[]): SaidLaw[] {
  let remainingBytes = bytes - beside.reduce((sum, law) => sum + bytesOf(law), 0);
  const named = laws.slice(0, Math.max(0, count - beside.length));
  const end = named.findIndex((law) => {
    remainingBytes -= bytesOf(law);
    return remainingBytes < 0;
  });
  return end === -1 ? named : named.slice(0, end);
}

function bytesOf({ name, countryCode }: SaidLaw): number {
  return Buffer.byteLength(name) + Buffer.byteLength(countryCode);
}

function distinct<T extends SaidLaw>(laws: readonly T[]): T[] {
  return [...new Map(laws.map((law) => [lawKey(law), law])).values()];
}
