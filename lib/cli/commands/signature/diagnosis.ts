/** Why a request's signature fails: each known mistake is tried alone, and together with each other one. */

import { createHmac } from "node:crypto";
import { isObject, parseObject, UnreadableJsonError } from "../../../contract/exact-json.ts";
import * as contract from "../../../contract/signature.ts";
import { compareTexts } from "../../../i18n/text/compare-texts.ts";
import type { SecretValue } from "../../../settings/secrets/secret-documents.ts";
import { decoded } from "../../core/percent-encoding.ts";

/** Header names are in lower case, the path is as it was captured. */
export interface CapturedRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A secret that may have signed. */
export interface Candidate extends SecretValue {
  project: number;
}

interface Finding {
  part: string;
  ok?: true;
  text: string;
}

/** The parts of a signature. */
interface Signed {
  method: string;
  path: string;
  body: string;
  clock: string;
  secret(value: string): string | Buffer;
}

/** A part that was signed in another way than the right one; one without a text is right too. */
type Way = readonly [change: Partial<Signed>, text: string];

/** Everything that is wrong, and what is right. @param at time of the receipt, in milliseconds since 1970 */
export function diagnose(request: CapturedRequest, candidates: readonly Candidate[], at: number): Finding[] {
  const { [contract.SIGNATURE_HEADER]: signature, [contract.TIMESTAMP_HEADER]: timestamp } = request.headers;
  if (signature === undefined || timestamp === undefined) {
    const needed = [contract.SIGNATURE_HEADER, contract.TIMESTAMP_HEADER];
    const missing = needed.filter((name) => request.headers[name] === undefined);
    return [{ part: "headers", text: `it has no ${missing.join(" and no ")}` }];
  }
  const digest = Buffer.from(signature, /^[0-9a-f]{64}$/i.test(signature) ? "hex" : "base64");
  const { candidate, findings } = explanation(request, timestamp, candidates, digest);
  const route = `${request.method.toUpperCase()} ${withoutQuery(request.path)}`;
  if (!/^(POST \/webhook|GET \/users\/[^/]+)$/i.test(route))
    findings.push({
      part: "path",
      text: `${route.slice(0, 200)} is answered with 404: the service calls POST /webhook and GET /users/{userId}. Correct the URL in its dashboard, then verify the signature of the next call`,
    });
  if (!contract.isSignature(signature))
    findings.push({ part: "signature", text: "it is not in base64, which has 44 characters for 32 bytes" });
  if (candidate !== undefined) findings.push(secretFinding(candidate, at));
  else if (findings.length === 0) findings.push(unknownSecret(candidates));
  return [clockFinding(timestamp, at), ...findings];
}

function clockFinding(timestamp: string, at: number): Finding {
  const part = "clock";
  if (!/^\d{1,16}$/.test(timestamp))
    return { part, text: "the timestamp is not milliseconds since 1970, digits only" };
  if (contract.isFresh(`${timestamp}000`, at))
    return { part, text: "the timestamp is in seconds; it must be in milliseconds" };
  const late = Math.round((at - Number(timestamp)) / 1_000);
  const apart = `${Math.abs(late).toLocaleString("en-US")} s ${late < 0 ? "after" : "before"} it was received`;
  return contract.isFresh(timestamp, at)
    ? { part, ok: true, text: `signed ${apart}` }
    : { part, text: `signed ${apart}: a clock is wrong, or it was sent late or again` };
}

function secretFinding({ project, until }: Candidate, at: number): Finding {
  const part = "secret";
  if (until === undefined) return { part, ok: true, text: `the current one of project ${project}` };
  if (Date.parse(until) > at)
    return { part, ok: true, text: `an older one of project ${project}, accepted until ${until}` };
  return { part, text: `one of project ${project} that ended at ${until}: the service still signs with it` };
}

function unknownSecret(candidates: readonly Candidate[]): Finding {
  const tried = [...new Set(candidates.map(({ project }) => project))].join(", ");
  const text =
    tried === ""
      ? 'no webhook secret is set: set one with "vigia secrets set"'
      : `no secret of project ${tried} gives this signature in any known way. Compare the secret with the service's dashboard; if it is the same, a proxy changes the path or the body`;
  return { part: "secret", text };
}

/** The secret that signed, if any did, and what was wrong: nothing, one mistake or two. */
function explanation(
  request: CapturedRequest,
  timestamp: string,
  candidates: readonly Candidate[],
  digest: Buffer,
): { candidate?: Candidate; findings: Finding[] } {
  const json = readBody(request.body);
  if (json === undefined)
    return { findings: [{ part: "body", text: "it is no JSON object, and answered with 400" }] };
  const right: Signed = {
    method: request.method.toUpperCase(),
    path: withoutQuery(request.path).toLowerCase(),
    body: contract.canonicalBody(json),
    clock: timestamp,
    secret: (value) => value,
  };
  const rightWays = waysOf(request, right, json);
  const two = rightWays.flatMap((first, at) => rightWays.slice(at + 1).map((second) => [first, second]));
  for (const ways of [[], ...rightWays.map((way) => [way]), ...two]) {
    const [first, second] = ways.map(([change]) => change);
    const { method, path, body, clock, secret } = { ...right, ...first, ...second };
    const message = [method, path, body, clock].join("::");
    const isFitting = ({ value }: Candidate) =>
      createHmac("sha256", secret(value)).update(message).digest().equals(digest);
    const candidate = candidates.find(isFitting);
    if (candidate !== undefined) return { candidate, findings: ways.flatMap(findingsOf) };
  }
  return { findings: [] };
}

function findingsOf([change, text]: Way): Finding[] {
  return text === "" ? [] : Object.keys(change).map((part) => ({ part, text }));
}

function waysOf({ path, body }: CapturedRequest, right: Signed, json: Record<string, unknown>): Way[] {
  const userId = decoded(withoutQuery(path).replace(/^\/users\//, ""));
  const segments = right.path.split("/").slice(2);
  const ends = segments.map((_, at) => `/${segments.slice(at).join("/")}`);
  return [
    ...contract
      .signedUserPaths(right.path, userId)
      .map((encoded): Way => [{ path: encoded.toLowerCase() }, ""]),
    [{ path: path.toLowerCase() }, "signed with its query"],
    [{ path: withoutQuery(path) }, "not signed in lower case"],
    [{ path: `${right.path}/` }, "signed with a slash at its end"],
    [{ path: decoded(right.path) }, "signed decoded"],
    ...ends.map((end): Way => [{ path: end }, `signed as ${end}: something before it was added on the way`]),
    ...["/webhook", "/v1/webhook", `/v1${right.path}`, "/"].map(
      (other): Way => [{ path: other }, `signed as ${other}`],
    ),
    [{ method: right.method.toLowerCase() }, "signed in lower case"],
    [{ body: JSON.stringify(json) }, "signed without its keys sorted"],
    [{ body: JSON.stringify(json, sortedKeys) }, "signed with the keys sorted inside arrays too"],
    [{ body }, "signed as it was sent, not with its keys sorted"],
    [{ body: contract.NO_BODY }, "signed as {}, without the body"],
    [{ body: "" }, "signed as nothing, where a request without a body signs {}"],
    [{ clock: right.clock.slice(0, -3) }, "signed in seconds"],
    [{ clock: `${right.clock}000` }, "signed in milliseconds where the header holds seconds"],
    [{ secret: (value) => value.trim() }, "used without the white space around it"],
    [{ secret: (value) => `${value}\n` }, "used with a line end behind it"],
    [{ secret: (value) => Buffer.from(value, "base64") }, "used decoded from base64"],
    [{ secret: (value) => Buffer.from(value, "hex") }, "used decoded from hexadecimal"],
  ];
}

function sortedKeys(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareTexts(a, b)));
}

function withoutQuery(path: string): string {
  return path.replace(/[?#].*$/s, "");
}

/** The body as an object, `{}` if it is empty; undefined if it is something else. */
function readBody(body: string): Record<string, unknown> | undefined {
  try {
    return parseObject(body || contract.NO_BODY);
  } catch (error) {
    if (error instanceof UnreadableJsonError) return undefined;
    throw error;
  }
}
