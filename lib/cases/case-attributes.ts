/** What a case says beside its steps, by which lists and indexes find it, once a step is made. */

import { expiryOf, laterExpiry } from "../tables/expiry.ts";
import type { StoredCase } from "./case.ts";
import { lawDueOf } from "./deadlines.ts";
import { type CaseState, dueAfter, stateOf } from "./state.ts";
import type { ChangedFacts, Step } from "./step.ts";

type Value = string | number | Readonly<Record<string, unknown>> | undefined;

/** What changes of a case by a step: what is undefined is removed. */
export function changeByStep(
  seen: StoredCase,
  step: Step,
  retentionYears: number,
): { set: Record<string, Exclude<Value, undefined>>; remove: string[] } {
  const steps = [...(seen.steps ?? []), step];
  const state = stateOf({ ...seen, steps });
  const { acknowledged, knownSince } = state;
  const before = seen.lawDueAt ?? seen.dueAt;
  const lawDueAt = step.kind === "change" ? lawDueAfter(step.facts, seen, before) : before;
  const dueAt = dueAfter(steps, { dueAt: lawDueAt });
  const wanted: Record<string, Value> = {
    ...factsAfter(step, seen),
    dueAt,
    lawDueAt: dueAt === lawDueAt ? seen.lawDueAt && lawDueAt : lawDueAt,
    knownSince,
    acknowledgedAt: acknowledged?.step.at,
    ...endOf(state, seen.timeShard),
    expiresAt: laterExpiry(seen.expiresAt, expiryOf(new Date(step.at), retentionYears)),
  };
  const set: Record<string, Exclude<Value, undefined>> = {};
  const remove: string[] = [];
  const known: Readonly<Record<string, unknown>> = { ...seen };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === known[name]) continue;
    if (value === undefined) remove.push(name);
    else set[name] = value;
  }
  return { set, remove };
}

/** How a case ended, and which lists have it. @param shard its partition of the lists */
export function endOf({ decision, continuedAs, endedAt }: CaseState, shard: string | undefined) {
  return {
    outcome: continuedAs === undefined ? decision?.outcome : ("continued" as const),
    decidedAt: endedAt,
    openShard: endedAt === undefined ? shard : undefined,
    timeShard: continuedAs === undefined ? shard : undefined,
  };
}

function lawDueAfter({ deadlines }: ChangedFacts, { receivedAt }: StoredCase, before: string): string {
  return deadlines === undefined ? before : lawDueOf(deadlines, receivedAt);
}

/** What a case is about, where a step of the system says something else of it. */
function factsAfter(step: Step, { amount, token }: StoredCase): Record<string, Value> {
  if (step.kind === "crossing") {
    const { run, score, previousScore } = step;
    return {
      lastCrossed: run,
      ...(score === undefined ? {} : { score }),
      ...(previousScore === undefined ? {} : { previousScore }),
    };
  }
  if (step.kind !== "change") return {};
  const { usd, tokenSymbol } = step.facts;
  return {
    ...(usd === undefined || amount === undefined ? {} : { amount: { ...amount, usd: usd ?? undefined } }),
    ...(tokenSymbol === undefined || token === undefined ? {} : { token: { ...token, symbol: tokenSymbol } }),
  };
}
