/** Under which keys the Notifications table and its indexes find a notification. */

import { createHash } from "node:crypto";
import { comparableAddress } from "../contract/wallet-address.ts";

/** The time index of a project is spread over so many partitions, since one takes 1,000 writes a second. */
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

/** The key of a contradicting version. */
export function versionKey(key: string, content: string): string {
  return `${key}#${content}`;
}
