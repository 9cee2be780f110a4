/** The alert about authentic bodies that are not the contract, for officers and operations alike: a flag may be in any of them. */

import { type Issue, issuesLine, issueTexts } from "../../contract/issues.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { QUARANTINE } from "../../i18n/catalogue/quarantine.ts";
import { cleanText } from "../../i18n/text/cleaning.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { EventSubject } from "../event/event-schema.ts";
import { closing } from "./closing.ts";
import { casePage, type LinkedCase, notificationPage, pageLinks } from "./desk-links.ts";
import { eventAbout, inIso } from "./event-fields.ts";
import { type ReportOrigin, timeIn } from "./facts.ts";
import { type AlertMessage, AND_OTHERS, linkRow, MAX_LISTED, type Row, type Writer } from "./message.ts";

/** A body that does not fit. */
export interface QuarantinedBody {
  /** Its name, as in `7#quarantined#…`. */
  key: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  issues: readonly Issue[];
}

/** Issues of a body that are named. */
const MAX_ISSUES = 5;

/**
 * @param bodies of one project, one at least
 * @param itsCase the case of the project's unreadable messages
 */
export function quarantineAlert(
  bodies: readonly QuarantinedBody[],
  itsCase: LinkedCase,
  { stage, projectId, alertId, translator, desk }: ReportOrigin,
): AlertMessage {
  const { t } = translator;
  const counted = { count: bodies.length, project: String(projectId) };
  const pageOf = ({ key }: QuarantinedBody) => notificationPage(desk, key);
  const [since = ""] = bodies.map(({ receivedAt }) => receivedAt).sort();
  const command = commandFor(bodies, stage, projectId);
  return {
    translator,
    subject: t(QUARANTINE.subject, counted),
    headline: t(QUARANTINE.headline, counted),
    blocks: [
      {
        kind: "rows",
        rows: [
          ...linkRow(t(COMMON.case), casePage(desk, itsCase), t(COMMON.desk)),
          [t(QUARANTINE.since), timeIn(translator, since)],
        ],
      },
      {
        kind: "list",
        items: bodies.slice(0, MAX_LISTED).map((body) => ({
          title: (write) => write.id(body.key),
          rows: rowsOf(body, pageOf(body), translator),
          short: shortOf(body, translator),
        })),
        total: bodies.length,
      },
      { kind: "lines", lines: [t(QUARANTINE.advice)] },
      ...closing(translator, { command, alertId }),
    ],
    threadId: `quarantine-${projectId}`,
    event: eventAbout(stage, bodies, (body) => quarantinedSubject(body, pageOf(body))),
    // An unreadable body may be of any risk and any country: a filter by one of them lets it through.
    attributes: { kind: "quarantine", risk: "illegal", projectId, countries: [AND_OTHERS] },
  };
}

function rowsOf(
  { receivedAt, issues }: QuarantinedBody,
  page: string | undefined,
  translator: Translator,
): Row[] {
  const { t, language } = translator;
  const wrong = cleanText(issuesLine(issues.slice(0, MAX_ISSUES), language), 300);
  return [
    [t(QUARANTINE.received), timeIn(translator, receivedAt)],
    [t(QUARANTINE.errors), wrong],
    ...linkRow(t(COMMON.desk), page),
  ];
}

function shortOf({ key, receivedAt }: QuarantinedBody, translator: Translator) {
  const received = timeIn(translator, receivedAt);
  return (write: Writer) => translator.t(QUARANTINE.line, { key: write.id(key), received });
}

/** Shows the only body, or lists all that there are in the project. */
function commandFor([only, ...others]: readonly QuarantinedBody[], stage: string, projectId: number): string {
  return only !== undefined && others.length === 0
    ? vigia(stage, "notifications", "show", only.key, "--raw")
    : vigia(stage, "notifications", "list", "--kind", "quarantined", "--project", String(projectId));
}

/** @param page at the desk */
function quarantinedSubject(
  { key, receivedAt, issues }: QuarantinedBody,
  page: string | undefined,
): EventSubject {
  return {
    type: "quarantined",
    key,
    receivedAt: inIso(receivedAt),
    issues: issueTexts(issues.slice(0, MAX_ISSUES)).map(({ path, message }) => ({
      path: cleanText(path, 200),
      message: cleanText(message, 200),
    })),
    issueCount: issues.length,
    ...pageLinks(page),
  };
}
