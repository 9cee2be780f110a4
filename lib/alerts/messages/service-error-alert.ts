/** Alert about errors that the service reported. Their text may name a person: it is not sent. */

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
 * @param errors of one project, one at least
 * @param origin with an `alertId` for officers: what they are told of may be of any risk
 */
export function serviceErrorAlert(
  errors: readonly ReportedError[],
  { stage, projectId, alertId, translator, desk }: ReportOrigin,
): AlertMessage {
  const { t } = translator;
  const counted = { count: errors.length, project: String(projectId) };
  const [newest] = errors.toSorted((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1));
  if (newest === undefined) throw new Error("An alert about errors needs at least one error.");
  const received = t(SERVICE_ERRORS.received, { time: timeIn(translator, newest.receivedAt) });
  const command = vigia(stage, "notifications", "list", "--kind", "error", "--project", String(projectId));
  const page = notificationPage(desk, newest.key);
  return {
    translator,
    subject: t(SERVICE_ERRORS.subject, counted),
    headline: t(SERVICE_ERRORS.headline, counted),
    blocks: [
      { kind: "lines", lines: [received, t(SERVICE_ERRORS.advice)] },
      { kind: "look", look: { page, command, alertId } },
    ],
    threadId: `service-error-${projectId}`,
    event: eventAbout(stage, errors, ({ key, receivedAt }) => ({
      type: "service-error",
      key,
      receivedAt: inIso(receivedAt),
      ...pageLinks(notificationPage(desk, key)),
    })),
    attributes: {
      kind: "service-error",
      projectId,
      ...(alertId === undefined ? {} : { risk: "illegal" as const }),
    },
  };
}
