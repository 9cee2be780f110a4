/** A stored notification: the attributes that a person reads in the table, and how a delivery becomes them. */

import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Issue } from "../contract/issues.ts";
import { comparableAddress } from "../contract/wallet-address.ts";
import type { Law, Notification, WebhookBody } from "../contract/webhook.ts";
import { type Risk, worstRisk } from "../risk-of-laws.ts";
import { compressBody } from "./raw-body.ts";

const text = z.string();
const textOrNone = z.optional(text);
const number = z.number();

/** What everything that lists notifications knows of one. Beside the raw body all of it is bounded. */
export const listedAttributes = () => ({
  /** `projectId#id`. */
  key: text,
  kind: z.enum(["notification", "error", "quarantined"]),
  risk: z.enum(["none", "warn", "illegal"]),
  projectId: number,
  /** Digits for a notification; `error-…` or `quarantined-…` for what has no id of its own. */
  id: text,
  chainId: textOrNone,
  address: z.optional(
    z.object({
      id: text,
      userId: textOrNone,
      address: text,
      description: textOrNone,
    }),
  ),
  txHash: textOrNone,
  /** When the transaction happened, as the service wrote it. */
  timestamp: textOrNone,
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: z.optional(z.object({ value: text, usd: textOrNone })),
  token: z.optional(
    z.object({ name: text, symbol: text, decimals: number, address: z.optional(z.nullable(text)) }),
  ),
  /** Worst first. */
  laws: z.array(
    z.object({ name: text, risk: z.enum(["warn", "illegal"]), country: text, countryCode: text }),
  ),
  /** When Vigía received it first: ISO 8601, UTC. */
  receivedAt: text,
  /** How often the service sent the same content again. */
  repeats: number,
  alert: z.object({ state: z.enum(["none", "pending", "sent"]), at: textOrNone }),
  /** The digests of other contents that came under the same id. */
  contradictedBy: z.optional(z.set(text)),
  /** Sent by `vigia trigger`, not by the service. */
  rehearsal: z.optional(z.boolean()),
});

// The large schemas are lazy: a cold start uses none of them, and making them would be a part of it.

/** A notification as lists show it. */
export const listedNotification = z.lazy(() => z.object(listedAttributes()));
export type ListedNotification = z.infer<typeof listedNotification>;

/** A notification with everything that is kept of it. */
export const storedNotification = z.lazy(() =>
  z.object({
    ...listedAttributes(),
    /** The delivery that made the item: API Gateway's request id. */
    delivery: text,
    /** The last deliveries that repeated it, and when each came. */
    repeatedBy: z.optional(z.array(z.object({ delivery: text, at: text }))),
    /** The digest of the content, from which a repeat is told from a contradiction. */
    content: text,
    /** How many laws there are where not all are listed. */
    lawCount: z.optional(number),
    /** An error's message, cut. */
    message: textOrNone,
    /** Why a quarantined body is not the contract. */
    issues: z.optional(z.array(z.object({ path: text, message: text }))),
    /** The key of the notification that this version contradicts. */
    contradicts: textOrNone,
    raw: z.instanceof(Uint8Array),
    expiresAt: number,
  }),
);
export type StoredNotification = z.infer<typeof storedNotification>;

/** The attributes by which the indexes find an item. */
export interface IndexKeys {
  timeShard: string;
  userKey?: string;
}

/** The time index of a project is spread over so many partitions, since one takes 1,000 writes a second. */
const TIME_SHARDS = 4;

/** The partitions of a project in the time index. */
export function timeShardsOf(projectId: number): string[] {
  return Array.from({ length: TIME_SHARDS }, (_, shard) => `${projectId}#${shard}`);
}

/** The partition of a user of a project in the user index. */
export function userKeyOf(projectId: number, userId: string): string {
  return `${projectId}#user#${keyPart(userId)}`;
}

/** The partition of a wallet, for notifications that name no user, in the user index. */
export function walletUserKeyOf(projectId: number, address: string): string {
  return `${projectId}#wallet#${keyPart(comparableAddress(address))}`;
}

/** DynamoDB limits a key to 2,048 bytes: what comes near is replaced by its digest. */
const MAX_KEY_PART_BYTES = 1_024;

function keyPart(value: string): string {
  const wellFormed = value.toWellFormed();
  return Buffer.byteLength(wellFormed) <= MAX_KEY_PART_BYTES
    ? wellFormed
    : `sha256:${createHash("sha256").update(wellFormed).digest("hex")}`;
}

/** What is known of a body apart from what it says. */
export interface Arrival {
  projectId: number;
  deliveryId: string;
  receivedAt: string;
  content: string;
  raw: Uint8Array;
  expiresAt: number;
  /** Sent by `vigia trigger`, not by the service. */
  rehearsal: boolean;
}

/** An item and the keys under which its indexes find it. */
export type NewItem = StoredNotification & IndexKeys;

/** The item of a valid webhook; an alert is pending where a law says `illegal`. */
export function itemOf(body: WebhookBody, arrival: Arrival): NewItem {
  if (body.type === "error") {
    return {
      // An error has no id of its own, and the same words may be a new fact: each delivery is one.
      ...arrivalAttributes(arrival, `error-${arrival.deliveryId}`),
      kind: "error",
      risk: "none",
      laws: [],
      alert: { state: "none" },
      message: bounded(body.data, 1_000),
    };
  }
  const { data } = body;
  const risk = worstRisk(data.inflictedLaws);
  return {
    ...arrivalAttributes(arrival, data.id),
    kind: "notification",
    risk,
    ...facts(data),
    alert: risk === "illegal" ? { state: "pending", at: arrival.receivedAt } : { state: "none" },
    userKey: data.address.userId
      ? userKeyOf(arrival.projectId, data.address.userId)
      : walletUserKeyOf(arrival.projectId, data.address.address),
  };
}

/** The item of an authentic body that is not the contract; people are told of each, so its alert is always pending. */
export function quarantinedItemOf(issues: readonly Issue[], risk: Risk, arrival: Arrival): NewItem {
  return {
    ...arrivalAttributes(arrival, `quarantined-${arrival.content}`),
    kind: "quarantined",
    risk,
    laws: [],
    issues: issues.map(({ path, message }) => ({ path: bounded(path, 300), message: bounded(message, 300) })),
    alert: { state: "pending", at: arrival.receivedAt },
  };
}

/** The item that keeps a content which contradicts the notification `of` of the same id; found through that one. */
export function versionOf(item: NewItem, of: StoredNotification, worse: boolean): StoredNotification {
  const { timeShard: _time, userKey: _user, ...version } = item;
  return {
    ...version,
    key: versionKey(of.key, item.content),
    contradicts: of.key,
    alert: worse ? { state: "pending", at: item.receivedAt } : { state: "none" },
  };
}

/** The key of a contradicting version. */
export function versionKey(key: string, content: string): string {
  return `${key}#${content}`;
}

function arrivalAttributes(arrival: Arrival, id: string) {
  const { projectId, deliveryId, receivedAt, content, raw, expiresAt, rehearsal } = arrival;
  return {
    key: `${projectId}#${id}`,
    projectId,
    id,
    receivedAt,
    repeats: 0,
    delivery: deliveryId,
    content,
    raw: compressBody(raw),
    expiresAt,
    timeShard: `${projectId}#${shardOf(id)}`,
    ...(rehearsal ? { rehearsal } : {}),
  };
}

function shardOf(id: string): number {
  return (createHash("sha256").update(id).digest()[0] ?? 0) % TIME_SHARDS;
}

const MAX_LAWS = 40;

function facts({ chainId, address, txHash, timestamp, amount, token, inflictedLaws }: Notification) {
  const worstFirst = inflictedLaws.toSorted(illegalFirst);
  return {
    chainId,
    address: {
      id: address.id,
      address: bounded(address.address, 500),
      ...(address.userId ? { userId: bounded(address.userId, 2_048) } : {}),
      ...(address.description ? { description: bounded(address.description, 500) } : {}),
    },
    txHash: bounded(txHash, 500),
    timestamp: bounded(timestamp, 100),
    amount: { value: amount.value, ...(amount.usd ? { usd: amount.usd } : {}) },
    token: {
      name: bounded(token.name, 200),
      symbol: bounded(token.symbol, 100),
      decimals: token.decimals,
      ...(token.address ? { address: bounded(token.address, 500) } : { address: null }),
    },
    laws: worstFirst.slice(0, MAX_LAWS).map(({ name, risk, country, countryCode }) => ({
      name: bounded(name, 200),
      risk,
      country: bounded(country, 100),
      countryCode: bounded(countryCode, 20),
    })),
    ...(inflictedLaws.length > MAX_LAWS ? { lawCount: inflictedLaws.length } : {}),
  };
}

function illegalFirst(a: Law, b: Law): number {
  return Number(b.risk === "illegal") - Number(a.risk === "illegal");
}

/** What stands beside the raw body is bounded, so that no accepted body is too large for an item; the raw one is whole. */
function bounded(value: string, max: number): string {
  return (value.length <= max ? value : `${value.slice(0, max - 1)}…`).toWellFormed();
}
