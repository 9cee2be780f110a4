/** Takes, releases, assigns, decides or reopens several cases in one act: a step in each, and none where the act does not fit any more. */

import { createHash } from "node:crypto";
import pMap from "p-map";
import type { StoredCase } from "./case.ts";
import type { CaseKey } from "./case-keys.ts";
import { UnreadableCaseError } from "./case-reading.ts";
import type { CaseStore } from "./cases.ts";
import { isSameStep, type Moment, refusalOf } from "./rules.ts";
import type { NewStep, Person, StepRequest } from "./step.ts";

/** Most cases that one act decides. */
export const MAX_BATCH = 500;

const CONCURRENTLY = 20;

/** A case as it was shown, with the number of its last event: a later one is not overruled. */
export interface ShownCase extends CaseKey {
  stepCount: number;
}

export interface BatchOrder {
  shown: readonly ShownCase[];
  /** Id that the form made, the same when it is sent again. */
  batchId: string;
  /** The projects in which the officer may act. */
  actsIn: readonly number[];
  /** Reports whether the decision fits a case in the shown state. */
  fits(found: StoredCase): boolean;
  decision: Omit<Extract<NewStep, { kind: "decide" }>, "id" | "batch">;
}

export interface BatchOutcome {
  /** Cases in which the decision is in force, made now or by the same form before. */
  decided: StoredCase[];
  /** Cases that changed meanwhile or were decided otherwise, in their present state; an expired one is not among them. */
  leftOut: StoredCase[];
  /** Cases that the decision does not fit. */
  unfit: StoredCase[];
  /** Corrupt cases: they get no decision. */
  unreadable: CaseKey[];
}

export async function decideBatch(cases: CaseStore, order: BatchOrder): Promise<BatchOutcome> {
  const { shown, batchId, decision } = order;
  const read = await pMap(shown, async (one) => ({ shown: one, found: await readOrError(cases, one) }), {
    concurrency: CONCURRENTLY,
  });
  const unfit: StoredCase[] = [];
  const unreadable: CaseKey[] = [];
  const decided: StoredCase[] = [];
  const leftOut: StoredCase[] = [];
  const open: StoredCase[] = [];
  for (const { shown: one, found } of read) {
    if (found instanceof UnreadableCaseError) {
      unreadable.push(found.key);
      continue;
    }
    if (found === undefined || !order.actsIn.includes(found.projectId)) continue;
    if (isDecidedSo(found, order)) decided.push(found);
    else if (!isAsShown(found, one)) leftOut.push(found);
    else (order.fits(found) ? open : unfit).push(found);
  }
  const batch = { id: batchId, size: decided.length + open.length };
  await pMap(
    open,
    async (one) => {
      const made = await cases.add(one, { ...decision, id: stepIdOf(batchId, one), batch });
      (made.kind === "conflict" ? leftOut : decided).push(made.found);
    },
    { concurrency: CONCURRENTLY },
  );
  return { decided, leftOut, unfit, unreadable };
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
  { shown, batchId, actsIn, ...wish }: Pick<BatchOrder, "shown" | "batchId" | "actsIn"> & ReopenStep,
): Promise<ReopenOutcome> {
  const outcome: ReopenOutcome = { reopened: [], leftOut: [], unreadable: [] };
  const reopen = async (one: ShownCase) => {
    const found = await readOrError(cases, one);
    if (found instanceof UnreadableCaseError) return outcome.unreadable.push(found.key);
    if (found === undefined || !actsIn.includes(found.projectId)) return;
    const id = stepIdOf(batchId, found);
    if (found.steps.some((step) => step.id === id)) return outcome.reopened.push(found);
    if (found.outcome === undefined || found.stepCount !== one.stepCount) return outcome.leftOut.push(found);
    const made = await cases.add(found, { kind: "reopen", id, ...wish });
    return (made.kind === "conflict" ? outcome.leftOut : outcome.reopened).push(made.found);
  };
  await pMap(shown, reopen, { concurrency: CONCURRENTLY });
  return outcome;
}

type ReopenStep = Pick<Extract<NewStep, { kind: "reopen" }>, "note" | "at" | "by">;

interface OwnOrder {
  keys: readonly CaseKey[];
  /** Id that the form made, the same when it is sent again. */
  batchId: string;
  /** The projects in which the officer may act. */
  actsIn: readonly number[];
  at: Moment;
  by: Person;
  /**
   * The colleague to whom they are assigned, and the projects where they are one; `nobody` where the officer releases them, absent where
   * the officer takes them.
   */
  to?: (Person & { projectIds: readonly number[] }) | "nobody" | undefined;
}

export interface OwnOutcome {
  /** Cases that the new owner has, or that have none, now or before. */
  owned: StoredCase[];
  /** Cases that another officer owns, that are decided, or whose project is not the colleague's, in their present state. */
  leftOut: StoredCase[];
  unreadable: CaseKey[];
}

/** Makes an officer, or nobody, the owner of several cases. A case of another owner stays theirs, unless it is assigned to a colleague. */
export async function ownCases(
  cases: CaseStore,
  { keys, batchId, actsIn, at, by, to }: OwnOrder,
): Promise<OwnOutcome> {
  const outcome: OwnOutcome = { owned: [], leftOut: [], unreadable: [] };
  const colleague = to === "nobody" ? undefined : to;
  const wish: StepRequest =
    colleague === undefined
      ? { kind: to === "nobody" ? "release" : "take" }
      : { kind: "assign", to: { subject: colleague.subject, name: colleague.name } };
  const subject = to === "nobody" ? undefined : (colleague ?? by).subject;
  const isOwned = ({ owner }: StoredCase) =>
    (owner !== undefined && at.now < owner.until ? owner.subject : undefined) === subject;
  const own = async (key: CaseKey) => {
    const found = await readOrError(cases, key);
    if (found instanceof UnreadableCaseError) return outcome.unreadable.push(found.key);
    if (found === undefined || !actsIn.includes(found.projectId)) return;
    if (isOwned(found)) return outcome.owned.push(found);
    const isOfOthers = colleague !== undefined && !colleague.projectIds.includes(found.projectId);
    if (isOfOthers || refusalOf(wish, found, at) !== undefined) return outcome.leftOut.push(found);
    const made = await cases.add(found, { ...wish, id: stepIdOf(batchId, found), at: at.now, by });
    return (isOwned(made.found) ? outcome.owned : outcome.leftOut).push(made.found);
  };
  await pMap(keys, own, { concurrency: CONCURRENTLY });
  return outcome;
}

/** One that is corrupt keeps no other from its step. */
async function readOrError(
  cases: CaseStore,
  key: CaseKey,
): Promise<StoredCase | UnreadableCaseError | undefined> {
  try {
    return await cases.read(key);
  } catch (error) {
    if (error instanceof UnreadableCaseError) return error;
    throw error;
  }
}

/** Reports whether the same form made the same decision before, and the case was not reopened since. */
function isDecidedSo(found: StoredCase, { batchId, decision }: BatchOrder): boolean {
  const before = found.decision;
  if (before?.id !== stepIdOf(batchId, found)) return false;
  const { at, by: _by, ...wish } = decision;
  return isSameStep(before, wish, at);
}

/** One a case and act. */
function stepIdOf(batchId: string, { subject, opened }: CaseKey): string {
  return createHash("sha256").update(`${batchId}#${subject}#${opened}`).digest("hex").slice(0, 32);
}

function isAsShown({ outcome, stepCount }: StoredCase, shown: ShownCase): boolean {
  return outcome === undefined && stepCount === shown.stepCount;
}
