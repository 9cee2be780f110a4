/** Makes the item of a notification from a delivery. */

import type { Issue } from "../../contract/issues.ts";
import type { WebhookBody } from "../../contract/webhook.ts";
import { type Risk, worstRisk } from "../../law/laws.ts";
import type { NewItem } from "./notification-attributes.ts";
import {
  FIRST_VERSION,
  notificationKey,
  timeShardOf,
  userKeyOf,
  walletUserKeyOf,
} from "./notification-keys.ts";
import { compressBody } from "./raw-body.ts";
import { bounded, saidOf } from "./said.ts";

/** Facts about a body from beside its content. */
export interface Arrival {
  projectId: number;
  deliveryId: string;
  receivedAt: string;
  content: string;
  raw: Uint8Array;
  expiresAt: number;
}

/** The item of a valid webhook; an alert is pending where a law says `illegal`, and of an error, which operations are told of. */
export function itemOf(body: WebhookBody, arrival: Arrival): NewItem {
  if (body.type === "error") {
    return {
      // An error has no id of its own, and the same words may be a new fact: each delivery is one.
      ...arrivalAttributes(arrival, `error-${arrival.deliveryId}`),
      kind: "error",
      risk: "none",
      laws: [],
      alert: { state: "pending", at: arrival.receivedAt },
      message: bounded(body.data, 1_000),
    };
  }
  const { data } = body;
  const risk = worstRisk(data.inflictedLaws);
  return {
    ...arrivalAttributes(arrival, data.id),
    kind: "notification",
    risk,
    ...saidOf(data),
    alert: risk === "illegal" ? { state: "pending", at: arrival.receivedAt } : { state: "none" },
    userKey: data.address.userId
      ? userKeyOf(arrival.projectId, data.address.userId)
      : walletUserKeyOf(arrival.projectId, data.address.address),
  };
}

/**
 * The item of an authentic body that is not the contract; each is alerted, so its alert is always pending.
 * @param userId the user whom it names all the same, so that the user's lists show it
 */
export function quarantinedItemOf(
  issues: readonly Issue[],
  risk: Risk,
  arrival: Arrival,
  userId?: string,
): NewItem {
  return {
    ...arrivalAttributes(arrival, quarantinedId(arrival.content)),
    kind: "quarantined",
    risk,
    laws: [],
    ...(userId === undefined ? {} : { userKey: userKeyOf(arrival.projectId, userId) }),
    issues: issues.map(({ path, is, values }) => ({
      path: bounded(path, 300),
      is,
      ...(values === undefined ? {} : { values: values.map((value) => bounded(value, 300)) }),
    })),
    alert: { state: "pending", at: arrival.receivedAt },
  };
}

/** The id of a body in quarantine. @param content its digest */
export function quarantinedId(content: string): string {
  return `quarantined-${content}`;
}

/** The item of a content that came under an id after another one. @param alertOwed whether people must hear of it */
export function toChangedItem(item: NewItem, alertOwed: boolean): NewItem {
  return {
    ...item,
    version: item.content,
    originalKey: item.key,
    alert: alertOwed ? { state: "pending", at: item.receivedAt } : { state: "none" },
  };
}

function arrivalAttributes(arrival: Arrival, id: string) {
  const { projectId, deliveryId, receivedAt, content, raw, expiresAt } = arrival;
  return {
    key: notificationKey(projectId, id),
    version: FIRST_VERSION,
    projectId,
    id,
    receivedAt,
    repeats: 0,
    delivery: deliveryId,
    content,
    raw: compressBody(raw),
    expiresAt,
    timeShard: timeShardOf(projectId, id),
  };
}
