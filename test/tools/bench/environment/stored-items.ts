/** Notifications as they lie in the table, without anything that stores them. */

import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { attributesOf } from "../../../../lib/notifications/notification-attributes.ts";
import { type BodyOptions, bodyOf } from "./notification-bodies.ts";

/** The item of a notification of project 1, received a second after that of the id before. */
export function storedItem(body: BodyOptions): Record<string, unknown> {
  return itemOfText(body.id, bodyOf(body));
}

/** The same, of a body as it was sent. */
export function itemOfText(id: number, text: string): Record<string, unknown> {
  const delivery = {
    // As long as the ids of API Gateway.
    deliveryId: `JKJaX${String(id).padStart(10, "0")}=`,
    receivedAt: new Date(1_760_000_000_000 + id * 1_000).toISOString(),
    projectId: 1,
    body: Buffer.from(text),
  };
  return attributesOf(
    readDelivery(delivery, { projects: [{ id: 1, mexico: false }], retentionYears: 10 }).item,
  );
}
