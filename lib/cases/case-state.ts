/** What the steps of a case leave it in: open or decided, the officer who has it, and the filings that stand. */

import type { Filing, NoticeName, Person, Step } from "./step.ts";

/** A filing of the case's own, or a notice of a month that covers it, and the step that recorded it. */
export interface RecordedFiling {
  filing?: Filing | undefined;
  notice?: NoticeName | undefined;
  step: Step;
  /** True of the 24-hour notice of a suspicion: it stands beside every decision. Every other filing belongs to a decision. */
  standsAlone: boolean;
}

export interface CaseState {
  /** The decision in force; undefined while the case is open. */
  decision: Extract<Step, { kind: "decide" }> | undefined;
  /** The officer who took the case last, or to whom it was assigned, and when (ISO 8601); undefined if it was released, decided or reopened since. */
  owner: (Person & { at: string }) | undefined;
  /** The filings that stand, with every correction. */
  filings: RecordedFiling[];
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

/**
 * A revision that was told opens a decided case, and takes nothing from an open one. What was filed before it stands, unless the next
 * decision is that nothing had to be filed; the 24-hour notices stand also then, since no case is decided while one is pending.
 */
export function stateAfter(steps: readonly Step[]): CaseState {
  return steps.reduce<CaseState>(stateWith, { decision: undefined, owner: undefined, filings: [] });
}

function stateWith(state: CaseState, step: Step): CaseState {
  const filings = filingsWith(state.filings, step);
  switch (step.kind) {
    case "take":
      return { ...state, filings, owner: { ...step.by, at: step.at } };
    case "assign":
      return { ...state, filings, owner: { ...step.to, at: step.at } };
    case "release":
      return { ...state, filings, owner: undefined };
    case "decide":
      return { filings, decision: step, owner: undefined };
    case "reopen":
      return { filings, decision: undefined, owner: undefined };
    default:
      if (state.decision === undefined || !isReopening(step)) return { ...state, filings };
      return { filings, decision: undefined, owner: undefined };
  }
}

function filingsWith(filings: RecordedFiling[], step: Step): RecordedFiling[] {
  switch (step.kind) {
    case "file":
      return [...filings, { filing: step.filing, step, standsAlone: isOfSuspicion(step) }];
    case "correct":
      return filings.map((recorded) =>
        recorded.step.id === step.corrects ? { ...recorded, filing: step.filing } : recorded,
      );
    case "decide": {
      const { filing, notice } = step;
      const recorded = { filing, notice, step, standsAlone: false };
      const withOwn = filing === undefined && notice === undefined ? filings : [...filings, recorded];
      if (step.outcome === "reported") return withOwn;
      return withOwn
        .filter(isOfSuspicion)
        .map((recordedFiling) => ({ ...recordedFiling, standsAlone: true }));
    }
    case "reopen":
      return filings.filter(({ standsAlone }) => standsAlone);
    default:
      return filings;
  }
}

/** Reports whether a filing is a 24-hour notice, which is filed of a suspicion. */
export function isOfSuspicion({ filing }: { filing?: Filing | undefined }): boolean {
  return filing?.kind === "24-hour";
}

function isReopening(step: Step): boolean {
  return (step.kind === "revised" && step.alerted) || step.kind === "unreadable";
}

/** Reports whether a step of the system opened a decided case again. */
export function reopens(steps: readonly Step[], id: string): boolean {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  return step !== undefined && isReopening(step) && stateAfter(steps.slice(0, index)).decision !== undefined;
}
