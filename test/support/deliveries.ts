/** Deliveries of the service to project 1, as intake reads and records them. */

import { type ReadDelivery, readDelivery } from "../../lib/intake/delivery.ts";
import type { WebhookDelivery } from "../../lib/intake/envelope.ts";
import type { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { type Recorded, recordContent } from "../../lib/intake/recording.ts";
import { notificationBody } from "./notifications.ts";

const CONTEXT = { retentionYears: 10 };

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
  const delivery = { deliveryId: at, receivedAt: at, projectId: 1, body: Buffer.from(body), ...more };
  return readDelivery(delivery, CONTEXT);
}

/** Records a delivery when it is received. */
export function recordRead(read: ReadDelivery, store: NotificationStore): Promise<Recorded> {
  return recordContent([read], store, Date.parse(read.delivery.receivedAt));
}

/** A delivery as it is recorded where nothing is known of its id. */
export function recordedNew(read: ReadDelivery, changes: Partial<Recorded> = {}): Recorded {
  return {
    ...{ reads: [read], outcome: "stored", stored: read.item, change: undefined, turns: [], repeats: 0 },
    alertDue: false,
    ...changes,
  };
}
