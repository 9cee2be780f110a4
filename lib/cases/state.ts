/** State of a case, and the 24-hour notices that its suspicions demand: by its steps and the clock alone. */

import { type Deadline, NOTHING_DUE, noticeDeadline } from "../law/deadlines.ts";
import { type Filing, filingOf, type OfficerStep, type RevisedFacts, type Step } from "./step.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Duration of an ownership, in milliseconds. */
const OWNED_MS = 7 * DAY_MS;

/** Facts that determine the state of a case. */
export interface CaseRecord {
  steps?: readonly Step[] | undefined;
  /** Result of `dueAfter`, ISO 8601; `none`. */
  dueAt: string;
  /** Everything that a law demands; absent where `dueAt` is all, and a law's. */
  deadlines?: readonly Deadline[] | undefined;
}

/** A case as lists have it: `knownSince` is that of its state. */
export type Due = Omit<CaseRecord, "steps"> & { knownSince?: string | undefined };

export interface CaseState {
  /** The decision in force; undefined while the case is open. */
  decision: Extract<Step, { kind: "decide" }> | undefined;
  /** The officer who took the case last since it was opened or reopened; undefined if they released it. */
  owner: Owner | undefined;
  /** Time of the decision; undefined while it is open. ISO 8601. */
  endedAt: string | undefined;
  /** Since when a crime is known or suspected of which a 24-hour notice is owed, whether the case is decided or not. */
  knownSince: string | undefined;
  /** Notices of suspicions: filed in time, late, and not yet. */
  notices: Notice[];
  filings: Filing[];
}

/** Officer who looks after a case. It silences no deadline. */
export interface Owner {
  /** The officer, as the issuer of their sign-in knows them. */
  subject: string;
  name: string;
  /** Time at which the ownership lapses, which may be past. ISO 8601. */
  until: string;
}

export function stateOf({ steps = [] }: Pick<CaseRecord, "steps">): CaseState {
  const { decision, taken } = decisionAfter(steps);
  const notices = noticesOf(steps);
  return {
    decision,
    endedAt: decision?.at,
    owner: taken && {
      ...taken.by,
      until: new Date(Date.parse(taken.at) + OWNED_MS).toISOString(),
    },
    knownSince: owedOf(notices)?.knownSince,
    notices,
    filings: filingsOf(steps),
  };
}

/** Decision and owner after all steps. A revision that was told opens a decided case, and takes nothing from an open one. */
function decisionAfter(steps: readonly Step[]) {
  let decision: CaseState["decision"];
  let taken: OfficerStep | undefined;
  for (const step of steps) {
    if (step.kind === "take") taken = step;
    else if (step.kind === "release") taken = undefined;
    else if (step.kind === "decide" || step.kind === "reopen" || (decision && isReopening(step))) {
      decision = step.kind === "decide" ? step : undefined;
      taken = undefined;
    }
  }
  return { decision, taken };
}

function isReopening(step: Step): boolean {
  return (step.kind === "revised" && step.alerted) || step.kind === "unreadable";
}

/** Reports whether a step of the system opened a decided case again. */
export function reopens(steps: readonly Step[], id: string): boolean {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  return (
    step !== undefined &&
    isReopening(step) &&
    stateOf({ steps: steps.slice(0, index) }).decision !== undefined
  );
}

/**
 * The laws under which the service flags it now, none where it was withdrawn; undefined if they are those of the opening.
 * @param until only what was received before it counts, ISO 8601
 */
export function lawsSaidLast(
  { steps = [] }: Pick<CaseRecord, "steps">,
  until?: string,
): RevisedFacts | undefined {
  return steps
    .flatMap((step) => (step.kind === "revised" ? [step] : []))
    .filter(({ receivedAt }) => until === undefined || receivedAt < until)
    .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
    .at(-1)?.facts;
}

/**
 * The earliest moment of a filing about a case: that of the transaction, of its receipt, or of the first suspicion. ISO 8601.
 */
export function beginningOfCase({
  receivedAt,
  happenedAt,
  steps = [],
}: {
  receivedAt: string;
  happenedAt?: string | undefined;
  steps?: readonly Step[] | undefined;
}): string {
  const known = steps.flatMap((step) => (step.kind === "suspect" ? [step.knownSince] : []));
  return [receivedAt, ...(happenedAt === undefined ? [] : [happenedAt]), ...known].sort()[0] ?? receivedAt;
}

/**
 * All deadlines of a case, earliest first: those of laws, 24 hours from a suspicion, and missed ones. ISO 8601.
 */
export function deadlinesFor(one: Due): string[] {
  const { dueAt, deadlines = [], knownSince } = one;
  const notice = knownSince === undefined ? [] : [noticeDeadline(knownSince)];
  const ofLaws = deadlines.map((one) => one.dueAt);
  return [...new Set([dueAt, ...ofLaws, ...notice])].filter((due) => due !== NOTHING_DUE).sort();
}

/** Next deadline of a case, and the first one if that has passed. @param now ISO 8601, like the deadlines */
export function duesAt(one: Due, now: string): { next: string | undefined; passed: string | undefined } {
  const dues = deadlinesFor(one);
  return { next: dues.find((due) => due > now), passed: dues.find((due) => due <= now) };
}

/** Reports whether a law's deadline is counted from a time that names no zone. */
export function isCountedWithoutZone({
  lacksZone,
  happenedAt,
  deadlines = [],
}: Pick<CaseRecord, "deadlines"> & {
  lacksZone?: true | undefined;
  happenedAt?: string | undefined;
}): boolean {
  return lacksZone === true && happenedAt !== undefined && deadlines.length > 0;
}

/** Reports whether a law's deadline is counted from the receipt: the service gave no time of the transaction, or a later one. */
export function isCountedFromReceipt({
  happenedAt,
  deadlines = [],
}: Pick<CaseRecord, "deadlines"> & { happenedAt?: string | undefined }): boolean {
  return happenedAt === undefined && deadlines.length > 0;
}

/** Deadline of the 24-hour notice that was filed late, of a decided case. ISO 8601. */
export function missedNoticeOf({ dueAt, deadlines, knownSince }: Due): string | undefined {
  const owed = knownSince === undefined ? undefined : noticeDeadline(knownSince);
  const isOfLaw = dueAt === NOTHING_DUE || (deadlines?.some((one) => one.dueAt === dueAt) ?? true);
  return isOfLaw || dueAt === owed ? undefined : dueAt;
}

/**
 * Next deadline of a case after these steps, by which lists sort it. Of a decided one it is the first missed 24-hour notice: the
 * decision is late by that, even before the law's day.
 * @param lawDueAt by the law alone, as `lawDueOf` says
 */
export function dueAfter(steps: readonly Step[], lawDueAt: string): string {
  const { decision, knownSince, notices } = stateOf({ steps });
  const [missed] = notices
    .filter(({ isLate }) => isLate)
    .map((notice) => notice.dueAt)
    .sort();
  if (decision !== undefined && missed !== undefined) return missed;
  const [first = NOTHING_DUE, second] = deadlinesFor({ dueAt: lawDueAt, knownSince });
  const at = steps.at(-1)?.at ?? "";
  // A passed deadline of a law does not hide a running 24-hour clock; a passed clock is never hidden.
  return first === lawDueAt && first <= at && second !== undefined && at < second ? second : first;
}

/** A case with its outcome, as lists have it. Times are ISO 8601, UTC. */
type Decided = Due & { receivedAt: string; decidedAt: string };

/**
 * Judges whether a decided case was late; undefined where nothing was due. A deadline that had passed when the case was received
 * says nothing of how fast it was decided. A suspicion owes its 24-hour notice however the case was decided.
 * @param now ISO 8601: a notice that is due later is not missing yet
 */
export function isDecidedLate(one: Decided, now: string): boolean | undefined {
  const { knownSince, receivedAt, decidedAt } = one;
  if (knownSince !== undefined && noticeDeadline(knownSince) <= now) return true;
  if (missedNoticeOf(one) !== undefined) return true;
  const deadline = deadlinesFor(one).find((due) => due > receivedAt);
  return deadline === undefined ? undefined : decidedAt > deadline;
}

function filingsOf(steps: readonly Step[]): Filing[] {
  return steps.flatMap((step) => filingOf(step) ?? []);
}

function owedOf(notices: readonly Notice[]): Notice | undefined {
  return notices.find(({ filedAt, withdrawnAt }) => filedAt === undefined && withdrawnAt === undefined);
}

/** Times are ISO 8601, UTC. */
export interface Notice {
  /** The earliest one since the notice before: no later step gives more time. */
  knownSince: string;
  dueAt: string;
  /** Time of its record; undefined while it is owed. */
  filedAt: string | undefined;
  /** Time at which the suspicion was withdrawn, which ended the duty; undefined otherwise. */
  withdrawnAt: string | undefined;
  /**
   * True if it was recorded, or its suspicion withdrawn, after its deadline: a withdrawal does not undo the missed 24 hours. A
   * receipt has only a day, which is too coarse to tell.
   */
  isLate: boolean;
}

/** Every 24-hour notice of a case, in the order of filing; the last one may still be pending. */
function noticesOf(steps: readonly Step[]): Notice[] {
  const notices: Notice[] = [];
  let known: string[] = [];
  // The notice was filed at once and the suspicion recorded after it: the notice covers what was known by then.
  let ahead: string | undefined;
  const file = (filedAt: string | undefined, withdrawnAt?: string) => {
    const [knownSince] = known.sort();
    if (knownSince !== undefined) notices.push(noticeOf(knownSince, filedAt, withdrawnAt));
    known = [];
  };
  for (const step of steps) {
    if (step.kind === "suspect") {
      if (ahead !== undefined && step.knownSince <= ahead) notices.push(noticeOf(step.knownSince, ahead));
      else known.push(step.knownSince);
    } else if (step.kind === "retract") file(undefined, step.at);
    else if (filingOf(step)?.kind === "24-hour") {
      if (known.length === 0) ahead = step.at;
      file(step.at);
    }
  }
  file(undefined);
  return notices;
}

function noticeOf(knownSince: string, filedAt: string | undefined, withdrawnAt?: string): Notice {
  const dueAt = noticeDeadline(knownSince);
  const endedAt = filedAt ?? withdrawnAt;
  return { knownSince, dueAt, filedAt, withdrawnAt, isLate: endedAt !== undefined && endedAt > dueAt };
}
