/** Under which keys the Notifications table and its indexes find a notification. */

import { createHash } from "node:crypto";
import { comparableAddress } from "../../contract/wallet-address.ts";

/** The version of the first content that came under an id; every other one has the digest of its content. */
export const FIRST_VERSION = "first";

export interface NotificationKey {
  key: string;
  version: string;
}

/** The partition of all contents that came under an id of a project: `1#42`. */
export function notificationKey(projectId: number, id: string): string {
  return `${projectId}#${id}`;
}

/** The order in which the contents of an id came: those that came after the first may have outlived it. */
export function firstThenByTime(
  a: { version: string; receivedAt: string },
  b: { version: string; receivedAt: string },
): number {
  if (a.version === FIRST_VERSION || b.version === FIRST_VERSION) return a.version === FIRST_VERSION ? -1 : 1;
  return a.receivedAt < b.receivedAt ? -1 : 1;
}

const KEY = /^(\d+)#(.+)$/s;

/** Reports whether a text is a key that {@link notificationKey} makes. */
export function isNotificationKey(key: string): boolean {
  return KEY.test(key);
}

/** Parts of a key of {@link notificationKey}. */
export function partsOfKey(key: string): { projectId: number; id: string } {
  const [, projectId, id = ""] = KEY.exec(key) ?? [];
  return { projectId: Number(projectId), id };
}

/** Name of an item for people: `1#42` for the first content of an id, `1#42#<digest>` for another. */
export function nameOf({ key, version }: NotificationKey): string {
  return version === FIRST_VERSION ? key : `${key}#${version}`;
}

/** A content's digest is 22 characters of base64url. */
const NAME = /^(\d+#[^#]+)(?:#([\w-]{22}))?$/s;

/** DynamoDB takes partition keys of up to 2,048 bytes, and no stored id comes near. */
const MAX_KEY_BYTES = 2_048;

/** Item of a name by {@link nameOf}; undefined for an invalid name. */
export function keyOfName(name: string): NotificationKey | undefined {
  const [, key, version = FIRST_VERSION] = NAME.exec(name) ?? [];
  return key === undefined || Buffer.byteLength(key) > MAX_KEY_BYTES ? undefined : { key, version };
}

/** Number of partitions of a project's time index, since one takes 1,000 writes a second. */
const TIME_SHARDS = 4;

/** The partitions of a project in the time index. */
export function timeShardsOf(projectId: number): string[] {
  return Array.from({ length: TIME_SHARDS }, (_, shard) => `${projectId}#${shard}`);
}

/** The partition of one notification in the time index. */
export function timeShardOf(projectId: number, id: string): string {
  return `${projectId}#${shardOf(id)}`;
}

function shardOf(id: string): number {
  return (createHash("sha256").update(id).digest()[0] ?? 0) % TIME_SHARDS;
}

/** The partition of a user of a project in the user index. */
export function userKeyOf(projectId: number, userId: string): string {
  return `${projectId}#user#${keyPart(userId)}`;
}

const USER_KEY = /^\d+#user#(.*)$/s;

/** User in a key of the user index, or the digest of its id; undefined for a wallet's key. */
export function userIn(userKey: string | undefined): string | undefined {
  return userKey === undefined ? undefined : USER_KEY.exec(userKey)?.[1];
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
