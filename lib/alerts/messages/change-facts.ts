/** What is said of a content that came under a known id: what it is, what was said before, and what now. */

import type { Law, Notification } from "../../contract/webhook.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import type { Graver } from "../../notifications/change.ts";
import { worstFirst } from "../../risk/laws.ts";
import { usd } from "../../text/amounts.ts";
import { named } from "../../text/quoting.ts";
import { type AlertOrigin, factsOf, type Transaction, type TransactionFacts, timeIn } from "./facts.ts";
import { contentLine, type DifferingFact, otherFacts, slackOtherFacts } from "./other-transaction.ts";
import { marksIn } from "./shown-id.ts";

/** What the id said first, and the content that came later. */
export interface ChangedContent {
  /** `before`: undefined where what the id said first cannot be read any more. */
  first: { key: string; receivedAt: string; before: Notification | undefined };
  changed: Transaction;
  /** The facts in which it is another transaction; none where it is the same one. */
  differs: readonly DifferingFact[];
  /** The laws that it is the first to call broken by this transaction. */
  newLaws: readonly Law[];
  /** What in it is graver than what was said of the same transaction. */
  graver?: Graver | undefined;
  /** Of what is called illegal again: when it was withdrawn. ISO 8601. */
  withdrawnAt?: string | undefined;
}

/** A change as it is shown. */
export interface ChangeFacts {
  /** Of what the id said first. */
  key: string;
  facts: TransactionFacts;
  newLaws: readonly Law[];
  /** `USD 3,000,000.00 instead of USD 0.01`; empty where nothing is graver. */
  graver: string;
  /** That it is illegal again; empty where it was not withdrawn. */
  again: string;
  what: string;
  /** What differs and is new, for Slack; empty where it is the same transaction. */
  other: string;
  before: string;
  now: string;
}

/** @param mostLaws of what it says now, the most that are named */
export function changeFacts(
  { first, changed, differs, newLaws, graver, withdrawnAt }: ChangedContent,
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
    graver: graver === undefined ? "" : graverWords(graver, notification, speaker),
    again: withdrawnAt === undefined ? "" : say("change.again", { withdrawn: timeIn(speaker, withdrawnAt) }),
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

/** What is graver, and what it was before. */
function graverWords(
  { before, facts }: Graver,
  { amount, timestamp, token }: Notification,
  speaker: Speaker,
): string {
  const { say } = speaker;
  const dollars = (text: string | null | undefined) => (text ? `USD ${usd(text)}` : say("common.usdUnknown"));
  const symbol = (text: string) => named(text, 24, marksIn(speaker)) || say("common.noSymbol");
  const known = (text: string | undefined, shown: (text: string) => string) =>
    text === undefined ? say("common.unknown") : shown(text);
  const pairs = {
    usd: () => ({ now: dollars(amount.usd), before: dollars(before.usd) }),
    time: () => ({
      now: timeIn(speaker, timestamp),
      before: known(before.timestamp, (text) => timeIn(speaker, text)),
    }),
    symbol: () => ({ now: symbol(token.symbol), before: known(before.symbol, symbol) }),
  };
  const keys = { usd: "change.graverUsd", time: "change.graverTime", symbol: "change.graverSymbol" } as const;
  return facts.map((fact) => say(keys[fact], pairs[fact]())).join("; ");
}
