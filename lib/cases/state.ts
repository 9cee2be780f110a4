/** Where a case stands, by its steps and the clock alone. */

import type { Filing, Step } from "./step.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long an acknowledgement holds, in milliseconds. */
const ACKNOWLEDGED_MS = 7 * DAY_MS;
/** What is due within this is nobody's to leave lying. */
const BEFORE_DEADLINE_MS = 2 * DAY_MS;
/** What the law leaves from knowledge or suspicion on. */
const SUSPICION_MS = 24 * HOUR_MS;

/** Where nothing about a case is due; behind every time, as the index sorts. */
export const NOTHING_DUE = "none";

/** What decides the state of a case. */
export interface CaseRecord {
  steps?: readonly Step[] | undefined;
  /** When something about it is due, ISO 8601; `none`. */
  dueAt: string;
  /** The same by the law alone, where a suspicion has changed `dueAt`. */
  lawDueAt?: string | undefined;
}

/** A case as lists have it: `knownSince` is that of its state. */
export type Due = Omit<CaseRecord, "steps"> & { knownSince?: string | undefined };

export interface CaseState {
  /** The decision in force; undefined while the case is open. */
  decision: Extract<Step, { kind: "decide" }> | undefined;
  /** The last acknowledgement since the case was opened or reopened; it holds until `until`, which may be past. */
  acknowledged: { step: Step; until: string } | undefined;
  /** Since when a crime is known or suspected of which no 24-hour notice has been filed since. */
  knownSince: string | undefined;
  filings: Filing[];
}

export function stateOf({ steps = [], dueAt }: CaseRecord): CaseState {
  const last = steps.findLast(({ kind }) => kind === "decide" || kind === "reopen");
  const acknowledged = steps
    .filter(({ number }) => number > (last?.number ?? 0))
    .findLast(({ kind }) => kind === "acknowledge");
  return {
    decision: last?.kind === "decide" ? last : undefined,
    acknowledged: acknowledged && { step: acknowledged, until: heldUntil(acknowledged.at, dueAt) },
    knownSince: knownSinceOf(steps),
    filings: filingsOf(steps),
  };
}

/**
 * The moment before which nothing can have been filed about a case: that of its receipt, or since when somebody suspected.
 * Of a change it is not known: what it is a change of was received before. ISO 8601.
 */
export function beginningOfCase({
  kind,
  receivedAt,
  steps = [],
}: {
  kind: string;
  receivedAt: string;
  steps?: readonly Step[] | undefined;
}): string | undefined {
  if (kind === "change") return undefined;
  const known = steps.flatMap((step) => (step.kind === "suspect" ? [step.knownSince] : []));
  return [receivedAt, ...known].sort()[0];
}

/** When an acknowledgement made at a time lapses: after a week, and two days before anything is due. ISO 8601. */
export function heldUntil(acknowledgedAt: string, dueAt: string): string {
  const week = Date.parse(acknowledgedAt) + ACKNOWLEDGED_MS;
  const due = dueAt === NOTHING_DUE ? week : Date.parse(dueAt) - BEFORE_DEADLINE_MS;
  return new Date(Math.min(week, due)).toISOString();
}

/** Until when the 24-hour notice of a suspicion is due. ISO 8601. */
export function noticeDueAt(knownSince: string): string {
  return new Date(Date.parse(knownSince) + SUSPICION_MS).toISOString();
}

/** Everything that is due about a case, the first first: by the law, and a day from a suspicion. ISO 8601. */
export function duesOf({ dueAt, lawDueAt = dueAt, knownSince }: Due): string[] {
  const notice = knownSince === undefined ? [] : [noticeDueAt(knownSince)];
  return [lawDueAt, ...notice].filter((due) => due !== NOTHING_DUE).sort();
}

/** When something about a case is due once these steps are made, by which lists sort it. */
export function dueAfter(steps: readonly Step[], { dueAt, lawDueAt = dueAt }: CaseRecord): string {
  const knownSince = knownSinceOf(steps);
  const [first = NOTHING_DUE, second] = duesOf({ dueAt: lawDueAt, knownSince });
  const at = steps.at(-1)?.at ?? "";
  // The law's day that has passed hides no 24 hours that run; theirs are never hidden.
  return first === lawDueAt && first <= at && second !== undefined && at < second ? second : first;
}

function filingOf(step: Step): Filing | undefined {
  return step.kind === "decide" || step.kind === "file" ? step.filing : undefined;
}

function filingsOf(steps: readonly Step[]): Filing[] {
  return steps.flatMap((step) => filingOf(step) ?? []);
}

/** The earliest one: no later step gives more time. */
function knownSinceOf(steps: readonly Step[]): string | undefined {
  const answered = steps.findLast((step) => filingOf(step)?.kind === "24-hour")?.number ?? 0;
  const [earliest] = steps
    .flatMap((step) => (step.kind === "suspect" && step.number > answered ? [step.knownSince] : []))
    .sort();
  return earliest;
}
