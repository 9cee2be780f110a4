/** What is said of a content that came under a known id: what it is, what was said before, and what now. */

import type { Law, Notification } from "../../contract/webhook.ts";
import { CHANGES } from "../../i18n/catalogue/changes.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import type { Text } from "../../i18n/texts.ts";
import type { Graver } from "../../notifications/change.ts";
import { worstFirst } from "../../risk/laws.ts";
import { usd } from "../../text/amounts.ts";
import { named } from "../../text/quoting.ts";
import { escapeForSlack } from "../../text/slack.ts";
import { type AlertOrigin, factsOf, type Transaction, type TransactionFacts, timeIn } from "./facts.ts";
import { riskLine } from "./law-lines.ts";
import { idIn, marksIn, slackIdIn } from "./shown-id.ts";

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
    again: withdrawnAt === undefined ? "" : say(CHANGES.again, { withdrawn: timeIn(speaker, withdrawnAt) }),
    what:
      differs.length > 0
        ? say(CHANGES.anotherTransaction, { facts: otherFacts(differs, speaker), key: first.key })
        : say(CHANGES.otherContent, { key: first.key }),
    other: slackOtherFacts(differs, now, facts, speaker),
    before: say(CHANGES.before, {
      content: was ?? say(CHANGES.unreadable, { received: timeIn(speaker, first.receivedAt) }),
    }),
    now: say(CHANGES.now, { content: contentLine(now, changed, origin, differs) }),
  };
}

/** What is graver, and what it was before. */
function graverWords(
  { before, facts }: Graver,
  { amount, timestamp, token }: Notification,
  speaker: Speaker,
): string {
  const { say } = speaker;
  const dollars = (text: string | null | undefined) => (text ? `USD ${usd(text)}` : say(COMMON.usdUnknown));
  const symbol = (text: string) => named(text, 24, marksIn(speaker)) || say(COMMON.noSymbol);
  const known = (text: string | undefined, shown: (text: string) => string) =>
    text === undefined ? say(COMMON.unknown) : shown(text);
  const pairs = {
    usd: () => ({ now: dollars(amount.usd), before: dollars(before.usd) }),
    time: () => ({
      now: timeIn(speaker, timestamp),
      before: known(before.timestamp, (text) => timeIn(speaker, text)),
    }),
    symbol: () => ({ now: symbol(token.symbol), before: known(before.symbol, symbol) }),
  };
  const keys = { usd: CHANGES.graverUsd, time: CHANGES.graverTime, symbol: CHANGES.graverSymbol } as const;
  return facts.map((fact) => say(keys[fact], pairs[fact]())).join("; ");
}

/** A fact by which one transaction is distinguished from another. */
type DifferingFact = "chain" | "wallet" | "transaction" | "user" | "amount" | "decimals" | "token";

/** How an alert names the facts in which a transaction is another one. */
const OTHER = {
  chain: CHANGES.otherChain,
  wallet: CHANGES.otherWallet,
  transaction: CHANGES.otherHash,
  user: CHANGES.otherUser,
  amount: CHANGES.otherAmount,
  decimals: CHANGES.otherDecimals,
  token: CHANGES.otherToken,
} as const satisfies Record<DifferingFact, Text>;

/** `another wallet, another hash`. */
function otherFacts(differs: readonly DifferingFact[], { say }: Speaker): string {
  return differs.map((fact) => say(OTHER[fact])).join(", ");
}

/** The content's own risk, and where it is another transaction, whose, how much, and what else differs. */
function contentLine(
  notification: Notification,
  { key, receivedAt }: { key: string; receivedAt: string },
  origin: Pick<AlertOrigin, "chains" | "speaker">,
  differs: readonly DifferingFact[],
): string {
  const { speaker } = origin;
  const facts = factsOf({ key, notification, receivedAt, rehearsal: false }, origin, 0);
  const transaction = differs.length > 0 ? `; ${transactionLine(differs, notification, facts, speaker)}` : "";
  return speaker.say(CHANGES.content, {
    content: `${riskLine(notification.inflictedLaws, speaker)}${transaction}`,
    received: facts.received,
  });
}

/** `user u-1, 1 ETH (USD 3,000.00), wallet 0x1`: whose it is and how much, and every fact that differs. */
function transactionLine(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
  speaker: Speaker,
): string {
  const { say } = speaker;
  const differing: Record<DifferingFact, string[]> = {
    user: [],
    amount: [],
    chain: [say(CHANGES.onChain, { chain: facts.chain })],
    wallet: [say(CHANGES.wallet, { wallet: facts.wallet })],
    transaction: [say(CHANGES.hash, { hash: facts.txHash })],
    decimals: [say(CHANGES.decimals, { count: token.decimals })],
    token: [
      token.address
        ? say(CHANGES.token, { token: idIn(speaker, token.address) })
        : say(CHANGES.nativeToken, { symbol: symbolOf(token, speaker) }),
    ],
  };
  return [
    say(CHANGES.userAmount, { user: facts.user, amount: facts.worth }),
    ...differs.flatMap((fact) => differing[fact]),
  ].join(", ");
}

/** What differs and what it is now, for Slack: ``another wallet: `0x2`, another amount: 2 ETH``. */
function slackOtherFacts(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
  speaker: Speaker,
): string {
  const now: Record<DifferingFact, string> = {
    chain: escapeForSlack(facts.chain),
    wallet: slackIdIn(speaker, facts.wallet),
    transaction: slackIdIn(speaker, facts.txHash),
    user: slackIdIn(speaker, facts.user),
    amount: escapeForSlack(facts.amount),
    decimals: String(token.decimals),
    token: token.address
      ? slackIdIn(speaker, idIn(speaker, token.address))
      : escapeForSlack(symbolOf(token, speaker)),
  };
  return differs.map((fact) => `${speaker.say(OTHER[fact])}: ${now[fact]}`).join(", ");
}

function symbolOf({ symbol }: Notification["token"], speaker: Speaker): string {
  return named(symbol, 24, marksIn(speaker)) || speaker.say(COMMON.noSymbol);
}
