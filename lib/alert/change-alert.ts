/** The alert about notifications that came again under their ids and say something worse. */

import { worstRisk } from "../risk-of-laws.ts";
import type { StoredNotification } from "../store/notification-schema.ts";
import { named } from "../text/quoting.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { subjectAbout } from "../text/subject.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { vigia } from "./commands.ts";
import {
  type AlertOrigin,
  counted,
  factsOf,
  inUtc,
  lawCode,
  type Transaction,
  type TransactionFacts,
} from "./facts.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK, type MessageForm } from "./publish.ts";
import { countriesOf, paragraphs } from "./transaction-alert.ts";

/** What the id said first, and the worse content that came later. */
export interface Change {
  first: StoredNotification;
  changed: Transaction;
}

/** A change as it is shown. */
interface ChangeFacts {
  key: string;
  facts: TransactionFacts;
  before: string;
  now: string;
}

/** So many changes are listed; the rest is counted. */
const MAX_LISTED = 20;
const EACH = "Look closer, at each by its id";
const KEPT = "Both versions are kept; the first one stays current and shows that it was contradicted.";

/** The message about one or more changes in one project. */
export function changeAlert(changes: readonly Change[], origin: AlertOrigin): AlertMessage {
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

function single({ key, facts, before, now }: ChangeFacts, { stage, projectId }: AlertOrigin): MessageForm {
  const look = vigia(stage, "notifications", "show", key);
  const headline = `Changed to ILLEGAL: notification ${key} in project ${projectId} came again with other content.`;
  const [law] = facts.laws;
  const under = law === undefined ? "" : `${law.countryCode} ${law.name} - `;
  return {
    subject: subjectAbout(
      `[ILLEGAL] Changed: ${under}${facts.amount} (${facts.usd})`,
      " - user ",
      facts.user,
    ),
    email: [
      ...[headline, before, now, "", "What it says now", ...paragraphs(facts), "", KEPT],
      ...closingLines(look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...[before, now].map(escapeForSlack),
        `User ${slackCode(facts.user)}: ${escapeForSlack(`${facts.amount} (${facts.usd})`)}`,
        KEPT,
      ].join("\n"),
      nextSteps: nextSteps(look),
      threadId: key,
    },
  };
}

function group(shown: readonly ChangeFacts[], total: number, { stage, projectId }: AlertOrigin): MessageForm {
  const look = vigia(stage, "notifications", "show", shown[0]?.key ?? "");
  const headline = `Changed to ILLEGAL: ${counted(total, "notification")} in project ${projectId} came again with other content.`;
  const rest = (listed: number) =>
    total > listed ? [`... and ${(total - listed).toLocaleString("en-US")} more.`] : [];
  return {
    subject: `[ILLEGAL] Changed: ${counted(total, "notification")} in project ${projectId}`,
    email: [
      headline,
      ...shown.flatMap(({ key, facts, before, now }, index) => [
        "",
        `${String(index + 1).padStart(2)}. Notification ${key}, user ${facts.user}: ${facts.amount} (${facts.usd})`,
        `    ${before}`,
        `    ${now}`,
      ]),
      ...["", ...rest(shown.length), KEPT],
      ...closingLines(look, EACH),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...shown
          .slice(0, MAX_LISTED_IN_SLACK)
          .map(({ key, now }) => `• ${slackCode(key)} - ${escapeForSlack(now)}`),
        ...rest(MAX_LISTED_IN_SLACK),
        KEPT,
      ].join("\n"),
      nextSteps: nextSteps(look, EACH),
      threadId: `project-${projectId}`,
    },
  };
}

function changeFacts({ first, changed }: Change, { chains }: AlertOrigin): ChangeFacts {
  const facts = factsOf({ ...changed, key: first.key }, chains);
  return {
    key: first.key,
    facts,
    before: `Before: ${lawsLine(first.laws)} (received ${inUtc(first.receivedAt)}).`,
    now: `Now: ${lawsLine(changed.notification.inflictedLaws)} (received ${facts.received}).`,
  };
}

/** More laws than this would drown the two lines that are compared. */
const MAX_COMPARED = 5;

function lawsLine(laws: readonly { risk: string; name: string; countryCode: string }[]): string {
  if (laws.length === 0) return "no law";
  const shown = laws
    .slice(0, MAX_COMPARED)
    .map(
      ({ risk, name, countryCode }) => `${risk.toUpperCase()} ${named(name, 80)} (${lawCode(countryCode)})`,
    );
  const more = laws.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
