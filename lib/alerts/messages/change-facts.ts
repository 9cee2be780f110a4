/** Facts of a content under a known id: its own, the earlier ones, and those that are new. */

import type { Law, Notification } from "../../contract/webhook.ts";
import { CHANGES } from "../../i18n/catalogue/changes.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { usd } from "../../i18n/text/amounts.ts";
import { named } from "../../i18n/text/quoting.ts";
import { escapeForSlack } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { Graver } from "../../intake/notifications/change.ts";
import { worstFirst } from "../../law/laws.ts";
import {
  type AlertOrigin,
  factsOf,
  lawCode,
  riskIn,
  type Transaction,
  type TransactionFacts,
  timeIn,
} from "./facts.ts";
import { idIn, marksIn, slackIdIn } from "./shown-id.ts";

/** First content of the id, and the later one. */
export interface ChangedContent {
  /** `before`: undefined where what the id said first cannot be read any more. */
  first: { key: string; receivedAt: string; before: Notification | undefined };
  changed: Transaction;
  /** The facts in which it is another transaction; none where it is the same one. */
  differs: readonly DifferingFact[];
  /** The laws that it is the first to call broken by this transaction. */
  newLaws: readonly Law[];
  /** Facts in it that are graver than all earlier ones of the same transaction. */
  graver?: Graver | undefined;
  /** Of what is called illegal again: when it was withdrawn, or since when these laws were left out. ISO 8601. */
  withdrawnAt?: string | undefined;
  lawsAgain?: readonly Law[] | undefined;
}

/** A change as it is shown. */
export interface ChangeFacts {
  /** Of what the id said first. */
  key: string;
  facts: TransactionFacts;
  newLaws: readonly Law[];
  /** True if nothing but the return is new: what was withdrawn or left out, the service flags again. */
  isReturn: boolean;
  /** `USD 3,000,000.00 instead of USD 0.01`; empty where nothing is graver. */
  graver: string;
  /** Time of the withdrawal, of a transaction that is illegal again. */
  withdrawn: string | undefined;
  /** The laws that alone are illegal again. */
  lawsAgain: readonly Law[];
  what: string;
  /** Different and new facts, for Slack; empty for the same transaction. */
  other: string;
  before: string;
  now: string;
}

/** @param mostLaws of what it says now, the most that are named */
export function changeFacts(
  { first, changed, differs, newLaws, graver, withdrawnAt, lawsAgain = [] }: ChangedContent,
  origin: AlertOrigin,
  mostLaws: number,
): ChangeFacts {
  const { translator } = origin;
  const { t } = translator;
  const { notification } = changed;
  const isNew = new Set([...newLaws, ...lawsAgain]);
  // New facts come first, so that no cut hides them.
  const laws = worstFirst(notification.inflictedLaws).toSorted(
    (a, b) => Number(isNew.has(b)) - Number(isNew.has(a)),
  );
  const now = { ...notification, inflictedLaws: laws };
  const facts = factsOf({ ...changed, notification: now }, origin, mostLaws);
  const withdrawn = withdrawnAt === undefined ? undefined : timeIn(translator, withdrawnAt);
  const isSame = differs.length === 0;
  const isReturn = withdrawn !== undefined && isSame && newLaws.length === 0 && graver === undefined;
  const of = { key: first.key };
  const same = t(isReturn ? CHANGES.flaggedAgain : CHANGES.otherContent, of);
  return {
    ...of,
    facts,
    newLaws,
    isReturn,
    graver: graver === undefined ? "" : graverWords(graver, notification, translator),
    withdrawn,
    lawsAgain,
    what: isSame ? same : t(CHANGES.anotherTransaction, { facts: otherFacts(differs, translator), ...of }),
    other: slackOtherFacts(differs, now, facts, translator),
    before: t(CHANGES.before, { content: firstContent(first, origin, differs) }),
    now: t(CHANGES.now, { content: contentLine(now, changed, origin, differs) }),
  };
}

function firstContent(
  { before, ...first }: ChangedContent["first"],
  origin: AlertOrigin,
  differs: readonly DifferingFact[],
): string {
  const { t } = origin.translator;
  return before === undefined
    ? t(CHANGES.unreadable, { received: timeIn(origin.translator, first.receivedAt) })
    : contentLine(before, first, origin, differs);
}

/** Graver facts, and their earlier values. */
function graverWords(
  { before, facts }: Graver,
  { amount, timestamp, token }: Notification,
  translator: Translator,
): string {
  const { t } = translator;
  const dollars = (text: string | null | undefined) => (text ? `USD ${usd(text)}` : t(COMMON.usdUnknown));
  const symbol = (text: string) => named(text, 24, marksIn(translator)) || t(COMMON.noSymbol);
  const known = (text: string | undefined, shown: (text: string) => string) =>
    text === undefined ? t(COMMON.unknown) : shown(text);
  const pairs = {
    usd: () => ({ now: dollars(amount.usd), before: dollars(before.usd) }),
    time: () => ({
      now: timeIn(translator, timestamp),
      before: known(before.timestamp, (text) => timeIn(translator, text)),
    }),
    symbol: () => ({ now: symbol(token.symbol), before: known(before.symbol, symbol) }),
  };
  const keys = { usd: CHANGES.graverUsd, time: CHANGES.graverTime, symbol: CHANGES.graverSymbol } as const;
  return facts.map((fact) => t(keys[fact], pairs[fact]())).join("; ");
}

/** A fact by which one transaction is distinguished from another. */
type DifferingFact = "chain" | "wallet" | "transaction" | "user" | "amount" | "decimals" | "token";

/** Names of the facts in which another transaction differs. */
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
function otherFacts(differs: readonly DifferingFact[], { t }: Translator): string {
  return differs.map((fact) => t(OTHER[fact])).join(", ");
}

/** The content's own risk, and where it is another transaction, whose, how much, and what else differs. */
function contentLine(
  notification: Notification,
  { key, receivedAt }: { key: string; receivedAt: string },
  origin: Pick<AlertOrigin, "chains" | "translator">,
  differs: readonly DifferingFact[],
): string {
  const { translator } = origin;
  const facts = factsOf({ key, notification, receivedAt }, origin, 0);
  const transaction =
    differs.length > 0 ? `; ${transactionLine(differs, notification, facts, translator)}` : "";
  return translator.t(CHANGES.content, {
    content: `${riskLine(notification.inflictedLaws, translator)}${transaction}`,
    received: facts.received,
  });
}

/** `user u-1, 1 ETH (USD 3,000.00), wallet 0x1`: whose it is and how much, and every fact that differs. */
function transactionLine(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
  translator: Translator,
): string {
  const { t } = translator;
  const differing: Record<DifferingFact, string[]> = {
    user: [],
    amount: [],
    chain: [t(CHANGES.onChain, { chain: facts.chain })],
    wallet: [t(CHANGES.wallet, { wallet: facts.wallet })],
    transaction: [t(CHANGES.hash, { hash: facts.txHash })],
    decimals: [t(CHANGES.decimals, { count: token.decimals })],
    token: [
      token.address
        ? t(CHANGES.token, { token: idIn(translator, token.address) })
        : t(CHANGES.nativeToken, { symbol: symbolOf(token, translator) }),
    ],
  };
  return [
    t(CHANGES.userAmount, { user: facts.user, amount: facts.worth }),
    ...differs.flatMap((fact) => differing[fact]),
  ].join(", ");
}

/** Different facts with their new values, for Slack: ``another wallet: `0x2`, another amount: 2 ETH``. */
function slackOtherFacts(
  differs: readonly DifferingFact[],
  { token }: Notification,
  facts: TransactionFacts,
  translator: Translator,
): string {
  const now: Record<DifferingFact, string> = {
    chain: escapeForSlack(facts.chain),
    wallet: slackIdIn(translator, facts.wallet),
    transaction: slackIdIn(translator, facts.txHash),
    user: slackIdIn(translator, facts.user),
    amount: escapeForSlack(facts.amount),
    decimals: String(token.decimals),
    token: token.address
      ? slackIdIn(translator, idIn(translator, token.address))
      : escapeForSlack(symbolOf(token, translator)),
  };
  return differs.map((fact) => `${translator.t(OTHER[fact])}: ${now[fact]}`).join(", ");
}

function symbolOf({ symbol }: Notification["token"], translator: Translator): string {
  return named(symbol, 24, marksIn(translator)) || translator.t(COMMON.noSymbol);
}

type NamedLaw = Pick<Law, "risk" | "name" | "countryCode">;

/** More laws than this would drown what is compared. */
const MAX_COMPARED = 5;

/** `ILLEGAL under LFPIORPI (MX); WARN under Fintech Law (MX)`; laws of one risk stay in their order. */
function riskLine(laws: readonly NamedLaw[], translator: Translator): string {
  if (laws.length === 0) return translator.t(CHANGES.noLaw);
  return (["illegal", "warn"] as const)
    .map((risk) => ({ risk, of: laws.filter((law) => law.risk === risk) }))
    .filter(({ of }) => of.length > 0)
    .map(({ risk, of }) =>
      underLaws(riskIn(translator, risk === "illegal" ? "ILLEGAL" : "WARN"), of, MAX_COMPARED, translator),
    )
    .join("; ");
}

/** `ILLEGAL under A (MX), B (ES) and 3 more laws`; the risk alone where there is no law. */
export function underLaws(
  risk: string,
  laws: readonly NamedLaw[],
  most: number,
  translator: Translator,
): string {
  if (laws.length === 0) return risk;
  const { t } = translator;
  const marks = marksIn(translator);
  const shown = laws
    .slice(0, most)
    .map(({ name, countryCode }) => `${named(name, 80, marks)} (${lawCode(countryCode)})`);
  const more = laws.length - shown.length;
  const names = shown.join(", ");
  return t(CHANGES.under, {
    risk,
    laws: more > 0 ? t(CHANGES.andMoreLaws, { laws: names, count: more }) : names,
  });
}
