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
  stored: StoredNotification;
}

/** The attributes of the current item about all revisions, once a call is among them. */
export function countsWith(item: NewItem, { stored }: StoredItem, past: StoredItem | undefined) {
  return {
    receivedAt: earliest([item.receivedAt, stored.receivedAt]),
    risk: isWorse(item.risk, stored.risk) ? item.risk : stored.risk,
    revisions: stored.revisions + (past === undefined ? 1 : 0),
    repeats: past === undefined ? 0 : past.stored.repeats + 1,
  };
}

/** A past revision that the service says again: it keeps the bytes that came first. */
export function revisionAgain({ stored }: StoredItem, item: NewItem): NewItem {
  return {
    ...item,
    raw: stored.raw,
    revisionReceivedAt: earliest([item.receivedAt, stored.revisionReceivedAt]),
  };
}

/** The attributes that a repeat changes: nothing where the call was known. */
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

/** A delivery that was held up may have been received before those that were stored. */
export function earlierReceipts(receivedAt: string, stored: StoredNotification): Attributes {
  return {
    ...earlierReceiptOfRevision(receivedAt, stored),
    ...(receivedAt < stored.receivedAt ? { receivedAt } : {}),
  };
}

/** The same of its revision alone. */
export function earlierReceiptOfRevision(receivedAt: string, stored: StoredNotification): Attributes {
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
export function asPast({ attributes, stored }: StoredItem): Attributes {
  return withoutCurrentAttributes({ ...attributes, ...pastKeyOf(stored) });
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
