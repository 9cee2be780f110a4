/** What the alert about several transactions says: how many they are, and the worst of them in short. */

import { countOf } from "../text/count-of.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { type AlertOrigin, inUtc, type Transaction, type TransactionFacts } from "./facts.ts";
import { MAX_LISTED_IN_SLACK, type MessageForm } from "./publish.ts";

/** The most laws that a transaction of a group names. */
export const MAX_LAWS_NAMED = 3;

/** @param listed the facts of the worst of `all`, worst first */
export function groupForm(
  listed: readonly TransactionFacts[],
  all: readonly Transaction[],
  { stage, projectId, alertId }: AlertOrigin,
): MessageForm {
  const times = all.map(({ receivedAt }) => receivedAt).toSorted();
  const [since = "", until = ""] = [times[0], times.at(-1)];
  const look = showAlert(stage, alertId);
  const more = all.length - listed.length;
  const headline = `Flagged as ILLEGAL: ${countOf(all.length, "transaction")} in project ${projectId}.`;
  const range = `Received between ${inUtc(since)} and ${inUtc(until)}.`;
  const rest = more > 0 ? [`... and ${more.toLocaleString("en-US")} more.`] : [];
  return {
    subject: `[ILLEGAL] ${countOf(all.length, "transaction")} flagged in project ${projectId}`,
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
        ...listed.slice(0, MAX_LISTED_IN_SLACK).map((facts) => `• ${slackLine(facts)}`),
        ...(all.length > MAX_LISTED_IN_SLACK
          ? [`... and ${(all.length - MAX_LISTED_IN_SLACK).toLocaleString("en-US")} more.`]
          : []),
      ].join("\n"),
      nextSteps: nextSteps(look),
      threadId: `project-${projectId}`,
    },
  };
}

function listLines(facts: TransactionFacts, index: number): string[] {
  const illegal = facts.laws.filter(({ risk }) => risk === "ILLEGAL");
  const named = illegal.slice(0, MAX_LAWS_NAMED).map(({ name, place }) => `${name}, ${place}`);
  const more = facts.lawCounts.ILLEGAL - named.length;
  return [
    `${String(index + 1).padStart(2)}. ${named.join("; ")}${more > 0 ? ` and ${countOf(more, "other law")}` : ""}`,
    `    User ${facts.user}: ${facts.amount} (${facts.usd})`,
    `    Wallet ${facts.wallet} on ${facts.chain}`,
    `    Happened ${facts.happened}, received ${facts.received}`,
    `    ${facts.transactionUrl ?? `Transaction ${facts.txHash}`}`,
    `    Notification ${facts.key}`,
  ];
}

function slackLine({ laws, lawCounts, amount, usd, user, key }: TransactionFacts): string {
  const [law] = laws;
  const others = lawCounts.ILLEGAL > 1 ? ` and ${countOf(lawCounts.ILLEGAL - 1, "other law")}` : "";
  const under = law === undefined ? "" : `${law.countryCode} ${law.name}${others} - `;
  return `${escapeForSlack(`${under}${amount} (${usd})`)} - user ${slackCode(user)} - ${slackCode(key)}`;
}
