/** A notification as intake stores it, for pages of the desk. */

import { webhookBody } from "../../../lib/contract/webhook.ts";
import { attributesOf, type NewItem } from "../../../lib/intake/notifications/notification-attributes.ts";
import { itemOf } from "../../../lib/intake/notifications/notification-item.ts";
import { compressBody } from "../../../lib/intake/notifications/raw-body.ts";
import { notificationBody } from "../notifications.ts";

interface Said {
  id: number;
  projectId?: number;
  [name: string]: unknown;
}

/** Attributes of the item of an invented notification that says so. @param stored beside what it says */
export function storedNotification(said: Said, receivedAt: string, stored: Partial<NewItem> = {}) {
  const { id, projectId = 1 } = said;
  const body = notificationBody({ ...said, projectId });
  const item = itemOf(webhookBody.parse(body), {
    ...{ projectId, deliveryId: "d", content: String(id).padStart(22, "c") },
    ...{ receivedAt, expiresAt: 4_000_000_000, raw: compressBody(Buffer.from(JSON.stringify(body))) },
  });
  return attributesOf({ ...item, ...stored });
}
