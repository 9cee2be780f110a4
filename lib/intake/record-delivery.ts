/** What becomes of one delivery from the webhook queue: stored, counted, kept as a contradiction, or quarantined. */

import { bytesDigest, contentDigest } from "../contract/content-digest.ts";
import { parseObjectExactly, textOf, UnreadableJson } from "../contract/exact-json.ts";
import { type Notification, notAnObject, readWebhook, type WebhookReading } from "../contract/webhook.ts";
import type { Project } from "../env.ts";
import { type Delivery, sendersProjects } from "../inbound/envelope.ts";
import { isAggravated, mentionsIllegal } from "../risk-of-laws.ts";
import { expiryOf } from "../store/expiry.ts";
import { itemOf, type NewItem, quarantinedItemOf, versionOf } from "../store/notification-item.ts";
import type { StoredNotification } from "../store/notification-schema.ts";
import { knowsDelivery, type NotificationStore } from "../store/notifications.ts";

/** A delivery, read exactly. */
export interface ReadDelivery {
  delivery: Delivery;
  item: NewItem;
  /** The notification in it; undefined for an error message and for a body that is not the contract. */
  notification: Notification | undefined;
}

/** What was done with a delivery. */
export interface Recorded {
  read: ReadDelivery;
  outcome: "stored" | "repeated" | "redelivered" | "contradicted";
  /** The item that stands for this content: new, or as it was found. */
  stored: StoredNotification;
  /** What the id said first, where this content contradicts it. */
  first: StoredNotification | undefined;
  /** Whether this delivery owes people an alert. */
  alertDue: boolean;
}

/**
 * A redelivery by SQS comes within hours (receive count times visibility, far below this); an alert that is pending for
 * longer was lost with its delivery, and a repeat takes it up.
 */
const PENDING_TOO_LONG_MS = 24 * 60 * 60 * 1000;

/** What is not read from the body. */
export interface RecordingContext {
  projects: readonly Project[];
  retentionYears: number;
}

/** Reads a delivery with exact numbers and makes the item that it would become. */
export function readDelivery(delivery: Delivery, context: RecordingContext): ReadDelivery {
  const json = parse(delivery.body);
  const allowed = sendersProjects(delivery.projectId, context.projects);
  const reading: WebhookReading = json === undefined ? notAnObject() : readWebhook(json, allowed);
  const notification = reading.valid && reading.body.type === "notification" ? reading.body.data : undefined;
  const arrival = {
    projectId: projectOf(notification, allowed),
    deliveryId: delivery.deliveryId,
    receivedAt: delivery.receivedAt,
    content: json === undefined ? bytesDigest(delivery.body) : contentDigest(json),
    raw: delivery.body,
    expiresAt: expiryOf(new Date(delivery.receivedAt), context.retentionYears),
    rehearsal: delivery.rehearsal === true,
  };
  const item = reading.valid
    ? itemOf(reading.body, arrival)
    : quarantinedItemOf(reading.issues, mentionsIllegal(json) ? "illegal" : "none", arrival);
  return { delivery, item, notification };
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    return parseObjectExactly(textOf(body));
  } catch (error) {
    if (error instanceof UnreadableJson) return undefined;
    throw error;
  }
}

/** Under `none` a body that names no project of ours is filed under 0 where there are several to choose from. */
function projectOf(notification: Notification | undefined, allowed: readonly number[]): number {
  if (notification !== undefined) return Number(notification.projectId);
  const [only, ...others] = allowed;
  return only !== undefined && others.length === 0 ? only : 0;
}

/**
 * Records a delivery. Doing it again after any half-way end changes nothing and tells again what is still owed.
 */
export async function recordDelivery(
  read: ReadDelivery,
  store: NotificationStore,
  now: number,
): Promise<Recorded> {
  const { item } = read;
  const existing = await store.add(item);
  if (existing === undefined) return recorded(read, "stored", item, undefined, now);
  if (existing.content === item.content) return recordKnown(read, existing, undefined, store, now);
  return recordContradiction(read, existing, store, now);
}

/** The content is there already: SQS delivers it again, or the service sends it again. */
async function recordKnown(
  read: ReadDelivery,
  stored: StoredNotification,
  first: StoredNotification | undefined,
  store: NotificationStore,
  now: number,
): Promise<Recorded> {
  const { deliveryId, receivedAt } = read.delivery;
  if (knowsDelivery(stored, deliveryId)) return recorded(read, "redelivered", stored, first, now);
  await store.countRepeat(stored, deliveryId, receivedAt);
  return recorded(read, "repeated", stored, first, now);
}

/** Another content under the same id: both are kept, the first stays current and shows that it was contradicted. */
async function recordContradiction(
  read: ReadDelivery,
  first: StoredNotification,
  store: NotificationStore,
  now: number,
): Promise<Recorded> {
  const version = versionOf(read.item, first, isAggravated(first.laws, read.item.laws));
  const existing = await store.add(version);
  // Marked after the version is stored and on every redelivery, so that no crash leaves a version unlisted.
  await store.markContradicted(first.key, version.content);
  if (existing === undefined) return recorded(read, "contradicted", version, first, now);
  return recordKnown(read, existing, first, store, now);
}

function recorded(
  read: ReadDelivery,
  outcome: Recorded["outcome"],
  stored: StoredNotification,
  first: StoredNotification | undefined,
  now: number,
): Recorded {
  return { read, outcome, stored, first, alertDue: owesAlert(stored, read.delivery.deliveryId, now) };
}

function owesAlert({ alert, delivery }: StoredNotification, deliveryId: string, now: number): boolean {
  if (alert.state !== "pending") return false;
  return delivery === deliveryId || now - Date.parse(alert.at ?? "") > PENDING_TOO_LONG_MS;
}
