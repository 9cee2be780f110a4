/** What must become of a request, by a second reading of the rules that shares no code with the first. */

import { createHmac } from "node:crypto";

/** The part of API Gateway's event that decides. */
export interface EndpointEvent {
  rawPath: string;
  headers: Record<string, string | undefined>;
  body?: string | undefined;
  isBase64Encoded: boolean;
  requestContext: { http: { method: string }; requestId: string };
}

/** A secret and the project that it speaks for. */
export interface OracleSecret {
  projectId: number;
  value: string;
}

/**
 * `unread`: refused for its size before anything of it is read. `either`: two readings of the rules differ, and both are
 * safe.
 */
export type Verdict =
  | { kind: "unreadable" | "unread" | "refused" | "either" }
  | { kind: "authentic"; projectId: number };

const WINDOW_MS = 5 * 60_000;

/** How long a case may lie between making its timestamp and judging it. */
const LEEWAY_MS = 10_000;

const MAX_JSON_DEPTH = 64;

export function bytesOf({ body = "", isBase64Encoded }: EndpointEvent): Buffer {
  return Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
}

/** Known before anything is decoded: what is no base64, and flagged as such, counts by its length. */
function sizeOf({ body = "", isBase64Encoded }: EndpointEvent): number {
  return Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8");
}

/** The largest body that is read to check its signature. */
const MAX_READ_BYTES = 270_336;

/** 32 bytes in base64; the last of the 43 digits has two bits that stand for nothing and are 0. */
const FORM = /^[A-Za-z0-9+/]{43}=$/;
const STRICT_FORM = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/**
 * Judges a request: the time and the form of its signature first, then the size of its body, then the body.
 * @param paths which paths may have been signed
 * @param mayHaveBody whether it is to have a body at all; one that may have a body must have one
 */
export function judge(
  event: EndpointEvent,
  paths: readonly string[],
  mayHaveBody: boolean,
  secrets: readonly OracleSecret[],
): Verdict {
  const timestamp = event.headers["x-wavynode-timestamp"] ?? "";
  const signature = event.headers["x-wavynode-hmac"] ?? "";
  if (!/^[0-9]+$/.test(timestamp) || !FORM.test(signature)) return { kind: "refused" };
  const distance = Math.abs(Date.now() - Number(timestamp));
  if (distance > WINDOW_MS + LEEWAY_MS) return { kind: "refused" };
  const plain =
    timestamp === String(Number(timestamp)) &&
    distance < WINDOW_MS - LEEWAY_MS &&
    STRICT_FORM.test(signature);

  const bytes = bytesOf(event);
  if (sizeOf(event) > (mayHaveBody ? MAX_READ_BYTES : 0)) return { kind: plain ? "unread" : "either" };
  const reading = mayHaveBody ? readableBody(bytes) : { value: {}, tooDeepAsText: false };
  if (reading === undefined) return { kind: plain ? "unreadable" : "either" };
  if (reading.tooDeepAsText) return { kind: "either" };
  const canonical = canonicalText(reading.value);
  const { method } = event.requestContext.http;
  const found = secrets.find(({ value }) =>
    paths.some((path) => signature === signatureOf(method, path, canonical, timestamp, value)),
  );
  if (found === undefined) return { kind: "refused" };
  return plain ? { kind: "authentic", projectId: found.projectId } : { kind: "either" };
}

export function signatureOf(
  method: string,
  path: string,
  canonical: string,
  timestamp: string,
  secret: string,
): string {
  const message = `${method.toUpperCase()}::${path.toLowerCase()}::${canonical}::${timestamp}`;
  return createHmac("sha256", secret).update(message).digest("base64");
}

/** A body that is a JSON object in UTF-8, no deeper than 64; undefined where it is none. */
export function readableBody(
  bytes: Uint8Array,
): { value: Record<string, unknown>; tooDeepAsText: boolean } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    if (depthOfValue(value) > MAX_JSON_DEPTH) return undefined;
    // Of a key that stands twice only the last value is seen, and the other may be the deep one.
    return { value: { ...value }, tooDeepAsText: depthOfText(text) > MAX_JSON_DEPTH };
  } catch {
    return undefined;
  }
}

function depthOfValue(root: unknown): number {
  let deepest = 0;
  const waiting: [unknown, number][] = [[root, 1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value !== "object" || value === null) continue;
    deepest = Math.max(deepest, depth);
    for (const inner of Object.values(value)) waiting.push([inner, depth + 1]);
  }
  return deepest;
}

function depthOfText(json: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, "").matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The canonical form, put together as text. Its depth must be bounded. */
export function canonicalText(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([a], [b]) => asJavaScriptPrints(a, b));
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalText(inner)}`).join(",")}}`;
}

/** An object's keys that are array indexes come first, by their number, whatever order they were put in. */
function asJavaScriptPrints(a: string, b: string): number {
  const [indexA, indexB] = [isIndex(a), isIndex(b)];
  if (indexA && indexB) return Number(a) - Number(b);
  if (indexA !== indexB) return indexA ? -1 : 1;
  return a < b ? -1 : 1;
}

function isIndex(key: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}
