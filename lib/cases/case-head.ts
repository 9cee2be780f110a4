/** A case by its events: what lists show of it, and where indexes find it. Everything follows from the events. */

import { CASES_BY_TIME, CASES_BY_USER, CASES_OPEN, EXPIRES_AT } from "../aws/tables/keys.ts";
import { compareTexts } from "../i18n/text/compare-texts.ts";
import { projectPartition, userPartition } from "../intake/notifications/notification-keys.ts";
import { NOTHING_DUE } from "../law/deadlines.ts";
import { lawKey } from "../law/laws.ts";
import type { StoredCase } from "./case.ts";
import { expiryOfEvents } from "./case-events.ts";
import { type OpenedFacts, type SomeLaws, type SubjectFacts, subjectOf } from "./case-facts.ts";
import { type CaseKey, keyOfCase, orderOf } from "./case-keys.ts";
import { isInInbox } from "./case-state.ts";
import { digestOf } from "./chain.ts";
import { type Due, pendingOf } from "./due.ts";
import { lawsWith } from "./named-laws.ts";
import { revisionsIn, type SaidTransaction } from "./said-transaction.ts";
import type { CaseEvent, Opening, Step } from "./step.ts";
import { viewOf } from "./view.ts";

/** The events of a case, which begin with its opening. */
export type CaseEvents = readonly [Opening, ...Step[]];

/** A case as its events make it. */
export function caseOf({ subject, opened }: CaseKey, [opening, ...steps]: CaseEvents): StoredCase {
  const view = viewOf(opening.facts, steps);
  const { decision, owner, filings, notices, suspicions, dues, isRevisedSince, transaction } = view;
  const { happenedAt, deadlines, lacksZone, refusedTime, rules, lawsNow } = transaction;
  const subjectFacts = subjectAfter(opening.facts, steps, transaction);
  const { receivedAt, exceedances } = opening.facts;
  return {
    subject,
    opened,
    receivedAt,
    ...subjectFacts,
    happenedAt,
    deadlines,
    lacksZone,
    refusedTime,
    rules,
    lawsNow: lawsNow && namesSameLaws(lawsNow, subjectFacts) ? undefined : lawsNow,
    exceedances,
    opening,
    steps,
    order: orderOf({ subject, opened, receivedAt }),
    dueAt: pendingOf({ dues })[0]?.at ?? NOTHING_DUE,
    dues,
    owner,
    decision,
    suspicions,
    filings,
    filingCount: filings.length,
    notices,
    outcome: decision?.outcome,
    decidedAt: decision?.at,
    isRevisedSince: isRevisedSince || undefined,
    stepCount: steps.length + 1,
  };
}

/** Reports whether two lists name the same laws, in any order. */
function namesSameLaws(a: SomeLaws, b: SomeLaws): boolean {
  const namesOf = ({ laws = [] }: SomeLaws) => laws.map(lawKey).toSorted().join("\n");
  return a.lawCount === b.lawCount && namesOf(a) === namesOf(b);
}

/** The item of a case for lists and indexes; undefined attributes are not stored. */
export function headOf(key: CaseKey, events: CaseEvents): Record<string, unknown> {
  const [opening, ...steps] = events;
  const storedCase = caseOf(key, events);
  const { receivedAt, order, dueAt, dues, owner, filingCount, outcome, decidedAt, stepCount } = storedCase;
  const { happenedAt, deadlines, isRevisedSince, notices, projectId, userId } = storedCase;
  const partition = projectPartition(projectId);
  return {
    ...keyOfCase(key),
    facts: { ...subjectOf(storedCase), happenedAt, deadlines },
    receivedAt,
    order,
    dueAt,
    dues: duesOfLists(dues),
    owner,
    filingCount,
    notices: notices.length === 0 ? undefined : notices,
    outcome,
    decidedAt,
    isRevisedSince,
    stepCount,
    last: digestOf(steps.at(-1) ?? opening),
    [CASES_BY_TIME.partition]: partition,
    [CASES_OPEN.partition]: isInInbox(storedCase) ? partition : undefined,
    [CASES_BY_USER.partition]: userId === undefined ? undefined : userPartition(projectId, userId),
    [EXPIRES_AT]: expiryOfEvents(events),
  };
}

/** Most deadlines in an item for lists: what is pending, then those of laws, then 24-hour notices, the last first. */
const MOST_DUES = 20;

function duesOfLists(dues: readonly Due[]): Due[] {
  const pending = pendingOf({ dues });
  const met = dues.filter((due) => !pending.includes(due));
  const ofLaws = met.filter(({ kind }) => kind === "law");
  const notices = met.filter(({ kind }) => kind === "suspicion").toReversed();
  return [...pending, ...ofLaws, ...notices].slice(0, MOST_DUES).sort((a, b) => compareTexts(a.at, b.at));
}

/** Reports whether events are those of a case. */
export function areOfCase(events: readonly CaseEvent[]): events is CaseEvents {
  return events.every(({ kind }, index) => (kind === "opened") === (index === 0)) && events.length > 0;
}

/** Facts of a case's subject after its steps. */
function subjectAfter(opened: OpenedFacts, steps: readonly Step[], { usd }: SaidTransaction): SubjectFacts {
  const exceeded = steps.filter((step) => step.kind === "exceeded").toReversed();
  const lastOf = (name: "score" | "previousScore") =>
    exceeded.find((step) => step[name] !== undefined)?.[name] ?? opened[name];
  const revisions = revisionsIn(steps);
  const isFlagged = revisions.some(({ facts: { laws = [] } }) => laws.length > 0);
  const { laws, lawCount } = revisions.reduce<SomeLaws>((laws, { facts }) => lawsWith(laws, facts), opened);
  return {
    ...subjectOf(opened),
    laws,
    lawCount,
    risk: isFlagged ? "illegal" : opened.risk,
    amount: opened.amount && { ...opened.amount, usd },
    lastExceeded: exceeded[0]?.run ?? opened.lastExceeded,
    score: lastOf("score"),
    previousScore: lastOf("previousScore"),
  };
}
