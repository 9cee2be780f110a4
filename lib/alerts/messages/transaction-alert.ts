/** The alert about transactions that a law calls illegal: one in full, or several as a group. */

import type { Law } from "../../contract/webhook.ts";
import type { Speaker } from "../../i18n/speaker.ts";
import { isWorse, type Risk, worstRisk } from "../../risk/laws.ts";
import { escapeForSlack } from "../../text/slack.ts";
import type { AlertMessage, MessageForm } from "../message.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { eventAbout } from "./event-fields.ts";
import {
  type AlertOrigin,
  factsOf,
  lawCode,
  MAX_ILLEGAL_LAWS,
  type Transaction,
  type TransactionFacts,
} from "./facts.ts";
import { subjectIn } from "./shown-id.ts";
import { groupForm, MAX_LAWS_NAMED } from "./transaction-group.ts";
import { paragraphs, slackFacts } from "./transaction-paragraphs.ts";
import { transactionSubject } from "./transaction-subject.ts";

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
      (transaction) => transactionSubject(transaction, origin),
    ),
    attributes: attributesOf(worst, origin),
  };
}

function single(facts: TransactionFacts, { stage, projectId, alertId, speaker }: AlertOrigin): MessageForm {
  const look = { command: showAlert(stage, alertId), page: facts.page };
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
