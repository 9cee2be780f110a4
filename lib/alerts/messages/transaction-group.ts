/** What the alert about several transactions says: how many they are, and the worst of them in short. */

import type { Speaker } from "../../i18n/speaker.ts";
import { escapeForSlack, slackCode } from "../../text/slack.ts";
import type { MessageForm } from "../message.ts";
import { MAX_LISTED_IN_SLACK } from "../publish.ts";
import { closingLines, moreLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { inboxPage, pageLines, slackPage } from "./desk-pages.ts";
import { type AlertOrigin, type Transaction, type TransactionFacts, timeIn } from "./facts.ts";
import { slackIdIn } from "./shown-id.ts";

/** The most laws that a transaction of a group names. */
export const MAX_LAWS_NAMED = 3;

/** @param listed the facts of the worst of `all`, worst first */
export function groupForm(
  listed: readonly TransactionFacts[],
  all: readonly Transaction[],
  { stage, projectId, alertId, speaker, desk }: AlertOrigin,
): MessageForm {
  const { say } = speaker;
  const counted = { count: all.length, project: String(projectId) };
  const times = all.map(({ receivedAt }) => receivedAt).toSorted();
  const [since = "", until = ""] = [times[0], times.at(-1)];
  const look = { command: showAlert(stage, alertId), page: inboxPage(desk) };
  const more = all.length - listed.length;
  const headline = say("transaction.groupHeadline", counted);
  const range = say("transaction.receivedBetween", {
    since: timeIn(speaker, since),
    until: timeIn(speaker, until),
  });
  const rest = moreLines(speaker, more);
  return {
    subject: say("transaction.groupSubject", counted),
    email: [
      headline,
      range,
      "",
      more > 0 ? say("transaction.theWorst", { count: listed.length }) : say("transaction.worstFirst"),
      ...listed.flatMap((facts, index) => ["", ...listLines(facts, index, speaker)]),
      ...(more > 0 ? ["", ...rest] : []),
      ...(listed.some(({ local }) => local.length > 0) ? ["", say("money.caveat")] : []),
      ...closingLines(speaker, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        range,
        ...listed.slice(0, MAX_LISTED_IN_SLACK).map((facts) => `• ${slackLine(facts, speaker)}`),
        ...moreLines(speaker, all.length - MAX_LISTED_IN_SLACK),
      ].join("\n"),
      nextSteps: nextSteps(speaker, look),
      threadId: `project-${projectId}`,
    },
  };
}

function listLines(facts: TransactionFacts, index: number, speaker: Speaker): string[] {
  const { say } = speaker;
  const { user, wallet, chain, happened, received, txHash, key } = facts;
  const illegal = facts.laws.filter(({ risk }) => risk === "ILLEGAL");
  const named = illegal.slice(0, MAX_LAWS_NAMED).map(({ name, place }) => `${name}, ${place}`);
  const count = facts.lawCounts.ILLEGAL - named.length;
  const laws = say("transaction.andOthers", { laws: named.join("; "), count });
  return [
    `${String(index + 1).padStart(2)}. ${laws}`,
    ...[
      say("transaction.listedUser", { user, amount: facts.worth }),
      say("transaction.listedWallet", { wallet, chain }),
      say("transaction.listedTimes", { happened, received }),
      facts.transactionUrl ?? say("transaction.listedHash", { hash: txHash }),
      say("transaction.listedKey", { key }),
      ...pageLines(speaker, facts.page),
    ].map((line) => `    ${line}`),
  ];
}

function slackLine({ laws, lawCounts, worth, user, key, page }: TransactionFacts, speaker: Speaker): string {
  const { say } = speaker;
  const [law] = laws;
  const count = Math.max(0, lawCounts.ILLEGAL - 1);
  const under =
    law === undefined
      ? ""
      : `${say("transaction.andOthers", { laws: `${law.countryCode} ${law.name}`, count })} - `;
  const whose = say("transaction.slackUser", { user: slackIdIn(speaker, user) });
  return `${escapeForSlack(`${under}${worth}`)} - ${whose} - ${slackCode(key)}${slackPage(speaker, page)}`;
}
