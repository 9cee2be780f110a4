/** A step of a case, in a sentence. */

import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { CASE_KINDS, INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES, EXCEEDANCES, FILINGS, STEPS, SYSTEM_STEPS } from "../../i18n/catalogue/desk/steps.ts";
import { usd } from "../../i18n/text/amounts.ts";
import { momentOf } from "../../i18n/time/calendar.ts";
import type { Translate } from "../../i18n/translator.ts";
import type { ListedCase, StoredCase } from "../case.ts";
import { type Due, nothingDue, type SuspicionNotice } from "../due.ts";
import type { RevisionChange } from "../said-transaction.ts";
import {
  type Filing,
  isOfSystem,
  type Opening,
  type RevisedFacts,
  type Step,
  type SystemStep,
} from "../step.ts";

/** The opening of a case, with what the service said by then. @param time formats a moment for its readers */
export function openingWords(
  { by, facts: { laws, lawCount, timestamp, score } }: Opening,
  t: Translate,
  time: (iso: string) => string,
): string {
  const facts = [
    laws === undefined ? "" : lawWords({ laws, lawCount }, t),
    score === undefined ? "" : t(INBOX.firstScore, { score }),
    timestamp === undefined ? "" : t(SYSTEM_STEPS.happened, { value: saidTime(timestamp, time) }),
  ].filter((fact) => fact !== "");
  const opened = by === undefined ? t(EVIDENCE.opened) : t(STEPS.opened, { who: by.name });
  return [opened, ...(facts.length === 0 ? [] : [facts.join("; ")])].join(": ");
}

/** The subject of a case, also of one that an officer opened about a transaction that the service does not flag. */
export function kindWords(
  listedCase: Pick<ListedCase, "kind" | "risk" | "laws" | "lastExceeded">,
  t: Translate,
): string {
  if (listedCase.kind === "wallet" && listedCase.lastExceeded === undefined) return t(FACTS.wallet);
  return t(isUnflagged(listedCase) ? CASE.unflagged : CASE_KINDS[listedCase.kind]);
}

/** The state of a case: its outcome, and whether the service revised it after the decision; or that it is open. */
export function stateWords(
  { outcome, isRevisedSince }: Pick<ListedCase, "outcome" | "isRevisedSince">,
  t: Translate,
): string {
  if (outcome === undefined) return t(CASE.open);
  return isRevisedSince ? `${t(CASE_OUTCOMES[outcome])}; ${t(CASE.revisedSince)}` : t(CASE_OUTCOMES[outcome]);
}

export function isUnflagged({ kind, risk, laws = [] }: Pick<ListedCase, "kind" | "risk" | "laws">): boolean {
  return kind === "notification" && risk !== "illegal" && laws.length === 0;
}

/**
 * @param time formats a moment for its readers
 * @param change what a revision changes; undefined where only the event itself is known, of which all is said
 */
export function stepWords(
  step: Step,
  t: Translate,
  time: (iso: string) => string,
  change?: RevisionChange,
): string {
  if (isOfSystem(step)) return systemWords(step, t, time, change);
  const who = step.by.name;
  switch (step.kind) {
    case "suspect": {
      const suspected = t(STEPS.suspect, { who, since: time(step.knownSince) });
      const { length: count } = step.operations ?? [];
      return count === 0 ? suspected : `${suspected}, ${t(STEPS.operations, { count })}`;
    }
    case "assign":
      return t(STEPS.assign, { who, to: step.to.name });
    case "decide":
      return t(STEPS.decide, { who, outcome: t(CASE_OUTCOMES[step.outcome]) });
    case "notice":
      return t(step.filing.kind === "nothing-to-report" ? STEPS.report : STEPS.notice, { who });
    case "add":
      return t(STEPS.add, { who, count: step.covers.count });
    default:
      return t(STEPS[step.kind], { who });
  }
}

function systemWords(
  step: SystemStep,
  t: Translate,
  time: (iso: string) => string,
  change: RevisionChange | undefined,
): string {
  switch (step.kind) {
    case "exceeded": {
      const { run, score, previousScore: before, exceedances = [] } = step;
      const knownOr = (value: number | undefined) => (value === undefined ? t(FACTS.unknown) : String(value));
      const why = exceedances.map((exceedance) => t(EXCEEDANCES[exceedance])).join(", ") || t(FACTS.unknown);
      return t(SYSTEM_STEPS.exceeded, { run, why, score: knownOr(score), before: knownOr(before) });
    }
    case "unreadable": {
      const { content, receivedAt } = step;
      return t(SYSTEM_STEPS.unreadable, { content, received: time(receivedAt) });
    }
    case "revised": {
      const { content, receivedAt } = step;
      const { facts, gone } = change ?? { facts: step.facts, gone: [] };
      const values = { content, received: time(receivedAt) };
      const words = revisedWords({ facts, gone }, t, time);
      if (words.length === 0) return t(SYSTEM_STEPS.unchanged, values);
      if (facts.laws?.length === 0 && gone.length > 0)
        return [t(SYSTEM_STEPS.withdrawn, values), ...words].join("; ");
      return t(SYSTEM_STEPS.revised, { ...values, facts: words.join("; ") });
    }
  }
}

/** The words of a revision, a phrase for each fact. */
function revisedWords(
  { facts: { timestamp, usd: price, ...ofLaws }, gone }: RevisionChange,
  t: Translate,
  time: (iso: string) => string,
): string[] {
  const facts = [
    ["laws", (ofLaws.laws ?? []).length === 0 ? undefined : lawWords(ofLaws, t)],
    ["gone", gone.length === 0 ? undefined : lawWords({ laws: gone }, t)],
    ["happened", timestamp && saidTime(timestamp, time)],
    ["usd", price && usd(price)],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [t(SYSTEM_STEPS[name], { value })] : []));
}

/** A time as the service wrote it, for readers where it is one. */
function saidTime(timestamp: string, time: (iso: string) => string): string {
  const moment = momentOf(timestamp);
  return Number.isNaN(moment) ? timestamp : time(new Date(moment).toISOString());
}

/** The words about a deadline that is not pending any more. */
export function metWords({ at, metAt = "", metBy }: Due, t: Translate): string {
  if (metAt === "") return t(CASE.receiptUnreadable);
  const isMissed = metAt > at;
  if (metBy === "filing") return t(isMissed ? CASE.late : CASE.inTime);
  if (metBy === "decision") return t(CASE.notDue);
  return t(isMissed ? CASE.missed : CASE.withdrawn);
}

/** The words in place of a deadline, of a case of which nothing is pending. */
export function nothingDueWords(listed: { dues: readonly Due[] }, t: Translate): string {
  switch (nothingDue(listed)) {
    case "filing":
      return t(CASE_OUTCOMES.reported);
    case "decision":
      return t(CASE.notDue);
    case "withdrawal":
      return t(CASE.withdrawn);
    case "unknown":
      return t(CASE.noDeadline);
  }
}

/** Sentences about the time of a transaction: readers learn which time counts, and of each that does not. */
export function timeDoubts(
  { refusedTime, happenedAt, lacksZone, deadlines }: StoredCase,
  t: Translate,
): string[] {
  const isCounted = deadlines.length > 0;
  return [
    refusedTime === undefined ? "" : t(CASE.refusedTime, { time: refusedTime }),
    isCounted && happenedAt === undefined ? t(CASE.fromReceipt) : "",
    isCounted && lacksZone ? t(CASE.noZone) : "",
  ].filter((sentence) => sentence !== "");
}

/** Laws of a case, and how many more there are than it holds. */
export function lawWords({ laws = [], lawCount = 0 }: LawNames, t: Translate): string {
  const names = laws.map(({ name, countryCode }) => `${name} (${countryCode})`).join(", ");
  const more = lawCount - laws.length;
  return more > 0 ? names + t(FACTS.andMore, { count: more }) : names || t(FACTS.none);
}

type LawNames = Pick<RevisedFacts, "laws" | "lawCount">;

/** Words for a filing. @param day formats a day, `YYYY-MM-DD` */
export function filingWords(
  { kind, reference, receivedOn, receivedTime }: Filing,
  t: Translate,
  day: (day: string) => string,
): string {
  return t(STEPS.filing, {
    kind: t(FILINGS[kind]),
    reference,
    receivedOn: receivedTime
      ? t(STEPS.receiptAt, { day: day(receivedOn), time: receivedTime })
      : day(receivedOn),
  });
}

/**
 * Until when a 24-hour notice was due, and what met it.
 * @param time formats a moment for its readers
 * @param day formats the day of a moment, since a receipt may have no hour
 */
export function noticeWords(
  { at, metAt, metBy }: SuspicionNotice,
  t: Translate,
  time: (iso: string) => string,
  day = time,
): string {
  const due = time(at);
  if (metBy === undefined || metAt === undefined) return t(CASE.noticePending, { due });
  const isMissed = metAt > at;
  if (metBy === "withdrawal")
    return t(isMissed ? CASE.noticeMissedThenWithdrawn : CASE.noticeWithdrawn, {
      due,
      withdrawn: time(metAt),
    });
  return t(isMissed ? CASE.noticeLate : CASE.noticeInTime, { due, filed: day(metAt) });
}
