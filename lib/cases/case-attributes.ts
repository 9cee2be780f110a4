/** Attributes of a case's item that follow from its beginning and its steps: lists and indexes find it by these alone. */

import { expiryOf } from "../aws/tables/expiry.ts";
import { projectPartition, userPartition } from "../intake/notifications/notification-keys.ts";
import { deadlinesWith, lawDueOf } from "../law/deadlines.ts";
import type { Beginning, StoredCase } from "./case.ts";
import { type CaseKey, orderOf } from "./case-keys.ts";
import { beginningOf, canonicalJson, digestOf } from "./chain.ts";
import { lawsWith } from "./named-laws.ts";
import { dueAfter, stateOf } from "./state.ts";
import type { Step } from "./step.ts";

type Facts = Omit<Beginning, "openedAt" | "expiresAt">;

/** A case by its key, its beginning and its steps: everything else follows. */
export interface CaseRoots extends CaseKey {
  beginning: Beginning;
  steps?: readonly Step[] | undefined;
}

/** Every attribute of a case's item beside its roots; undefined ones are not stored. */
export function attributesOf({ subject, opened, beginning, steps = [] }: CaseRoots) {
  const { openedAt, expiresAt, ...begun } = beginning;
  const facts = steps.reduce(factsAfter, begun);
  const { receivedAt, ...listed } = facts;
  const { projectId, userId, deadlines } = listed;
  const shard = projectPartition(projectId);
  const dueAt = dueAfter(steps, lawDueOf(deadlines, receivedAt));
  const { decision, owner, knownSince, endedAt, filings } = stateOf({ steps });
  const last = steps.at(-1);
  return {
    facts: listed,
    receivedAt,
    order: orderOf({ subject, opened, receivedAt }),
    dueAt,
    knownSince,
    owner,
    filings: filings.length || undefined,
    outcome: decision?.outcome,
    decidedAt: endedAt,
    noticeShard: knownSince === undefined ? undefined : shard,
    openShard: endedAt === undefined ? shard : undefined,
    timeShard: shard,
    userKey: userId === undefined ? undefined : userPartition(projectId, userId),
    ownerKey: owner?.subject,
    stepCount: last && steps.length,
    head: last === undefined ? beginningOf({ subject, opened, beginning }) : digestOf(last),
    steppedIn: String(projectId),
    lastStepAt: last?.at ?? openedAt,
    expiresAt: steps.reduce(
      (latest, { at, retentionYears }) => Math.max(latest, expiryOf(new Date(at), retentionYears)),
      expiresAt,
    ),
  };
}

/** Attributes of a case's item that change with a step. */
export function changeByStep(
  seen: StoredCase,
  step: Step,
): { set: Record<string, unknown>; remove: string[] } {
  const now = attributesOf({ ...seen, steps: [...(seen.steps ?? []), step] });
  const known: Readonly<Record<string, unknown>> = attributesOf(seen);
  const set: Record<string, unknown> = {};
  const remove: string[] = [];
  for (const [name, value] of Object.entries(now)) {
    if (canonicalJson([value]) === canonicalJson([known[name]])) continue;
    if (value === undefined) remove.push(name);
    else set[name] = value;
  }
  return { set, remove };
}

/** Subject of a case, if a step of the system changed it. */
function factsAfter(facts: Facts, step: Step): Facts {
  if (step.kind === "crossing") {
    // The step names the kinds of the new crossing.
    const { run, score = facts.score, previousScore = facts.previousScore } = step;
    return { ...facts, lastCrossed: run, score, previousScore };
  }
  if (step.kind !== "revised") return facts;
  const { deadlines = [] } = step.facts;
  return { ...facts, ...lawsWith(facts, step.facts), deadlines: deadlinesWith(facts.deadlines, deadlines) };
}
