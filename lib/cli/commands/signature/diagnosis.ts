/** Why a captured request's signature fails: the clock, the path, the body or the secret. */

import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { parseObject, textOf } from "../../../contract/exact-json.ts";
import { canonicalBody, NO_BODY, SIGNATURE_WINDOW_MS, signedUserPaths } from "../../../contract/signature.ts";
import type { SecretValue } from "../../../secrets/secret-documents.ts";
import { CommandError } from "../../core/failure.ts";

/** Parts of a request that matter for its signature. Header names are in lower case. */
export interface CapturedRequest {
  method: string;
  /** As captured, with its query. */
  path: string;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/** Reads a capture. @throws {CommandError} if it is invalid */
export function readCapture(bytes: Buffer, name: string): CapturedRequest {
  const found = readEvent(bytes) ?? readHttp(bytes);
  if (found !== undefined) return found;
  throw new CommandError(
    `${name} is not a captured request: expected raw HTTP ("POST /webhook HTTP/1.1", headers, an empty line, the body) or an API Gateway event.`,
  );
}

/** Payload format 2.0 of API Gateway's HTTP APIs. */
const gatewayEvent = z.object({
  rawPath: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});

function readEvent(bytes: Buffer): CapturedRequest | undefined {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  const event = gatewayEvent.safeParse(json);
  if (!event.success) return undefined;
  const { rawPath, headers, body = "", isBase64Encoded, requestContext } = event.data;
  return {
    method: requestContext.http.method,
    path: rawPath,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(body, isBase64Encoded === true ? "base64" : "utf8"),
  };
}

function readHttp(bytes: Buffer): CapturedRequest | undefined {
  const end = endOfHead(bytes);
  const [first = "", ...lines] = bytes
    .subarray(0, end.at)
    .toString()
    .split("\n")
    // curl marks what it sent.
    .map((line) => line.replace(/^> ?/, "").replace(/\r$/, ""));
  const request = /^([A-Za-z]+) (\S.*?)(?: HTTP\/[\d.]+)?$/.exec(first);
  if (request === null) return undefined;
  const [, method = "", path = ""] = request;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { method, path, headers, body: bytes.subarray(end.bodyAt) };
}

function endOfHead(bytes: Buffer): { at: number; bodyAt: number } {
  for (const separator of ["\r\n\r\n", "\n\n", "\n> \n", "\r\n> \r\n"]) {
    const at = bytes.indexOf(separator);
    if (at !== -1) return { at, bodyAt: at + separator.length };
  }
  return { at: bytes.length, bodyAt: bytes.length };
}

/** Finding about one part. */
interface SignatureFinding {
  part: "headers" | "clock" | "method" | "path" | "body" | "secret" | "signature";
  ok: boolean;
  text: string;
}

/** A secret that may have signed. */
export interface Candidate {
  projectId: number;
  secret: SecretValue;
}

/** Facts besides the request. */
interface VerificationContext {
  signatureHeader: string;
  timestampHeader: string;
  candidates: readonly Candidate[];
  /** Time of its receipt, in milliseconds. */
  at: number;
}

function wrong(part: SignatureFinding["part"], text: string): SignatureFinding {
  return { part, ok: false, text };
}

/** Everything that is wrong, and what is right. */
export function diagnose(request: CapturedRequest, context: VerificationContext): SignatureFinding[] {
  const { signatureHeader, timestampHeader, candidates, at } = context;
  const signature = request.headers.get(signatureHeader);
  const timestamp = request.headers.get(timestampHeader);
  if (signature === undefined || timestamp === undefined) {
    const missing = [signatureHeader, timestampHeader].filter((name) => !request.headers.has(name));
    return [wrong("headers", `it has no ${missing.join(" and no ")}`)];
  }
  return [clockFinding(timestamp, at), ...signatureFindings(request, signature, timestamp, candidates, at)];
}

function clockFinding(timestamp: string, at: number): SignatureFinding {
  if (!DIGITS.test(timestamp))
    return wrong("clock", "the timestamp is not milliseconds since 1970, digits only");
  const off = at - Number(timestamp);
  if (Math.abs(off) <= SIGNATURE_WINDOW_MS) return { part: "clock", ok: true, text: `signed ${apart(off)}` };
  if (Math.abs(at - Number(timestamp) * 1_000) <= SIGNATURE_WINDOW_MS)
    return wrong("clock", "the timestamp is in seconds; it must be in milliseconds");
  return wrong(
    "clock",
    `signed ${apart(off)}, more than five minutes: a clock is wrong, or it was sent late or again`,
  );
}

const DIGITS = /^\d{1,16}$/;

/** Time between signing and receipt, in words. */
function apart(offMs: number): string {
  const seconds = Math.round(Math.abs(offMs) / 1_000);
  const length =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7_200
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3_600)} h`;
  return `${length} ${offMs >= 0 ? "before" : "after"} it was received`;
}

function signatureFindings(
  request: CapturedRequest,
  signature: string,
  timestamp: string,
  candidates: readonly Candidate[],
  at: number,
): SignatureFinding[] {
  if (candidates.length === 0)
    return [wrong("secret", 'no webhook secret is set: set one with "vigia secrets set"')];
  // The smallest difference is tried first: of two explanations the simpler one is the better.
  const attempts = attemptsFor(request, timestamp).toSorted((a, b) => a.notes.length - b.notes.length);
  for (const { parts, notes } of attempts) {
    const message = parts.join("::");
    for (const candidate of candidates) {
      for (const [key, note] of keyVariants(candidate.secret.value)) {
        const form = formOf(createHmac("sha256", key).update(message).digest(), signature);
        if (form === undefined) continue;
        return [
          ...notes,
          ...(notes.some(({ part }) => part === "path") ? [] : routeFindings(request)),
          ...(note === undefined ? [] : [wrong("secret", `the secret was used ${note}`)]),
          ...(form === "base64" ? [] : [wrong("signature", `it is ${form}; it must be base64`)]),
          secretFinding(candidate, at),
        ];
      }
    }
  }
  const unanswered = routeFindings(request);
  if (unanswered.length > 0) return unanswered;
  if (!FORM.test(signature))
    return [
      wrong("signature", "the header holds no signature: expected 32 bytes in base64, 44 characters, once"),
    ];
  const tried = [...new Set(candidates.map(({ projectId }) => projectId))].join(", ");
  return [
    wrong(
      "secret",
      `no secret of project ${tried} gives this signature in any known way. Compare the secret with the service's dashboard; if it is the same, a proxy changes the path or the body`,
    ),
  ];
}

/** 32 bytes in base64, base64url or hexadecimal. */
const FORM = /^(?:[\w+/-]{43}=?|[0-9a-f]{64})$/i;

/** A call to another address is answered with 404 with any signature; none where it is one of the two. */
function routeFindings({ method, path }: CapturedRequest): SignatureFinding[] {
  const [address = ""] = path.split(/[?#]/, 1);
  const route = `${method.toUpperCase()} ${address}`;
  if (/^(POST \/webhook|GET \/users\/[^/]+)$/i.test(route)) return [];
  return [
    wrong(
      "path",
      `${route.slice(0, 200)} is answered with 404: the service calls POST /webhook and GET /users/{userId}. Correct the URL in its dashboard, then verify the signature of the next call`,
    ),
  ];
}

/** One way of signing: its parts, and in which of them it differs from the right way. */
interface Attempt {
  parts: readonly string[];
  notes: readonly SignatureFinding[];
}

function attemptsFor({ method, path, body }: CapturedRequest, timestamp: string): Attempt[] {
  const ways = [
    ["method", "method", methodVariants(method.toUpperCase())],
    ["path", "path", pathVariants(path)],
    ["body", "body", bodyVariants(body)],
    ["clock", "timestamp", timestampVariants(timestamp)],
  ] as const;
  return ways.reduce<Attempt[]>(
    (attempts, [part, name, variants]) =>
      attempts.flatMap(({ parts, notes }) =>
        [...distinct(variants)].map(([value, note]) => ({
          parts: [...parts, value],
          notes: note === undefined ? notes : [...notes, wrong(part, `the ${name} was signed ${note}`)],
        })),
      ),
    [{ parts: [], notes: [] }],
  );
}

function formOf(digest: Buffer, signature: string): "base64" | "base64url" | "hexadecimal" | undefined {
  if (digest.toString("base64") === signature) return "base64";
  if (digest.toString("base64url") === signature) return "base64url";
  return digest.toString("hex") === signature.toLowerCase() ? "hexadecimal" : undefined;
}

function secretFinding({ projectId, secret: { until } }: Candidate, at: number): SignatureFinding {
  if (until === undefined)
    return { part: "secret", ok: true, text: `the current one of project ${projectId}` };
  if (Date.parse(until) > at)
    return {
      part: "secret",
      ok: true,
      text: `an older one of project ${projectId}, accepted until ${until}`,
    };
  return wrong(
    "secret",
    `one of project ${projectId} that ended at ${until}: the service still signs with it`,
  );
}

/** A text that may have been signed, and what it differs in; the right one has no note. */
type Variant = readonly [value: string, note?: string];

/** Of several notes for one value the first counts. */
function distinct(variants: readonly Variant[]): Map<string, string | undefined> {
  return new Map(variants.toReversed().map(([value, note]): [string, string | undefined] => [value, note]));
}

const USERS = "/users/";

/** Paths in lower case unless it is that what differs. */
function pathVariants(captured: string): Variant[] {
  const path = captured.replace(/[?#].*$/s, "");
  const lower = path.toLowerCase();
  const userId = path.startsWith(USERS) ? decoded(path.slice(USERS.length)) : undefined;
  // The gateway hands a user's path over decoded, and the look-up tries each way in which it may have been encoded.
  const right = userId === undefined ? [] : signedUserPaths(USERS + userId, userId);
  const segments = lower.split("/").filter(Boolean);
  return [
    [lower],
    ...right.map((value): Variant => [value.toLowerCase()]),
    [decoded(path).toLowerCase(), "decoded"],
    [encodeURI(decoded(path)).toLowerCase(), "encoded as encodeURI does"],
    [captured.toLowerCase(), "with its query"],
    [path, "not in lower case"],
    [`${lower}/`, "with a slash at its end"],
    [lower.replace(/\/$/, ""), "without the slash at its end"],
    [lower.slice(1), "without the slash at its beginning"],
    ...segments.slice(1).map((_, at): Variant => {
      const rest = `/${segments.slice(at + 1).join("/")}`;
      return [rest, `as ${rest}: a proxy or a stage put something before it`];
    }),
    ...[`/v1${lower}`, "/webhook", "/v1/webhook", "/"].map((value): Variant => [value, `as ${value}`]),
  ];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function bodyVariants(body: Buffer): Variant[] {
  if (body.length === 0) return [[NO_BODY], ["", "as nothing instead of {} for a request without a body"]];
  const raw = body.toString();
  const asSent = "as it was sent, not with its keys sorted";
  const other: Variant[] = [
    [raw, asSent],
    [raw.trim(), asSent],
    [NO_BODY, "as {}: it was signed without the body"],
    ["", "as nothing: it was signed without the body"],
  ];
  try {
    const json = parseObject(textOf(body));
    const indented = JSON.stringify(json, undefined, 2);
    return [
      [canonicalBody(json)],
      [JSON.stringify(json), "without its keys sorted"],
      [JSON.stringify(sortedEverywhere(json)), "with the keys sorted inside arrays too"],
      // Deep lists grow a hundredfold by it, and every method, path and time is tried with it.
      ...(indented.length <= 4 * raw.length ? [[indented, "indented"] as const] : []),
      ...other,
    ];
  } catch {
    return other;
  }
}

/** The depth was bounded when it was parsed. */
function sortedEverywhere(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedEverywhere);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortedEverywhere(inner)]),
  );
}

function methodVariants(method: string): Variant[] {
  return [[method], [method.toLowerCase(), "in lower case"], ["POST", "as POST"], ["GET", "as GET"]];
}

function timestampVariants(timestamp: string): Variant[] {
  const ms = DIGITS.test(timestamp) ? Number(timestamp) : Date.parse(timestamp);
  if (Number.isNaN(ms)) return [[timestamp]];
  return [
    [timestamp],
    [String(Math.floor(ms / 1_000)), "in seconds"],
    [String(ms * 1_000), "in milliseconds where the header holds seconds"],
    [String(ms), "in milliseconds where the header holds a date"],
  ];
}

/** The keys that a secret's text may have been made into. */
function keyVariants(value: string): (readonly [key: string | Buffer, note?: string])[] {
  return [
    [value],
    [value.trim(), "without the white space around it"],
    [`${value}\n`, "with a line end behind it"],
    [Buffer.from(value, "base64"), "decoded from base64"],
    [Buffer.from(value, "hex"), "decoded from hexadecimal"],
  ];
}
