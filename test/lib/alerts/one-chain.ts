/** A transaction as alerts are given it, and where they come from: every chain is Arbitrum One. */

import type { Transaction } from "../../../lib/alerts/messages/facts.ts";
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

function contentOf(changes: Record<string, unknown>): Notification {
  return notification.parse(notificationBody(changes).data);
}

export function transaction(changes: Record<string, unknown> = {}): Transaction {
  const read = contentOf(changes);
  return { key: `1#${read.id}#ZjOOie8SXfW--oXA`, notification: read, receivedAt: "2025-08-20T05:11:02.000Z" };
}

/** A content that calls illegal what was a warning. @param newLaws those that are new, all of its laws if absent */
export function revised(
  changes: Record<string, unknown> = {},
  newLaws?: Notification["inflictedLaws"],
): Transaction {
  const now = transaction(changes);
  return {
    ...now,
    receivedAt: "2025-08-20T06:00:00.000Z",
    revision: {
      firstReceivedAt: "2025-08-20T05:11:02.000Z",
      isOvertaken: false,
      before: contentOf({ ...changes, inflictedLaws: [FINTECH_LAW] }),
      beforeReceivedAt: now.receivedAt,
      newLaws: newLaws ?? now.notification.inflictedLaws,
    },
  };
}

/** The same with its case. */
export function withCase(
  one: Transaction,
  isReopened = false,
  dueAt: string | undefined = "2025-09-18T05:59:59.999Z",
): Transaction {
  return { ...one, case: { key: { subject: `notification#${one.key}`, opened: "once" }, dueAt, isReopened } };
}
