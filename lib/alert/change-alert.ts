/** The alert about other contents that came under known ids and say something illegal that is new. */

import type { Law, Notification } from "../contract/webhook.ts";
import { worstFirst, worstRisk } from "../risk/laws.ts";
import { countOf } from "../text/count-of.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { subjectAbout } from "../text/subject.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { showAlert } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { changeSubject } from "./event/transaction-subject.ts";
import {
  type AlertOrigin,
  factsOf,
  inUtc,
  MAX_ILLEGAL_LAWS,
  type Transaction,
  type TransactionFacts,
} from "./facts.ts";
import { underLaws } from "./law-lines.ts";
import { contentLine, type DifferingFact, otherFacts, slackOtherFacts } from "./other-transaction.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK, type MessageForm } from "./publish.ts";
import { countriesOf, paragraphs } from "./transaction-alert.ts";

/** What the id said first, and the content that came later. */
export interface ChangedContent {
  /** `before`: undefined where what the id said first cannot be read any more. */
  first: { key: string; receivedAt: string; before: Notification | undefined };
  changed: Transaction;
  /** The facts in which it is another transaction; none where it is the same one. */
  differs: readonly DifferingFact[];
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
  /** What differs and is new, for Slack; empty where it is the same transaction. */
  other: string;
  before: string;
  now: string;
}

/** The most changes that are listed; the rest is counted. */
const MAX_LISTED = 20;

/** The most new laws that a message names, which keeps it far below SNS's 256 KB; the service names a handful. */
const MAX_NEW_LAWS = 300;

/** A group of twenty has as many ids, names and laws of what was said before and is said now beside them. */
const MAX_NEW_LAWS_IN_GROUP = 120;

/** Slack shows about 3,000 characters of a description. */
const MAX_NEW_LAWS_IN_SLACK = 20;
const KEPT = "Every content is kept and listed; the first one of the id stays as it was.";

/** The message about one or more changes in one project. */
export function changeAlert(changes: readonly ChangedContent[], origin: AlertOrigin): AlertMessage {
  const mostLaws = changes.length === 1 ? MAX_ILLEGAL_LAWS : 0;
  const shown = changes.slice(0, MAX_LISTED).map((change) => changeFacts(change, origin, mostLaws));
  const [only] = shown;
  if (only === undefined) throw new Error("A change alert needs at least one change.");
  const form = changes.length === 1 ? single(only, origin) : group(shown, changes, origin);
  const laws = changes.flatMap(({ changed }) => changed.notification.inflictedLaws);
  return {
    ...form,
    subject: changes.some(({ changed }) => changed.rehearsal) ? `[TEST] ${form.subject}` : form.subject,
    event: eventAbout(
      { stage: origin.stage, rehearsal: changes.some(({ changed }) => changed.rehearsal) },
      changes,
      (change) => changeSubject(change, origin.chains),
    ),
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
  changes: readonly ChangedContent[],
  { stage, projectId, alertId }: AlertOrigin,
): MessageForm {
  const look = showAlert(stage, alertId);
  const total = changes.length;
  const { subject, headline } = headingsOf(changes, projectId);
  const rest = (listed: number) =>
    total > listed ? [`... and ${(total - listed).toLocaleString("en-US")} more.`] : [];
  const lawsEach = Math.floor(MAX_NEW_LAWS_IN_GROUP / shown.length);
  return {
    subject,
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
        ...shown.slice(0, MAX_LISTED_IN_SLACK).map(slackLine),
        ...rest(MAX_LISTED_IN_SLACK),
        KEPT,
      ].join("\n"),
      nextSteps: nextSteps(look),
      threadId: `project-${projectId}`,
    },
  };
}

/** Several changes may be of one notification: then both are counted. */
function headingsOf(changes: readonly ChangedContent[], projectId: number) {
  const ids = new Set(changes.map(({ first }) => first.key)).size;
  const notifications = `${countOf(ids, "notification")} in project ${projectId}`;
  const counted = `Changed: ${countOf(changes.length, "change")} of ${notifications}`;
  return ids < changes.length
    ? { subject: `[ILLEGAL] ${counted}`, headline: `${counted}, each with other content that is ILLEGAL.` }
    : {
        subject: `[ILLEGAL] Changed: ${notifications}`,
        headline: `Changed: ${notifications} came again with other content that is ILLEGAL.`,
      };
}

function slackLine({ key, newLaws, other }: ChangeFacts): string {
  const isNew = escapeForSlack(newLine(newLaws, MAX_LISTED_IN_SLACK));
  return ["•", slackCode(key), "-", ...(other === "" ? [] : [other, "-"]), isNew].join(" ");
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
  mostLaws: number,
): ChangeFacts {
  const { notification } = changed;
  const isNew = new Set(newLaws);
  // What is new comes first, so that no cut hides it.
  const laws = worstFirst(notification.inflictedLaws).toSorted(
    (a, b) => Number(isNew.has(b)) - Number(isNew.has(a)),
  );
  const now = { ...notification, inflictedLaws: laws };
  const facts = factsOf({ ...changed, notification: now }, chains, mostLaws);
  const was = first.before === undefined ? undefined : contentLine(first.before, first, chains, differs);
  return {
    key: first.key,
    facts,
    newLaws,
    what:
      differs.length > 0
        ? `another transaction (${otherFacts(differs)}) came under the id of notification ${first.key}`
        : `notification ${first.key} came again with other content`,
    other: slackOtherFacts(differs, now, facts),
    before: `Before (first content): ${was ?? `not readable any more (received ${inUtc(first.receivedAt)})`}.`,
    now: `Now: ${contentLine(now, changed, chains, differs)}.`,
  };
}
