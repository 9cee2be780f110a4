/** Content of a reminder: open cases that wait for officers, counted, and those of them that it names. */

import { type Due, duesAt, NOTHING_DUE, type Owner } from "./state.ts";

const HOUR_MS = 3_600_000;

/** Time before a deadline from which on a reminder counts the case, however young it is. */
export const DUE_WITHIN_MS = 48 * HOUR_MS;

/** Cases of a kind that a message names. */
const MOST_NAMED = 10;

/** A case in a reminder: its subject, never its steps. */
export interface RemindedCase {
  subject: string;
  opened: string;
  projectId: number;
  /** Of a wallet or transaction. */
  address?: string | undefined;
  chainId?: string | undefined;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/** Case with its deadlines and its ownership. */
export interface UndecidedCase extends RemindedCase, Due {
  owner?: Pick<Owner, "until"> | undefined;
}

/** A case with when it is due, ISO 8601 or `none`. */
export interface NamedCase extends RemindedCase {
  dueAt: string;
  /** Earlier deadline that has passed. */
  passedAt?: string | undefined;
}

/** Cases of one sort: how many there are, and the first of them in their order. */
export interface CountedCases {
  count: number;
  /** Ten at most. */
  named: readonly NamedCase[];
}

/** Each case is in one of them. */
export interface Undecided {
  /** Due within 48 hours, the most urgent first; also where something else about it has passed. */
  due: CountedCases;
  /** The others whose deadline has passed, the oldest deadline first. */
  passed: CountedCases;
  /** The others, the oldest first. */
  old: CountedCases;
  /** Number of counted cases that have an owner. */
  taken: number;
  /** True if all were read; otherwise the counts are lower bounds. */
  whole: boolean;
}

/** Number of all cases. */
export function countOfUndecided({ due, passed, old }: Undecided): number {
  return due.count + passed.count + old.count;
}

/** Cases that a message names, in its order. */
export function namedIn({ due, passed, old }: Undecided): NamedCase[] {
  return [due, passed, old].flatMap(({ named }) => named);
}

/** Counts as cases are read, and keeps no more of them than are named. */
export class UndecidedCount {
  readonly #now: string;
  readonly #horizon: string;
  readonly #due = new Named(({ dueAt }) => dueAt);
  readonly #passed = new Named(({ dueAt }) => dueAt);
  readonly #old = new Named(({ receivedAt }) => receivedAt);

  #taken = 0;

  /** @param now ISO 8601, UTC */
  constructor(now: string) {
    this.#now = now;
    this.#horizon = new Date(Date.parse(now) + DUE_WITHIN_MS).toISOString();
  }

  /** Takes a case. One with an owner is counted only if a deadline passed or is within 48 hours. */
  add(one: UndecidedCase): void {
    const { owner } = one;
    const isTaken = owner !== undefined && this.#now < owner.until;
    const { next = NOTHING_DUE, passed } = duesAt(one, this.#now);
    if (next !== NOTHING_DUE && next <= this.#horizon)
      this.#due.add({ ...one, dueAt: next, passedAt: passed });
    else if (passed !== undefined) this.#passed.add({ ...one, dueAt: passed });
    else if (isTaken) return;
    else this.#old.add({ ...one, dueAt: next });
    if (isTaken) this.#taken += 1;
  }

  end(whole: boolean): Undecided {
    return {
      due: this.#due.counted,
      passed: this.#passed.counted,
      old: this.#old.counted,
      taken: this.#taken,
      whole,
    };
  }
}

class Named {
  readonly #rankOf: (one: NamedCase) => string;
  #count = 0;
  #named: NamedCase[] = [];

  /** @param rankOf by what they are in order: ISO 8601 */
  constructor(rankOf: (one: NamedCase) => string) {
    this.#rankOf = rankOf;
  }

  add(one: NamedCase): void {
    this.#count += 1;
    const last = this.#named.at(-1);
    if (this.#named.length === MOST_NAMED && last !== undefined && !this.#isBefore(one, last)) return;
    this.#named.push(one);
    this.#named.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1));
    this.#named.length = Math.min(this.#named.length, MOST_NAMED);
  }

  get counted(): CountedCases {
    return { count: this.#count, named: this.#named };
  }

  /** The same order for every order of reading: a message that is made again is the same. */
  #isBefore(a: NamedCase, b: NamedCase): boolean {
    const [first, second] = [this.#rankOf(a), this.#rankOf(b)];
    return first === second ? a.subject < b.subject : first < second;
  }
}
