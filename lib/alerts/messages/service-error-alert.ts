/** Alert for operations about errors that the service reported. Their text may name a person: it is not sent. */

import { SERVICE_ERRORS } from "../../i18n/catalogue/problems.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { escapeForSlack } from "../../i18n/text/slack.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import type { EventSubject } from "../event/event-schema.ts";
import { lookLines, lookSteps } from "./closing.ts";
import { notificationPage } from "./desk-links.ts";
import { eventAbout, inIso } from "./event-fields.ts";
import { type AlertOrigin, timeIn } from "./facts.ts";
import type { AlertMessage } from "./message.ts";

/** @param items errors of one project, one at least */
export function serviceErrorAlert(
  items: readonly StoredNotification[],
  { stage, projectId, translator, desk }: Pick<AlertOrigin, "stage" | "projectId" | "translator" | "desk">,
): AlertMessage {
  const { t } = translator;
  const counted = { count: items.length, project: String(projectId) };
  const headline = t(SERVICE_ERRORS.headline, counted);
  const pageOf = (item: StoredNotification) => notificationPage(desk, nameOf(item));
  const [newest] = items.toSorted((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1));
  if (newest === undefined) throw new Error("An alert about errors needs at least one error.");
  const received = t(SERVICE_ERRORS.received, { time: timeIn(translator, newest.receivedAt) });
  const advice = t(SERVICE_ERRORS.advice);
  const look = {
    command: vigia(stage, "notifications", "list", "--kind", "error", "--project", String(projectId)),
    page: pageOf(newest),
  };
  return {
    subject: t(SERVICE_ERRORS.subject, counted),
    email: [headline, received, "", advice, ...lookLines(translator, look)].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [received, advice].join("\n"),
      nextSteps: lookSteps(translator, look),
      threadId: `service-error-${projectId}`,
    },
    event: eventAbout(stage, items, (item) => errorSubject(item, pageOf(item))),
    attributes: { kind: "service-error", projectId },
  };
}

/** @param page at the desk */
function errorSubject(stored: StoredNotification, page: string | undefined): EventSubject {
  return {
    type: "service-error",
    key: nameOf(stored),
    receivedAt: inIso(stored.receivedAt),
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}
