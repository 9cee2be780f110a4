/**
 * The property of large bodies: whoever cannot prove by time and shape of a signature that the body is worth reading is
 * refused before anything of it is decoded, parsed or hashed.
 */

import * as fc from "fast-check";
import { gatewayEvent, type Match } from "../../../../infra/local/http/gateway-event.ts";
import type { AwsStub } from "../aws-stub.ts";
import { canonicalText, readableBody, signatureOf } from "../checks/oracle.ts";
import { FuzzError, replyOf } from "../checks/reply-checks.ts";
import type { CountedSubject } from "../counted-subject.ts";
import { WEBHOOK_MATCH } from "../inputs/gateway-events.ts";
import { CANARY } from "../inputs/hostile-text.ts";
import { SECRETS } from "../inputs/signing.ts";
import { USERS_TABLE } from "./user-look-up.ts";

/** The largest body that is read. */
const MAX_READ_BYTES = 270_336;

/** Headers, the secret and the log are read for every request; a body of this property is at least twice as large. */
const MOST_WORK = 65_536;

/** API Gateway hands over no larger one: Lambda takes events of 6 MB, and base64 adds a third. */
const SIZES = [
  131_072,
  262_145,
  MAX_READ_BYTES,
  MAX_READ_BYTES + 1,
  600_000,
  2_097_152,
  4_900_000,
  5_900_000,
];

const FILLINGS = ["a", "[", '{"a":', "é", "\\u0000", "1,", '"', " ", "\u0000"];

interface Large {
  text: string;
  base64: boolean;
}

const large: fc.Arbitrary<Large> = fc
  .tuple(
    fc.constantFrom(...SIZES.flatMap((size, index) => Array<number>(index < 5 ? 4 : 1).fill(size))),
    fc.constantFrom(...FILLINGS),
    fc.constantFrom('{"type":"error","data":"', '{"type":"notification","data":', "", "["),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([size, filling, head, closed, base64]) => {
    const whole = `{"type":"error","data":"${CANARY}${"x".repeat(size - 40)}"}`;
    const torn = `${head}${filling.repeat(Math.ceil(size / filling.length))}`.slice(0, size);
    const text = closed ? whole : torn;
    return { text: base64 ? Buffer.from(text).toString("base64").slice(0, 6_000_000) : text, base64 };
  });

/** Headers of somebody who could not have signed, given the time. */
type Unsigned = (now: number) => Record<string, string>;

const SHAPE = `${"A".repeat(43)}=`;

const unsigned: fc.Arbitrary<Unsigned> = fc.constantFrom<Unsigned>(
  () => ({}),
  (now) => ({ "x-wavynode-timestamp": String(now) }),
  () => ({ "x-wavynode-hmac": SHAPE }),
  (now) => ({ "x-wavynode-hmac": "", "x-wavynode-timestamp": String(now) }),
  (now) => ({ "x-wavynode-hmac": SHAPE.slice(1), "x-wavynode-timestamp": String(now) }),
  (now) => ({ "x-wavynode-hmac": `${SHAPE}A`, "x-wavynode-timestamp": String(now) }),
  (now) => ({ "x-wavynode-hmac": "é".repeat(22), "x-wavynode-timestamp": String(now) }),
  (now) => ({ "x-wavynode-hmac": "!".repeat(44), "x-wavynode-timestamp": String(now) }),
  (now) => ({ "x-wavynode-hmac": SHAPE, "x-wavynode-timestamp": String(now - 400_000) }),
  (now) => ({ "x-wavynode-hmac": SHAPE, "x-wavynode-timestamp": String(now + 400_000) }),
  () => ({ "x-wavynode-hmac": SHAPE, "x-wavynode-timestamp": "" }),
  (now) => ({ "x-wavynode-hmac": SHAPE, "x-wavynode-timestamp": `${now}.0` }),
  () => ({ "x-wavynode-hmac": SHAPE, "x-wavynode-timestamp": "NaN" }),
  () => ({ "x-api-key": "ApiKey x", authorization: "Bearer x" }),
);

const LOOK_UP_MATCH: Match = {
  route: { key: "GET /users/{userId}", functionArn: "", sourceArn: "", timeoutMs: 30_000 },
  pathParameters: { userId: "u-1" },
};

/** Who sends it: nobody, somebody with a signature that only looks like one, or the service itself. */
const sender = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant("nobody" as const), unsigned) },
  { weight: 2, arbitrary: fc.constant(["forger", undefined] as const) },
  { weight: 1, arbitrary: fc.constant(["service", undefined] as const) },
);

/** Sends large bodies to the webhook endpoint. */
export function unreadBodiesProperty(subject: CountedSubject, aws: AwsStub) {
  return fc.asyncProperty(large, sender, async (body, [who, headers]) => {
    const now = Date.now();
    const given = headers?.(now) ?? (who === "forger" ? forged(now) : signed("POST", "/webhook", body, now));
    await checkWebhookBody(
      largeEvent("POST", "/webhook", WEBHOOK_MATCH, body, given),
      who,
      body,
      subject,
      aws,
    );
  });
}

/** Sends bodies to the look-up endpoint, which has no use for any. */
export function lookUpBodiesProperty(subject: CountedSubject, aws: AwsStub) {
  return fc.asyncProperty(large, sender, async (body, [who, headers]) => {
    const now = Date.now();
    const given = headers?.(now) ?? (who === "forger" ? forged(now) : signed("GET", "/users/u-1", body, now));
    await checkLookUpBody(largeEvent("GET", "/users/u-1", LOOK_UP_MATCH, body, given), subject, aws);
  });
}

function forged(now: number): Record<string, string> {
  return { "x-wavynode-hmac": SHAPE, "x-wavynode-timestamp": String(now) };
}

function signed(method: string, path: string, { text, base64 }: Large, now: number): Record<string, string> {
  const value = readableBody(Buffer.from(text, base64 ? "base64" : "utf8"))?.value ?? {};
  const secret = SECRETS[0]?.value ?? "";
  return {
    "x-wavynode-hmac": signatureOf(method, path, canonicalText(value), String(now), secret),
    "x-wavynode-timestamp": String(now),
  };
}

function largeEvent(
  method: string,
  path: string,
  match: Match,
  { text, base64 }: Large,
  headers: Record<string, string>,
) {
  const rawHeaders = ["content-type", "application/json", ...Object.entries(headers).flat()];
  const request = {
    method,
    target: path,
    httpVersion: "HTTP/1.1",
    rawHeaders,
    body: Buffer.alloc(0),
    sourceIp: "127.0.0.1",
  };
  return { ...gatewayEvent(request, match, path, new Date()), body: text, isBase64Encoded: base64 };
}

async function checkWebhookBody(
  event: unknown,
  who: "nobody" | "forger" | "service",
  { text, base64 }: Large,
  subject: CountedSubject,
  aws: AwsStub,
): Promise<void> {
  aws.begin();
  const call = await subject.call(event);
  const { status } = replyOf(call);
  if (aws.activity.sent.length > 0 && who !== "service")
    throw new FuzzError("somebody who has not signed was queued");
  const bytes = base64 ? Buffer.byteLength(text, "base64") : Buffer.byteLength(text);
  if (who === "nobody") {
    if (status !== 401) throw new FuzzError(`unsigned, but answered ${status}`);
    checkUnread(call.work);
  } else if (bytes > MAX_READ_BYTES) {
    if (status !== 401 && status !== 413) throw new FuzzError(`too large to be read, but answered ${status}`);
    checkUnread(call.work);
  } else if (who === "forger" && status !== 401 && status !== 400) {
    throw new FuzzError(`signed by nobody, but answered ${status}`);
  }
  if (aws.activity.sent.length > 0 && bytes > 262_144) throw new FuzzError(`${bytes} bytes were queued`);
}

async function checkLookUpBody(event: unknown, subject: CountedSubject, aws: AwsStub): Promise<void> {
  aws.begin();
  const call = await subject.call(event);
  const { status } = replyOf(call);
  if (![400, 401, 413].includes(status)) throw new FuzzError(`a look-up with a body, but answered ${status}`);
  if ((aws.activity.reads.get(USERS_TABLE) ?? 0) > 0)
    throw new FuzzError("a look-up with a body read the table");
  checkUnread(call.work);
}

function checkUnread(work: Record<string, number>): void {
  for (const [kind, size] of Object.entries(work))
    if (size > MOST_WORK) throw new FuzzError(`${kind} ${size} characters before the refusal`);
}
