/** The alert about transactions that a law calls illegal: one in full, or several as a group. */

import type { Law } from "../contract/webhook.ts";
import { isWorse, type Risk, worstRisk } from "../risk/laws.ts";
import { countOf } from "../text/count-of.ts";
import { escapeForSlack, slackCode, slackLink } from "../text/slack.ts";
import { subjectAbout } from "../text/subject.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { transactionSubject } from "./event/transaction-subject.ts";
import {
  type AlertOrigin,
  factsOf,
  type LawFacts,
  lawCode,
  MAX_ILLEGAL_LAWS,
  MAX_LAWS_IN_FULL,
  type Transaction,
  type TransactionFacts,
} from "./facts.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK, type MessageForm } from "./publish.ts";
import { groupForm, MAX_LAWS_NAMED } from "./transaction-group.ts";

/** The most transactions that a group lists, the worst of it. */
const MAX_LISTED = 20;

/** The message about one or more transactions of one project. */
export function transactionAlert(transactions: readonly Transaction[], origin: AlertOrigin): AlertMessage {
  const worst = transactions.toSorted(worstTransactionFirst);
  const [first] = worst;
  if (first === undefined) throw new Error("An alert needs at least one transaction.");
  const mostLaws = worst.length === 1 ? MAX_ILLEGAL_LAWS : MAX_LAWS_NAMED;
  const facts = worst
    .slice(0, MAX_LISTED)
    .map((transaction) => factsOf(transaction, origin.chains, mostLaws));
  const [firstFacts] = facts;
  const message =
    worst.length === 1 && firstFacts !== undefined
      ? single(firstFacts, origin)
      : groupForm(facts, worst, origin);
  return {
    ...message,
    subject: worst.some(({ rehearsal }) => rehearsal) ? `[TEST] ${message.subject}` : message.subject,
    event: eventAbout(
      { stage: origin.stage, rehearsal: worst.some(({ rehearsal }) => rehearsal) },
      worst,
      (transaction) => transactionSubject(transaction, origin.chains),
    ),
    attributes: attributesOf(worst, origin),
  };
}

function single(facts: TransactionFacts, { stage, projectId, alertId }: AlertOrigin): MessageForm {
  const look = showAlert(stage, alertId);
  const headline = headlineOf(facts, projectId);
  return {
    subject: subjectOf(facts),
    email: [headline, "", ...paragraphs(facts), ...closingLines(look)].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: slackFacts(facts),
      nextSteps: nextSteps(look),
      threadId: facts.key,
    },
  };
}

/** `[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1`. */
function subjectOf({ laws, amount, usd, user }: TransactionFacts): string {
  const [law] = laws;
  const under = law === undefined ? "" : `${law.countryCode} ${law.name} - `;
  return subjectAbout(`[ILLEGAL] ${under}${amount} (${usd})`, " - user ", user);
}

function headlineOf({ laws, lawCounts }: TransactionFacts, projectId: number): string {
  const law = laws.find(({ risk }) => risk === "ILLEGAL");
  const others = lawCounts.ILLEGAL > 1 ? ` and ${countOf(lawCounts.ILLEGAL - 1, "other law")}` : "";
  const under = law === undefined ? "" : ` under ${law.name}, ${law.place}${others}`;
  return `Flagged as ILLEGAL${under}: a transaction in project ${projectId}.`;
}

/** A transaction in full, in the order in which an officer decides. */
export function paragraphs(facts: TransactionFacts): string[] {
  return [
    `Notification: ${facts.key}`,
    `User:         ${facts.user}`,
    `Amount:       ${facts.amount} (${facts.usd})`,
    `Wallet:       ${facts.wallet} on ${facts.chain}${
      facts.walletDescription === "" ? "" : `, described as ${facts.walletDescription}`
    }`,
    `Happened:     ${facts.happened}`,
    `Received:     ${facts.received}`,
    "",
    "Laws, worst first",
    ...lawsOf(facts, "ILLEGAL"),
    ...lawsOf(facts, "WARN"),
    "",
    "Links",
    `  Transaction ${facts.transactionUrl ?? facts.txHash}`,
    `  Wallet      ${facts.walletUrl ?? facts.wallet}`,
  ];
}

/** The laws of one risk, numbered among all. */
function lawsOf({ laws, lawCounts }: TransactionFacts, risk: LawFacts["risk"]): string[] {
  const from = risk === "WARN" ? lawCounts.ILLEGAL : 0;
  const named = laws.filter((law) => law.risk === risk);
  return [
    ...named.flatMap((law, index) => lawLines(law, from + index)),
    ...moreLaws(risk, lawCounts[risk] - named.length).map((more) => `  ${more}.`),
  ];
}

function moreLaws(risk: LawFacts["risk"], count: number): string[] {
  return count > 0 ? [`... and ${countOf(count, `more ${risk} law`)}`] : [];
}

function lawLines(
  { risk, name, place, countryCode, description, source }: LawFacts,
  index: number,
): string[] {
  if (index >= MAX_LAWS_IN_FULL) return [`  ${index + 1}. ${risk} ${name} (${countryCode})`];
  return [
    `  ${index + 1}. ${risk} ${name}, ${place}`,
    ...(description === "" ? [] : [`     ${description}`]),
    ...(source === "" ? [] : [`     Source: ${source}`]),
  ];
}

function slackFacts(facts: TransactionFacts): string {
  const text = escapeForSlack;
  const laws = facts.laws.slice(0, MAX_LISTED_IN_SLACK);
  const more = (["ILLEGAL", "WARN"] as const).flatMap((risk) =>
    moreLaws(risk, facts.lawCounts[risk] - laws.filter((law) => law.risk === risk).length),
  );
  return [
    `*User:* ${slackCode(facts.user)}`,
    `*Amount:* ${text(facts.amount)} (${text(facts.usd)})`,
    `*Wallet:* ${slackCode(facts.wallet)} on ${text(facts.chain)}`,
    `*Happened:* ${facts.happened}, *received:* ${facts.received}`,
    ...laws.map((law) => `*${law.risk}* ${text(law.name)}, ${text(law.place)}`),
    ...more,
    ...(facts.transactionUrl === undefined ? [] : [slackLink(facts.transactionUrl, "Transaction")]),
    ...(facts.walletUrl === undefined ? [] : [slackLink(facts.walletUrl, "Wallet")]),
  ].join("\n");
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
export function countriesOf(laws: readonly Law[]): string[] {
  const codes = new Set(laws.map(({ countryCode }) => countryCode));
  return unique([...codes].map(lawCode).filter((code) => code !== ""));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function worstTransactionFirst(a: Transaction, b: Transaction): number {
  const [riskA, riskB] = [riskOf(a), riskOf(b)];
  if (riskA !== riskB) return isWorse(riskA, riskB) ? -1 : 1;
  // Only the order depends on it, so a double is exact enough here.
  return usdOf(b) - usdOf(a);
}

function riskOf({ notification }: Transaction): Risk {
  return worstRisk(notification.inflictedLaws);
}

function usdOf({ notification }: Transaction): number {
  return Number(notification.amount.usd ?? 0);
}
