/** The alert about transactions that a law calls illegal: one in full, or several as a group. */

import type { Law } from "../contract/webhook.ts";
import type { Speaker } from "../language/speaker.ts";
import { isWorse, type Risk, worstRisk } from "../risk/laws.ts";
import { escapeForSlack, slackCode, slackLink } from "../text/slack.ts";
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
  riskIn,
  type Transaction,
  type TransactionFacts,
} from "./facts.ts";
import { localInFull } from "./local-amount.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK, type MessageForm } from "./publish.ts";
import { subjectIn } from "./shown-id.ts";
import { groupForm, MAX_LAWS_NAMED } from "./transaction-group.ts";

/** The most transactions that a group lists, the worst of it. */
const MAX_LISTED = 20;

/** The message about one or more transactions of one project. */
export function transactionAlert(transactions: readonly Transaction[], origin: AlertOrigin): AlertMessage {
  const worst = transactions.toSorted(worstTransactionFirst);
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
    subject: worst.some(({ rehearsal }) => rehearsal)
      ? origin.speaker.say("common.test", { subject: message.subject })
      : message.subject,
    event: eventAbout(
      { stage: origin.stage, rehearsal: worst.some(({ rehearsal }) => rehearsal) },
      worst,
      (transaction) => transactionSubject(transaction, origin.chains),
    ),
    attributes: attributesOf(worst, origin),
  };
}

function single(facts: TransactionFacts, { stage, projectId, alertId, speaker }: AlertOrigin): MessageForm {
  const look = showAlert(stage, alertId);
  const headline = headlineOf(facts, String(projectId), speaker);
  return {
    subject: subjectOf(facts, speaker),
    email: [headline, "", ...paragraphs(facts, speaker), ...closingLines(speaker, look)].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: slackFacts(facts, speaker),
      nextSteps: nextSteps(speaker, look),
      threadId: facts.key,
    },
  };
}

/** `[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1`. */
function subjectOf({ laws, amount, usd, user }: TransactionFacts, speaker: Speaker): string {
  const { say } = speaker;
  const [law] = laws;
  const under = law === undefined ? "" : `${law.countryCode} ${law.name} - `;
  const words = say("transaction.subject", { under, amount, usd });
  return subjectIn(speaker, words, say("common.aboutUser"), user);
}

function headlineOf({ laws, lawCounts }: TransactionFacts, project: string, { say }: Speaker): string {
  const law = laws.find(({ risk }) => risk === "ILLEGAL");
  if (law === undefined) return say("transaction.headlineWithoutLaw", { project });
  const { name, place } = law;
  return say("transaction.headline", { law: name, place, others: lawCounts.ILLEGAL - 1, project });
}

/** A transaction in full, in the order in which an officer decides. */
export function paragraphs(facts: TransactionFacts, speaker: Speaker): string[] {
  const { say } = speaker;
  const { wallet, chain, walletDescription: description } = facts;
  return [
    ...labelled([
      [say("transaction.notification"), facts.key],
      [say("transaction.user"), facts.user],
      [say("transaction.amount"), `${facts.amount} (${facts.usd})`],
      ...localInFull(facts.local, speaker),
      [
        say("transaction.wallet"),
        description === ""
          ? say("transaction.walletOnChain", { wallet, chain })
          : say("transaction.walletDescribed", { wallet, chain, description }),
      ],
      [say("transaction.happened"), facts.happened],
      [say("transaction.received"), facts.received],
    ]),
    "",
    say("transaction.laws"),
    ...lawsOf(facts, "ILLEGAL", speaker),
    ...lawsOf(facts, "WARN", speaker),
    "",
    say("transaction.links"),
    ...labelled(
      [
        [say("transaction.transaction"), facts.transactionUrl ?? facts.txHash],
        [say("transaction.wallet"), facts.walletUrl ?? wallet],
      ],
      "",
    ).map((line) => `  ${line}`),
  ];
}

/** Values in one column behind their labels. */
function labelled(facts: readonly (readonly [label: string, value: string])[], mark = ":"): string[] {
  const width = Math.max(...facts.map(([label]) => label.length)) + mark.length + 1;
  return facts.map(([label, value]) => `${`${label}${mark}`.padEnd(width)}${value}`);
}

/** The laws of one risk, numbered among all. */
function lawsOf({ laws, lawCounts }: TransactionFacts, risk: LawFacts["risk"], speaker: Speaker): string[] {
  const from = risk === "WARN" ? lawCounts.ILLEGAL : 0;
  const named = laws.filter((law) => law.risk === risk);
  return [
    ...named.flatMap((law, index) => lawLines(law, from + index, speaker)),
    ...moreLaws(risk, lawCounts[risk] - named.length, speaker).map((more) => `  ${more}.`),
  ];
}

function moreLaws(risk: LawFacts["risk"], count: number, { say }: Speaker): string[] {
  if (count <= 0) return [];
  return [say(risk === "ILLEGAL" ? "transaction.moreIllegal" : "transaction.moreWarn", { count })];
}

function lawLines(
  { risk, name, place, countryCode, description, source }: LawFacts,
  index: number,
  speaker: Speaker,
): string[] {
  const flagged = `  ${index + 1}. ${riskIn(speaker, risk)} ${name}`;
  if (index >= MAX_LAWS_IN_FULL) return [`${flagged} (${countryCode})`];
  return [
    `${flagged}, ${place}`,
    ...(description === "" ? [] : [`     ${description}`]),
    ...(source === "" ? [] : [`     ${speaker.say("transaction.source", { source })}`]),
  ];
}

function slackFacts(facts: TransactionFacts, speaker: Speaker): string {
  const { say } = speaker;
  const text = escapeForSlack;
  const laws = facts.laws.slice(0, MAX_LISTED_IN_SLACK);
  const more = (["ILLEGAL", "WARN"] as const).flatMap((risk) =>
    moreLaws(risk, facts.lawCounts[risk] - laws.filter((law) => law.risk === risk).length, speaker),
  );
  const wallet = say("transaction.walletOnChain", {
    wallet: slackCode(facts.wallet),
    chain: text(facts.chain),
  });
  return [
    `*${say("transaction.user")}:* ${slackCode(facts.user)}`,
    `*${say("transaction.amount")}:* ${text(`${facts.amount} (${facts.usd})`)}`,
    ...localInFull(facts.local, speaker).map(([label, value]) => `*${label}:* ${text(value)}`),
    `*${say("transaction.wallet")}:* ${wallet}`,
    `*${say("transaction.happened")}:* ${facts.happened}, *${say("transaction.received").toLowerCase()}:* ${facts.received}`,
    ...laws.map((law) => `*${riskIn(speaker, law.risk)}* ${text(law.name)}, ${text(law.place)}`),
    ...more,
    ...(facts.transactionUrl === undefined
      ? []
      : [slackLink(facts.transactionUrl, say("transaction.transaction"))]),
    ...(facts.walletUrl === undefined ? [] : [slackLink(facts.walletUrl, say("transaction.wallet"))]),
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
