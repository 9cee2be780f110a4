/** Takes, releases, assigns, decides or reopens several cases in one act: a step in each, and none where the act does not fit any more. */

import { createHash } from "node:crypto";
import pMap from "p-map";
import type { StoredCase } from "./case.ts";
import type { CaseKey, ShownCase } from "./case-keys.ts";
import { UnreadableCaseError } from "./case-reading.ts";
import { isOpen } from "./case-state.ts";
import type { CaseStore } from "./cases.ts";
import { isSameStep, type Moment, type Refusal, refusalOf } from "./rules.ts";
import { hasStep, type NewStep, type Person, type StepRequest } from "./step.ts";

/** Most cases that one act decides. */
export const MAX_BATCH = 500;

const CONCURRENTLY = 20;

export interface DecisionOrder {
  /** Id that the form made, the same when it is sent again. */
  batchId: string;
  /** Why the decision cannot be made in a case in its present state; empty where it can. */
  refusals(storedCase: StoredCase): readonly Refusal[];
  decision: Omit<Extract<NewStep, { kind: "decide" }>, "id" | "batch">;
}

export interface BatchOrder extends DecisionOrder {
  shown: readonly ShownCase[];
  /** The projects in which the officer may act. */
  actsIn: readonly number[];
}

export interface RefusedCase {
  refusedCase: StoredCase;
  reason: Refusal;
}

export interface BatchOutcome {
  /** Cases in which the decision is in force, made now or by the same form before. */
  decided: StoredCase[];
  /** Cases that changed meanwhile or were decided otherwise, in their present state; an expired one is not among them. */
  leftOut: StoredCase[];
  /** Cases in which the decision cannot be made, each with why. */
  refused: RefusedCase[];
  /** Corrupt cases: they get no decision. */
  unreadable: CaseKey[];
}

export async function decideBatch(cases: CaseStore, order: BatchOrder): Promise<BatchOutcome> {
  return decideShown(cases, await readShown(cases, order.shown, order.actsIn), order);
}

/**
 * Decides cases as they were read: none where it changed since it was shown, or where the decision does not fit.
 * @param decidedBefore number of other cases that the same act has decided
 */
export async function decideShown(
  cases: CaseStore,
  { cases: read, unreadable }: ShownCases,
  order: DecisionOrder,
  decidedBefore = 0,
): Promise<BatchOutcome> {
  const { batchId, decision } = order;
  const outcome: BatchOutcome = { decided: [], leftOut: [], refused: [], unreadable };
  const { decided, leftOut, refused } = outcome;
  const open: StoredCase[] = [];
  for (const { key, storedCase } of read)
    if (isDecidedSo(storedCase, order)) decided.push(storedCase);
    else if (!isOpen(storedCase) || storedCase.stepCount !== key.stepCount) leftOut.push(storedCase);
    else {
      const [reason] = order.refusals(storedCase);
      if (reason === undefined) open.push(storedCase);
      else refused.push({ refusedCase: storedCase, reason });
    }
  const batch = { id: batchId, size: decidedBefore + decided.length + open.length };
  await pMap(
    open,
    async (openCase) => {
      const added = await cases.add(openCase, { ...decision, id: stepIdOf(batchId, openCase), batch });
      (added.kind === "conflict" ? leftOut : decided).push(added.stored);
    },
    { concurrency: CONCURRENTLY },
  );
  return outcome;
}

export interface ReopenOutcome {
  /** Now, or by the same form before. */
  reopened: StoredCase[];
  /** Cases that changed since they were decided, in their present state. */
  leftOut: StoredCase[];
  unreadable: CaseKey[];
}

/** Opens again what an act decided: each once, and none that changed since. */
export async function reopenBatch(
  cases: CaseStore,
  { shown, batchId, actsIn, ...request }: Pick<BatchOrder, "shown" | "batchId" | "actsIn"> & ReopenStep,
): Promise<ReopenOutcome> {
  const { read, unreadable } = await readAll(cases, shown, actsIn);
  const outcome: ReopenOutcome = { reopened: [], leftOut: [], unreadable };
  const reopen = async ({ key, storedCase }: Read<ShownCase>) => {
    const id = stepIdOf(batchId, storedCase);
    if (hasStep(storedCase, id)) return outcome.reopened.push(storedCase);
    if (isOpen(storedCase) || storedCase.stepCount !== key.stepCount) return outcome.leftOut.push(storedCase);
    const reopening = await cases.add(storedCase, { kind: "reopen", id, ...request });
    return (reopening.kind === "conflict" ? outcome.leftOut : outcome.reopened).push(reopening.stored);
  };
  await pMap(read, reopen, { concurrency: CONCURRENTLY });
  return outcome;
}

type ReopenStep = Pick<Extract<NewStep, { kind: "reopen" }>, "note" | "at" | "by">;

interface OwnOrder {
  shown: readonly ShownCase[];
  /** Id that the form made, the same when it is sent again. */
  batchId: string;
  /** The projects in which the officer may act. */
  actsIn: readonly number[];
  at: Moment;
  by: Person;
  act: OwnAct;
}

export type OwnAct = { kind: "take" } | { kind: "release" } | { kind: "assign"; to: Colleague };

/** A colleague to whom cases are assigned, and the projects where they are one. */
export interface Colleague extends Person {
  projectIds: readonly number[];
}

export interface OwnOutcome {
  /** Cases that the new owner has, or that have none, now or before. */
  owned: StoredCase[];
  /** Cases that changed since they were shown, that another officer owns, that are decided, or whose project is not the colleague's, in their present state. */
  leftOut: StoredCase[];
  unreadable: CaseKey[];
}

/** Gives several cases to an officer, or releases them. A case of another owner stays theirs, unless it is assigned to a colleague, and one that changed since it was shown is neither released nor assigned. */
export async function ownCases(
  cases: CaseStore,
  { shown, batchId, actsIn, at, by, act }: OwnOrder,
): Promise<OwnOutcome> {
  const { read, unreadable } = await readAll(cases, shown, actsIn);
  const outcome: OwnOutcome = { owned: [], leftOut: [], unreadable };
  const { subject, request, projectIds } = ownershipBy(act, by);
  const isOwned = ({ owner }: StoredCase) =>
    (owner !== undefined && at.now < owner.until ? owner.subject : undefined) === subject;
  const own = async ({ key, storedCase }: ReadShown) => {
    if (isOwned(storedCase)) return outcome.owned.push(storedCase);
    // An act of a colleague since then is not taken back; a case is taken from its owner in no state.
    if (act.kind !== "take" && storedCase.stepCount !== key.stepCount)
      return outcome.leftOut.push(storedCase);
    const isOfOthers = projectIds !== undefined && !projectIds.includes(storedCase.projectId);
    if (isOfOthers || refusalOf(request, storedCase, at) !== undefined)
      return outcome.leftOut.push(storedCase);
    const assignment = await cases.add(storedCase, {
      ...request,
      id: stepIdOf(batchId, storedCase),
      at: at.now,
      by,
    });
    return (isOwned(assignment.stored) ? outcome.owned : outcome.leftOut).push(assignment.stored);
  };
  await pMap(read, own, { concurrency: CONCURRENTLY });
  return outcome;
}

/** The owner of a case after an act, with its step and the projects where the owner is an officer; undefined for the one who acts. */
function ownershipBy(
  act: OwnAct,
  by: Person,
): { subject: string | undefined; request: StepRequest; projectIds?: readonly number[] } {
  if (act.kind !== "assign") return { subject: act.kind === "take" ? by.subject : undefined, request: act };
  const { subject, name, projectIds } = act.to;
  return { subject, request: { kind: "assign", to: { subject, name } }, projectIds };
}

interface Read<Key> {
  key: Key;
  storedCase: StoredCase;
}

/** A case as it was shown, and as it is now. */
export type ReadShown = Read<ShownCase>;

export interface ShownCases {
  cases: ReadShown[];
  /** Corrupt cases. */
  unreadable: CaseKey[];
}

/** The cases that a form showed, as they are now: those in which the officer may act. One that expired is left out. */
export async function readShown(
  cases: CaseStore,
  shown: readonly ShownCase[],
  actsIn: readonly number[],
): Promise<ShownCases> {
  const { read, unreadable } = await readAll(cases, shown, actsIn);
  return { cases: read, unreadable };
}

/** The cases of these keys in which the officer may act. One that is corrupt keeps no other from its step, and one that expired is left out. */
async function readAll<Key extends CaseKey>(
  cases: CaseStore,
  keys: readonly Key[],
  actsIn: readonly number[],
): Promise<{ read: Read<Key>[]; unreadable: CaseKey[] }> {
  const unreadable: CaseKey[] = [];
  const readOne = async (key: Key) => {
    try {
      const storedCase = await cases.read(key);
      return storedCase === undefined || !actsIn.includes(storedCase.projectId) ? [] : [{ key, storedCase }];
    } catch (error) {
      if (!(error instanceof UnreadableCaseError)) throw error;
      unreadable.push(error.key);
      return [];
    }
  };
  const read = await pMap(keys, readOne, { concurrency: CONCURRENTLY });
  return { read: read.flat(), unreadable };
}

/** Reports whether the same form made the same decision before, and the case was not reopened since. */
function isDecidedSo(storedCase: StoredCase, { batchId, decision }: DecisionOrder): boolean {
  const before = storedCase.decision;
  if (before?.id !== stepIdOf(batchId, storedCase)) return false;
  const { at, by: _by, ...request } = decision;
  return isSameStep(before, request, at);
}

/** The id of the step that an act on several cases makes in one of them. */
export function stepIdOf(batchId: string, { subject, opened }: CaseKey): string {
  return createHash("sha256").update(`${batchId}#${subject}#${opened}`).digest("hex").slice(0, 32);
}
