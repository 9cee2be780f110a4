/** The alert about other contents that came under known ids and say something illegal that is new. */

import type { Law, Notification } from "../contract/webhook.ts";
import { worstFirst, worstRisk } from "../risk/laws.ts";
import { countOf } from "../text/count-of.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { subjectAbout } from "../text/subject.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { type AlertOrigin, factsOf, inUtc, type Transaction, type TransactionFacts } from "./facts.ts";
import { riskLine, underLaws } from "./law-lines.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK, type MessageForm } from "./publish.ts";
import { countriesOf, paragraphs } from "./transaction-alert.ts";

/** What the id said first, and the content that came later. */
export interface ChangedContent {
  /** `before`: undefined where what the id said first cannot be read any more. */
  first: { key: string; receivedAt: string; before: Notification | undefined };
  changed: Transaction;
  /** The facts in which it is another transaction, in words; none where it is the same one. */
  differs: readonly string[];
  /** The laws that it is the first to call broken by this transaction. */
  newLaws: readonly Law[];
}

/** A change as it is shown. */
interface ChangeFacts {
  /** Of what the id said first. */
  key: string;
  facts: TransactionFacts;
  newLaws: readonly Law[];
  what: string;
  before: string;
  now: string;
}

/** The most changes that are listed; the rest is counted. */
const MAX_LISTED = 20;

/** The most new laws that a message names, which keeps it far below SNS's 256 KB; the service names a handful. */
const MAX_NEW_LAWS = 300;

/** Slack shows about 3,000 characters of a description. */
const MAX_NEW_LAWS_IN_SLACK = 20;
const KEPT = "Every content is kept and listed; the first one of the id stays as it was.";

/** The message about one or more changes in one project. */
export function changeAlert(changes: readonly ChangedContent[], origin: AlertOrigin): AlertMessage {
  const shown = changes.slice(0, MAX_LISTED).map((change) => changeFacts(change, origin));
  const [only] = shown;
  if (only === undefined) throw new Error("A change alert needs at least one change.");
  const form = changes.length === 1 ? single(only, origin) : group(shown, changes.length, origin);
  const laws = changes.flatMap(({ changed }) => changed.notification.inflictedLaws);
  return {
    ...form,
    subject: changes.some(({ changed }) => changed.rehearsal) ? `[TEST] ${form.subject}` : form.subject,
    attributes: {
      kind: "change",
      risk: worstRisk(laws),
      projectId: origin.projectId,
      chainId: [...new Set(changes.map(({ changed }) => changed.notification.chainId))],
      countries: countriesOf(laws),
    },
  };
}

function single(change: ChangeFacts, { stage, projectId, alertId }: AlertOrigin): MessageForm {
  const { key, facts, newLaws, what, before, now } = change;
  const look = showAlert(stage, alertId);
  const headline = `Changed: ${what} in project ${projectId}, and it is ILLEGAL.`;
  const [law] = facts.laws;
  const under = law === undefined ? "" : `${law.countryCode} ${law.name} - `;
  return {
    subject: subjectAbout(
      `[ILLEGAL] Changed: ${under}${facts.amount} (${facts.usd})`,
      " - user ",
      facts.user,
    ),
    email: [
      ...[headline, before, now, newLine(newLaws, MAX_NEW_LAWS), "", "What it says now"],
      ...[...paragraphs(facts), "", KEPT, ...closingLines(look)],
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...[before, now, newLine(newLaws, MAX_NEW_LAWS_IN_SLACK)].map(escapeForSlack),
        `User ${slackCode(facts.user)}: ${escapeForSlack(`${facts.amount} (${facts.usd})`)}`,
        KEPT,
      ].join("\n"),
      nextSteps: nextSteps(look),
      threadId: key,
    },
  };
}

function group(
  shown: readonly ChangeFacts[],
  total: number,
  { stage, projectId, alertId }: AlertOrigin,
): MessageForm {
  const look = showAlert(stage, alertId);
  const headline = `Changed: ${countOf(total, "notification")} in project ${projectId} came again with other content that is ILLEGAL.`;
  const rest = (listed: number) =>
    total > listed ? [`... and ${(total - listed).toLocaleString("en-US")} more.`] : [];
  const lawsEach = Math.floor(MAX_NEW_LAWS / shown.length);
  return {
    subject: `[ILLEGAL] Changed: ${countOf(total, "notification")} in project ${projectId}`,
    email: [
      headline,
      ...shown.flatMap(({ facts, newLaws, what, before, now }, index) => [
        "",
        `${String(index + 1).padStart(2)}. ${capital(what)}: user ${facts.user}, ${facts.amount} (${facts.usd})`,
        ...[before, now, newLine(newLaws, lawsEach)].map((line) => `    ${line}`),
      ]),
      ...["", ...rest(shown.length), KEPT],
      ...closingLines(look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...shown
          .slice(0, MAX_LISTED_IN_SLACK)
          .map(
            ({ key, newLaws }) =>
              `• ${slackCode(key)} - ${escapeForSlack(newLine(newLaws, MAX_LISTED_IN_SLACK))}`,
          ),
        ...rest(MAX_LISTED_IN_SLACK),
        KEPT,
      ].join("\n"),
      nextSteps: nextSteps(look),
      threadId: `project-${projectId}`,
    },
  };
}

function capital(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}

function newLine(newLaws: readonly Law[], most: number): string {
  return `New: ILLEGAL${underLaws(newLaws, most)}.`;
}

function changeFacts(
  { first, changed, differs, newLaws }: ChangedContent,
  { chains }: AlertOrigin,
): ChangeFacts {
  const { notification } = changed;
  const isNew = new Set(newLaws);
  // What is new comes first, so that no cut hides it.
  const laws = worstFirst(notification.inflictedLaws).toSorted(
    (a, b) => Number(isNew.has(b)) - Number(isNew.has(a)),
  );
  const facts = factsOf({ ...changed, notification: { ...notification, inflictedLaws: laws } }, chains);
  const was =
    first.before === undefined ? undefined : sentence(first.before, first, chains, differs.length > 0);
  return {
    key: first.key,
    facts,
    newLaws,
    what:
      differs.length > 0
        ? `another transaction (${differs.join(", ")}) came under the id of notification ${first.key}`
        : `notification ${first.key} came again with other content`,
    before: `Before: ${was ?? `not readable any more (received ${inUtc(first.receivedAt)})`}.`,
    now: `Now: ${sentence({ ...notification, inflictedLaws: laws }, changed, chains, differs.length > 0)}.`,
  };
}

/** The content's own risk, and where it is another transaction, whose and how much. */
function sentence(
  notification: Notification,
  { key, receivedAt }: { key: string; receivedAt: string },
  chains: AlertOrigin["chains"],
  isOther: boolean,
): string {
  const { user, amount, usd, received } = factsOf(
    { key, notification, receivedAt, rehearsal: false },
    chains,
  );
  const transaction = isOther ? `; user ${user}, ${amount} (${usd})` : "";
  return `${riskLine(notification.inflictedLaws)}${transaction} (received ${received})`;
}
