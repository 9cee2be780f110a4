/** Webhooks as their consumer records them, in the tables of test-context.ts. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import type { WebhookDelivery } from "../../../../lib/intake/envelope.ts";
import type { NewItem } from "../../../../lib/intake/notifications/notification-attributes.ts";
import { quarantinedItemOf } from "../../../../lib/intake/notifications/notification-item.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { recordContent } from "../../../../lib/intake/recording.ts";

export const CONTEXT = { retentionYears: 10 };

/** A body, or the values of one. */
type Body = string | object;

function deliveryOf(body: Body, receivedAt: string, given: Partial<WebhookDelivery>): WebhookDelivery {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { deliveryId: `d-${receivedAt}`, receivedAt, projectId: 1, body: Buffer.from(text), ...given };
}

/** Records a body that is understood. */
export function receive(
  client: DynamoDBDocumentClient,
  body: Body,
  receivedAt: string,
  given: Partial<WebhookDelivery> = {},
) {
  const read = readDelivery(deliveryOf(body, receivedAt, given), CONTEXT);
  const store = new NotificationStore(client, "notifications");
  return recordContent([read], store, Date.parse(receivedAt));
}

/** An earlier version's reading of a body. */
interface Unread {
  projectId?: number;
  issues?: Parameters<typeof quarantinedItemOf>[0];
  risk?: "illegal" | "none";
}

/** The item of a delivery that a version does not understand. */
export function quarantinedOf(
  delivery: WebhookDelivery,
  { projectId = 1, issues = [{ path: "data.id", is: "text" }], risk = "none" }: Unread = {},
): NewItem {
  const { item } = readDelivery(delivery, CONTEXT);
  const { deliveryId, body: raw } = delivery;
  return quarantinedItemOf(issues, risk, { ...item, projectId, deliveryId, raw });
}

/** Puts a body into quarantine. */
export async function quarantine(
  client: DynamoDBDocumentClient,
  body: Body,
  receivedAt: string,
  unread?: Unread,
): Promise<NewItem> {
  const item = quarantinedOf(deliveryOf(body, receivedAt, {}), unread);
  await new NotificationStore(client, "notifications").add(item);
  return item;
}
