/** Groups of alerts: one message for all that a batch owes of one project and kind. */

import type { AlertSubject } from "../alerts/alerts.ts";
import type { AlertMessage } from "../alerts/message.ts";
import { changeAlert } from "../alerts/messages/change-alert.ts";
import type { ChangedContent } from "../alerts/messages/change-facts.ts";
import type { AlertOrigin, Transaction } from "../alerts/messages/facts.ts";
import { illegalQuarantineAlert, quarantineAlert } from "../alerts/messages/quarantine-alert.ts";
import { serviceErrorAlert } from "../alerts/messages/service-error-alert.ts";
import { transactionAlert } from "../alerts/messages/transaction-alert.ts";
import { nameOf } from "../notifications/notification-keys.ts";
import { notificationOf, type Recorded, returnOwed } from "./recording.ts";

/** In the order in which people need to know: unreadable bodies come last. */
const KINDS = ["notification", "change", "quarantine", "error"] as const;

/** Contents of one message. */
export interface AlertGroup {
  kind: (typeof KINDS)[number];
  projectId: number;
  /** Rehearsals are never grouped with what is real. */
  rehearsal: boolean;
  recorded: Recorded[];
}

/** Groups what is due. */
export function groupsOf(due: readonly Recorded[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>();
  for (const recorded of due) {
    const { projectId } = recorded.stored;
    const rehearsal = recorded.stored.rehearsal === true;
    const kind = kindOf(recorded);
    const name = [projectId, kind, rehearsal].join(" ");
    const group = groups.get(name) ?? { kind, projectId, rehearsal, recorded: [] };
    group.recorded.push(recorded);
    groups.set(name, group);
  }
  return [...groups.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

function kindOf({ stored, change }: Recorded): AlertGroup["kind"] {
  if (stored.kind === "quarantined") return "quarantine";
  if (stored.kind === "error") return "error";
  return change === undefined ? "notification" : "change";
}

function rankOf({ kind, rehearsal }: AlertGroup): number {
  return KINDS.indexOf(kind) + (rehearsal ? KINDS.length : 0);
}

/** Contents for officers in a group: no error, and of bodies in quarantine those that say `illegal`. */
export function forOfficers({ kind, recorded }: AlertGroup): Recorded[] {
  if (kind === "error") return [];
  return kind === "quarantine" ? recorded.filter(({ stored }) => stored.risk === "illegal") : recorded;
}

/** Subjects of the message for officers; empty without one. */
export function subjectsOf(group: AlertGroup): AlertSubject[] {
  return forOfficers(group).map(({ stored: { key, version } }) => ({ key, version }));
}

/** The message for officers. */
export function messageOf(group: AlertGroup, origin: AlertOrigin): AlertMessage {
  const recorded = forOfficers(group);
  switch (group.kind) {
    case "notification":
      return transactionAlert(recorded.flatMap(transactionOf), origin);
    case "change":
      return changeAlert(recorded.flatMap(changedContentOf), origin);
    case "quarantine":
      return illegalQuarantineAlert(
        recorded.map(({ stored }) => stored),
        origin,
      );
    case "error":
      throw new Error("Officers hear of no error of the service.");
  }
}

/** Reports whether a group is for operations: bodies in quarantine, and errors of the service. */
export function isForOperations({ kind }: AlertGroup): boolean {
  return kind === "quarantine" || kind === "error";
}

/** The message for operations. */
export function operationsMessageOf(
  { kind, recorded }: AlertGroup,
  origin: Pick<AlertOrigin, "stage" | "projectId" | "translator" | "desk">,
): AlertMessage {
  const stored = recorded.map((one) => one.stored);
  return kind === "error" ? serviceErrorAlert(stored, origin) : quarantineAlert(stored, origin);
}

function transactionOf(one: Recorded): Transaction[] {
  const { stored, returned } = one;
  const notification = notificationOf(one);
  if (notification === undefined) return [];
  const { rehearsal } = stored;
  const receivedAt = returned?.at ?? stored.receivedAt;
  return [{ key: nameOf(stored), notification, receivedAt, rehearsal: rehearsal === true }];
}

function changedContentOf(recorded: Recorded): ChangedContent[] {
  const { change, stored } = recorded;
  if (change === undefined) return [];
  const { first, before, differs, newLaws, graver } = change;
  const returned = returnOwed(recorded);
  const again = returned?.said.version === stored.version ? returned : undefined;
  return transactionOf(recorded).map((changed) => ({
    first: { key: nameOf(first), receivedAt: first.receivedAt, before },
    changed,
    differs,
    newLaws,
    graver,
    withdrawnAt: again?.withdrawnAt,
    lawsAgain: again?.lawsAgain,
  }));
}
