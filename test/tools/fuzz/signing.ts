/** Signatures of requests, right and wrong, and the expected answer to each, by a second reading of the rules. */

import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../lib/contract/signature.ts";
import { CANARY, text, weighted } from "./texts.ts";

/** The part of API Gateway's event that decides. */
export interface EndpointEvent {
  rawPath: string;
  headers: Record<string, string | undefined>;
  body?: string | undefined;
  isBase64Encoded: boolean;
  requestContext: { http: { method: string }; requestId: string };
}

/** The projects of every fuzzed stack: one with Mexican compliance, and one without. */
export const PROJECTS = [{ id: 1 }, { id: 2, mexico: true }];

/** The secrets that the fuzzed functions know, of {@link PROJECTS} and of the test project. */
export const SECRETS = [
  { projectId: 1, value: "fuzz-secret-of-project-1" },
  { projectId: 2, value: "fuzz-secret-of-project-2, zażółć" },
  { projectId: 0, value: "fuzz-secret-of-the-test-project" },
] as const;

export const SECRET_DOCUMENT = JSON.stringify(
  Object.fromEntries(SECRETS.map(({ projectId, value }) => [projectId, { webhookSecrets: [{ value }] }])),
);

/** Parts of a signature. */
interface Signed {
  method: string;
  path: string;
  canonical: string;
  timestamp: string;
  secret: string;
}

function signatureOf({ method, path, canonical, timestamp, secret }: Signed): string {
  const message = `${method.toUpperCase()}::${path.toLowerCase()}::${canonical}::${timestamp}`;
  return createHmac("sha256", secret).update(message).digest("base64");
}

const MAX_JSON_DEPTH = 64;

/** A body that is a JSON object in UTF-8, no deeper than 64; undefined where it is not. */
export function readableBody(
  bytes: Uint8Array,
): { value: Record<string, unknown>; tooDeepAsText: boolean } | undefined {
  try {
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    // Of a key that stands twice only the last value is seen, and the other may be the deep one.
    const tooDeepAsText = depthOf(json) > MAX_JSON_DEPTH;
    if (tooDeepAsText && depthOf(JSON.stringify(value)) > MAX_JSON_DEPTH) return undefined;
    return { value: { ...value }, tooDeepAsText };
  } catch {
    return undefined;
  }
}

function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, "").matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The canonical form of a body; that of one that cannot be read does not matter. */
function canonicalOf(bytes: Uint8Array): string {
  return JSON.stringify(withSortedKeys(readableBody(bytes)?.value ?? {}));
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, withSortedKeys(Object(value)[name])]));
}

export function bytesOf({ body = "", isBase64Encoded }: EndpointEvent): Buffer {
  return Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
}

/**
 * Expected answer to a request. `stranger`: refused by its headers, and nothing of its body is read; `unread`: refused
 * for its size, the same; `either`: two readings of the rules differ, and both are safe.
 */
export type Verdict =
  | { kind: "stranger" | "unread" | "unreadable" | "refused" | "either" }
  | { kind: "authentic"; projectId: number };

const WINDOW_MS = 5 * 60_000;

/** Longest time of a case between making its timestamp and judging it. */
const LEEWAY_MS = 10_000;

/** The largest body that is read to check its signature. */
const MAX_READ_BYTES = 270_336;

/** 32 bytes in base64; the last of the 43 digits has two unused bits, which are 0. */
const FORM = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/**
 * Judges a request: the time and the form of its signature first, then the size of its body, then the body.
 * @param paths which paths may have been signed
 * @param mayHaveBody whether it is to have a body at all
 */
export function judge(event: EndpointEvent, paths: readonly string[], mayHaveBody: boolean): Verdict {
  const timestamp = event.headers[TIMESTAMP_HEADER] ?? "";
  const signature = event.headers[SIGNATURE_HEADER] ?? "";
  const distance = Math.abs(Date.now() - Number(timestamp));
  const isFormed = /^[0-9]+$/.test(timestamp) && FORM.test(signature);
  if (!isFormed || distance > WINDOW_MS + LEEWAY_MS) return { kind: "stranger" };
  const isPlain = timestamp === String(Number(timestamp)) && distance < WINDOW_MS - LEEWAY_MS;
  const plainly = (kind: "unread" | "unreadable"): Verdict => ({ kind: isPlain ? kind : "either" });

  const bytes = bytesOf(event);
  if (bytes.length > (mayHaveBody ? MAX_READ_BYTES : 0)) return plainly("unread");
  const reading = mayHaveBody ? readableBody(bytes) : { tooDeepAsText: false };
  if (reading === undefined) return plainly("unreadable");
  if (reading.tooDeepAsText) return { kind: "either" };
  const { method } = event.requestContext.http;
  const signed = { method, canonical: canonicalOf(bytes), timestamp };
  const found = SECRETS.find(({ value: secret }) =>
    paths.some((path) => signature === signatureOf({ ...signed, path, secret })),
  );
  if (found === undefined) return { kind: "refused" };
  if (!isPlain) return { kind: "either" };
  return { kind: "authentic", projectId: found.projectId };
}

/** Names and values in turn, as they go over the wire. */
export type RawHeaders = string[];

const HEADERS =
  `__proto__ constructor tostring host cookie x-api-key x-api-header authorization x-forwarded-for
  x-http-method-override x-amzn-trace-id content-encoding x-vigia-local ${SIGNATURE_HEADER}-2 x_wavynode_hmac
  ${CANARY}`.split(/\s+/);

const headerValue = fc.constantFrom(
  ...[CANARY, "", "gzip", "DELETE", `ApiKey ${CANARY}`, "a=b; c=d", "127.0.0.1", CANARY.padEnd(60_000, "x")],
);

/** Headers that prove nothing. */
export const otherHeaders: fc.Arbitrary<RawHeaders> = fc
  .array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), { maxLength: 4 })
  .map((pairs) => pairs.flat());

const TYPES = [
  ...[
    "application/json",
    "application/json",
    "application/json",
    "APPLICATION/JSON",
    "application/jsonp",
    "",
  ],
  ...["application/json; charset=utf-16", "text/plain", "application/octet-stream", "multipart/form-data"],
  ...["application/vnd.api+json", "json", CANARY, undefined],
];

/** Content types; AWS hands the body over as text or as base64 by them. */
export const contentType: fc.Arbitrary<RawHeaders> = fc
  .constantFrom(...TYPES)
  .map((type) => (type === undefined ? [] : ["Content-Type", type]));

/** A text made of another one. */
type Spoil = (good: string) => string;

const shift = fc.oneof(
  fc.constantFrom(-86_400_000, -360_000, -311_000, -60_000, -1, 60_000, 311_000, 360_000, 86_400_000, 1e15),
  fc.integer({ min: -299_000, max: 299_000 }),
);

/** A timestamp that is wrong by some milliseconds, or almost a number. */
export const corruptTimestamp: fc.Arbitrary<Spoil> = fc.oneof(
  shift.map((by) => (now: string) => String(Number(now) + by)),
  fc.constantFrom("", "0", "NaN", "Infinity", "null", new Date().toISOString()).map((other) => () => other),
  fc
    .tuple(
      fc.constantFrom("", "", " ", "+", "-", "0", "0000"),
      fc.constantFrom("", "", " ", ".0", "n", "\n", ",1", "0".repeat(300)),
    )
    .map(
      ([before, behind]) =>
        (now: string) =>
          `${before}${now}${behind}`,
    ),
  fc.constantFrom<Spoil>(
    (now) => `0x${Number(now).toString(16)}`,
    (now) => Number(now).toExponential(),
    (now) => String(Number(now) / 1_000),
    (now) => String(Math.floor(Number(now) / 1_000)),
    (now) => now.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  ),
);

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const damage = fc.tuple(fc.nat(44), fc.nat(1), fc.constantFrom("", " ", "A", "=", "\n"));

/** Changes of a signature, after which it is hardly ever one. */
export const corruptSignature: fc.Arbitrary<Spoil> = fc.oneof(
  fc
    .constantFrom("", "é".repeat(22), "!".repeat(44), "A".repeat(100_000), `${"A".repeat(43)}=`)
    .map((other) => () => other),
  damage.map(
    ([at, cut, more]) =>
      (good: string) =>
        `${good.slice(0, at)}${more}${good.slice(at + cut)}`,
  ),
  fc.constantFrom<Spoil>(
    (good) => good.toLowerCase(),
    (good) => `${good},${good}`,
    (good) => good.replaceAll("+", "-").replaceAll("/", "_").replace("=", "-"),
    (good) => Buffer.from(good, "base64").toString("hex"),
    (good) => Buffer.from(good, "base64").toString("latin1"),
    // The last digit before the sign has two bits that decode to nothing: the same bytes, spelt in another way.
    (good) => `${good.slice(0, -2)}${BASE64[BASE64.indexOf(good.at(-2) ?? "A") ^ 1]}=`,
  ),
);

/** Signing of a case's request; a header of which undefined is made is not sent. */
export interface Signing {
  secret: string;
  timestamp: (good: string) => string | undefined;
  signature: (good: string) => string | undefined;
}

const kept: Spoil = (good) => good;
const missing = () => undefined;

/** As the service signs for the first project. */
export const GOOD: Signing = { secret: SECRETS[0].value, timestamp: kept, signature: kept };

const secret = fc.constantFrom(...SECRETS.map(({ value }) => value));
const otherSecret = fc.oneof(
  text,
  secret.map((value) => value.toUpperCase()),
  secret.map((value) => `${value} `),
  secret.map((value) => value.slice(1)),
  fc.constant(""),
);

/** Any way of signing; more than half of them are right. */
export const signing: fc.Arbitrary<Signing> = fc
  .tuple(
    fc.record({ secret }),
    weighted<Partial<Signing>>(
      [7, fc.constant({})],
      [1, otherSecret.map((wrong) => ({ secret: wrong }))],
      [2, corruptTimestamp.map((timestamp) => ({ timestamp }))],
      [2, corruptSignature.map((signature) => ({ signature }))],
      [1, fc.constantFrom({ timestamp: missing }, { signature: missing })],
    ),
  )
  .map(([good, wrong]) => ({ ...GOOD, ...good, ...wrong }));

/** The authentication headers of a request. */
export function authenticationHeaders(
  { secret: own, timestamp: spoilTime, signature: spoil }: Signing,
  { method, path, body }: { method: string; path: string; body: Uint8Array },
): RawHeaders {
  const timestamp = spoilTime(String(Date.now()));
  const canonical = body.length === 0 ? "{}" : canonicalOf(body);
  const signed = { method, path, canonical, timestamp: timestamp ?? "", secret: own };
  const headers = { [SIGNATURE_HEADER]: spoil(signatureOf(signed)), [TIMESTAMP_HEADER]: timestamp };
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
}
