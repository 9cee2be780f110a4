/**
 * The properties of both endpoints: what is signed is queued or answered, what is not is refused and does nothing, and what was changed
 * after it was signed is one or the other. No answer is a 5xx, and none repeats what was sent.
 */

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import * as z from "zod/mini";
import {
  decodedPath,
  GatewayError,
  gatewayEvent,
  headersOf,
  type Match,
  matchRoute,
} from "../../../infra/local/http/gateway.ts";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../lib/contract/signature.ts";
import { TEST_PROJECT } from "../../../lib/contract/test-project.ts";
import { userId as userIdSchema } from "../../../lib/contract/user.ts";
import { anyText } from "../../support/any-text.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { body, edited, escaped, MOST_KEPT_BYTES, notificationText, type Put } from "./bodies.ts";
import { FuzzError } from "./finding.ts";
import { checkPrinted } from "./printed.ts";
import {
  type Authenticity,
  authenticationHeaders,
  bytesOf,
  contentType,
  corruptSignature,
  corruptTimestamp,
  type EndpointEvent,
  isShallow,
  objectIn,
  otherHeaders,
  type RawHeaders,
  type Signing,
  signing,
} from "./signing.ts";
import type { Stack } from "./stack.ts";
import { CANARY, weighted } from "./texts.ts";

interface EndpointRequest {
  method: string;
  path: string;
  match: Match;
  headers: RawHeaders;
  body: Buffer;
}

/** A request as API Gateway hands it over, and how it was signed. */
interface SignedEvent {
  event: EndpointEvent;
  authenticity: Authenticity;
}

function eventOf(
  { method, path, match, headers, body }: EndpointRequest,
  how: Signing,
  signedPath = path,
): SignedEvent {
  const wire = { method, target: path, httpVersion: "HTTP/1.1", body, sourceIp: "127.0.0.1" };
  const event: EndpointEvent = gatewayEvent({ ...wire, rawHeaders: headers }, match, path, new Date());
  const { headers: proof, authenticity } = authenticationHeaders(how, {
    method,
    path: signedPath,
    body: bytesOf(event),
  });
  return { event: { ...event, headers: headersOf({ rawHeaders: [...headers, ...proof] }) }, authenticity };
}

function match(key: string, pathParameters: Record<string, string> = {}): Match {
  return { route: { key, functionArn: "", timeoutMs: 30_000 }, pathParameters };
}

/** The event of a webhook. */
export function webhookEvent(body: Buffer, how: Signing, headers: RawHeaders = []) {
  return eventOf({ method: "POST", path: "/webhook", match: match("POST /webhook"), headers, body }, how);
}

/** Around what is read, and far past it: Lambda takes events of 6 MB, and base64 adds a third. */
const SIZES = [131_072, 262_145, 270_336, 270_337, 600_000];
const LARGEST = [2_097_152, 4_300_000];

/** Bodies of which nothing may be read, closed or not, unless they are signed. */
const large = fc
  .tuple(
    weighted([10, fc.constantFrom(...SIZES)], [1, fc.constantFrom(...LARGEST)]),
    fc.constantFrom("a", "[", '{"a":', "é", "\\u0000", "1,", '"', " ", "\u0000"),
    fc.constantFrom('{"type":"error","data":"', '{"type":"notification","data":', "", "["),
    fc.boolean(),
  )
  .map(([size, filling, head, isClosed]) =>
    isClosed
      ? Buffer.from(`{"type":"error","data":"${CANARY}${"x".repeat(size - 40)}"}`)
      : Buffer.from(`${head}${filling.repeat(Math.ceil(size / filling.length))}`).subarray(0, size),
  );

/** Changes of an event after it was signed. */
type Change = (event: EndpointEvent) => EndpointEvent;

const LEAVES = [null, true, false, 0, 1, -1, 2 ** 53, 1e21, "", "0", "illegal", "null", [], {}];

/** A value that says something else; it may turn out to say the same. */
const otherValue: fc.Arbitrary<Put> = fc
  .oneof(
    fc.constantFrom<unknown>(...LEAVES).map((leaf) => () => leaf),
    fc.constantFrom<(value: unknown) => unknown>(
      () => undefined,
      (value) => (typeof value === "number" ? value + 1 : value),
      (value) => (typeof value === "number" ? String(value) : value),
      (value) => (typeof value === "string" ? `${value}\u0000` : value),
      (value) => (typeof value === "string" ? value.toUpperCase() : value),
      (value) => (typeof value === "string" ? value.normalize("NFD") : value),
      (value) => (Array.isArray(value) ? value.toReversed() : turned(value)),
      (value) => (Array.isArray(value) ? [...value, null] : { added: value }),
    ),
  )
  .map((change) => (value) => JSON.stringify(change(value)));

/** Objects outside lists have their keys turned round, which the canonical form does not show. */
function turned(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const pairs = Object.entries(value).map(([name, inner]) => [name, turned(inner)] as const);
  return Object.fromEntries(pairs.reverse());
}

/** JSON text in other characters that say the same. */
const respelling = fc.constantFrom<(value: unknown) => string>(
  (value) => JSON.stringify(value, null, 2),
  (value) => ` ${JSON.stringify(value)}\r\n`,
  (value) => `\ufeff${JSON.stringify(value)}`,
  (value) => JSON.stringify(turned(value)),
  (value) => JSON.stringify(value).replace(/[a-z](?=[^"\\]*")/g, escaped),
  (value) => `{"type":"overruled by the last one",${JSON.stringify(value).slice(1)}`,
);

function inBody(change: (value: unknown) => string): Change {
  return (event) => {
    const bytes = Buffer.from(event.body ?? "");
    const value = event.isBase64Encoded || !isShallow(bytes) ? undefined : objectIn(bytes);
    return value === undefined ? event : { ...event, body: change(value) };
  };
}

function inHeader(name: string, spoil: (good: string) => string): Change {
  return (event) => {
    const value = event.headers[name];
    return value === undefined ? event : { ...event, headers: { ...event.headers, [name]: spoil(value) } };
  };
}

const METHODS = ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "POSTS", ""];
const PATHS = ["", "/webhook ", ..."/ /webhook/ /webhooks //webhook /users/1 /Webhook /WEBHOOK".split(" ")];

function withMethod(method: string): Change {
  return (event) => ({ ...event, requestContext: { ...event.requestContext, http: { method } } });
}

function withPath(rawPath: string): Change {
  return (event) => ({ ...event, rawPath });
}

const change: fc.Arbitrary<Change> = weighted(
  [1, fc.constantFrom(...METHODS).map(withMethod)],
  [1, fc.constantFrom(...PATHS).map(withPath)],
  [1, corruptTimestamp.map((spoil) => inHeader(TIMESTAMP_HEADER, spoil))],
  [1, corruptSignature.map((spoil) => inHeader(SIGNATURE_HEADER, spoil))],
  [3, fc.tuple(fc.nat(), otherValue).map((edit) => inBody((value) => edited(value, [edit])))],
  [2, respelling.map(inBody)],
);

/** Sends any request to the webhook endpoint. */
export function webhooks(stack: Stack) {
  const webhookRequest = fc.record({
    bytes: weighted([80, body], [40, notificationText.map((content) => Buffer.from(content))], [1, large]),
    headers: fc.tuple(contentType, otherHeaders).map((parts) => parts.flat()),
    how: signing,
    change: fc.option(change, { freq: 3 }),
  });
  return fc.asyncProperty(webhookRequest, async ({ bytes, headers, how, change: changed }) => {
    const { event, authenticity } = webhookEvent(bytes, how, headers);
    if (changed === null) await checkWebhook(event, authenticity, stack);
    else await checkWebhook(changed(event), { kind: "either" }, stack);
  });
}

async function checkWebhook(event: EndpointEvent, authenticity: Authenticity, stack: Stack): Promise<void> {
  stack.begin();
  const reply = replyOf(await stack.call("ReceiveWebhook", event), stack.printed);
  const queued = await stack.takeWebhooks();
  const bytes = bytesOf(event);
  if (reply.status === 200 && reply.body !== '{"success":true}')
    throw new FuzzError(`200 with ${reply.body}`);
  const hasIssues = reply.status !== 200 && checkRefusal(reply);
  const isQueued = reply.status === 200 || hasIssues;
  if (queued.length !== (isQueued ? 1 : 0))
    throw new FuzzError(
      `answered ${reply.status} ${reply.body.slice(0, 200)}, and queued ${queued.length} times`,
    );
  for (const text of queued) {
    const message = JSON.parse(text);
    if (!Buffer.from(message.body, "base64").equals(bytes)) throw new FuzzError("queued with other bytes");
    if (message.deliveryId !== event.requestContext.requestId)
      throw new FuzzError(`queued as ${message.deliveryId}`);
    if (authenticity.kind === "signed" && message.projectId !== authenticity.projectId)
      throw new FuzzError(`queued for project ${message.projectId}`);
  }
  if (![200, 400, 401, 413].includes(reply.status)) throw new FuzzError(`answered ${reply.status}`);
  if (isQueued && authenticity.kind === "unsigned") throw new FuzzError("queued without a signature");
  if (authenticity.kind !== "signed") return;
  const isKept = bytes.length <= MOST_KEPT_BYTES;
  if (isKept && isShallow(bytes) && objectIn(bytes) !== undefined && !isQueued)
    throw new FuzzError(`a signed object, but answered ${reply.status} ${reply.body}`);
  if (!isKept && reply.status !== 413 && reply.status !== 400)
    throw new FuzzError(`too large to be kept, but answered ${reply.status}`);
}

const reply = z.strictObject({
  statusCode: z.number(),
  headers: z.strictObject({
    "content-type": z.literal("application/json; charset=utf-8"),
    "cache-control": z.literal("no-store"),
  }),
  body: z.string(),
});

interface Reply {
  status: number;
  body: string;
}

/** The reply of a function. @throws {FuzzError} where it failed, or printed what it was sent */
function replyOf(result: unknown, printed: string, ...mayName: string[]): Reply {
  const reading = reply.safeParse(result);
  if (!reading.success)
    throw new FuzzError(`a reply of another form: ${JSON.stringify(result).slice(0, 300)}`);
  const { statusCode: status, body: text } = reading.data;
  if (status >= 500) throw new FuzzError(`status ${status}: ${text}; printed: ${printed}`);
  checkPrinted(printed, ...mayName);
  return { status, body: text };
}

const refusal = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  issues: z.optional(
    z.array(z.strictObject({ path: z.string(), message: z.string() })).check(z.maxLength(50)),
  ),
});

/** @returns whether it has issues @throws {FuzzError} where a refusal has another form, or repeats what was sent */
function checkRefusal({ status, body: text }: Reply): boolean {
  const reading = refusal.safeParse(JSON.parse(text));
  if (!reading.success || text.includes(CANARY))
    throw new FuzzError(`status ${status} with ${text.slice(0, 300)}`);
  return reading.data.issues !== undefined;
}

/** Ids as a company may have them, and as none should. */
const id = weighted(
  [4, fc.constantFrom(`u-${CANARY}`, "José García", "a@b:c,d;e=f&g", "漢字", "#1", "Straße", "İ")],
  [2, fc.constantFrom("50%", "a/b", "who?", ".", "..", "...", "%41", "%2541", "a%00b", "__proto__")],
  [1, fc.constantFrom("a\u0000b", "\u007f", "a\nb", "\u202e", "x".repeat(3_000), "é".repeat(1_025))],
  [3, fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 })],
  [2, anyText({ minLength: 1, maxLength: 8 })],
);

function everyByte(text: string): string {
  return Buffer.from(text).toString("hex").replace(/../g, "%$&");
}

const encoder = weighted(
  [6, fc.constant(encodeURIComponent)],
  [
    4,
    fc.constantFrom<(text: string) => string>(
      encodeURI,
      everyByte,
      (text) => everyByte(text).toUpperCase(),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => encodeURIComponent(text).replaceAll("%20", "+"),
      (text) => encodeURIComponent(text).toLowerCase(),
      (text) => encodeURIComponent(text).toUpperCase(),
      (text) => `other%2F..%2F${encodeURIComponent(text)}`,
    ),
  ],
  [
    2,
    fc
      .constantFrom("/", "?id=other", "%3Fid=other", ";v=1")
      .map((end) => (text: string) => `${encodeURIComponent(text)}${end}`),
  ],
);

const BROKEN = "/users/% /users/%zz /users/%25zz /users/%C0%80 /users/%ED%A0%80 /users/ /users//".split(" ");

/** The target of a request for a user, in every encoding that a client may think of. */
const userTarget: fc.Arbitrary<string> = weighted(
  [30, fc.tuple(id, encoder).map(([text, encode]) => `/users/${encode(text)}`)],
  [1, fc.constantFrom(...BROKEN)],
);

/** Signed part of a path. */
const SIGNED: readonly ((path: string, decoded: string, id: string) => string)[] = [
  (path) => path,
  (path) => path,
  (path) => path.toUpperCase(),
  (_, decoded) => decoded,
  (_, __, user) => `/users/${encodeURIComponent(user)}`,
  (_, __, user) => `/users/${encodeURI(user)}`,
];

/** Users in the table: the requested one, one whose id only looks the same, or none. */
const STORED: readonly ((id: string) => string | undefined)[] = [
  (path) => path,
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => path.toLowerCase(),
  () => undefined,
];

/** A mark in the record; only the reply to an authentic look-up may hold it. */
const PERSONAL = "pii9Z";

const RECORD = {
  ...INVENTED_USER,
  givenName: PERSONAL,
  paternalSurname: PERSONAL,
  email: `${PERSONAL}@example.com`,
  address: { ...INVENTED_USER.address, city: PERSONAL, street: PERSONAL },
};
const MEXICO = {
  curp: PERSONAL,
  actividadEconomica: 1,
  cuentaRelacionada: PERSONAL,
  monedaCuentaRelacionada: 1,
  documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: PERSONAL },
};

/** Sends any request to the look-up endpoint: who may ask is answered, and about no other user than they asked for. */
export function lookUps(stack: Stack) {
  const lookUpRequest = fc.record({
    target: userTarget,
    signed: fc.constantFrom(...SIGNED),
    stored: fc.constantFrom(...STORED),
    bytes: weighted([90, fc.constant(Buffer.alloc(0))], [9, body], [1, large]),
    headers: fc.tuple(contentType, otherHeaders).map((parts) => parts.flat()),
    how: signing,
  });
  return fc.asyncProperty(lookUpRequest, async ({ target, signed, stored, bytes, headers, how }) => {
    const route = routed(target);
    // The gateway itself answers.
    fc.pre(route !== undefined);
    const user = route.match.pathParameters["userId"] ?? "";
    const [path = ""] = target.split("?", 1);
    const request = { method: "GET", ...route, headers, body: bytes };
    const asksFor = { user, stored: stored(user), hasBody: bytes.length > 0 };
    await checkLookUp(eventOf(request, how, signed(path, route.path, user)), asksFor, stack);
  });
}

function routed(target: string): { path: string; match: Match } | undefined {
  try {
    const path = decodedPath(target.split("?", 1)[0] ?? "");
    return { path, match: matchRoute([match("GET /users/{userId}").route], "GET", path) };
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

interface LookUp {
  user: string;
  /** The id of the one user in the table. */
  stored: string | undefined;
  hasBody: boolean;
}

async function checkLookUp(
  { event, authenticity }: SignedEvent,
  { user, stored, hasBody }: LookUp,
  stack: Stack,
): Promise<void> {
  stack.begin();
  const { users } = stack.endpoints.tables;
  const isStorable = stored !== undefined && userIdSchema.safeParse(stored).success;
  if (isStorable) await stack.put(users, { ...RECORD, mexico: MEXICO, userId: stored });
  const result = await stack.call("GetUser", event);
  if (isStorable) await stack.remove(users, { userId: stored });
  if (stack.printed.includes(PERSONAL))
    throw new FuzzError(`printed personal data: ${stack.printed.slice(0, 300)}`);
  // The audit line of an authentic look-up names the id, as it should.
  const reply = replyOf(result, stack.printed, ...(authenticity.kind === "unsigned" ? [] : ["userId"]));
  if (reply.status !== 200) checkRefusal(reply);
  if (![200, 401, 404, 413].includes(reply.status)) throw new FuzzError(`answered ${reply.status}`);
  const isKnown = isStorable && stored === user;
  if (reply.status === 200 && !isKnown) throw new FuzzError(`not a known id, but answered ${reply.body}`);
  if (authenticity.kind === "unsigned" && reply.status !== 401 && reply.status !== 413)
    throw new FuzzError(`unsigned, but answered ${reply.status}`);
  if (authenticity.kind !== "signed" || reply.status !== 200) return;
  // The test project's secret finds no record that does not name that project.
  if (authenticity.projectId === TEST_PROJECT) throw new FuzzError("the test project found a user");
  const record = authenticity.projectId === 2 ? { ...RECORD, mexico: MEXICO } : RECORD;
  if (!isDeepStrictEqual(JSON.parse(reply.body), record)) throw new FuzzError(`answered ${reply.body}`);
  if (hasBody) throw new FuzzError("answered though it has a body");
}
