/** Why a captured request's signature fails: the clock, the path, the body or the secret. */

import { createHmac } from "node:crypto";
import { parseObject, textOf } from "../../../contract/exact-json.ts";
import { canonicalBody, NO_BODY, SIGNATURE_WINDOW_MS, signedUserPaths } from "../../../contract/signature.ts";
import type { SecretValue } from "../../../secrets/secret-documents.ts";
import type { CapturedRequest } from "./captured-request.ts";

/** Finding about one part. */
export interface SignatureFinding {
  part: "headers" | "clock" | "method" | "path" | "body" | "secret" | "signature";
  ok: boolean;
  text: string;
}

/** Facts besides the request. */
export interface VerificationContext {
  signatureHeader: string;
  timestampHeader: string;
  candidates: readonly Candidate[];
  /** Time of its receipt, in milliseconds. */
  at: number;
}

/** Everything that is wrong, and what is right. */
export function diagnose(request: CapturedRequest, circumstances: VerificationContext): SignatureFinding[] {
  const { signatureHeader, timestampHeader, candidates, at } = circumstances;
  const signature = request.headers.get(signatureHeader);
  const timestamp = request.headers.get(timestampHeader);
  if (signature === undefined || timestamp === undefined) {
    const missing = [
      signature === undefined ? signatureHeader : "",
      timestamp === undefined ? timestampHeader : "",
    ];
    return [{ part: "headers", ok: false, text: `it has no ${missing.filter(Boolean).join(" and no ")}` }];
  }
  return [clockFinding(timestamp, at), ...signatureFindings(request, signature, timestamp, candidates, at)];
}

function clockFinding(timestamp: string, at: number): SignatureFinding {
  if (!/^\d{1,16}$/.test(timestamp))
    return { part: "clock", ok: false, text: "the timestamp is not milliseconds since 1970, digits only" };
  const signedAt = Number(timestamp);
  const off = at - signedAt;
  if (Math.abs(off) <= SIGNATURE_WINDOW_MS) return { part: "clock", ok: true, text: `signed ${apart(off)}` };
  if (Math.abs(at - signedAt * 1_000) <= SIGNATURE_WINDOW_MS)
    return { part: "clock", ok: false, text: "the timestamp is in seconds; it must be in milliseconds" };
  return {
    part: "clock",
    ok: false,
    text: `signed ${apart(off)}, more than five minutes: a clock is wrong, or it was sent late or again`,
  };
}

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

/** One way of signing: its parts, and in which of them it differs from the right way. */
interface Attempt {
  message: string;
  notes: readonly SignatureFinding[];
}

function signatureFindings(
  request: CapturedRequest,
  signature: string,
  timestamp: string,
  candidates: readonly Candidate[],
  at: number,
): SignatureFinding[] {
  if (candidates.length === 0)
    return [
      { part: "secret", ok: false, text: 'no webhook secret is set: set one with "vigia secrets set"' },
    ];
  const attempts = attemptsFor(request, timestamp);
  // The smallest difference is tried first: of two explanations the simpler one is the better.
  for (const { message, notes } of attempts.toSorted((a, b) => a.notes.length - b.notes.length)) {
    for (const candidate of candidates) {
      for (const { value: key, note } of keyVariants(candidate.secret.value)) {
        const digest = createHmac("sha256", key).update(message).digest();
        const form = formOf(digest, signature);
        if (form === undefined) continue;
        return [
          ...notes,
          ...(note === undefined
            ? []
            : [{ part: "secret" as const, ok: false, text: `the secret was used ${note}` }]),
          ...(form === "base64"
            ? []
            : [{ part: "signature" as const, ok: false, text: `it is ${form}; it must be base64` }]),
          secretFinding(candidate, at),
        ];
      }
    }
  }
  const tried = new Set(candidates.map(({ projectId }) => projectId));
  return [
    {
      part: "secret",
      ok: false,
      text: `none of the secrets of project ${[...tried].join(", ")} gives this signature in any way that is known: either it was signed with another secret (compare with the service's dashboard), or the body was changed on the way`,
    },
  ];
}

function attemptsFor({ method, path, body }: CapturedRequest, timestamp: string): Attempt[] {
  const differing = (part: SignatureFinding["part"], note: string | undefined): SignatureFinding[] =>
    note === undefined
      ? []
      : [{ part, ok: false, text: `the ${part === "clock" ? "timestamp" : part} was signed ${note}` }];
  const bodies = bodyVariants(body);
  return methodVariants(method).flatMap((verb) =>
    pathVariants(path).flatMap((way) =>
      timestampVariants(timestamp).flatMap((time) =>
        bodies.map((text) => ({
          message: [verb.value, way.value, text.value, time.value].join("::"),
          notes: [
            ...differing("method", verb.note),
            ...differing("path", way.note),
            ...differing("body", text.note),
            ...differing("clock", time.note),
          ],
        })),
      ),
    ),
  );
}

function formOf(digest: Buffer, signature: string): "base64" | "base64url" | "hexadecimal" | undefined {
  if (digest.toString("base64") === signature) return "base64";
  if (digest.toString("base64url") === signature) return "base64url";
  return digest.toString("hex") === signature.toLowerCase() ? "hexadecimal" : undefined;
}

function secretFinding({ projectId, secret }: Candidate, at: number): SignatureFinding {
  const until = secret.until;
  if (until === undefined)
    return { part: "secret", ok: true, text: `the current one of project ${projectId}` };
  const live = Date.parse(until) > at;
  const ends = live ? `an older one of project ${projectId}, accepted until ${until}` : "";
  return {
    part: "secret",
    ok: live,
    text: live ? ends : `one of project ${projectId} that ended at ${until}: the service still signs with it`,
  };
}

/** One way to read a part of a request. `note` says what it differs in; undefined is the right way. */
interface Variant<T> {
  value: T;
  note: string | undefined;
}

/** A secret that may have signed. */
export interface Candidate {
  projectId: number;
  secret: SecretValue;
}

/** The first is the right way; later ones that come to the same are left out. */
function distinct<T>(variants: readonly Variant<T>[]): Variant<T>[] {
  const seen = new Set<T>();
  return variants.filter(({ value }) => {
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}

const USERS = "/users/";

/** Paths in lower case unless it is that what differs. */
function pathVariants(captured: string): Variant<string>[] {
  const path = captured.replace(/[?#].*$/s, "");
  const lower = path.toLowerCase();
  const userId = path.startsWith(USERS) ? decoded(path.slice(USERS.length)) : undefined;
  // The gateway hands a user's path over decoded, and the look-up tries each way in which it may have been encoded.
  const right = userId === undefined ? [] : signedUserPaths(USERS + userId, userId);
  const segments = lower.split("/").filter(Boolean);
  return distinct([
    { value: lower, note: undefined },
    ...right.map((value) => ({ value: value.toLowerCase(), note: undefined })),
    { value: decoded(path).toLowerCase(), note: "decoded" },
    { value: encodeURI(decoded(path)).toLowerCase(), note: "encoded as encodeURI does" },
    { value: captured.toLowerCase(), note: "with its query" },
    { value: path, note: "not in lower case" },
    { value: `${lower}/`, note: "with a slash at its end" },
    { value: lower.replace(/\/$/, ""), note: "without the slash at its end" },
    { value: lower.slice(1), note: "without the slash at its beginning" },
    ...segments.slice(1).map((_, at) => {
      const rest = `/${segments.slice(at + 1).join("/")}`;
      return { value: rest, note: `as ${rest}: a proxy or a stage put something before it` };
    }),
    { value: `/v1${lower}`, note: `as /v1${lower}` },
    { value: "/webhook", note: "as /webhook" },
    { value: "/v1/webhook", note: "as /v1/webhook" },
    { value: "/", note: "as /" },
  ]);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The texts that may have been signed for a body. */
function bodyVariants(body: Buffer): Variant<string>[] {
  if (body.length === 0) {
    return [
      { value: NO_BODY, note: undefined },
      { value: "", note: "as nothing where {} stands for no body" },
    ];
  }
  const raw = body.toString();
  const other: Variant<string>[] = [
    { value: raw, note: "as it was sent, not with its keys sorted" },
    { value: raw.trim(), note: "as it was sent, not with its keys sorted" },
    { value: NO_BODY, note: "as {}: it was signed without the body" },
    { value: "", note: "as nothing: it was signed without the body" },
  ];
  try {
    const json = parseObject(textOf(body));
    const indented = JSON.stringify(json, undefined, 2);
    return distinct([
      { value: canonicalBody(json), note: undefined },
      { value: JSON.stringify(json), note: "without its keys sorted" },
      { value: JSON.stringify(sortedEverywhere(json)), note: "with the keys sorted inside arrays too" },
      // Deep lists grow a hundredfold by it, and every method, path and time is tried with it.
      ...(indented.length <= 4 * raw.length ? [{ value: indented, note: "indented" }] : []),
      ...other,
    ]);
  } catch {
    return distinct(other);
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

function methodVariants(method: string): Variant<string>[] {
  const upper = method.toUpperCase();
  return distinct([
    { value: upper, note: undefined },
    { value: upper.toLowerCase(), note: "in small letters" },
    { value: "POST", note: "as POST" },
    { value: "GET", note: "as GET" },
  ]);
}

function timestampVariants(timestamp: string): Variant<string>[] {
  const ms = /^\d{1,16}$/.test(timestamp) ? Number(timestamp) : Date.parse(timestamp);
  if (Number.isNaN(ms)) return [{ value: timestamp, note: undefined }];
  return distinct([
    { value: timestamp, note: undefined },
    { value: String(Math.floor(ms / 1_000)), note: "in seconds" },
    { value: String(ms * 1_000), note: "in milliseconds where the header holds seconds" },
    { value: String(ms), note: "in milliseconds where the header holds a date" },
  ]);
}

/** The keys that a secret's text may have been made into. */
function keyVariants(value: string): Variant<string | Buffer>[] {
  return [
    { value, note: undefined },
    { value: value.trim(), note: "without the white space around it" },
    { value: `${value}\n`, note: "with a line end behind it" },
    { value: Buffer.from(value, "base64"), note: "decoded from base64" },
    { value: Buffer.from(value, "hex"), note: "decoded from hexadecimal" },
  ];
}
