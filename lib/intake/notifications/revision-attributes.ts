/** The attributes that a delivery writes into the items of its notification, by the verdict of revision-rule.ts. */

import { earliest } from "../../i18n/time/earliest.ts";
import { isWorse } from "../../law/laws.ts";
import type { NewItem } from "./notification-item.ts";
import { pastKeyOf } from "./notification-keys.ts";
import type { NotificationItem, StoredNotification } from "./notification-schema.ts";
import type { RevisionAlert } from "./revision-rule.ts";

/** Attributes of an item by their names. */
export type Attributes = Record<string, unknown>;

/** An item as it is in the table, and the notification that it reads as. */
export interface StoredItem {
  attributes: Attributes;
  notification: StoredNotification;
}

/** The attributes of the current item about all revisions, once a call is among them. */
export function notificationTotals(
  item: NewItem,
  { notification }: StoredItem,
  past: StoredItem | undefined,
) {
  return {
    receivedAt: earliest([item.receivedAt, notification.receivedAt]),
    risk: isWorse(item.risk, notification.risk) ? item.risk : notification.risk,
    revisions: notification.revisions + (past === undefined ? 1 : 0),
    repeats: past === undefined ? 0 : past.notification.repeats + 1,
  };
}

/** The item of a past revision that the service says again, and that becomes current: it keeps the bytes that came first. */
export function asCurrentAgain({ notification }: StoredItem, item: NewItem): NewItem {
  return {
    ...item,
    raw: notification.raw,
    revisionReceivedAt: earliest([item.receivedAt, notification.revisionReceivedAt]),
  };
}

/** The attributes that a repeat changes; none if the call was known. */
export function repeatAttributes(
  repeat: { isLater: boolean; alert: RevisionAlert; signedAt: string; receivedAt: string },
  stored: StoredNotification,
): Attributes {
  return {
    ...(repeat.alert === stored.alert ? {} : alertAttributes(repeat.alert)),
    ...(repeat.isLater
      ? { signedAt: repeat.signedAt, updatedAt: repeat.receivedAt, repeats: stored.repeats + 1 }
      : {}),
  };
}

/** The times of receipt that change: a delivery that was held up may have been received before those that are stored. */
export function receiptChanges(receivedAt: string, stored: StoredNotification): Attributes {
  return {
    ...revisionReceiptChanges(receivedAt, stored),
    ...(receivedAt < stored.receivedAt ? { receivedAt } : {}),
  };
}

/** The times of receipt that change of the revision alone. */
export function revisionReceiptChanges(receivedAt: string, stored: StoredNotification): Attributes {
  return receivedAt < stored.revisionReceivedAt ? { revisionReceivedAt: receivedAt } : {};
}

/** The attributes of a revision's alert. */
export function alertAttributes({ state, deliveryId, at, id }: RevisionAlert) {
  return {
    alert: state,
    ...(deliveryId === undefined ? {} : { alertDelivery: deliveryId }),
    ...(at === undefined ? {} : { alertAt: at }),
    ...(id === undefined ? {} : { alertId: id }),
  };
}

/** The item of a revision that is no longer current. */
export function asPastItem({ attributes, notification }: StoredItem): Attributes {
  return withoutCurrentAttributes({ ...attributes, ...pastKeyOf(notification) });
}

/** Attributes that the current item alone has: those about all revisions, and the keys of indexes. */
const CURRENT_ATTRIBUTES: ReadonlySet<string> = new Set([
  "ofProject",
  "ofUser",
  "ofWallet",
  "ofHash",
  "receivedAt",
  "risk",
  "revisions",
] satisfies (keyof NewItem | keyof NotificationItem)[]);

/** An item without the attributes that the current item alone has. */
export function withoutCurrentAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !CURRENT_ATTRIBUTES.has(name)));
}
