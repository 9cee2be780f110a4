/** What DynamoDB and SQS refuse: a body that gets so far would be lost in the dead letter queue. */

import * as z from "zod/mini";
import { isObject } from "../../../lib/contract/exact-json.ts";
import {
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_KEY,
  WALLETS_BY_USER,
  WALLETS_KEY,
} from "../../../lib/tables/keys.ts";

/** A call that AWS would refuse, in its words. */
export class RefusedByAwsError extends Error {
  override name = "ValidationException";
}

/** An item on the wire: each value stands under the letter of its type. */
export const wireItem = z.record(z.string(), z.record(z.string(), z.unknown()));
export type WireItem = z.infer<typeof wireItem>;

const MAX_ITEM_BYTES = 409_600;
const MAX_PARTITION_KEY_BYTES = 2_048;
const MAX_SORT_KEY_BYTES = 1_024;
const MAX_MESSAGE_BYTES = 1_048_576;
const MAX_NESTING = 32;

const PARTITION_KEYS: readonly string[] = [
  ...[NOTIFICATIONS_KEY, NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER].map(({ partition }) => partition),
  ...[WALLETS_KEY, WALLETS_BY_USER].map(({ partition }) => partition),
];
const SORT_KEYS: readonly string[] = [NOTIFICATIONS_KEY.sort, NOTIFICATIONS_BY_TIME.sort, WALLETS_KEY.sort];

/** @throws {RefusedByAwsError} */
export function checkItem(item: WireItem): void {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) {
    bytes += Buffer.byteLength(name) + sizeOf(value, 1);
    if (PARTITION_KEYS.includes(name)) checkKey(name, value, MAX_PARTITION_KEY_BYTES);
    if (SORT_KEYS.includes(name)) checkKey(name, value, MAX_SORT_KEY_BYTES);
  }
  if (bytes > MAX_ITEM_BYTES) throw new RefusedByAwsError("Item size has exceeded the maximum allowed size");
}

function checkKey(name: string, value: Record<string, unknown>, max: number): void {
  const text = value["S"];
  if (typeof text !== "string" || text === "" || Buffer.byteLength(text) > max)
    throw new RefusedByAwsError(`The key ${name} is not text of 1 to ${max} bytes`);
}

/** The size of a value in an item, in bytes, as DynamoDB counts it. */
function sizeOf(value: unknown, depth: number): number {
  if (depth > MAX_NESTING) throw new RefusedByAwsError("Nesting Levels have exceeded supported limits");
  if (!isObject(value)) throw new RefusedByAwsError("A value has no type");
  const [[type, content] = ["", undefined], ...others] = Object.entries(value);
  if (others.length > 0) throw new RefusedByAwsError("A value has more than one type");
  switch (type) {
    case "S":
      return sizeOfText(content);
    case "N":
      return sizeOfNumber(content);
    case "B":
      return Buffer.byteLength(String(content), "base64");
    case "BOOL":
    case "NULL":
      return 1;
    case "SS":
      return listOf(content).reduce<number>((sum, text) => sum + sizeOfText(text), 0);
    case "L":
      return listOf(content).reduce<number>((sum, inner) => sum + 1 + sizeOf(inner, depth + 1), 3);
    case "M":
      return Object.entries(Object(content)).reduce(
        (sum, [name, inner]) => sum + 1 + Buffer.byteLength(name) + sizeOf(inner, depth + 1),
        3,
      );
    default:
      throw new RefusedByAwsError(`Supplied AttributeValue has an unknown type ${type}`);
  }
}

function listOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content;
  throw new RefusedByAwsError("A list or set is none");
}

function sizeOfText(text: unknown): number {
  if (typeof text !== "string") throw new RefusedByAwsError("A text is none");
  if (!text.isWellFormed()) throw new RefusedByAwsError("A text holds half of a character");
  return Buffer.byteLength(text);
}

function sizeOfNumber(text: unknown): number {
  const [, digits = ""] = /^-?([\d.]+)(?:[eE][+-]?\d+)?$/.exec(String(text)) ?? [];
  const significant = digits.replace(".", "").replace(/^0+/, "").replace(/0+$/, "");
  if (digits === "" || significant.length > 38)
    throw new RefusedByAwsError("A number has over 38 digits or is none");
  return 21;
}

/** @throws {RefusedByAwsError} */
export function checkMessage(body: string): void {
  if (body === "" || Buffer.byteLength(body) > MAX_MESSAGE_BYTES)
    throw new RefusedByAwsError("The message is empty or too long");
  // https://www.w3.org/TR/REC-xml/#charsets
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(body))
    throw new RefusedByAwsError("The message holds a character that SQS does not take");
}
