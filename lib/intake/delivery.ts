/**
 * Decides what a delivery of the webhook queue is: a notification, an error of the service, or an unreadable body, which is
 * quarantined. Reads it exactly, and makes the item that is stored of it.
 */

import * as z from "zod/mini";
import { expiryOf } from "../aws/tables/expiry.ts";
import { parseObjectExactly, textOf, UnreadableJsonError } from "../contract/exact-json.ts";
import { unknownKeysIn } from "../contract/unknown-keys.ts";
import { type Notification, notAnObject, readWebhook, type WebhookReading } from "../contract/webhook.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { mostSevereFirst } from "../law/deadlines.ts";
import type { WebhookDelivery } from "./envelope.ts";
import { itemOf, type NewItem, quarantinedItemOf } from "./notifications/notification-item.ts";
import { bytesDigest, revisionDigest } from "./notifications/notification-keys.ts";
import { illegalKeys } from "./notifications/revision-rule.ts";

/** A delivery, read exactly. */
export interface ReadDelivery {
  webhook: WebhookDelivery;
  item: NewItem;
  /** Keys of the laws that call it illegal; a body that cannot be read may hold one, and has a key, too. */
  illegalLaws: ReadonlySet<string>;
  /** The notification in it; undefined for an error message and for a body that is not the contract. */
  notification: Notification | undefined;
  /** Paths of keys that the contract does not know. */
  unknownKeys: readonly string[];
}

/** Facts from beside the body. */
export interface ReadingContext {
  retentionYears: number;
  /** Deadlines of the settings. */
  deadlines: readonly DeadlineRule[];
}

/** User that a body of any kind names. */
const namedUser = z.object({
  data: z.object({ address: z.object({ userId: z.string().check(z.minLength(1)) }) }),
});

const MAY_BE_ILLEGAL: ReadonlySet<string> = new Set(["may be illegal"]);

/** Reads a delivery with exact numbers and makes the item that it would become. */
export function readDelivery(webhook: WebhookDelivery, context: ReadingContext): ReadDelivery {
  const json = parse(webhook.body);
  const { projectId } = webhook;
  const reading = bySeverity(
    json === undefined ? notAnObject() : readWebhook(json, [projectId]),
    context.deadlines,
  );
  const arrival = {
    projectId,
    deliveryId: webhook.deliveryId,
    receivedAt: webhook.receivedAt,
    signedAt: webhook.signedAt,
    digest: json === undefined ? bytesDigest(webhook.body) : revisionDigest(json),
    raw: webhook.body,
    expiresAt: expiryOf(new Date(webhook.receivedAt), context.retentionYears),
  };
  if (!reading.valid) {
    const userId = namedUser.safeParse(json).data?.data.address.userId;
    const item = quarantinedItemOf(reading.issues, arrival, userId);
    return { webhook, item, illegalLaws: MAY_BE_ILLEGAL, notification: undefined, unknownKeys: [] };
  }
  const { body } = reading;
  const item = itemOf(body, arrival);
  const unknownKeys = unknownKeysIn(json);
  if (body.type === "error")
    return { webhook, item, illegalLaws: new Set(), notification: undefined, unknownKeys };
  return {
    webhook,
    item,
    illegalLaws: illegalKeys(body.data.inflictedLaws),
    notification: body.data,
    unknownKeys,
  };
}

/** Lists and messages name some of many laws: those with a deadline, and lists of sanctioned persons, are among them. */
function bySeverity(reading: WebhookReading, deadlines: readonly DeadlineRule[]): WebhookReading {
  if (!reading.valid || reading.body.type === "error") return reading;
  const { data } = reading.body;
  const { illegal = [], warn = [] } = Object.groupBy(data.inflictedLaws, ({ risk }) => risk);
  const inflictedLaws = [...mostSevereFirst(illegal, deadlines), ...mostSevereFirst(warn, deadlines)];
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
