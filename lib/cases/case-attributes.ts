/** Attributes of a case's item that follow from its beginning and its steps: lists and indexes find it by these alone. */

import { expiryOf } from "../aws/tables/expiry.ts";
import { lacksZone } from "../i18n/time/calendar.ts";
import { timeShardOf, userKeyOf } from "../intake/notifications/notification-keys.ts";
import { deadlinesWith, happenedAt, lawDueOf } from "../law/deadlines.ts";
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
  const shard = timeShardOf(projectId, subject);
  const dueAt = dueAfter(steps, lawDueOf(deadlines, receivedAt));
  const { decision, owner, knownSince, continuedAs, endedAt, filings } = stateOf({ steps });
  const last = steps.at(-1);
  // A filing about a case is in its month, also if the case goes on as another.
  const timeShard = continuedAs === undefined || filings.length > 0 ? shard : undefined;
  return {
    facts: listed,
    receivedAt,
    order: orderOf({ subject, opened, receivedAt }),
    dueAt,
    knownSince,
    owner,
    filings: filings.length || undefined,
    outcome: continuedAs === undefined ? decision?.outcome : ("continued" as const),
    decidedAt: endedAt,
    noticeShard: knownSince === undefined ? undefined : shard,
    openShard: endedAt === undefined ? shard : undefined,
    timeShard,
    userKey: timeShard === undefined || userId === undefined ? undefined : userKeyOf(projectId, userId),
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
  if (step.kind === "return") return { ...facts, ...lawsWith(facts, step) };
  if (step.kind !== "change") return facts;
  const { amount, token, receivedAt } = facts;
  const { usd, timestamp, tokenSymbol, laws, deadlines = facts.deadlines } = step.facts;
  return {
    ...facts,
    ...lawsWith(facts, step.facts),
    amount: amount && { ...amount, usd: usdAfter(amount.usd, usd) },
    token: tokenSymbol === undefined || token === undefined ? token : { ...token, symbol: tokenSymbol },
    happenedAt: timestamp === undefined ? facts.happenedAt : happenedAt(timestamp ?? "", receivedAt),
    lacksZone: timestamp === undefined ? facts.lacksZone : lacksZone(timestamp ?? "") || undefined,
    deadlines: laws === undefined ? deadlines : deadlinesWith(facts.deadlines, deadlines),
  };
}

/** A change that was received before another one may be the later step: the graver amount stays. */
function usdAfter(before: string | undefined, now: string | null | undefined): string | undefined {
  if (now === null) return undefined;
  return now === undefined || Number(before) >= Number(now) ? before : now;
}
