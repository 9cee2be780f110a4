/** A day of a project as numbers: no person, wallet or transaction is in it. Days can be added. */

import * as z from "zod/mini";
import { OUTCOMES } from "../cases/step.ts";
import { comparableName } from "../text/cleaning.ts";
import { addDurations, durations, noDurations } from "./durations.ts";

/**
 * Most laws that are kept, so that a day fits into an item: the first ones by country and name. The choice depends on
 * nothing but the laws, so that days can be counted and added in any order.
 */
const MOST_LAWS = 100;

const lawCount = z.object({
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

const number = z.number();

const risks = () => z.object({ illegal: number, warn: number, none: number });

export const dayCount = z.object({
  /** By what the laws say: the first content of each id. */
  notifications: risks(),
  /** Other contents under an id that was known. */
  changes: risks(),
  /** Bodies that are not the contract. */
  quarantined: risks(),
  /** Errors that the service reported. */
  errors: number,
  /** Notifications that cannot be read, and are in no other number. */
  unreadable: z._default(number, 0),
  /** Number of `notifications` that each law flags, by country and name. */
  laws: z.array(lawCount),
  /** The same of laws that are not listed, each notification as often as it names such a law. */
  otherLaws: number,
  /** From receipt to the alert, of what was alerted. */
  toAlert: durations,
  /** Alerts that are due and not sent. */
  unalerted: number,
  /** Cases that were opened; `wallet`: of wallets with a crossing and no open case. */
  cases: z.object({ notification: number, change: number, quarantine: number, wallet: number }),
  /** Outcomes. */
  outcomes: z.record(z.enum(OUTCOMES), number),
  /** Undecided cases. */
  open: number,
  /**
   * Number of undecided cases that are due on a day, by `dueKeys`: `YYYY-MM-DD` for the first deadline of a
   * case, and `YYYY-MM-DD YYYY-MM-DD` for a later one behind the one before it. The others have no deadline that is known.
   */
  openDue: z.record(z.string(), number),
  /** Cases with a deadline: decided in time; or late, or with a 24-hour notice that was late or missing at its deadline. */
  decidedInTime: number,
  decidedLate: number,
  /** From receipt to the decision, of what was decided. */
  toDecision: durations,
});
export type DayCount = z.infer<typeof dayCount>;

/** Under which keys `openDue` has a case. @param days all on which something is due about it, the first first, each once */
export function dueKeys(days: readonly string[]): string[] {
  return days.map((day, index) => (index === 0 ? day : `${day} ${days[index - 1]}`));
}

/** A day on which nothing was. */
export function emptyDay(): DayCount {
  const none = () => ({ illegal: 0, warn: 0, none: 0 });
  return {
    notifications: none(),
    changes: none(),
    quarantined: none(),
    errors: 0,
    unreadable: 0,
    laws: [],
    otherLaws: 0,
    toAlert: noDurations(),
    unalerted: 0,
    cases: { notification: 0, change: 0, quarantine: 0, wallet: 0 },
    outcomes: { reported: 0, "not-reportable": 0, "false-positive": 0 },
    open: 0,
    openDue: {},
    decidedInTime: 0,
    decidedLate: 0,
    toDecision: noDurations(),
  };
}

/** Days together; the same in any order. */
export function sumDays(days: readonly DayCount[]): DayCount {
  const laws = new LawCounter();
  for (const day of days) {
    for (const law of day.laws) laws.add(law);
    laws.addOthers(day.otherLaws);
  }
  return { ...days.reduce(addTwo, emptyDay()), ...laws.counts() };
}

/** All but the laws. */
function addTwo(a: DayCount, b: DayCount): DayCount {
  return {
    ...emptyDay(),
    notifications: addEach(a.notifications, b.notifications),
    changes: addEach(a.changes, b.changes),
    quarantined: addEach(a.quarantined, b.quarantined),
    errors: a.errors + b.errors,
    unreadable: a.unreadable + b.unreadable,
    toAlert: addDurations(a.toAlert, b.toAlert),
    unalerted: a.unalerted + b.unalerted,
    cases: addEach(a.cases, b.cases),
    outcomes: addEach(a.outcomes, b.outcomes),
    open: a.open + b.open,
    openDue: addDueDays(a.openDue, b.openDue),
    decidedInTime: a.decidedInTime + b.decidedInTime,
    decidedLate: a.decidedLate + b.decidedLate,
    toDecision: addDurations(a.toDecision, b.toDecision),
  };
}

/** Numbers by name together, where both have the same names. */
function addEach<Name extends string>(
  a: Record<Name, number>,
  b: Record<Name, number>,
): Record<Name, number> {
  const sum = { ...a };
  for (const name in b) sum[name] += b[name];
  return sum;
}

function addDueDays(a: DayCount["openDue"], b: DayCount["openDue"]): DayCount["openDue"] {
  const sum: DayCount["openDue"] = { ...a };
  for (const [day, count] of Object.entries(b)) sum[day] = (sum[day] ?? 0) + count;
  return sum;
}

/** A day with what is open of it. */
export interface OpenDay {
  /** `YYYY-MM-DD`. */
  day: string;
  count: Pick<DayCount, "open" | "openDue">;
}
