/** A delivery of the webhook queue, read exactly: the item of a notification, or of a quarantined body where it is not the contract. */

import * as z from "zod/mini";
import { expiryOf } from "../aws/tables/expiry.ts";
import { parseObjectExactly, textOf, UnreadableJsonError } from "../contract/exact-json.ts";
import { type Notification, notAnObject, readWebhook, type WebhookReading } from "../contract/webhook.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { gravestFirst } from "../law/deadlines.ts";
import { bodyMentionsIllegal } from "../law/laws.ts";
import type { WebhookDelivery } from "./envelope.ts";
import { bytesDigest, contentDigest } from "./notifications/content-digest.ts";
import type { NewItem } from "./notifications/notification-attributes.ts";
import { itemOf, quarantinedItemOf } from "./notifications/notification-item.ts";

/** A delivery, read exactly. */
export interface ReadDelivery {
  delivery: WebhookDelivery;
  item: NewItem;
  /** The notification in it; undefined for an error message and for a body that is not the contract. */
  notification: Notification | undefined;
}

/** Facts from beside the body. */
export interface RecordingContext {
  retentionYears: number;
  /** Deadlines of the settings. */
  deadlines?: readonly DeadlineRule[];
}

/** User that a body of any kind names. */
const namedUser = z.object({
  data: z.object({ address: z.object({ userId: z.string().check(z.minLength(1)) }) }),
});

/** Reads a delivery with exact numbers and makes the item that it would become. */
export function readDelivery(delivery: WebhookDelivery, context: RecordingContext): ReadDelivery {
  const json = parse(delivery.body);
  const reading = withGravestFirst(
    json === undefined ? notAnObject() : readWebhook(json, [delivery.projectId]),
    context.deadlines ?? [],
  );
  const notification = reading.valid && reading.body.type === "notification" ? reading.body.data : undefined;
  const arrival = {
    projectId: delivery.projectId,
    deliveryId: delivery.deliveryId,
    receivedAt: delivery.receivedAt,
    content: json === undefined ? bytesDigest(delivery.body) : contentDigest(json),
    raw: delivery.body,
    expiresAt: expiryOf(new Date(delivery.receivedAt), context.retentionYears),
  };
  if (reading.valid) return { delivery, item: itemOf(reading.body, arrival), notification };
  const risk = bodyMentionsIllegal(delivery.body) ? "illegal" : "none";
  const userId = namedUser.safeParse(json).data?.data.address.userId;
  return { delivery, item: quarantinedItemOf(reading.issues, risk, arrival, userId), notification };
}

/** Lists and messages name some of many laws: those with a deadline, and lists of sanctioned persons, are among them. */
function withGravestFirst(reading: WebhookReading, deadlines: readonly DeadlineRule[]): WebhookReading {
  if (!reading.valid || reading.body.type === "error") return reading;
  const { data } = reading.body;
  const { illegal = [], warn = [] } = Object.groupBy(data.inflictedLaws, ({ risk }) => risk);
  const inflictedLaws = [...gravestFirst(illegal, deadlines), ...gravestFirst(warn, deadlines)];
  return { valid: true, body: { type: "notification", data: { ...data, inflictedLaws } } };
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    return parseObjectExactly(textOf(body));
  } catch (error) {
    if (error instanceof UnreadableJsonError) return undefined;
    throw error;
  }
}
