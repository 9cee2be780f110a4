/** The suspicions of a case: which of them share a 24-hour notice, when it is due, and what met it. */

import { earliest } from "../i18n/time/earliest.ts";
import { noticeDeadline } from "../law/deadlines.ts";
import { isOfSuspicion, type RecordedFiling, stateAfter } from "./case-state.ts";
import type { SuspicionNotice } from "./due.ts";
import { endOfReceipt } from "./law-due.ts";
import type { Step, SuspectedOperation } from "./step.ts";

/** The suspicions that share a 24-hour notice. */
export interface SuspicionGroup {
  /** When the notice is due, and when and by what it was met. */
  deadline: SuspicionNotice;
  /** The operations that it takes along, each once, as the service told of them when they were named last. */
  operations: SuspectedOperation[];
}

type SuspicionStep = Extract<Step, { kind: "suspect" }>;

/** The receipt of a 24-hour notice. */
interface Receipt {
  receivedAt: string;
  /** What was known by then is in the notice: nothing from after its receipt, nor from after an officer recorded that. ISO 8601. */
  knownUntil: string;
}

/** When and by what a 24-hour notice was met; empty while it is not. */
type NoticeEnd = Pick<SuspicionNotice, "metAt" | "metBy">;

/**
 * The suspicions by their notices, in the order in which these were met; the last one may still be pending. A 24-hour notice takes along all
 * that wait for one and were known when it was received and recorded; a withdrawal ends all that waited when it was recorded.
 */
export function suspicionGroups(
  steps: readonly Step[],
  filings: readonly RecordedFiling[],
): SuspicionGroup[] {
  const { groups, waiting } = suspicionsIn(steps, filings, withdrawalsIn(steps));
  return [...groups, ...groupOf(waiting, {})];
}

/** What each withdrawal withdrew: what waited by the receipts of then, whichever of them is corrected later. */
function withdrawalsIn(steps: readonly Step[]): Map<SuspicionStep, Step> {
  const withdrawals = new Map<SuspicionStep, Step>();
  for (const [index, step] of steps.entries()) {
    if (step.kind !== "retract") continue;
    const before = steps.slice(0, index);
    const { waiting } = suspicionsIn(before, stateAfter(before).filings, withdrawals);
    for (const suspicion of waiting) withdrawals.set(suspicion, step);
  }
  return withdrawals;
}

/** The groups whose notice was met or withdrawn, and the suspicions that wait for theirs. */
function suspicionsIn(
  steps: readonly Step[],
  filings: readonly RecordedFiling[],
  withdrawals: ReadonlyMap<SuspicionStep, Step>,
): { groups: SuspicionGroup[]; waiting: SuspicionStep[] } {
  const groups: SuspicionGroup[] = [];
  const receipts: Receipt[] = [];
  let waiting: SuspicionStep[] = [];
  for (const step of steps) {
    if (step.kind === "retract") {
      const withdrawn = [...withdrawals].flatMap(([suspicion, withdrawal]) =>
        withdrawal === step ? [suspicion] : [],
      );
      groups.push(...groupOf(withdrawn, { metAt: step.at, metBy: "withdrawal" }));
    }
    if (step.kind === "suspect" && !withdrawals.has(step)) {
      // The notice may have been recorded before the suspicion that it is about.
      const earlierReceipt = receipts.find((receipt) => tookAlong(receipt, step));
      if (earlierReceipt === undefined) waiting.push(step);
      else groups.push(...groupOf([step], metByFiling(earlierReceipt)));
    }
    const filing = filings.find((recorded) => recorded.step === step && isOfSuspicion(recorded))?.filing;
    if (filing !== undefined) {
      const receipt = {
        receivedAt: filing.receivedAt,
        knownUntil: earliest([endOfReceipt(filing), step.at]),
      };
      receipts.push(receipt);
      const { reported = [], later = [] } = Object.groupBy(waiting, (suspicion) =>
        takesAlong(receipt, suspicion) ? "reported" : "later",
      );
      groups.push(...groupOf(reported, metByFiling(receipt)));
      waiting = later;
    }
  }
  return { groups, waiting };
}

/** The group of some suspicions; none of no suspicion. */
function groupOf(suspicions: readonly SuspicionStep[], end: NoticeEnd): SuspicionGroup[] {
  const since = earliest(suspicions.map(({ knownSince }) => knownSince));
  if (since === undefined) return [];
  const deadline = { kind: "suspicion", at: noticeDeadline(since), since, ...end } as const;
  return [{ deadline, operations: operationsOf(suspicions) }];
}

function takesAlong({ knownUntil }: Receipt, { knownSince }: SuspicionStep): boolean {
  return knownSince <= knownUntil;
}

/**
 * The same of a receipt from before the suspicion was recorded. Officers type minutes: what became known in the very minute of the receipt,
 * or of its recording, may not be in the notice.
 */
function tookAlong({ knownUntil }: Receipt, { knownSince }: SuspicionStep): boolean {
  return minuteOf(knownSince) < minuteOf(knownUntil);
}

/** @param time ISO 8601, UTC */
function minuteOf(time: string): string {
  return time.slice(0, "YYYY-MM-DDTHH:MM".length);
}

function metByFiling({ receivedAt }: Receipt): NoticeEnd {
  return { metAt: receivedAt, metBy: "filing" };
}

function operationsOf(suspicions: readonly SuspicionStep[]): SuspectedOperation[] {
  const named = suspicions.flatMap(({ operations = [] }) => operations);
  return [...new Map(named.map((operation) => [operation.name, operation])).values()];
}
