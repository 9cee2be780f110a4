/** Webhooks as their consumer records them, in the tables of test-context.ts. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import type { WebhookDelivery } from "../../../../lib/intake/envelope.ts";
import { type NewItem, quarantinedItemOf } from "../../../../lib/intake/notifications/notification-item.ts";
import {
  NotificationStore,
  type RecordedRevision,
} from "../../../../lib/intake/notifications/notifications.ts";

export const CONTEXT = { retentionYears: 10, deadlines: [] };

/** A body, or the values of one. */
type Body = string | object;

function deliveryOf(body: Body, receivedAt: string, changes: Partial<WebhookDelivery>): WebhookDelivery {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    deliveryId: `d-${receivedAt}`,
    receivedAt,
    signedAt: receivedAt,
    projectId: 1,
    body: Buffer.from(text),
    ...changes,
  };
}

/** Records a body that is understood. */
export function receive(
  client: DynamoDBDocumentClient,
  body: Body,
  receivedAt: string,
  changes: Partial<WebhookDelivery> = {},
): Promise<RecordedRevision> {
  const { item, illegalLaws } = readDelivery(deliveryOf(body, receivedAt, changes), CONTEXT);
  return new NotificationStore(client, "notifications").record(item, illegalLaws, Date.parse(receivedAt));
}

/** An earlier version's reading of a body. */
interface Unread {
  projectId?: number;
  issues?: Parameters<typeof quarantinedItemOf>[0];
}

/** Puts a body into quarantine. */
export async function quarantine(
  client: DynamoDBDocumentClient,
  body: Body,
  receivedAt: string,
  { projectId = 1, issues = [{ path: "data.id", is: "text" }] }: Unread = {},
): Promise<NewItem> {
  const delivery = deliveryOf(body, receivedAt, {});
  const { item } = readDelivery(delivery, CONTEXT);
  const { deliveryId, body: raw } = delivery;
  const quarantined = quarantinedItemOf(issues, { ...item, projectId, deliveryId, raw });
  await new NotificationStore(client, "notifications").record(quarantined, new Set(["may be illegal"]));
  return quarantined;
}
