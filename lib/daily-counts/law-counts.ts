/** Notifications that each law flags. Any text may be a law's name: a bounded number is kept, and the others are added up. */

import * as z from "zod/mini";
import { comparableName } from "../text/cleaning.ts";

/**
 * Most laws that are kept, so that a day fits into an item: the first ones by country and name. The choice depends on
 * nothing but the laws, so that days can be counted and added in any order.
 */
const MOST_LAWS = 100;

export const lawCount = z.object({
  countryCode: z.string(),
  name: z.string(),
  illegal: z.number(),
  warn: z.number(),
});
type LawCount = z.infer<typeof lawCount>;

export class LawCounter {
  readonly #kept = new Map<string, LawCount>();
  #others = 0;

  add({ countryCode, name, illegal, warn }: LawCount): void {
    const key = lawKey({ countryCode, name });
    const before = this.#kept.get(key) ?? { countryCode, name, illegal: 0, warn: 0 };
    this.#kept.set(key, {
      // Of several spellings the first in their order, in any order of arrival.
      countryCode: before.countryCode < countryCode ? before.countryCode : countryCode,
      name: before.name < name ? before.name : name,
      illegal: before.illegal + illegal,
      warn: before.warn + warn,
    });
    if (this.#kept.size > 2 * MOST_LAWS) this.#shorten();
  }

  /** Adds laws that are not known by name. */
  addOthers(count: number): void {
    this.#others += count;
  }

  /** Kept laws, by country and name, and the others together. */
  counts(): { laws: LawCount[]; otherLaws: number } {
    this.#shorten();
    return { laws: sortedBy([...this.#kept.values()], spellingOf), otherLaws: this.#others };
  }

  /**
   * A law that leaves has a hundred before it already, and so never belongs to the first hundred again. Its key decides: the
   * spelling of a law may still change.
   */
  #shorten(): void {
    for (const law of sortedBy([...this.#kept.values()], lawKey).slice(MOST_LAWS)) {
      this.#others += law.illegal + law.warn;
      this.#kept.delete(lawKey(law));
    }
  }
}

/** Laws with the most illegal notifications before the others. */
export function worstFirst(laws: readonly LawCount[]): LawCount[] {
  return laws.toSorted((a, b) => b.illegal - a.illegal || b.warn - a.warn);
}

function sortedBy(laws: readonly LawCount[], keyOf: (law: LawCount) => string): LawCount[] {
  return laws.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function spellingOf({ countryCode, name }: LawCount): string {
  return JSON.stringify([countryCode, name]);
}

/** The same for a law in every spelling: its name reads the same to an officer. */
export function lawKey({ countryCode, name }: Pick<LawCount, "countryCode" | "name">): string {
  return JSON.stringify([countryCode, name].map(comparableName));
}
