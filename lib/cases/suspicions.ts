/** The suspicions of a case: which of them share a 24-hour notice, when it is due, and what met it. */

import { earliest } from "../i18n/time/earliest.ts";
import { noticeDeadline } from "../law/deadlines.ts";
import { isOfSuspicion, type RecordedFiling } from "./case-state.ts";
import type { SuspicionNotice } from "./due.ts";
import { endOfReceipt } from "./law-due.ts";
import type { Filing, Step, SuspectedOperation } from "./step.ts";

/** What one 24-hour notice is about. */
export interface Suspicion {
  notice: SuspicionNotice;
  /** The operations that it takes along, each once, as the service told of them when they were named last. */
  operations: SuspectedOperation[];
}

type SuspectStep = Extract<Step, { kind: "suspect" }>;

/**
 * The suspicions by their notices, in the order in which these were met; the last one may still be pending. A 24-hour notice takes along all
 * that wait for one and were known when it was received; a withdrawal ends all that wait.
 */
export function suspicionsOf(steps: readonly Step[], filings: readonly RecordedFiling[]): Suspicion[] {
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
      else suspicions.push(...asSuspicion([step], metByFiling(earlierNotice)));
    }
    const notice = filings.find((recorded) => recorded.step === step && isOfSuspicion(recorded))?.filing;
    if (notice !== undefined) {
      receivedNotices.push(notice);
      const reported = waiting.filter((suspicion) => takesAlong(notice, suspicion));
      suspicions.push(...asSuspicion(reported, metByFiling(notice)));
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

function metByFiling({ receivedAt }: Filing): NoticeEnd {
  return { metAt: receivedAt, metBy: "filing" };
}

/** Steps that share a notice as one suspicion; no suspicion without a step. */
function asSuspicion(steps: readonly SuspectStep[], end: NoticeEnd): Suspicion[] {
  const since = earliest(steps.map(({ knownSince }) => knownSince));
  if (since === undefined) return [];
  const notice = { kind: "suspicion", at: noticeDeadline(since), since, ...end } as const;
  return [{ notice, operations: operationsOf(steps) }];
}

function operationsOf(steps: readonly SuspectStep[]): SuspectedOperation[] {
  const named = steps.flatMap(({ operations = [] }) => operations);
  return [...new Map(named.map((operation) => [operation.name, operation])).values()];
}
