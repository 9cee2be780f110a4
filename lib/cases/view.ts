/** What the events of a case say: its state, its deadlines, and what met each. Every list, page, mail, file and command asks this alone. */

import * as z from "zod/mini";
import { earliest } from "../i18n/time/earliest.ts";
import { instant } from "../i18n/time/instant.ts";
import { type Deadline, hasRuleOf, noticeDeadline } from "../law/deadlines.ts";
import type { OpenedFacts, SaidLaw } from "./case-facts.ts";
import { goneLaws, type SaidTransaction, saidTransaction, saysTheSame } from "./said-transaction.ts";
import {
  type CaseEvent,
  type Filing,
  filing,
  type NoticeName,
  noticeName,
  type Person,
  type Step,
  type SuspectedOperation,
} from "./step.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Duration of an ownership, in milliseconds. */
const OWNED_MS = 7 * DAY_MS;

const met = () => ({
  /** When it was met: receipt of the filing, or time of the decision or of the withdrawal. ISO 8601, UTC; absent where that cannot be read. */
  metAt: z.optional(instant()),
  /** By a filing, by a decision that no notice is due, or because the suspicion was withdrawn; absent while it is not met. */
  metBy: z.optional(z.enum(["filing", "decision", "withdrawal"])),
});

/** A deadline of a case; `at` is ISO 8601, UTC. */
export const due = z.discriminatedUnion("of", [
  z.object({
    of: z.literal("law"),
    at: instant(),
    law: z.string(),
    countryCode: z.string(),
    /** Ids of the notices of months that were recorded after the law was said: what their receipts say decides. */
    notices: z.optional(z.array(z.string())),
    ...met(),
  }),
  /** The 24 hours from a suspicion; `since` is the earliest one since the notice before: no later one gives more time. */
  z.object({ of: z.literal("notice"), at: instant(), since: instant(), ...met() }),
]);
export type Due = z.infer<typeof due>;
/** A notice of a month that a case names, and once it was read its receipt, which is absent where the month cannot be read. */
export const readNotice = z.extend(noticeName, {
  filing: z.optional(filing),
  /** When an officer corrected the receipt last; absent where it is as it was recorded. */
  correctedAt: z.optional(instant()),
});
export type ReadNotice = z.infer<typeof readNotice>;
export type SuspicionNotice = Extract<Due, { of: "notice" }>;

/** The 24-hour notices of a case, the first one first. */
export function noticesIn({ dues }: { dues: readonly Due[] }): SuspicionNotice[] {
  return dues.flatMap((due) => (due.of === "notice" ? [due] : []));
}

/** Reports whether a deadline was missed: never one of which no notice was due. @param now ISO 8601: what is due later is not missing yet */
export function isLate({ at, metAt, metBy }: Due, now: string): boolean {
  if (metBy === undefined) return at <= now;
  // A receipt that cannot be read does not say it.
  return metBy !== "decision" && metAt !== undefined && metAt > at;
}

/** The deadlines that are not met yet, the first one first. */
export function pendingOf({ dues }: { dues: readonly Due[] }): Due[] {
  return dues.filter(({ metBy }) => metBy === undefined);
}

/** Reports whether a case is undecided. */
export function isOpen({ outcome }: { outcome?: string | undefined }): boolean {
  return outcome === undefined;
}

/** Reports whether officers have something to do in a case: it is open, or the service revised it after its decision. */
export function isInInbox({
  outcome,
  isRevisedSince = false,
}: {
  outcome?: string | undefined;
  isRevisedSince?: boolean | undefined;
}): boolean {
  return isOpen({ outcome }) || isRevisedSince;
}

/** The 24-hour notice that is pending: no case is decided while it is. */
export function pendingNotice({ dues }: { dues: readonly Due[] }): SuspicionNotice | undefined {
  return noticesIn({ dues }).find(({ metBy }) => metBy === undefined);
}

/**
 * The deadline that lists and pages show: the first that is not met; where all are met, the first of a law, or the last 24-hour notice.
 * ISO 8601; undefined without one.
 */
export function shownDue({ dues }: { dues: readonly Due[] }): string | undefined {
  return (pendingOf({ dues })[0] ?? dues.find(({ of }) => of === "law") ?? dues.at(-1))?.at;
}

/** Officer who looks after a case. It silences no deadline. */
export interface Owner {
  /** The officer, as the issuer of their sign-in knows them. */
  subject: string;
  name: string;
  /** Time at which the ownership lapses, which may be past. ISO 8601. */
  until: string;
}

/** What one 24-hour notice is about. */
export interface Suspicion {
  notice: SuspicionNotice;
  /** The operations that it takes along, each once, as the service told of them when they were named last. */
  operations: SuspectedOperation[];
}

/** A filing of the case's own, with the id of the event that recorded it. */
export interface OwnFiling extends Filing {
  id: string;
}

export interface CaseView {
  /** The decision in force; undefined while the case is open. */
  decision: Extract<Step, { kind: "decide" }> | undefined;
  /** The officer who took the case last, or to whom it was assigned, since it was opened or reopened; undefined if it was released. */
  owner: Owner | undefined;
  /** The case's own filings that stand, with every correction: those of a decision that an officer took back do not. */
  filings: OwnFiling[];
  /** The notices of months that stand. */
  notices: NoticeName[];
  /** True where the service revised it after the decision, and no officer recorded since that the decision stands. */
  isRevisedSince: boolean;
  /** What the service said of its transaction. */
  transaction: SaidTransaction;
  /** The suspicions by their notices, in the order in which these were met; the last one may still be pending. */
  suspicions: Suspicion[];
  /** All deadlines, the first one first. */
  dues: Due[];
}

/** @param opened facts of its opening */
export function viewOf(opened: OpenedFacts, steps: readonly Step[]): CaseView {
  const { decision, taken, filings } = stateAfter(steps);
  const transaction = saidTransaction(opened, steps);
  const { happenedAt, deadlines } = transaction;
  const ofOpening = opened.rules ?? [];
  const suspicions = suspicionsOf(steps, filings);
  const dues = [
    ...deadlines.map((deadline) =>
      lawDue(deadline, hasRuleOf(ofOpening, deadline) ? [] : steps, { decision, filings, happenedAt }),
    ),
    ...suspicions.map(({ notice }) => notice),
  ];
  return {
    decision,
    owner: taken && {
      subject: taken.subject,
      name: taken.name,
      until: new Date(Date.parse(taken.at) + OWNED_MS).toISOString(),
    },
    filings: filings.flatMap(({ filing, step }) =>
      filing === undefined ? [] : [{ ...filing, id: step.id }],
    ),
    notices: filings.flatMap(({ notice }) => notice ?? []),
    isRevisedSince: decision !== undefined && isRevisedAfter(decision, opened, steps),
    transaction,
    suspicions,
    dues: dues.sort((a, b) => (a.at < b.at ? -1 : 1)),
  };
}

/** A decision, also one that was confirmed, judges what the service had said until then. */
function isRevisedAfter(decision: Step, opened: OpenedFacts, steps: readonly Step[]): boolean {
  const confirmation = steps.findLast(({ kind }) => kind === "confirm");
  const judgedUntil = Math.max(decision.number, confirmation?.number ?? 0);
  return !saysTheSame(
    opened,
    steps.filter(({ number }) => number <= judgedUntil),
    steps,
  );
}

/** The steps of a case for its readers: a revision that changed nothing, and of which no officer was told, is left out. */
export function visibleSteps({
  opening,
  steps,
}: {
  opening: { facts: OpenedFacts };
  steps: readonly Step[];
}): Step[] {
  return steps.filter(
    (step, index) =>
      step.kind !== "revised" ||
      step.alerted ||
      !saysTheSame(opening.facts, steps.slice(0, index), steps.slice(0, index + 1)),
  );
}

/** The laws that an event of a case names no more, of those that the service named before it; none of another event than a revision. */
export function goneBy(
  { opening, steps }: { opening: { facts: OpenedFacts }; steps: readonly Step[] },
  event: CaseEvent,
): SaidLaw[] {
  return event.kind === "revised" ? goneLaws(opening.facts, steps, event) : [];
}

/** By what a law's deadline is met. */
interface LawFacts {
  decision: CaseView["decision"];
  filings: readonly Filed[];
  happenedAt: string | undefined;
}

/** A filing of the case's own, or a notice that covers it, and the step that records it. */
interface Filed {
  filing?: Filing | undefined;
  notice?: NoticeName | undefined;
  step: Step;
  /** True of the 24-hour notice of a suspicion: it stands beside every decision. Every other filing belongs to a decision. */
  standsAlone: boolean;
}

/**
 * A revision that was told opens a decided case, and takes nothing from an open one. What was filed before it stands, unless the next
 * decision is that nothing had to be filed; the 24-hour notices stand also then, since no case is decided while one is pending.
 */
function stateAfter(steps: readonly Step[]) {
  let decision: CaseView["decision"];
  let taken: (Person & { at: string }) | undefined;
  let filings: Filed[] = [];
  for (const step of steps) {
    const filed = filedIn(step);
    if (filed !== undefined) filings.push(filed);
    if (step.kind === "correct") filings = filings.map((of) => corrected(of, step));
    if (step.kind === "take") taken = { ...step.by, at: step.at };
    else if (step.kind === "assign") taken = { ...step.to, at: step.at };
    else if (step.kind === "release") taken = undefined;
    else if (step.kind === "decide") {
      if (step.outcome !== "reported") filings = filings.filter(isOfSuspicion).map(standingAlone);
      [decision, taken] = [step, undefined];
    } else if (step.kind === "reopen") {
      filings = filings.filter(({ standsAlone }) => standsAlone);
      [decision, taken] = [undefined, undefined];
    } else if (decision && isReopening(step)) [decision, taken] = [undefined, undefined];
  }
  return { decision, taken, filings };
}

function filedIn(step: Step): Filed | undefined {
  if (step.kind === "file") return { filing: step.filing, step, standsAlone: step.filing.kind === "24-hour" };
  if (step.kind !== "decide" || (step.filing ?? step.notice) === undefined) return undefined;
  return { filing: step.filing, notice: step.notice, step, standsAlone: false };
}

function corrected(filed: Filed, { corrects, filing }: Extract<Step, { kind: "correct" }>): Filed {
  return filed.step.id === corrects ? { ...filed, filing } : filed;
}

/** Reports whether a filing is a 24-hour notice, which is filed of a suspicion. */
function isOfSuspicion({ filing }: Filed): boolean {
  return filing?.kind === "24-hour";
}

function standingAlone(filed: Filed): Filed {
  return { ...filed, standsAlone: true };
}

function isReopening(step: Step): boolean {
  return (step.kind === "revised" && step.alerted) || step.kind === "unreadable";
}

/**
 * A law's deadline is met by the first receipt of a decision's filings, or by the decision that no notice is due, of what was recorded after
 * the law was said. A receipt from before the transaction, by the time that was said last, meets none, nor does an amendment, or a 24-hour notice of an open case.
 * @param steps one of which said the law first; none where the opening did
 */
function lawDue(
  deadline: Deadline,
  steps: readonly Step[],
  { decision, filings, happenedAt }: LawFacts,
): Due {
  const { dueAt: at, law, countryCode } = deadline;
  const naming = steps.find((step) => step.kind === "revised" && hasRuleOf(step.facts.rules ?? [], deadline));
  const filed = filings.filter(
    ({ standsAlone, step }) => !standsAlone && (naming === undefined || step.number > naming.number),
  );
  const notices = filed.flatMap(({ notice }) => notice?.id ?? []);
  const metAt = firstReceipt(
    filed.flatMap(({ filing }) => filing ?? []).filter(({ kind }) => kind !== "amendment"),
    happenedAt,
  );
  const due = { of: "law", at, law, countryCode } as const;
  if (notices.length > 0) return { ...due, notices, metAt, metBy: "filing" };
  if (metAt !== undefined) return { ...due, metAt, metBy: "filing" };
  if (decision === undefined || filed.length > 0) return due;
  return { ...due, metAt: decision.at, metBy: "decision" };
}

/** The first receipt that is not from before the transaction. ISO 8601. */
function firstReceipt(filings: readonly Filing[], happenedAt = ""): string | undefined {
  const counting = filings.filter((filing) => endOfReceipt(filing) >= happenedAt);
  return earliest(counting.map(({ receivedAt }) => receivedAt));
}

/** A case as it is by the receipts of the notices that it names. */
export function withReceipts<T extends { dues: Due[]; happenedAt?: string | undefined }>(
  storedCase: T,
  notices: readonly ReadNotice[],
): T & { notices: ReadNotice[] } {
  const { dues, happenedAt } = storedCase;
  return { ...storedCase, notices: [...notices], dues: dues.map((due) => dueBy(due, notices, happenedAt)) };
}

function dueBy(due: Due, read: readonly ReadNotice[], happenedAt: string | undefined): Due {
  if (due.of !== "law" || due.notices === undefined) return due;
  const { notices, metAt: ownReceipt, metBy: _, ...unmet } = due;
  const covering = read.filter(({ id }) => notices.includes(id));
  const receipt = firstReceipt(
    covering.flatMap(({ filing }) => filing ?? []),
    happenedAt,
  );
  const metAt = earliest([ownReceipt, receipt]);
  if (metAt !== undefined) return { ...unmet, metAt, metBy: "filing" };
  // A receipt that cannot be read is no proof that nothing was filed.
  return covering.every(({ filing }) => filing !== undefined) ? unmet : { ...unmet, metBy: "filing" };
}

type SuspectStep = Extract<Step, { kind: "suspect" }>;

/**
 * The suspicions of a case. A 24-hour notice takes along all that wait for one and were known when it was received; a withdrawal ends all
 * that wait.
 */
function suspicionsOf(steps: readonly Step[], filings: readonly Filed[]): Suspicion[] {
  const suspicions: Suspicion[] = [];
  const receivedNotices: Filing[] = [];
  let waiting: SuspectStep[] = [];
  for (const step of steps) {
    if (step.kind === "retract") {
      suspicions.push(...asSuspicion(waiting, { metAt: step.at, metBy: "withdrawal" }));
      waiting = [];
    }
    if (step.kind === "suspect") {
      // The notice may have been recorded before the suspicion that it is about.
      const earlierNotice = receivedNotices.find((notice) => takesAlong(notice, step));
      if (earlierNotice === undefined) waiting.push(step);
      else suspicions.push(...asSuspicion([step], metBy(earlierNotice)));
    }
    const notice = filings.find((filed) => filed.step === step && isOfSuspicion(filed))?.filing;
    if (notice !== undefined) {
      receivedNotices.push(notice);
      const taken = waiting.filter((suspicion) => takesAlong(notice, suspicion));
      suspicions.push(...asSuspicion(taken, metBy(notice)));
      waiting = waiting.filter((suspicion) => !takesAlong(notice, suspicion));
    }
  }
  return [...suspicions, ...asSuspicion(waiting, {})];
}

/** A notice says what was known when it was received: no later suspicion. */
function takesAlong(notice: Filing, { knownSince }: SuspectStep): boolean {
  return knownSince <= endOfReceipt(notice);
}

/** When and by what a 24-hour notice was met; empty while it is not. */
type NoticeEnd = Pick<SuspicionNotice, "metAt" | "metBy">;

function metBy({ receivedAt }: Filing): NoticeEnd {
  return { metAt: receivedAt, metBy: "filing" };
}

/** Steps that share a notice as one suspicion; no suspicion without a step. */
function asSuspicion(steps: readonly SuspectStep[], end: NoticeEnd): Suspicion[] {
  const since = earliest(steps.map(({ knownSince }) => knownSince));
  if (since === undefined) return [];
  return [
    { notice: { of: "notice", at: noticeDeadline(since), since, ...end }, operations: operationsOf(steps) },
  ];
}

function operationsOf(steps: readonly SuspectStep[]): SuspectedOperation[] {
  const named = steps.flatMap(({ operations = [] }) => operations);
  return [...new Map(named.map((operation) => [operation.name, operation])).values()];
}

/** The last millisecond of the minute of a receipt, or where it has no hour of its day, where the officers are. */
export function endOfReceipt({
  receivedAt,
  receivedTime,
}: Pick<Filing, "receivedAt" | "receivedTime">): string {
  const lasts = receivedTime === undefined ? DAY_MS : MINUTE_MS;
  return new Date(Date.parse(receivedAt) + lasts - 1).toISOString();
}

/** Reports whether a step of the system opened a decided case again. */
export function reopens(steps: readonly Step[], id: string): boolean {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  return step !== undefined && isReopening(step) && stateAfter(steps.slice(0, index)).decision !== undefined;
}

/** The earliest moment of a 24-hour notice of a case: that of the transaction, of its receipt, or of the first suspicion. ISO 8601. */
export function beginningOfCase({
  receivedAt,
  happenedAt,
  steps,
}: {
  receivedAt: string;
  happenedAt?: string | undefined;
  steps: readonly Step[];
}): string {
  const times = steps.flatMap((step) => (step.kind === "suspect" ? [step.knownSince] : []));
  return earliest([receivedAt, happenedAt, ...times]);
}
