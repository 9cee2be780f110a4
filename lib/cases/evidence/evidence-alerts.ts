/** Alerts about a case, for its evidence: a message may be about many, and its case has its own part of it. */

import type { AlertStore, AlertSubject, StoredAlert } from "../../alerts/alerts.ts";
import type { StoredCase } from "../case.ts";
import { caseOfNotification, walletSubject } from "../case-keys.ts";
import { type EvidenceFile, jsonFile, textFile } from "./evidence-messages.ts";
import type { ReadMessage } from "./read-message.ts";

/** An alert as a pack has it: without its text where that names others, and with `subjectCount` of all. */
export type OwnAlert = Omit<StoredAlert, "message"> & Partial<Pick<StoredAlert, "message">>;

/** Most alerts to read for a wallet's, from the opening of its case on: its own is one of the first. */
const MOST_ALERTS = 1_000;

/** @param messages of the case, which name their alerts */
export async function alertsOf(
  storedCase: StoredCase,
  messages: readonly ReadMessage[],
  alerts: AlertStore,
): Promise<OwnAlert[]> {
  if (storedCase.kind === "wallet") return alertsOfWallet(storedCase, alerts);
  const ids = new Set(messages.flatMap(({ stored: { alert } }) => alert.id ?? []));
  const storedAlerts = await Promise.all([...ids].map((id) => alerts.find(id)));
  return storedAlerts.flatMap((alert) => (alert === undefined ? [] : ownPart(alert, storedCase)));
}

async function alertsOfWallet(storedCase: StoredCase, alerts: AlertStore): Promise<OwnAlert[]> {
  const ownAlerts: OwnAlert[] = [];
  let read = 0;
  // For a wallet this is the time of the opening.
  const since = storedCase.receivedAt;
  for await (const alert of alerts.list({ projectIds: [storedCase.projectId], since }, "oldest")) {
    if (alert.subjects.some((subject) => isAbout(subject, storedCase)))
      ownAlerts.push(ownPart(alert, storedCase));
    if (++read >= MOST_ALERTS) break;
  }
  return ownAlerts;
}

function ownPart(alert: StoredAlert, storedCase: StoredCase): OwnAlert {
  // Every message of a project that cannot be read is of the case that is open then.
  if (storedCase.kind === "quarantine") return alert;
  const { message, subjects, subjectCount = subjects.length, ...rest } = alert;
  const own = subjects.filter((subject) => isAbout(subject, storedCase));
  return own.length === subjectCount ? alert : { ...rest, subjects: own, subjectCount };
}

function isAbout(about: AlertSubject, { subject, projectId }: StoredCase): boolean {
  const alertSubject =
    "key" in about ? caseOfNotification(about).subject : walletSubject({ projectId, ...about });
  return alertSubject === subject;
}

export function filesOfAlert(path: string, alert: OwnAlert): EvidenceFile[] {
  const { subject, email } = alert.message ?? {};
  const text = alert.message && textFile(`${path}.txt`, `Subject: ${subject}\n\n${email}`);
  return [jsonFile(`${path}.json`, alert), ...(text === undefined ? [] : [text])];
}
