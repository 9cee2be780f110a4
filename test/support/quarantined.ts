/** A quarantined body as an earlier version would have left it: one that is understood today. */

import { readDelivery } from "../../lib/intake/delivery.ts";
import { quarantinedItemOf } from "../../lib/intake/notifications/notification-item.ts";
import { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { notificationBody } from "./notifications.ts";
import type { TestStack } from "./test-stack.ts";

/** Puts a notification into quarantine. @returns the key that it has there */
export async function quarantineUnderstood({ endpoints, database }: TestStack, id: number): Promise<string> {
  const body = Buffer.from(JSON.stringify(notificationBody({ id })));
  const now = new Date().toISOString();
  const delivery = { deliveryId: `d-${id}`, receivedAt: now, signedAt: now, projectId: 1, body };
  const { item } = readDelivery(delivery, { retentionYears: 10, deadlines: [] });
  const quarantined = quarantinedItemOf([{ path: "data.id", is: "text" }], {
    ...item,
    deliveryId: delivery.deliveryId,
    raw: body,
  });
  await new NotificationStore(database, endpoints.tables.notifications).record(
    quarantined,
    new Set(["may be illegal"]),
  );
  return quarantined.key;
}
