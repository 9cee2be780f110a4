/** Signatures of requests: as the service makes them, wrong for certain, or changed so that both may be right. */

import * as fc from "fast-check";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { isObject } from "../../../lib/contract/exact-json.ts";
import {
  canonicalBody,
  NO_BODY,
  SIGNATURE_HEADER,
  sign,
  TIMESTAMP_HEADER,
} from "../../../lib/contract/signature.ts";
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
const SECRETS = [1, 2, 0].map((projectId) => ({ projectId, value: localProject(projectId).webhookSecret }));

export function bytesOf({ body = "", isBase64Encoded }: EndpointEvent): Buffer {
  return Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
}

/** A body that is a JSON object; undefined of any other. */
export function objectIn(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing is nested deeper than it has brackets. */
const MOST_BRACKETS = 64;

/** Reports whether a text is certainly not nested too deep to be read. */
export function isShallow(bytes: Uint8Array): boolean {
  return (Buffer.from(bytes).toString().match(/[[{]/g) ?? []).length <= MOST_BRACKETS;
}

/** The canonical form of a body; that of one that cannot be read does not matter. */
function canonicalOf(bytes: Uint8Array): string {
  const value = isShallow(bytes) ? objectIn(bytes) : undefined;
  return value === undefined ? NO_BODY : canonicalBody(value);
}

/** Names and values in turn, as they go over the wire. */
export type RawHeaders = string[];

const HEADERS =
  `__proto__ constructor tostring host cookie x-api-key x-api-header authorization x-forwarded-for
  x-http-method-override x-amzn-trace-id content-encoding x-vigia-local ${SIGNATURE_HEADER}-2 x_wavynode_hmac
  ${CANARY}`.split(/\s+/);

const headerValue = fc.constantFrom(
  CANARY,
  "",
  "gzip",
  "DELETE",
  `ApiKey ${CANARY}`,
  "a=b; c=d",
  "127.0.0.1",
  CANARY.padEnd(60_000, "x"),
);

/** Headers that prove nothing. */
export const otherHeaders: fc.Arbitrary<RawHeaders> = fc
  .array(fc.tuple(fc.constantFrom(...HEADERS), headerValue), { maxLength: 4 })
  .map((pairs) => pairs.flat());

const TYPES = [
  "application/json",
  "application/json",
  "application/json",
  "APPLICATION/JSON",
  "application/jsonp",
  "",
  "application/json; charset=utf-16",
  "text/plain",
  "application/octet-stream",
  "multipart/form-data",
  "application/vnd.api+json",
  "json",
  CANARY,
  undefined,
];

/** Content types; AWS hands the body over as text or as base64 by them. */
export const contentType: fc.Arbitrary<RawHeaders> = fc
  .constantFrom(...TYPES)
  .map((type) => (type === undefined ? [] : ["Content-Type", type]));

/** A text made of another one. */
type Spoil = (good: string) => string;

/** Further from now is stale, however long a case takes from its timestamp to its reading. */
const STALE_MS = 310_000;

const shift = fc.oneof(
  fc.constantFrom(-86_400_000, -360_000, -311_000, -60_000, -1, 60_000, 311_000, 360_000, 86_400_000, 1e15),
  fc.integer({ min: -299_000, max: 299_000 }),
);

/** A timestamp that is wrong by some milliseconds, or almost a number. */
export const corruptTimestamp: fc.Arbitrary<Spoil> = fc.oneof(
  shift.map((milliseconds) => (now: string) => String(Number(now) + milliseconds)),
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
  /** The project whose secret it is; undefined of another text. */
  projectId: number | undefined;
  timestamp: (good: string) => string | undefined;
  signature: (good: string) => string | undefined;
}

const unchanged: Spoil = (good) => good;
const missing = () => undefined;

/** As the service signs for the first project. */
export const GOOD: Signing = {
  secret: localProject(1).webhookSecret,
  projectId: 1,
  timestamp: unchanged,
  signature: unchanged,
};

const live = fc.constantFrom(...SECRETS.map(({ projectId, value }) => ({ projectId, secret: value })));
const secret = live.map(({ secret: value }) => value);
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
    live,
    weighted<Partial<Signing>>(
      [7, fc.constant({})],
      [1, otherSecret.map((wrong) => ({ secret: wrong, projectId: undefined }))],
      [2, corruptTimestamp.map((timestamp) => ({ timestamp }))],
      [2, corruptSignature.map((signature) => ({ signature }))],
      [1, fc.constantFrom({ timestamp: missing }, { signature: missing })],
    ),
  )
  .map(([good, wrong]) => ({ ...GOOD, ...good, ...wrong }));

/** What a request must be answered by how it was signed. `either`: its time is right by one reading of its text, and wrong by another. */
export type Authenticity = { kind: "signed"; projectId: number } | { kind: "unsigned" } | { kind: "either" };

/** The authentication headers of a request, and how it was signed. */
export function authenticationHeaders(
  { secret: own, projectId, timestamp: spoilTime, signature: spoil }: Signing,
  { method, path, body }: { method: string; path: string; body: Uint8Array },
): { headers: RawHeaders; authenticity: Authenticity } {
  const now = String(Date.now());
  const timestamp = spoilTime(now);
  const canonical = body.length === 0 ? NO_BODY : canonicalOf(body);
  const good = sign({ method, path, canonicalBody: canonical, timestamp: timestamp ?? "" }, own);
  const signature = spoil(good);
  const headers = { [SIGNATURE_HEADER]: signature, [TIMESTAMP_HEADER]: timestamp };
  return {
    headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    authenticity: authenticityOf(),
  };

  function authenticityOf(): Authenticity {
    const distance = Math.abs(Number(timestamp) - Number(now));
    const isTime = timestamp !== undefined && /^[0-9]+$/.test(timestamp) && distance <= STALE_MS;
    if (projectId === undefined || signature !== good || !isTime) return { kind: "unsigned" };
    // Digits with zeros in front, and the last seconds of the window.
    const isPlain = timestamp === String(Number(timestamp)) && distance < 2 * 300_000 - STALE_MS;
    return isPlain ? { kind: "signed", projectId } : { kind: "either" };
  }
}
