/** A case by its events: what lists show of it, and where indexes find it. Everything follows from the events. */

import { CASES_BY_TIME, CASES_BY_USER, CASES_OPEN, EXPIRES_AT } from "../aws/tables/keys.ts";
import { projectPartition, userPartition } from "../intake/notifications/notification-keys.ts";
import { NOTHING_DUE } from "../law/deadlines.ts";
import type { StoredCase } from "./case.ts";
import { expiryOfEvents } from "./case-events.ts";
import type { OpenedFacts } from "./case-facts.ts";
import { type CaseKey, keyOfCase, orderOf } from "./case-keys.ts";
import { digestOf } from "./chain.ts";
import { lawsWith } from "./named-laws.ts";
import type { CaseEvent, Opening, Revision, Step } from "./step.ts";
import { type Due, isInInbox, pendingOf, revisionsIn, viewOf } from "./view.ts";

/** The events of a case, which begin with its opening. */
export type CaseEvents = readonly [Opening, ...Step[]];

/** A case as its events make it. */
export function caseOf({ subject, opened }: CaseKey, [opening, ...steps]: CaseEvents): StoredCase {
  const facts = factsAfter(opening.facts, steps);
  const { receivedAt } = facts;
  const view = viewOf(opening.facts.deadlines, steps);
  const { decision, owner, filings, deadlines, dues, isRevisedSince } = view;
  return {
    ...{ subject, opened, ...facts, deadlines, opening, steps },
    order: orderOf({ subject, opened, receivedAt }),
    dueAt: pendingOf({ dues })[0]?.at ?? NOTHING_DUE,
    ...{ dues, owner, decision, filings },
    filingCount: filings.length,
    outcome: decision?.outcome,
    decidedAt: decision?.at,
    isRevisedSince: isRevisedSince || undefined,
    stepCount: steps.length + 1,
  };
}

/** The item of a case for lists and indexes; undefined attributes are not stored. */
export function headOf(key: CaseKey, events: CaseEvents): Record<string, unknown> {
  const { opening, steps, decision: _decision, filings: _filings, ...listed } = caseOf(key, events);
  const { subject, opened, receivedAt, order, dueAt, dues, owner, filingCount, outcome, decidedAt, ...rest } =
    listed;
  const { stepCount, isRevisedSince, ...facts } = rest;
  const { projectId, userId } = facts;
  const partition = projectPartition(projectId);
  return {
    ...keyOfCase({ subject, opened }),
    ...{ facts, receivedAt, order, dueAt, dues: duesOfLists(dues), owner, filingCount, outcome, decidedAt },
    ...{ isRevisedSince, stepCount, last: digestOf(steps.at(-1) ?? opening) },
    [CASES_BY_TIME.partition]: partition,
    [CASES_OPEN.partition]: isInInbox(listed) ? partition : undefined,
    [CASES_BY_USER.partition]: userId === undefined ? undefined : userPartition(projectId, userId),
    [EXPIRES_AT]: expiryOfEvents(events),
  };
}

/** Most deadlines in an item for lists: those of laws, the pending notice, and the first ones that were late. */
const MOST_DUES = 20;

/** A notice that was filed in time changes nothing in a list. */
function duesOfLists(dues: readonly Due[]): Due[] {
  const isPending = ({ metAt }: Due) => metAt === undefined;
  const others = dues.filter((one) => one.metAt !== undefined && (one.of === "law" || one.metAt > one.at));
  return [...dues.filter(isPending), ...others].slice(0, MOST_DUES).sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Reports whether events are those of a case. */
export function areOfCase(events: readonly CaseEvent[]): events is CaseEvents {
  return events.every(({ kind }, index) => (kind === "opened") === (index === 0)) && events.length > 0;
}

/**
 * Facts of a case's subject after the steps of the system, but for its deadlines: those that were received last.
 * @param until only contents that were received before it, ISO 8601
 */
export function factsAfter(opened: OpenedFacts, steps: readonly Step[], until?: string): OpenedFacts {
  const facts = revisionsIn(steps, until).reduce(afterRevision, opened);
  const exceeded = steps.filter((step) => step.kind === "exceeded").toReversed();
  const lastOf = (name: "score" | "previousScore") =>
    exceeded.find((step) => step[name] !== undefined)?.[name] ?? facts[name];
  return {
    ...facts,
    lastExceeded: exceeded[0]?.run ?? facts.lastExceeded,
    score: lastOf("score"),
    previousScore: lastOf("previousScore"),
  };
}

function afterRevision(facts: OpenedFacts, { facts: said }: Revision): OpenedFacts {
  const { laws = [], happenedAt, lacksZone, usd } = said;
  return {
    ...facts,
    risk: laws.length > 0 ? "illegal" : facts.risk,
    ...lawsWith(facts, said),
    ...(happenedAt === undefined ? {} : { happenedAt, lacksZone }),
    // What a revision does not say, it does not change.
    amount: facts.amount && { ...facts.amount, usd: usd ?? facts.amount.usd },
  };
}
