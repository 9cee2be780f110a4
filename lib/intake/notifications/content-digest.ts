/** Digest of a body, equal for bodies that differ in white space, key order or a number's spelling alone. */

import { createHash } from "node:crypto";
import { ExactNumber, isObject, wholeDigits } from "../../contract/exact-json.ts";

/** 132 bits of SHA-256 in base64url: no two bodies of one id will ever share them by chance. */
const DIGEST_LENGTH = 22;

/** The digest of a body that was parsed exactly. Its depth is bounded by the parse. */
export function contentDigest(body: Record<string, unknown>): string {
  return createHash("sha256")
    .update(JSON.stringify(canonical(body)))
    .digest("base64url")
    .slice(0, DIGEST_LENGTH);
}

/** The digest of bytes that are not a JSON object. */
export function bytesDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, DIGEST_LENGTH);
}

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
