/** Deliveries of the service to project 1, as intake reads and records them. */

import type { RecordedDelivery } from "../../lib/intake/batch.ts";
import { type ReadDelivery, readDelivery } from "../../lib/intake/delivery.ts";
import type { WebhookDelivery } from "../../lib/intake/envelope.ts";
import { readStored } from "../../lib/intake/notifications/notification-schema.ts";
import type { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { notificationBody } from "./notifications.ts";

const CONTEXT = { retentionYears: 10, deadlines: [] };

/** A notification as it is read. @param at ISO 8601; the delivery's id too, unless `more` names one */
export function readAt(
  at: string,
  changes: Record<string, unknown> = {},
  more: Partial<WebhookDelivery> = {},
): ReadDelivery {
  return readBodyAt(at, JSON.stringify(notificationBody(changes)), more);
}

/** Any body as it is read. */
export function readBodyAt(
  at: string,
  body: string | Uint8Array,
  more: Partial<WebhookDelivery> = {},
): ReadDelivery {
  const delivery = {
    deliveryId: at,
    receivedAt: at,
    signedAt: at,
    projectId: 1,
    body: Buffer.from(body),
    ...more,
  };
  return readDelivery(delivery, CONTEXT);
}

/** Records a delivery when it is received. */
export async function recordRead(read: ReadDelivery, store: NotificationStore): Promise<RecordedDelivery> {
  const now = Date.parse(read.webhook.receivedAt);
  return { ...(await store.record(read.item, read.illegalLaws, now)), delivery: read };
}

/** The item of a delivery where nothing is known of its notification. */
export function storedItem(read: ReadDelivery) {
  const mustAlert = read.illegalLaws.size > 0;
  const alert = mustAlert ? { alert: "pending", alertDelivery: read.webhook.deliveryId } : { alert: "none" };
  return { ...read.item, ...alert, revisions: 0, repeats: 0, v: 1 };
}

/** The same, recorded. */
export function recordedNew(read: ReadDelivery, changes: Partial<RecordedDelivery> = {}): RecordedDelivery {
  const stored = readStored(storedItem(read));
  return {
    kind: "first",
    delivered: stored,
    current: stored,
    otherPast: [],
    replaced: undefined,
    mustAlert: read.illegalLaws.size > 0,
    delivery: read,
    ...changes,
  };
}
