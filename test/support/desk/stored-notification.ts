/** A notification as intake stores it, for pages of the desk. */

import { readBodyAt, storedItem } from "../deliveries.ts";
import { notificationBody } from "../notifications.ts";

interface Said {
  id: number;
  projectId?: number;
  [name: string]: unknown;
}

/** Attributes of the item of an invented notification that says so. @param stored beside what it says */
export function storedNotification(changes: Said, receivedAt: string, stored: Record<string, unknown> = {}) {
  const { projectId = 1 } = changes;
  const body = notificationBody({ ...changes, projectId });
  const read = readBodyAt(receivedAt, JSON.stringify(body), { projectId, deliveryId: "d" });
  return { ...storedItem(read), ...stored };
}
