/** A transaction as alerts are given it, and where they come from: every chain is Arbitrum One. */

import type { Transaction } from "../../../lib/alerts/messages/facts.ts";
import { type Notification, notification } from "../../../lib/contract/webhook.ts";
import { chainFacts } from "../../../lib/screening/chains.ts";
import { notificationBody } from "../../support/notifications.ts";
import { ENGLISH } from "../../support/translators.ts";

export const origin = {
  stage: "dev",
  alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d",
  translator: ENGLISH,
  projectId: 1,
  chains: () => chainFacts({ id: "42161", name: "Arbitrum One", explorer_url: "https://explorer.example/" }),
};

export function transaction(changes: Record<string, unknown> = {}): Transaction {
  const read: Notification = notification.parse(notificationBody(changes).data);
  return { key: `1#${read.id}`, notification: read, receivedAt: "2025-08-20T05:11:02.000Z" };
}
