/** How else a request may have been signed: each way in which senders, proxies and people get a signature wrong. */

import { parseObject, textOf } from "../../../contract/exact-json.ts";
import { canonicalBody, NO_BODY, signedUserPaths } from "../../../contract/signature.ts";
import type { SecretValue } from "../../../secrets/secret-documents.ts";

/** One way to read a part of a request. `note` says what it differs in; undefined is the right way. */
export interface Variant<T> {
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
export function pathVariants(captured: string): Variant<string>[] {
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
export function bodyVariants(body: Buffer): Variant<string>[] {
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

export function methodVariants(method: string): Variant<string>[] {
  const upper = method.toUpperCase();
  return distinct([
    { value: upper, note: undefined },
    { value: upper.toLowerCase(), note: "in small letters" },
    { value: "POST", note: "as POST" },
    { value: "GET", note: "as GET" },
  ]);
}

export function timestampVariants(timestamp: string): Variant<string>[] {
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
export function keyVariants(value: string): Variant<string | Buffer>[] {
  return [
    { value, note: undefined },
    { value: value.trim(), note: "without the white space around it" },
    { value: `${value}\n`, note: "with a line end behind it" },
    { value: Buffer.from(value, "base64"), note: "decoded from base64" },
    { value: Buffer.from(value, "hex"), note: "decoded from hexadecimal" },
  ];
}
