/** A transaction as alerts are given it, and where they come from: every chain is Arbitrum One. */

import type { Transaction } from "../../../lib/alerts/messages/facts.ts";
import { parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import { type Notification, notification } from "../../../lib/contract/webhook.ts";
import { chainFacts } from "../../../lib/screening/chains.ts";
import { FINTECH_LAW, notificationBody } from "../../support/notifications.ts";
import { ENGLISH } from "../../support/translators.ts";

export const origin = {
  stage: "dev",
  alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d",
  translator: ENGLISH,
  projectId: 1,
  chains: () => chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example/" }),
};

function revisionOf(changes: Record<string, unknown>): Notification {
  return notification.parse(parseObjectExactly(JSON.stringify(notificationBody(changes)))["data"]);
}

export function transaction(changes: Record<string, unknown> = {}): Transaction {
  const revision = revisionOf(changes);
  return {
    key: `1#${revision.id}#ZjOOie8SXfW--oXA`,
    notification: revision,
    receivedAt: "2025-08-20T05:11:02.000Z",
    firstReceivedAt: "2025-08-20T05:11:02.000Z",
    flaggedLaws: revision.inflictedLaws.filter(({ risk }) => risk === "illegal"),
  };
}

/** A revision that flags what was a warning. @param lawsBefore those of the revision before it */
export function revised(
  changes: Record<string, unknown> = {},
  lawsBefore: readonly unknown[] = [FINTECH_LAW],
): Transaction {
  const now = transaction(changes);
  return {
    ...now,
    receivedAt: "2025-08-20T06:00:00.000Z",
    before: {
      notification: revisionOf({ ...changes, inflictedLaws: lawsBefore }),
      receivedAt: now.receivedAt,
    },
  };
}

/** What was flagged, and is said in another way since. @param lawsNow those of the service's latest message */
export function saidAgain(changes: Record<string, unknown>, lawsNow: readonly unknown[]): Transaction {
  const flagged = transaction(changes);
  const latest = revisionOf({ ...changes, inflictedLaws: lawsNow });
  return {
    ...flagged,
    notification: latest,
    latest: { notification: latest, receivedAt: "2025-08-20T06:00:00.000Z" },
  };
}

/** The same with its case. */
export function withCase(
  transaction: Transaction,
  isReopened = false,
  dueAt: string | undefined = "2025-09-18T05:59:59.999Z",
): Transaction {
  return {
    ...transaction,
    case: { key: { subject: `notification#${transaction.key}`, opened: "once" }, dueAt, isReopened },
  };
}
