/**
 * A case's transaction by all that the service said of it, in the order in which it signed that: so no order of arrival, and no call
 * that is sent again, changes a fact. What a revision does not say, it does not change.
 */

import { lacksZone } from "../i18n/time/calendar.ts";
import { earliest } from "../i18n/time/earliest.ts";
import { inSaidOrder, type SaidAt } from "../intake/notifications/revision-rule.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { type Deadline, deadlinesUnder, happenedAt, rulesWith } from "../law/deadlines.ts";
import { lawKey, type Risk } from "../law/laws.ts";
import type { OpenedFacts, SaidFacts, SaidLaw, SomeLaws } from "./case-facts.ts";
import type { RevisedFacts, Revision, Step } from "./step.ts";

/** A transaction by all that the service said of it. */
export interface SaidTransaction {
  /** The last possible time that was said; undefined without one. ISO 8601, UTC. */
  happenedAt: string | undefined;
  /** Present where that was sent without a zone: it is taken for UTC, and deadlines may be a day off. */
  lacksZone: true | undefined;
  /** The time that was said last, as the service wrote it, where it cannot be: it is no time, or after the first receipt. */
  refusedTime: string | undefined;
  /** The last price that was said: a decimal number's text. */
  usd: string | undefined;
  /** The rules of all laws that were said, each as the event has it that named its law first. */
  rules: DeadlineRule[];
  /** What those rules demand, the earliest first. */
  deadlines: Deadline[];
  /** The laws that it is flagged under by what was signed last; undefined if the service revised nothing. */
  lawsNow: LawsNow | undefined;
}

type SignedFacts = Pick<Revision, "signedAt" | "digest" | "facts">;

type LawsNow = SomeLaws & { lawsDigest?: string | undefined };

/** @param steps of the case, in their order */
export function saidTransaction(opened: OpenedFacts, steps: readonly Step[]): SaidTransaction {
  const revisions = revisionsIn(steps);
  const statements = statementsIn(opened, revisions).sort(inSaidOrder);
  const firstReceivedAt = firstReceiptOf(opened, revisions);
  const times = statements
    .flatMap(({ timestamp }) => timestamp ?? [])
    .map((timestamp) => ({ timestamp, at: happenedAt(timestamp, firstReceivedAt) }));
  const possible = times.findLast(({ at }) => at !== undefined);
  const last = times.at(-1);
  const rules = steps.reduce(
    (rules, step) => (step.kind === "revised" ? rulesWith(rules, step.facts.rules ?? []) : rules),
    opened.rules ?? [],
  );
  return {
    happenedAt: possible?.at,
    lacksZone: possible !== undefined && lacksZone(possible.timestamp) ? true : undefined,
    refusedTime: last?.at === undefined ? last?.timestamp : undefined,
    usd: statements.findLast(({ usd }) => usd !== undefined)?.usd,
    rules,
    deadlines: deadlinesUnder(rules, possible?.at ?? firstReceivedAt),
    lawsNow: lawsSaidLast(opened, revisions),
  };
}

/** Reports whether a case knows a revision, or what it says was in force when the service signed it. */
export function isRepeat(opened: OpenedFacts, steps: readonly Step[], revision: SignedFacts): boolean {
  const statement = statementOf(revision);
  const inForce = statementsIn(opened, revisionsIn(steps))
    .sort(inSaidOrder)
    .findLast((earlier) => inSaidOrder(earlier, statement) <= 0);
  return inForce?.digest === statement.digest;
}

/** Reports whether a case's transaction is the same after two lists of steps, in what officers and deadlines go by. */
export function saysTheSame({
  opened,
  before,
  after,
}: {
  opened: OpenedFacts;
  before: readonly Step[];
  after: readonly Step[];
}): boolean {
  return judgedFacts(opened, before) === judgedFacts(opened, after);
}

function judgedFacts(opened: OpenedFacts, steps: readonly Step[]): string {
  const { happenedAt, usd, deadlines, lawsNow } = saidTransaction(opened, steps);
  return JSON.stringify([happenedAt, usd, deadlines, (lawsNow ?? opened).lawsDigest]);
}

/** Later statements of the service, in the order in which it signed them. */
export function revisionsIn(steps: readonly Step[]): Revision[] {
  return steps
    .filter((step) => step.kind === "revised")
    .sort((a, b) => inSaidOrder(statementOf(a), statementOf(b)));
}

/** The laws under which it was flagged by what the service said before a statement. */
function lawsBefore(opened: OpenedFacts, steps: readonly Step[], statement: Statement): LawsNow {
  const earlier = revisionsIn(steps).filter((revision) => inSaidOrder(statementOf(revision), statement) < 0);
  return lawsSaidLast(opened, earlier) ?? opened;
}

/**
 * The laws that a revision calls illegal no more, of those that the service named before it. A revision of more laws than it names says of
 * none that it is gone.
 */
function goneLaws(before: SomeLaws, { laws, lawCount }: SomeLaws): SaidLaw[] {
  if (lawCount !== undefined) return [];
  const named = new Set(laws?.map(lawKey));
  return (before.laws ?? []).filter((law) => !named.has(lawKey(law)));
}

/** What a revision changes of a transaction. */
export interface RevisionChange {
  /** Those of its facts that the service had not said before; laws where their whole set is another one. */
  facts: Pick<RevisedFacts, "laws" | "lawCount" | "timestamp" | "usd">;
  /** The laws that it names no more. */
  gone: SaidLaw[];
}

/** What a revision changes of what the service had signed before it. */
export function changeIn(opened: OpenedFacts, steps: readonly Step[], revision: Revision): RevisionChange {
  const { laws, lawCount, lawsDigest, timestamp, usd } = revision.facts;
  const statement = statementOf(revision);
  const earlier = statementsIn(opened, revisionsIn(steps))
    .filter((other) => inSaidOrder(other, statement) < 0)
    .sort(inSaidOrder);
  const timeBefore = earlier.findLast((other) => other.timestamp !== undefined)?.timestamp;
  const usdBefore = earlier.findLast((other) => other.usd !== undefined)?.usd;
  const before = lawsBefore(opened, steps, statement);
  const isSameSet = lawsDigest !== undefined && before.lawsDigest === lawsDigest;
  return {
    facts: {
      ...(isSameSet ? {} : { laws, lawCount }),
      ...(timestamp === timeBefore ? {} : { timestamp }),
      ...(usd === usdBefore ? {} : { usd }),
    },
    gone: goneLaws(before, revision.facts),
  };
}

function lawsSaidLast(opened: OpenedFacts, revisions: readonly Revision[]): LawsNow | undefined {
  const last = revisions.at(-1);
  if (last === undefined) return undefined;
  const { laws, lawCount, lawsDigest } =
    inSaidOrder(statementOf(last), openingStatement(opened)) < 0 ? opened : last.facts;
  return { laws, lawCount, lawsDigest };
}

/** No transaction happens after its notification was first received. */
function firstReceiptOf(
  { receivedAt, firstReceivedAt = receivedAt }: OpenedFacts,
  revisions: readonly Revision[],
) {
  return earliest([firstReceivedAt, receivedAt, ...revisions.map((revision) => revision.receivedAt)]);
}

/** Facts of one revision. A case follows its notification: the same rule says which of two is the later. */
interface Statement extends SaidFacts, SaidAt {}

function statementsIn(opened: OpenedFacts, revisions: readonly Revision[]): Statement[] {
  const earlier = opened.earlier?.map((revision) => ({ ...revision, riskNow: "none" as const })) ?? [];
  return [...earlier, openingStatement(opened), ...revisions.map(statementOf)];
}

/** A case that no delivery opened has no time of a call: everything that was said came later. */
function openingStatement({ signedAt = "", digest = "", timestamp, amount, laws }: OpenedFacts): Statement {
  return { signedAt, digest, riskNow: riskUnder(laws), timestamp, usd: amount?.usd };
}

function statementOf({ signedAt, digest, facts: { timestamp, usd, laws } }: SignedFacts): Statement {
  return { signedAt, digest, riskNow: riskUnder(laws), timestamp, usd };
}

/** A case and its revisions name laws where the service flags the transaction. */
function riskUnder(laws: readonly SaidLaw[] = []): Risk {
  return laws.length > 0 ? "illegal" : "none";
}
