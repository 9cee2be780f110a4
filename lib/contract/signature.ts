/** The signature of the service's calls: what is signed, how, and whether it fits. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { ExactNumber, isObject } from "./exact-json.ts";

/** Largest distance of a timestamp from now, either way, in milliseconds. */
const SIGNATURE_WINDOW_MS = 5 * 60 * 1000;

/** The names of the headers that carry signature and timestamp, unless the settings rename them. */
export const SIGNATURE_HEADER = "x-wavynode-hmac";
export const TIMESTAMP_HEADER = "x-wavynode-timestamp";

/** HMAC-SHA256 in base64. */
const SIGNATURE_LENGTH = 44;

/** The 32 bytes of a digest leave two bits of the last of 43 characters at 0. */
const SIGNATURE_FORM = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Parts of a request that a signature covers. */
export interface SignedParts {
  /** The HTTP method, in any case. */
  method: string;
  /** The path without the query, in any case. */
  path: string;
  /** The body's canonical form, from {@link canonicalBody}. */
  canonicalBody: string;
  /** Milliseconds since 1970, digits only, exactly as in the header. */
  timestamp: string;
}

/** Signed text for a request without a body. */
export const NO_BODY = "{}";

/**
 * A parsed body as it is signed: `JSON.stringify` with the keys of objects sorted at every depth, but arrays, and the
 * objects inside them, left exactly as they are. The depth must be bounded before.
 */
export function canonicalBody(body: Record<string, unknown>): string {
  return JSON.stringify(withSortedKeys(body));
}

function withSortedKeys(value: unknown): unknown {
  if (!isObject(value) || value instanceof ExactNumber) return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const inner = withSortedKeys(value[key]);
    // A key `__proto__` must be signed like any other. An object without a prototype would print at half the speed.
    if (key === "__proto__") Object.defineProperty(sorted, key, { value: inner, enumerable: true });
    else sorted[key] = inner;
  }
  return sorted;
}

/** The bytes that a signature is made of. */
export function signedMessage({ method, path, canonicalBody: body, timestamp }: SignedParts): Buffer {
  return Buffer.from(`${method.toUpperCase()}::${path.toLowerCase()}::${body}::${timestamp}`);
}

/** The signature of a request in base64: HMAC-SHA256 with the secret's text as the key. */
export function sign(parts: SignedParts, secret: string): string {
  return signMessage(signedMessage(parts), secret);
}

function signMessage(message: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(message).digest("base64");
}

/** Reports whether a timestamp header is digits only and within {@link SIGNATURE_WINDOW_MS} of `now` (milliseconds). */
export function isFresh(timestamp: string, now: number): boolean {
  return /^\d{1,16}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= SIGNATURE_WINDOW_MS;
}

/** Reports whether a text has the form of a signature. */
export function isSignature(text: string): boolean {
  return SIGNATURE_FORM.test(text);
}

/** Reports whether `signature` is that of `message`, from {@link signedMessage}, under `secret`; compares text in constant time. */
export function signatureFits(signature: string, message: Buffer, secret: string): boolean {
  const signatureBytes = Buffer.from(signature);
  return (
    signatureBytes.length === SIGNATURE_LENGTH &&
    timingSafeEqual(signatureBytes, Buffer.from(signMessage(message, secret)))
  );
}

/**
 * The paths that the service may have signed for `GET /users/{userId}`. An HTTP API hands the path over decoded, so
 * the encoding that was signed is tried back: as received, then as `encodeURIComponent` and `encodeURI` write the id, and as
 * RFC 3986 has it, which many clients follow and which encodes five marks more.
 */
export function signedUserPaths(rawPath: string, userId: string): string[] {
  if (!userId.isWellFormed()) return [rawPath];
  const encoded = encodeURIComponent(userId);
  const strictly = encoded.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return [
    ...new Set([
      rawPath,
      ...[encoded, encodeURI(userId), strictly].map((encodedId) => `/users/${encodedId}`),
    ]),
  ];
}
