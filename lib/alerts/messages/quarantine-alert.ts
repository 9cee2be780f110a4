/** The alerts about authentic bodies that are not the contract: for operations, and for the officer where it matters. */

import { issuesLine, saidIssues } from "../../contract/issues.ts";
import { QUARANTINE } from "../../i18n/catalogue/quarantine.ts";
import { cleanText } from "../../i18n/text/cleaning.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { escapeForSlack, slackCode } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import { quarantinedFacts } from "../../intake/notifications/quarantined-body.ts";
import type { EventSubject } from "../event/event-schema.ts";
import { closingLines, type Look, moreLines, nextSteps, officersLook } from "./closing.ts";
import { inboxPage, notificationPage, pageLines, slackPage } from "./desk-links.ts";
import { eventAbout, inIso } from "./event-fields.ts";
import { type AlertOrigin, timeIn } from "./facts.ts";
import type { AlertMessage } from "./message.ts";
import { AND_OTHERS, MAX_LISTED_IN_SLACK } from "./message.ts";
import { countriesOf } from "./transaction-alert.ts";

/** A body that is not the contract as an event names it. */
const MAX_ISSUES = 5;

/** @param page at the desk */
function quarantinedSubject(stored: StoredNotification, page: string | undefined): EventSubject {
  const { risk, receivedAt, issues = [] } = stored;
  return {
    type: "quarantined",
    key: nameOf(stored),
    risk,
    receivedAt: inIso(receivedAt),
    issues: saidIssues(issues.slice(0, MAX_ISSUES)).map(({ path, message }) => ({
      path: cleanText(path, 200),
      message: cleanText(message, 200),
    })),
    issueCount: issues.length,
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}

/** The most bodies that are listed; the command shows all. */
const MAX_LISTED = 20;

/** Origin of the alert. */
type Origin = Pick<AlertOrigin, "stage" | "projectId" | "translator" | "desk">;

/** Alerts operations: the service sends what the contract does not allow. */
export function quarantineAlert(items: readonly StoredNotification[], origin: Origin): AlertMessage {
  const { t } = origin.translator;
  const counted = { count: items.length, project: String(origin.projectId) };
  const command = quarantineCommand(items, origin);
  return compose(items, origin, (page) => ({ page, command }), {
    namesErrors: true,
    subject: t(QUARANTINE.subject, counted),
    headline: t(QUARANTINE.headline, counted),
    advice: t(QUARANTINE.advice),
  });
}

/** Alerts the officer: a message that could not be read mentions an illegal transaction. */
export function illegalQuarantineAlert(
  items: readonly StoredNotification[],
  origin: Origin & Pick<AlertOrigin, "alertId">,
): AlertMessage {
  const { t } = origin.translator;
  const counted = { count: items.length, project: String(origin.projectId) };
  return compose(items, origin, (page) => officersLook(origin.stage, origin.alertId, page), {
    namesErrors: false,
    subject: t(QUARANTINE.illegalSubject, counted),
    headline: t(QUARANTINE.illegalHeadline, counted),
    advice: t(QUARANTINE.illegalAdvice, { count: items.length }),
  });
}

/** Shows the only body, or lists all that there are in the project. */
function quarantineCommand(items: readonly StoredNotification[], { stage, projectId }: Origin): string {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) {
    return vigia(stage, "notifications", "show", nameOf(only), "--raw");
  }
  return vigia(stage, "notifications", "list", "--kind", "quarantined", "--project", String(projectId));
}

function compose(
  items: readonly StoredNotification[],
  { projectId, stage, translator, desk }: Origin,
  lookAt: (page: string | undefined) => Look,
  words: { subject: string; headline: string; advice: string; namesErrors: boolean },
): AlertMessage {
  const [only, ...others] = items;
  const pageOf = (item: StoredNotification) => notificationPage(desk, nameOf(item));
  const isOnly = only !== undefined && others.length === 0;
  const look = lookAt(isOnly ? pageOf(only) : inboxPage(desk));
  const listed = items
    .slice(0, MAX_LISTED)
    .map((item) => ({ item, page: isOnly ? undefined : pageOf(item) }));
  return {
    subject: words.subject,
    email: [
      words.headline,
      "",
      ...[
        ...listed.flatMap(({ item, page }) => [
          lineOf(item, translator, words.namesErrors),
          ...pageLines(translator, page).map((line) => `  ${line}`),
        ]),
        ...moreLines(translator, items.length - listed.length),
      ].map((line) => `  ${line}`),
      "",
      words.advice,
      ...closingLines(translator, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(words.headline),
      description: [
        ...listed
          .slice(0, MAX_LISTED_IN_SLACK)
          .map(
            ({ item, page }) =>
              `${slackLine(item, translator, words.namesErrors)}${slackPage(translator, page)}`,
          ),
        ...moreLines(translator, items.length - MAX_LISTED_IN_SLACK),
        words.advice,
      ].join("\n"),
      nextSteps: nextSteps(translator, look),
      threadId: `quarantine-${projectId}`,
    },
    event: eventAbout(stage, items, (item) => quarantinedSubject(item, pageOf(item))),
    attributes: {
      kind: "quarantine",
      risk: items.some(({ risk }) => risk === "illegal") ? "illegal" : "none",
      projectId,
      // An unreadable body may be of any country.
      countries: [...countriesOf(items.flatMap((item) => quarantinedFacts(item).laws)), AND_OTHERS],
    },
  };
}

function lineOf(
  { key, receivedAt, issues }: StoredNotification,
  translator: Translator,
  namesErrors: boolean,
): string {
  const line = translator.t(QUARANTINE.line, { key, received: timeIn(translator, receivedAt) });
  return namesErrors ? translator.t(QUARANTINE.wrong, { line, wrong: wrongIn(issues, translator) }) : line;
}

function slackLine(
  { key, receivedAt, issues }: StoredNotification,
  translator: Translator,
  namesErrors: boolean,
): string {
  const line = translator.t(QUARANTINE.line, {
    key: slackCode(key),
    received: timeIn(translator, receivedAt),
  });
  const wrong = escapeForSlack(wrongIn(issues, translator));
  return namesErrors ? translator.t(QUARANTINE.wrong, { line, wrong }) : line;
}

function wrongIn(issues: StoredNotification["issues"] = [], translator: Translator): string {
  return cleanText(issuesLine(issues.slice(0, MAX_ISSUES), translator.language), 300);
}
