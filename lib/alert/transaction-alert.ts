/** The alert about transactions that a law calls illegal: one in full, or a group with its worst. */

import type { Law } from "../contract/webhook.ts";
import { isWorse, type Risk, worstRisk } from "../risk-of-laws.ts";
import { cleanText, escapeForSlack } from "./clean.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { vigia } from "./commands.ts";
import {
  type ChainLookup,
  counted,
  factsOf,
  inUtc,
  type LawFacts,
  type Transaction,
  type TransactionFacts,
} from "./facts.ts";
import type { AlertMessage } from "./publish.ts";

/** Where the alert comes from. */
export interface AlertOrigin {
  stage: string;
  projectId: number;
  chains: ChainLookup;
}

/** A group lists so many of its transactions, the worst. */
const MAX_LISTED = 20;

/** A transaction of a group names so many of its laws. */
const MAX_LAWS_NAMED = 3;

/** Slack shows about 3,000 characters of a description. */
const MAX_LISTED_IN_SLACK = 5;

/** The message about one or more transactions of one project. */
export function transactionAlert(transactions: readonly Transaction[], origin: AlertOrigin): AlertMessage {
  const worst = transactions.toSorted(worstTransactionFirst);
  const [first] = worst;
  if (first === undefined) throw new Error("An alert needs at least one transaction.");
  const facts = worst.slice(0, MAX_LISTED).map((transaction) => factsOf(transaction, origin.chains));
  const [firstFacts] = facts;
  const message =
    worst.length === 1 && firstFacts !== undefined ? single(firstFacts, origin) : group(facts, worst, origin);
  return {
    ...message,
    subject: worst.some(({ rehearsal }) => rehearsal) ? `[TEST] ${message.subject}` : message.subject,
    attributes: attributesOf(worst, origin),
  };
}

type Form = Omit<AlertMessage, "attributes">;

function single(facts: TransactionFacts, { stage, projectId }: AlertOrigin): Form {
  const look = vigia(stage, "notifications", "show", facts.key);
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
  return `[ILLEGAL] ${under}${amount} (${usd}) - user ${user}`;
}

function headlineOf({ laws }: TransactionFacts, projectId: number): string {
  const illegal = laws.filter(({ risk }) => risk === "ILLEGAL");
  const [law] = illegal;
  const others = illegal.length > 1 ? ` and ${counted(illegal.length - 1, "other law")}` : "";
  const under = law === undefined ? "" : ` under ${law.name}, ${law.place}${others}`;
  return `Flagged as ILLEGAL${under}: a transaction in project ${projectId}.`;
}

/** A transaction in full, in the order in which an officer decides. */
export function paragraphs(facts: TransactionFacts): string[] {
  return [
    `User:         ${facts.user}`,
    `Amount:       ${facts.amount} (${facts.usd})`,
    `Wallet:       ${facts.wallet} on ${facts.chain}${
      facts.walletDescription === "" ? "" : `, described as "${facts.walletDescription}"`
    }`,
    `Happened:     ${facts.happened}`,
    `Received:     ${facts.received}`,
    "",
    "Laws, worst first",
    ...facts.laws.flatMap(lawLines),
    "",
    "Links",
    `  Transaction ${facts.transactionUrl ?? facts.txHash}`,
    `  Wallet      ${facts.walletUrl ?? facts.wallet}`,
  ];
}

function lawLines({ risk, name, place, description, source }: LawFacts, index: number): string[] {
  return [
    `  ${index + 1}. ${risk} ${name}, ${place}`,
    ...(description === "" ? [] : [`     ${description}`]),
    ...(source === "" ? [] : [`     Source: ${source}`]),
  ];
}

function slackFacts(facts: TransactionFacts): string {
  const text = escapeForSlack;
  return [
    `*User:* ${text(facts.user)}`,
    `*Amount:* ${text(facts.amount)} (${text(facts.usd)})`,
    `*Wallet:* ${text(facts.wallet)} on ${text(facts.chain)}`,
    `*Happened:* ${facts.happened}, *received:* ${facts.received}`,
    ...facts.laws
      .slice(0, MAX_LISTED_IN_SLACK)
      .map((law) => `*${law.risk}* ${text(law.name)}, ${text(law.place)}`),
    ...(facts.transactionUrl === undefined ? [] : [`<${encodeURI(facts.transactionUrl)}|Transaction>`]),
    ...(facts.walletUrl === undefined ? [] : [`<${encodeURI(facts.walletUrl)}|Wallet>`]),
  ].join("\n");
}

function group(
  listed: readonly TransactionFacts[],
  all: readonly Transaction[],
  { stage, projectId }: AlertOrigin,
): Form {
  const times = all.map(({ receivedAt }) => receivedAt).toSorted();
  const [since = "", until = ""] = [times[0], times.at(-1)];
  const look = vigia(
    stage,
    ...["notifications", "list", "--project", String(projectId), "--risk", "illegal"],
    ...["--since", since, "--limit", String(all.length)],
    ...(all.some(({ rehearsal }) => rehearsal) ? ["--rehearsals"] : []),
  );
  const more = all.length - listed.length;
  const headline = `Flagged as ILLEGAL: ${counted(all.length, "transaction")} in project ${projectId}.`;
  const range = `Received between ${inUtc(since)} and ${inUtc(until)}.`;
  const rest = more > 0 ? [`... and ${more.toLocaleString("en-US")} more.`] : [];
  return {
    subject: `[ILLEGAL] ${counted(all.length, "transaction")} flagged in project ${projectId}`,
    email: [
      headline,
      range,
      "",
      more > 0 ? `The ${listed.length} worst` : "Worst first",
      ...listed.flatMap((facts, index) => ["", ...listLines(facts, index)]),
      ...(more > 0 ? ["", ...rest] : []),
      ...closingLines(look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        range,
        ...listed.slice(0, MAX_LISTED_IN_SLACK).map((facts) => `• ${escapeForSlack(lineOf(facts))}`),
        ...(all.length > MAX_LISTED_IN_SLACK
          ? [`... and ${(all.length - MAX_LISTED_IN_SLACK).toLocaleString("en-US")} more.`]
          : []),
      ].join("\n"),
      nextSteps: nextSteps(look, "List them"),
      threadId: `project-${projectId}`,
    },
  };
}

function listLines(facts: TransactionFacts, index: number): string[] {
  const illegal = facts.laws.filter(({ risk }) => risk === "ILLEGAL");
  const named = illegal.slice(0, MAX_LAWS_NAMED).map(({ name, place }) => `${name}, ${place}`);
  const more = illegal.length - named.length;
  return [
    `${String(index + 1).padStart(2)}. ${named.join("; ")}${more > 0 ? ` and ${counted(more, "other law")}` : ""}`,
    `    User ${facts.user}: ${facts.amount} (${facts.usd})`,
    `    Wallet ${facts.wallet} on ${facts.chain}`,
    `    Happened ${facts.happened}, received ${facts.received}`,
    `    ${facts.transactionUrl ?? `Transaction ${facts.txHash}`}`,
    `    Notification ${facts.key}`,
  ];
}

function lineOf({ laws, amount, usd, user, key }: TransactionFacts): string {
  const [law] = laws;
  return `${law === undefined ? "" : `${law.countryCode} ${law.name} - `}${amount} (${usd}) - user ${user} - ${key}`;
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
  return unique(laws.map(({ countryCode }) => cleanText(countryCode, 8)).filter((code) => code !== ""));
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
