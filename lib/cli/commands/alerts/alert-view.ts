/** Alerts in lists: their time, subject, records, and whether they went out. */

import type { AlertSubject, StoredAlert } from "../../../alerts/alerts.ts";
import { nameOf } from "../../../notifications/notification-keys.ts";
import { countOf } from "../../../text/count-of.ts";
import { csvForm } from "../../../text/csv.ts";
import type { Style } from "../../output/print.ts";
import type { View } from "../../output/rows.ts";

/** Number of notifications or wallets of an alert, listed or not. */
export function subjectCountOf({ subjects, subjectCount }: StoredAlert): number {
  return subjectCount ?? subjects.length;
}

/** Time of an alert: its id begins with it. */
export function madeAt({ id }: Pick<StoredAlert, "id">): string {
  return id.slice(0, "2026-03-01T12:00:00.000Z".length);
}

/** Subjects of an alert, in words: `3 notifications`, `3 contents of 1 notification`; the brief of a scan names no single wallet. */
export function aboutText(alert: StoredAlert): string {
  if (alert.kind === "daily-brief") return "the brief of a day";
  if (alert.kind === "scan-brief") return `the scan of project ${alert.projectId}`;
  const { subjects } = alert;
  const count = subjectCountOf(alert);
  const [first] = subjects;
  if (first !== undefined && "address" in first) return countOf(count, "wallet");
  const ids = new Set(subjects.map((one) => ("key" in one ? one.key : ""))).size;
  // Of unlisted ones it is unknown how many share an id.
  return count === subjects.length && ids < count
    ? `${countOf(count, "content")} of ${countOf(ids, "notification")}`
    : countOf(count, "notification");
}

/** Sent ones are as they should be. */
export function stateStyle({ state }: StoredAlert): Style | undefined {
  return state === "sent" ? undefined : state === "failed" ? "red" : "yellow";
}

/** Kind of an alert, and whether it is real. */
export function kindText({ kind, rehearsal }: StoredAlert): string {
  return rehearsal === true ? `${kind}, rehearsal` : kind;
}

/** A subject by the name with which a command shows it. */
function subjectText(subject: AlertSubject): string {
  return "key" in subject ? nameOf(subject) : `${subject.address} on chain ${subject.chainId}`;
}

/** An alert as JSON, with the names of what it speaks of. */
export function alertJson(alert: StoredAlert) {
  return {
    projectId: Number(alert.projectId),
    id: alert.id,
    at: madeAt(alert),
    kind: alert.kind,
    state: alert.state,
    sentAt: alert.sentAt ?? null,
    rehearsal: alert.rehearsal ?? false,
    subject: alert.message.subject,
    about: alert.subjects.map((one) => ("key" in one ? { key: nameOf(one) } : one)),
    aboutCount: subjectCountOf(alert),
  };
}

export const alertView: View<StoredAlert> = {
  columns: [
    { header: "state", value: ({ state }) => state, style: stateStyle },
    { header: "about", value: aboutText, wrap: 10, optional: true },
    { header: "kind", value: kindText, wrap: 12, optional: true },
    { header: "id", value: ({ id }) => id },
    { header: "subject", value: ({ message }) => message.subject, wrap: 32 },
  ],
  json: alertJson,
  ...csvForm<StoredAlert>({
    projectId: (alert) => alert.projectId,
    id: (alert) => alert.id,
    at: madeAt,
    kind: (alert) => alert.kind,
    state: (alert) => alert.state,
    sentAt: (alert) => alert.sentAt,
    rehearsal: (alert) => alert.rehearsal ?? false,
    aboutCount: subjectCountOf,
    about: (alert) =>
      alert.subjects.length > 0 ? alert.subjects.map(subjectText).join("; ") : aboutText(alert),
    subject: (alert) => alert.message.subject,
  }),
};
