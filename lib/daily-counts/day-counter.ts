/** Counts what came on a day of a project, one at a time and in any order. */

import { type Due, deadlinesFor, isDecidedLate } from "../cases/state.ts";
import type { Ending } from "../cases/step.ts";
import { type DayCount, dueKeys, emptyDay, LawCounter, lawKey, sumDays } from "./day-count.ts";
import { withDuration } from "./durations.ts";

/** Facts of a stored notification that are counted, as lists have it. */
export interface CountedNotification {
  kind: "notification" | "error" | "quarantined";
  risk: "none" | "warn" | "illegal";
  laws: readonly { name: string; countryCode: string; risk: "warn" | "illegal" }[];
  /** Number of all laws, if not all are listed. */
  lawCount?: number | undefined;
  /** ISO 8601, UTC. */
  receivedAt: string;
  alert: {
    state: "none" | "pending" | "sent";
    at?: string | undefined;
    returned?: string | undefined;
    returnPending?: string | undefined;
  };
  /** Present where it is another content of an id that was known. */
  originalKey?: string | undefined;
  rehearsal?: boolean | undefined;
  replayed?: boolean | undefined;
}

/** Facts of a case that are counted, as lists have it. Times are ISO 8601, UTC. */
export interface CountedCase extends Due {
  kind: "notification" | "change" | "quarantine" | "wallet";
  receivedAt: string;
  /** Absent as long as it is open. */
  outcome?: Ending | undefined;
  /** Absent as long as it is open. */
  decidedAt?: string | undefined;
}

/**
 * All that is added must be one project's and received on one day: the caller ensures that. Rehearsals are
 * left out. The count depends on what was added and on the time of counting, and not on the order.
 */
export class DayCounter {
  readonly #dayOf: (iso: string) => string | undefined;
  readonly #countedAt: string;
  readonly #laws = new LawCounter();
  /** All but the laws. */
  readonly #day = emptyDay();

  /**
   * @param dayOf the day of a time where the officers are, `YYYY-MM-DD`
   * @param countedAt ISO 8601 in UTC: a 24-hour notice that is due later is not missing yet
   */
  constructor(dayOf: (iso: string) => string | undefined, countedAt: string) {
    this.#dayOf = dayOf;
    this.#countedAt = countedAt;
  }

  addNotification(one: CountedNotification): void {
    // A replayed body is counted as the notification that it became.
    if (one.rehearsal === true || one.replayed === true) return;
    if (one.kind === "error") {
      this.#day.errors++;
      return;
    }
    this.#addAlert(one);
    if (one.kind === "quarantined") this.#day.quarantined[one.risk]++;
    else if (one.originalKey !== undefined) this.#day.changes[one.risk]++;
    else {
      this.#day.notifications[one.risk]++;
      this.#addLaws(one);
    }
  }

  /** Page of a day: its records, and the number of its notifications that cannot be read. */
  addPage(page: {
    notifications: readonly CountedNotification[];
    cases: readonly CountedCase[];
    unreadable: number;
  }): void {
    for (const one of page.notifications) this.addNotification(one);
    for (const one of page.cases) this.addCase(one);
    this.#day.unreadable += page.unreadable;
  }

  addCase(one: CountedCase): void {
    const { kind, receivedAt, outcome, decidedAt } = one;
    // The case as which it goes on is counted.
    if (outcome === "continued") return;
    const day = this.#day;
    day.cases[kind]++;
    if (outcome === undefined) {
      day.open++;
      const days = new Set(deadlinesFor(one).flatMap((due) => this.#dayOf(due) ?? []));
      for (const key of dueKeys([...days])) day.openDue[key] = (day.openDue[key] ?? 0) + 1;
      return;
    }
    day.outcomes[outcome]++;
    if (decidedAt === undefined) return;
    day.toDecision = withDuration(day.toDecision, Date.parse(decidedAt) - Date.parse(receivedAt));
    const isLate = isDecidedLate({ ...one, decidedAt }, this.#countedAt);
    if (isLate) day.decidedLate++;
    else if (isLate === false) day.decidedInTime++;
  }

  /** Counts so far; counting may go on. */
  count(): DayCount {
    return { ...sumDays([this.#day]), ...this.#laws.counts() };
  }

  #addAlert({ alert, receivedAt }: CountedNotification): void {
    // A return of what was received earlier was not to be alerted on that day.
    if (alert.state === "pending" || alert.returnPending === receivedAt) this.#day.unalerted++;
    if (alert.state !== "sent" || alert.at === undefined) return;
    // A later return was no reason for an alert at the receipt.
    if (alert.returned !== undefined && alert.returned !== receivedAt) return;
    this.#day.toAlert = withDuration(this.#day.toAlert, Date.parse(alert.at) - Date.parse(receivedAt));
  }

  /** A law counts once, by the worst that it says. */
  #addLaws({ laws, lawCount = laws.length }: CountedNotification): void {
    const worst = new Map<string, (typeof laws)[number]>();
    for (const law of laws) {
      const key = lawKey(law);
      if (worst.get(key)?.risk !== "illegal") worst.set(key, law);
    }
    for (const { countryCode, name, risk } of worst.values()) {
      const [illegal, warn] = risk === "illegal" ? [1, 0] : [0, 1];
      this.#laws.add({ countryCode, name, illegal, warn });
    }
    this.#laws.addOthers(Math.max(0, lawCount - laws.length));
  }
}
