/** What the events of a case say: its state, its deadlines, and what fulfilled each. All readers of a case go through here. */

import { compareTexts } from "../i18n/text/compare-texts.ts";
import { earliest } from "../i18n/time/earliest.ts";
import { type Deadline, hasRuleOf } from "../law/deadlines.ts";
import type { OpenedFacts } from "./case-facts.ts";
import { FIRST_NUMBER } from "./case-keys.ts";
import { type CaseState, stateAfter } from "./case-state.ts";
import type { Due } from "./due.ts";
import { lawDue } from "./law-due.ts";
import { type Owner, ownerIn } from "./ownership.ts";
import {
  changeIn,
  type RevisionChange,
  type SaidTransaction,
  saidTransaction,
  saysTheSame,
} from "./said-transaction.ts";
import type { CaseEvent, Filing, NoticeName, Step } from "./step.ts";
import { type SuspicionGroup, suspicionGroups } from "./suspicions.ts";

/** A filing of the case's own, with the id of the event that recorded it. */
export interface OwnFiling extends Filing {
  id: string;
}

export interface CaseView {
  /** The decision in force; undefined while the case is open. */
  decision: CaseState["decision"];
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
  /** The suspicions, grouped by their notices; a pending one is the last. */
  suspicions: SuspicionGroup[];
  /** All deadlines, the first one first. */
  dues: Due[];
}

/** @param opened facts of its opening */
export function viewOf(opened: OpenedFacts, steps: readonly Step[]): CaseView {
  const state = stateAfter(steps);
  const { decision, filings } = state;
  const transaction = saidTransaction(opened, steps);
  const suspicions = suspicionGroups(steps, filings);
  const lawDues = transaction.deadlines.map((deadline) =>
    lawDue({ ...deadline, saidIn: firstSaidIn(deadline, opened, steps) }, state, transaction.happenedAt),
  );
  const dues: Due[] = [...lawDues, ...suspicions.map(({ deadline }) => deadline)];
  return {
    decision,
    owner: ownerIn(state),
    filings: filings.flatMap(({ filing, step }) =>
      filing === undefined ? [] : [{ ...filing, id: step.id }],
    ),
    notices: filings.flatMap(({ notice }) => notice ?? []),
    isRevisedSince: decision !== undefined && isRevisedAfter(decision, opened, steps),
    transaction,
    suspicions,
    dues: dues.sort((a, b) => compareTexts(a.at, b.at)),
  };
}

/** Number of the event that said first what a deadline follows from: the opening, or a revision. */
function firstSaidIn(deadline: Deadline, { rules = [] }: OpenedFacts, steps: readonly Step[]): number {
  if (hasRuleOf(rules, deadline)) return FIRST_NUMBER;
  const revision = steps.find(
    (step) => step.kind === "revised" && hasRuleOf(step.facts.rules ?? [], deadline),
  );
  return revision?.number ?? FIRST_NUMBER;
}

/** A decision, also one that was confirmed, judges what the service had said until then. */
function isRevisedAfter(decision: Step, opened: OpenedFacts, steps: readonly Step[]): boolean {
  const confirmation = steps.findLast(({ kind }) => kind === "confirm");
  const judgedUntil = Math.max(decision.number, confirmation?.number ?? 0);
  const judgedSteps = steps.filter(({ number }) => number <= judgedUntil);
  return !saysTheSame({ opened, before: judgedSteps, after: steps });
}

interface EventsOfCase {
  opening: { facts: OpenedFacts };
  steps: readonly Step[];
}

/** The steps of a case for its readers: a revision that changed nothing, and of which no officer was told, is left out. */
export function visibleSteps({ opening, steps }: EventsOfCase): Step[] {
  return steps.filter(
    (step, index) =>
      step.kind !== "revised" ||
      step.alerted ||
      !saysTheSame({
        opened: opening.facts,
        before: steps.slice(0, index),
        after: steps.slice(0, index + 1),
      }),
  );
}

/** What a revision changes of what the service had said before it; undefined of another event. */
export function changeOfEvent(
  { opening, steps }: EventsOfCase,
  event: CaseEvent,
): RevisionChange | undefined {
  return event.kind === "revised" ? changeIn(opening.facts, steps, event) : undefined;
}

/** The earliest moment at which a 24-hour notice of a case can begin: the transaction, its receipt, or the first suspicion. ISO 8601. */
export function earliestNoticeStart({
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
