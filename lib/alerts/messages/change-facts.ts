/** What is said of a content that came under a known id: what it is, what was said before, and what now. */

import type { Law, Notification } from "../../contract/webhook.ts";
import { worstFirst } from "../../risk/laws.ts";
import { type AlertOrigin, factsOf, type Transaction, type TransactionFacts, timeIn } from "./facts.ts";
import { contentLine, type DifferingFact, otherFacts, slackOtherFacts } from "./other-transaction.ts";

/** What the id said first, and the content that came later. */
export interface ChangedContent {
  /** `before`: undefined where what the id said first cannot be read any more. */
  first: { key: string; receivedAt: string; before: Notification | undefined };
  changed: Transaction;
  /** The facts in which it is another transaction; none where it is the same one. */
  differs: readonly DifferingFact[];
  /** The laws that it is the first to call broken by this transaction. */
  newLaws: readonly Law[];
}

/** A change as it is shown. */
export interface ChangeFacts {
  /** Of what the id said first. */
  key: string;
  facts: TransactionFacts;
  newLaws: readonly Law[];
  what: string;
  /** What differs and is new, for Slack; empty where it is the same transaction. */
  other: string;
  before: string;
  now: string;
}

/** @param mostLaws of what it says now, the most that are named */
export function changeFacts(
  { first, changed, differs, newLaws }: ChangedContent,
  origin: AlertOrigin,
  mostLaws: number,
): ChangeFacts {
  const { speaker } = origin;
  const { say } = speaker;
  const { notification } = changed;
  const isNew = new Set(newLaws);
  // What is new comes first, so that no cut hides it.
  const laws = worstFirst(notification.inflictedLaws).toSorted(
    (a, b) => Number(isNew.has(b)) - Number(isNew.has(a)),
  );
  const now = { ...notification, inflictedLaws: laws };
  const facts = factsOf({ ...changed, notification: now }, origin, mostLaws);
  const was = first.before === undefined ? undefined : contentLine(first.before, first, origin, differs);
  return {
    key: first.key,
    facts,
    newLaws,
    what:
      differs.length > 0
        ? say("change.anotherTransaction", { facts: otherFacts(differs, speaker), key: first.key })
        : say("change.otherContent", { key: first.key }),
    other: slackOtherFacts(differs, now, facts, speaker),
    before: say("change.before", {
      content: was ?? say("change.unreadable", { received: timeIn(speaker, first.receivedAt) }),
    }),
    now: say("change.now", { content: contentLine(now, changed, origin, differs) }),
  };
}
