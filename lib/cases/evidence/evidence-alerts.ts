/** Alerts about a case, for its evidence: a message may be about many, and its case has its own part of it. */

import type { AlertStore, AlertSubject, StoredAlert } from "../../alerts/alerts.ts";
import type { StoredCase } from "../case.ts";
import { caseOfNotification, walletSubject } from "../case-keys.ts";
import { type EvidenceFile, jsonFile, type ReadContent, textFile } from "./evidence-contents.ts";

/** An alert as a pack has it: without its text where that names others, and with `subjectCount` of all. */
export type OwnAlert = Omit<StoredAlert, "message"> & Partial<Pick<StoredAlert, "message">>;

/** Most alerts to read for a wallet's, from the opening of its case on: its own is one of the first. */
const MOST_ALERTS = 1_000;

/** @param contents of the case, which name their alerts */
export async function alertsOf(
  one: StoredCase,
  contents: readonly ReadContent[],
  alerts: AlertStore,
): Promise<OwnAlert[]> {
  if (one.kind === "wallet") return alertsOfWallet(one, alerts);
  const ids = new Set(contents.flatMap(({ stored: { alert } }) => alert.id ?? []));
  const found = await Promise.all([...ids].map((id) => alerts.find(id)));
  return found.flatMap((alert) => (alert === undefined ? [] : ownPart(alert, one)));
}

async function alertsOfWallet(one: StoredCase, alerts: AlertStore): Promise<OwnAlert[]> {
  const found: OwnAlert[] = [];
  let read = 0;
  // Of a wallet it is the time of the opening.
  const since = one.receivedAt;
  for await (const alert of alerts.list({ projectIds: [one.projectId], since }, "oldest")) {
    if (alert.subjects.some((subject) => isAbout(subject, one))) found.push(ownPart(alert, one));
    if (++read >= MOST_ALERTS) break;
  }
  return found;
}

function ownPart(alert: StoredAlert, one: StoredCase): OwnAlert {
  // Every message of a project that cannot be read is of the case that is open then.
  if (one.kind === "quarantine") return alert;
  const { message, subjects, subjectCount = subjects.length, ...rest } = alert;
  const own = subjects.filter((subject) => isAbout(subject, one));
  return own.length === subjectCount ? alert : { ...rest, subjects: own, subjectCount };
}

function isAbout(about: AlertSubject, { subject, projectId }: StoredCase): boolean {
  const found = "key" in about ? caseOfNotification(about).subject : walletSubject({ projectId, ...about });
  return found === subject;
}

export function filesOfAlert(path: string, alert: OwnAlert): EvidenceFile[] {
  const { subject, email } = alert.message ?? {};
  const text = alert.message && textFile(`${path}.txt`, `Subject: ${subject}\n\n${email}`);
  return [jsonFile(`${path}.json`, alert), ...(text === undefined ? [] : [text])];
}
