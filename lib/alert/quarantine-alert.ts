/** The alerts about authentic bodies that are not the contract: for operations, and for the officer where it matters. */

import { issuesLine } from "../contract/issues.ts";
import { nameOf } from "../store/notifications/notification-keys.ts";
import type { StoredNotification } from "../store/notifications/notification-schema.ts";
import { cleanText } from "../text/cleaning.ts";
import { countOf } from "../text/count-of.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { closingLines, nextSteps } from "./closing.ts";
import { showAlert, vigia } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { quarantinedSubject } from "./event/quarantined-subject.ts";
import { type AlertOrigin, inUtc } from "./facts.ts";
import { type AlertMessage, MAX_LISTED_IN_SLACK } from "./publish.ts";

/** The most bodies that are listed; the command shows all. */
const MAX_LISTED = 20;

/** Where the alert comes from. */
type Origin = Pick<AlertOrigin, "stage" | "projectId">;

/** Alerts operations: the service sends what the contract does not allow. */
export function quarantineAlert(items: readonly StoredNotification[], origin: Origin): AlertMessage {
  const were = items.length === 1 ? "was" : "were";
  return compose(items, origin, quarantineCommand(items, origin), {
    subject: `[QUARANTINE] ${countOf(items.length, "webhook")} not understood in project ${origin.projectId}`,
    headline: `${countOf(items.length, "authentic webhook")} in project ${origin.projectId} did not fit the contract and ${were} answered with 400.`,
    advice:
      "Nothing is lost: the bodies are kept whole. Compare the issues with the service's documentation, update vigia or tell the service, then replay them.",
  });
}

/** Alerts the officer: something that could not be understood speaks of an illegal transaction. */
export function illegalQuarantineAlert(
  items: readonly StoredNotification[],
  origin: Origin & Pick<AlertOrigin, "alertId">,
): AlertMessage {
  return compose(items, origin, showAlert(origin.stage, origin.alertId), {
    subject: `[ILLEGAL] ${countOf(items.length, "webhook")} not understood, but says illegal - project ${origin.projectId}`,
    headline: `${countOf(items.length, "authentic webhook")} in project ${origin.projectId} could not be understood, but a law in it says ILLEGAL.`,
    advice:
      items.length === 1
        ? "The body is kept whole: read it with the command below and decide by what it says."
        : "The bodies are kept whole: read them with the command below and decide by what they say.",
  });
}

/** Shows the only body, or lists all that there are in the project. */
function quarantineCommand(items: readonly StoredNotification[], { stage, projectId }: Origin): string {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) {
    return vigia(stage, "notifications", "show", nameOf(only), "--raw");
  }
  const rehearsals = items.some(({ rehearsal }) => rehearsal === true) ? ["--rehearsals"] : [];
  return vigia(stage, "quarantine", "list", "--project", String(projectId), ...rehearsals);
}

function compose(
  items: readonly StoredNotification[],
  { projectId, stage }: Origin,
  look: string,
  words: { subject: string; headline: string; advice: string },
): AlertMessage {
  const lines = items.slice(0, MAX_LISTED).map(lineOf);
  const more = items.length - lines.length;
  return {
    subject: items.some(({ rehearsal }) => rehearsal === true) ? `[TEST] ${words.subject}` : words.subject,
    email: [
      words.headline,
      "",
      ...lines.map((line) => `  ${line}`),
      ...(more > 0 ? [`  ... and ${more.toLocaleString("en-US")} more.`] : []),
      "",
      words.advice,
      ...closingLines(look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(words.headline),
      description: [
        ...items.slice(0, MAX_LISTED_IN_SLACK).map(slackLine),
        ...(items.length > MAX_LISTED_IN_SLACK
          ? [`... and ${items.length - MAX_LISTED_IN_SLACK} more.`]
          : []),
        words.advice,
      ].join("\n"),
      nextSteps: nextSteps(look),
      threadId: `quarantine-${projectId}`,
    },
    event: eventAbout(
      { stage, rehearsal: items.some(({ rehearsal }) => rehearsal === true) },
      items,
      quarantinedSubject,
    ),
    attributes: {
      kind: "quarantine",
      risk: items.some(({ risk }) => risk === "illegal") ? "illegal" : "none",
      projectId,
    },
  };
}

function lineOf({ key, receivedAt, issues }: StoredNotification): string {
  return `${key}, received ${inUtc(receivedAt)}: ${wrongIn(issues)}`;
}

function slackLine({ key, receivedAt, issues }: StoredNotification): string {
  return `${slackCode(key)}, received ${inUtc(receivedAt)}: ${escapeForSlack(wrongIn(issues))}`;
}

function wrongIn(issues: StoredNotification["issues"] = []): string {
  return cleanText(issuesLine(issues.slice(0, 5)), 300);
}
