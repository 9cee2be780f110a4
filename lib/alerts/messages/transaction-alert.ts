/** The alert about transactions that a law calls illegal: one in full, or several as a group. */

import type { Law } from "../../contract/webhook.ts";
import { COMMON, MONEY } from "../../i18n/catalogue/common.ts";
import { TRANSACTIONS } from "../../i18n/catalogue/transactions.ts";
import { exactUnits } from "../../i18n/text/amounts.ts";
import { maskPersonal } from "../../i18n/text/masking.ts";
import { escapeForSlack, slackCode } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";
import { isSanctionsList, isWorse, type Risk, worstRisk } from "../../law/laws.ts";
import type { TransactionSubject } from "../event/event-schema.ts";
import type { ChangedContent } from "./change-facts.ts";
import { closingLines, moreLines, nextSteps, officersLook } from "./closing.ts";
import { inboxPage, notificationPage, pageLines, pageLink, slackPage } from "./desk-links.ts";
import { eventAbout, eventChain, eventLaws, inIso, wholeId, withheldOf } from "./event-fields.ts";
import {
  type AlertOrigin,
  factsOf,
  lawCode,
  MAX_ILLEGAL_LAWS,
  type Transaction,
  type TransactionFacts,
  timeIn,
} from "./facts.ts";
import type { AlertMessage, MessageForm } from "./message.ts";
import { MAX_LISTED_IN_SLACK } from "./message.ts";
import { slackIdIn, subjectIn } from "./shown-id.ts";
import { paragraphs, slackFacts } from "./transaction-paragraphs.ts";

/** Maximum number of transactions that a group lists, the worst first. */
const MAX_LISTED = 20;

/** The message about one or more transactions of one project. */
export function transactionAlert(transactions: readonly Transaction[], origin: AlertOrigin): AlertMessage {
  const worst = worstTransactionsFirst(transactions);
  const [first] = worst;
  if (first === undefined) throw new Error("An alert needs at least one transaction.");
  const mostLaws = worst.length === 1 ? MAX_ILLEGAL_LAWS : MAX_LAWS_NAMED;
  const facts = worst.slice(0, MAX_LISTED).map((transaction) => factsOf(transaction, origin, mostLaws));
  const [firstFacts] = facts;
  const message =
    worst.length === 1 && firstFacts !== undefined
      ? single(firstFacts, origin)
      : groupForm(facts, worst, origin);
  return {
    ...message,
    event: eventAbout(origin.stage, worst, (transaction) => transactionSubject(transaction, origin)),
    attributes: attributesOf(worst, origin),
  };
}

function single(
  facts: TransactionFacts,
  { stage, projectId, alertId, translator }: AlertOrigin,
): MessageForm {
  const look = officersLook(stage, alertId, facts.page);
  const headline = headlineOf(facts, String(projectId), translator);
  return {
    subject: subjectOf(facts, translator),
    email: [headline, "", ...paragraphs(facts, translator), ...closingLines(translator, look)].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: slackFacts(facts, translator),
      nextSteps: nextSteps(translator, look),
      threadId: facts.key,
    },
  };
}

/** `[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1`. */
function subjectOf({ laws, amount, usd, user }: TransactionFacts, translator: Translator): string {
  const { t } = translator;
  const [law] = laws;
  const under = law === undefined ? "" : `${law.countryCode} ${law.name} - `;
  const words = t(TRANSACTIONS.subject, { under, amount, usd });
  return subjectIn(translator, words, t(COMMON.aboutUser), user);
}

function headlineOf({ laws, lawCounts }: TransactionFacts, project: string, { t }: Translator): string {
  const law = laws.find(({ risk }) => risk === "ILLEGAL");
  if (law === undefined) return t(TRANSACTIONS.headlineWithoutLaw, { project });
  const { name, place } = law;
  return t(TRANSACTIONS.headline, { law: name, place, others: lawCounts.ILLEGAL - 1, project });
}

function attributesOf(
  transactions: readonly Transaction[],
  { projectId }: AlertOrigin,
): AlertMessage["attributes"] {
  const laws = transactions.flatMap(({ notification }) => notification.inflictedLaws);
  return {
    kind: "notification",
    risk: worstRisk(laws),
    projectId,
    chainId: unique(transactions.map(({ notification }) => notification.chainId)),
    countries: countriesOf(laws),
  };
}

/** The country codes of some laws, each once. */
export function countriesOf(laws: readonly Pick<Law, "countryCode">[]): string[] {
  const codes = new Set(laws.map(({ countryCode }) => countryCode));
  // Filters are written in capitals, and SNS compares every letter.
  const capitals = [...codes].map((code) => lawCode(code).normalize("NFKC").toUpperCase());
  return unique(capitals.filter((code) => code !== ""));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

/** Orders transactions by risk, those on a list of sanctioned persons before others of their risk, and then by dollars. */
function worstTransactionsFirst(transactions: readonly Transaction[]): Transaction[] {
  const ranked = transactions.map((one) => ({
    one,
    risk: riskOf(one),
    isOnList: isOnList(one),
    // Only the order depends on it, so a double is exact enough here.
    usd: Number(one.notification.amount.usd ?? 0),
  }));
  ranked.sort((a, b) => {
    if (a.risk !== b.risk) return isWorse(a.risk, b.risk) ? -1 : 1;
    return Number(b.isOnList) - Number(a.isOnList) || b.usd - a.usd;
  });
  return ranked.map(({ one }) => one);
}

function riskOf({ notification }: Transaction): Risk {
  return worstRisk(notification.inflictedLaws);
}

function isOnList({ notification }: Transaction): boolean {
  return notification.inflictedLaws.some(({ risk, name }) => risk === "illegal" && isSanctionsList(name));
}

/** Maximum number of laws that a transaction of a group names. */
const MAX_LAWS_NAMED = 3;

/** @param listed the facts of the worst of `all`, worst first */
function groupForm(
  listed: readonly TransactionFacts[],
  all: readonly Transaction[],
  { stage, projectId, alertId, translator, desk }: AlertOrigin,
): MessageForm {
  const { t } = translator;
  const counted = { count: all.length, project: String(projectId) };
  const times = all.map(({ receivedAt }) => receivedAt).toSorted();
  const [since = "", until = ""] = [times[0], times.at(-1)];
  const look = officersLook(stage, alertId, inboxPage(desk));
  const more = all.length - listed.length;
  const headline = t(TRANSACTIONS.groupHeadline, counted);
  const range = t(TRANSACTIONS.receivedBetween, {
    since: timeIn(translator, since),
    until: timeIn(translator, until),
  });
  const rest = moreLines(translator, more);
  return {
    subject: t(TRANSACTIONS.groupSubject, counted),
    email: [
      headline,
      range,
      "",
      more > 0 ? t(TRANSACTIONS.theWorst, { count: listed.length }) : t(TRANSACTIONS.worstFirst),
      ...listed.flatMap((facts, index) => ["", ...listLines(facts, index, translator)]),
      ...(more > 0 ? ["", ...rest] : []),
      ...(listed.some(({ local }) => local.length > 0) ? ["", t(MONEY.caveat)] : []),
      ...closingLines(translator, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        range,
        ...listed.slice(0, MAX_LISTED_IN_SLACK).map((facts) => `• ${slackLine(facts, translator)}`),
        ...moreLines(translator, all.length - MAX_LISTED_IN_SLACK),
      ].join("\n"),
      nextSteps: nextSteps(translator, look),
      threadId: `project-${projectId}`,
    },
  };
}

function listLines(facts: TransactionFacts, index: number, translator: Translator): string[] {
  const { t } = translator;
  const { user, wallet, chain, happened, received, txHash, key } = facts;
  const illegal = facts.laws.filter(({ risk }) => risk === "ILLEGAL");
  const named = illegal.slice(0, MAX_LAWS_NAMED).map(({ name, place }) => `${name} (${place})`);
  const count = facts.lawCounts.ILLEGAL - named.length;
  const laws = t(TRANSACTIONS.andOthers, { laws: named.join("; "), count });
  return [
    `${String(index + 1).padStart(2)}. ${laws}`,
    ...[
      t(TRANSACTIONS.listedUser, { user, amount: facts.worth }),
      t(TRANSACTIONS.listedWallet, { wallet, chain }),
      t(TRANSACTIONS.listedTimes, { happened, received }),
      facts.transactionUrl ?? t(TRANSACTIONS.listedHash, { hash: txHash }),
      t(TRANSACTIONS.listedKey, { key }),
      ...pageLines(translator, facts.page),
    ].map((line) => `    ${line}`),
  ];
}

function slackLine(
  { laws, lawCounts, worth, user, key, page }: TransactionFacts,
  translator: Translator,
): string {
  const { t } = translator;
  const [law] = laws;
  const count = Math.max(0, lawCounts.ILLEGAL - 1);
  const under =
    law === undefined
      ? ""
      : `${t(TRANSACTIONS.andOthers, { laws: `${law.countryCode} ${law.name}`, count })} - `;
  const whose = t(TRANSACTIONS.slackUser, { user: slackIdIn(translator, user) });
  return `${escapeForSlack(`${under}${worth}`)} - ${whose} - ${slackCode(key)}${slackPage(translator, page)}`;
}

type SubjectOrigin = Pick<AlertOrigin, "chains" | "desk">;

/** A content that came under a known id. */
export function changeSubject(
  { first, changed, differs, newLaws, graver, withdrawnAt, lawsAgain = [] }: ChangedContent,
  origin: SubjectOrigin,
): TransactionSubject {
  return transactionSubject(changed, origin, {
    firstKey: first.key,
    differs: [...differs],
    newLaws: eventLaws(newLaws),
    newLawCount: newLaws.length,
    graver: [...(graver?.facts ?? [])],
    withdrawnAt: withdrawnAt === undefined ? null : inIso(withdrawnAt),
    lawsAgain: eventLaws(lawsAgain),
    lawsAgainCount: lawsAgain.length,
  });
}

/** @param change what it changes, where it is not the first content of its id */
function transactionSubject(
  { key, notification, receivedAt }: Transaction,
  { chains, desk }: SubjectOrigin,
  change: TransactionSubject["change"] = null,
): TransactionSubject {
  const { address, amount, chainId, inflictedLaws, timestamp, token } = notification;
  const ids = {
    userId: address.userId,
    wallet: address.address,
    txHash: notification.txHash,
    token: token.address,
  };
  const [wallet, txHash] = [wholeId(ids.wallet), wholeId(ids.txHash)];
  const chain = chains(chainId);
  return {
    type: "transaction",
    key,
    userId: wholeId(ids.userId),
    wallet,
    chain: eventChain(chainId, chains),
    txHash,
    amount: {
      value: amount.value,
      decimals: token.decimals,
      units: exactUnits(amount.value, token.decimals),
      symbol: maskPersonal(token.symbol, 24),
      token: wholeId(ids.token),
    },
    usd: amount.usd ?? null,
    risk: worstRisk(inflictedLaws),
    laws: eventLaws(inflictedLaws),
    lawCount: inflictedLaws.length,
    happenedAt: inIso(timestamp),
    receivedAt: inIso(receivedAt),
    links: {
      transaction: (txHash && chain?.transactionUrl(txHash)) || null,
      wallet: (wallet && chain?.addressUrl(wallet)) || null,
      ...pageLink(notificationPage(desk, key)),
    },
    change,
    withheld: withheldOf(ids),
  };
}
