/** Alert about an error that the service reported. Its text may name a person: it is not sent. */

import { SERVICE_ERRORS } from "../../i18n/catalogue/problems.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { notificationPage, pageLinks } from "./desk-links.ts";
import { eventAbout, inIso } from "./event-fields.ts";
import { type ReportOrigin, timeIn } from "./facts.ts";
import type { AlertMessage } from "./message.ts";

/** An error that the service reported. */
interface ReportedError {
  /** Its name, as in `7#error#…`. */
  key: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/**
 * @param error the first of its project in an hour
 * @param origin with an `alertId` for officers: it may be about a transaction of any risk
 */
export function serviceErrorAlert(
  error: ReportedError,
  { stage, projectId, alertId, translator, desk }: ReportOrigin,
): AlertMessage {
  const { t } = translator;
  const project = String(projectId);
  const received = t(SERVICE_ERRORS.received, { time: timeIn(translator, error.receivedAt) });
  const command = vigia(stage, "notifications", "list", "--kind", "error", "--project", project);
  const page = notificationPage(desk, error.key);
  return {
    translator,
    subject: t(SERVICE_ERRORS.subject, { project }),
    headline: t(SERVICE_ERRORS.headline, { project }),
    blocks: [
      { kind: "lines", lines: [received, t(SERVICE_ERRORS.others), t(SERVICE_ERRORS.advice)] },
      { kind: "look", look: { page, command, alertId } },
    ],
    threadId: `service-error-${projectId}`,
    event: eventAbout(stage, [error], ({ key, receivedAt }) => ({
      type: "service-error",
      key,
      receivedAt: inIso(receivedAt),
      ...pageLinks(page),
    })),
    attributes: {
      kind: "service-error",
      projectId,
      ...(alertId === undefined ? {} : { risk: "illegal" as const }),
    },
  };
}
