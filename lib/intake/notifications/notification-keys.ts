/** Under which keys the Notifications table and its indexes find a notification. */

import { createHash } from "node:crypto";
import { ExactNumber, isObject, wholeDigits } from "../../contract/exact-json.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import type { Notification, WebhookBody } from "../../contract/webhook.ts";

/**
 * An item's key. `key` is `7#42`, `7#error#…` or `7#quarantined#…`; `revision` is `current#<transaction>`, or
 * `revision#<transaction>#<digest>` for a past revision.
 */
export interface NotificationKey {
  key: string;
  revision: string;
}

/** The partition of every transaction that came under an id of a project. */
export function notificationKey(projectId: number, id: string): string {
  return `${projectId}#${id}`;
}

/** An error of the service has no id of its own: its words, and when they were signed, tell it from every other one. */
export interface SignedError {
  digest: string;
  /** ISO 8601, UTC. */
  signedAt: string;
}

/** The id of an error of the service. The same words signed anew are another error; a call that is sent again, as it was, is the same one. */
export function errorId({ digest, signedAt }: SignedError): string {
  return `error#${shortDigest(`${digest} ${signedAt}`, REVISION_LENGTH)}`;
}

/** The id of a body in quarantine. */
export function quarantinedId(digest: string): string {
  return `quarantined#${digest}`;
}

/** Stands for the transaction of an error, and of a body in quarantine. */
export const NO_TRANSACTION = "none";

/** Beginning of the sort keys of current items, and of those of past revisions. */
export const CURRENT = "current#";
const PAST = "revision#";

/** The key of what the service says now of a transaction. */
export function currentKey(key: string, transaction: string): NotificationKey {
  return { key, revision: `${CURRENT}${transaction}` };
}

/** The same by the key of any revision of its transaction. */
export function currentKeyOf({ key, revision }: NotificationKey): NotificationKey {
  return currentKey(key, partsOfRevision(revision).transaction);
}

/** The key of a past revision. */
export function pastKey(key: string, transaction: string, digest: string): NotificationKey {
  return { key, revision: `${PAST}${transaction}#${digest}` };
}

/** The same by the key of any revision of its transaction. */
export function pastKeyOf({ key, revision, digest }: NotificationKey & { digest: string }): NotificationKey {
  return pastKey(key, partsOfRevision(revision).transaction, digest);
}

/** Beginning of the sort keys of all past revisions of a transaction. */
export function pastRevisionsOf(transaction: string): string {
  return `${PAST}${transaction}#`;
}

/** Reports whether a key is that of what the service says now. */
export function isCurrent({ revision }: Pick<NotificationKey, "revision">): boolean {
  return revision.startsWith(CURRENT);
}

/** Parts of a sort key. `digest` is undefined for a current item. */
export function partsOfRevision(revision: string): { transaction: string; digest: string | undefined } {
  if (revision.startsWith(CURRENT)) return { transaction: revision.slice(CURRENT.length), digest: undefined };
  const [transaction = "", digest] = revision.slice(PAST.length).split("#");
  return { transaction, digest };
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

/**
 * Name of a notification: `7#42#<transaction>`, since an id may have several transactions, with the digest of the revision behind it
 * for a past one. `7#error#…` and `7#quarantined#…` are whole names.
 */
export function nameOf({ key, revision }: NotificationKey): string {
  const { transaction, digest } = partsOfRevision(revision);
  if (transaction === NO_TRANSACTION) return key;
  return [key, transaction, ...(digest === undefined ? [] : [digest])].join("#");
}

/** The notification that a name asks for; without a transaction, all notifications of an id. */
interface NotificationName {
  key: string;
  transaction?: string | undefined;
  digest?: string | undefined;
}

const NAME = /^(\d+#[^#]+)(?:#([\w-]{16})(?:#([\w-]{22}))?)?$/s;
const NAME_WITHOUT_TRANSACTION = /^\d+#(?:error|quarantined)#[^#]+$/s;

/** DynamoDB takes partition keys of up to 2,048 bytes, and no stored id comes near. */
const MAX_KEY_BYTES = 2_048;

/** Reads a name by {@link nameOf}, or the number `7#42` alone; undefined for any other text. */
export function readName(name: string): NotificationName | undefined {
  if (Buffer.byteLength(name) > MAX_KEY_BYTES) return undefined;
  if (NAME_WITHOUT_TRANSACTION.test(name)) return { key: name, transaction: NO_TRANSACTION };
  const [, key, transaction, digest] = NAME.exec(name) ?? [];
  return key === undefined ? undefined : { key, transaction, digest };
}

/** The number in a name, as people read it: `7#42`. */
export function numberIn(name: string): string {
  return readName(name)?.key ?? name;
}

/** 96 bits of SHA-256 in base64url: they tell the transactions under one id apart. */
const TRANSACTION_LENGTH = 16;

/** 132 bits: no two revisions of one id will ever share them by chance. */
const REVISION_LENGTH = 22;

function shortDigest(text: string | Uint8Array, length: number): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}

/** The facts that tell a transaction from any other under the same id: its chain, hash, wallet, user, token and amount. */
export function transactionDigest({ chainId, txHash, address, token, amount }: Notification): string {
  const facts = [
    chainId,
    comparableHash(txHash),
    comparableAddress(address.address),
    address.userId ?? "",
    token.address ? comparableAddress(token.address) : "",
    token.decimals,
    amount.value,
  ];
  return shortDigest(JSON.stringify(facts), TRANSACTION_LENGTH);
}

/** The key under which what a body says is current. */
export function keyOfBody(body: WebhookBody, projectId: number, error: SignedError): NotificationKey {
  return body.type === "error"
    ? currentKey(notificationKey(projectId, errorId(error)), NO_TRANSACTION)
    : currentKey(notificationKey(projectId, body.data.id), transactionDigest(body.data));
}

/** Hexadecimal digits are the same in any case, with `0x` or without. */
function comparableHash(hash: string): string {
  const trimmed = hash.trim();
  return /^(?:0x)?[0-9a-f]+$/i.test(trimmed) ? trimmed.toLowerCase().replace(/^0x/, "") : trimmed;
}

/** The digest of a body that was parsed exactly, equal for bodies that differ in white space, key order or a number's spelling alone. */
export function revisionDigest(body: Record<string, unknown>): string {
  return shortDigest(JSON.stringify(canonical(body)), REVISION_LENGTH);
}

/** The digest of bytes that are not a JSON object. */
export function bytesDigest(bytes: Uint8Array): string {
  return shortDigest(bytes, REVISION_LENGTH);
}

/** The depth of a body is bounded by its parse. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (isObject(value) && !(value instanceof ExactNumber)) {
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(value).sort()) sorted[key] = canonical(value[key]);
    return sorted;
  }
  if (typeof value === "number" || value instanceof ExactNumber) return canonicalNumber(value);
  return value;
}

/** `1e21`, `1000000000000000000000` and `1.0e21` are one number; a fraction is compared as it is spelt. */
function canonicalNumber(value: number | ExactNumber): unknown {
  const source = typeof value === "number" ? String(value) : value.source;
  const whole = wholeDigits(source);
  return JSON.rawJSON("digits" in whole ? whole.digits : source);
}

/** The partition of a project in the index `byTime`. */
export function projectPartition(projectId: number): string {
  return String(projectId);
}

/** The partition of a user of a project in the index `byUser`. */
export function userPartition(projectId: number, userId: string): string {
  return `${projectId}#${keyPart(userId)}`;
}

/** The partition of a wallet's address, on any chain, in the index `byWallet`. */
export function walletPartition(projectId: number, address: string): string {
  return `${projectId}#${keyPart(comparableAddress(address))}`;
}

/** The partition of a transaction's hash in the index `byHash`. */
export function hashPartition(projectId: number, txHash: string): string {
  return `${projectId}#${keyPart(comparableHash(txHash))}`;
}

/** DynamoDB limits a key to 2,048 bytes: what comes near is replaced by its digest. */
const MAX_KEY_PART_BYTES = 1_024;

function keyPart(value: string): string {
  const wellFormed = value.toWellFormed();
  return Buffer.byteLength(wellFormed) <= MAX_KEY_PART_BYTES
    ? wellFormed
    : `sha256:${createHash("sha256").update(wellFormed).digest("hex")}`;
}
