/** receive-webhook: its answer to any body is the consumer's judgement. */

import { Hash, Hmac } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { handler, receiveWebhook } from "../../functions/receive-webhook.ts";
import { parseObjectExactly, textOf } from "../../lib/contract/exact-json.ts";
import { canonicalBody, sign } from "../../lib/contract/signature.ts";
import { readWebhook } from "../../lib/contract/webhook.ts";
import { decodeDelivery, type WebhookDelivery } from "../../lib/intake/envelope.ts";
import { oddNumber } from "../lib/contract/odd-numbers.ts";
import { INTAKE_ENVIRONMENT } from "../support/intake-environment.ts";
import { lambdaContext } from "../support/lambda.ts";
import { mockClient } from "../support/mock-client.ts";
import { notificationBody } from "../support/notifications.ts";

const manager = mockClient(SecretsManagerClient);
const sqs = mockClient(SQSClient);
const SECRET = "invented-secret";
const PROJECTS = [
  { id: 1, mexico: false },
  { id: 2, mexico: true },
];

let printed: string[] = [];

beforeAll(() => {
  for (const [name, value] of Object.entries(INTAKE_ENVIRONMENT)) vi.stubEnv(name, value);
  manager.on(GetSecretValueCommand).resolves({
    SecretString: JSON.stringify({
      1: { webhookSecrets: [{ value: SECRET }] },
      2: { webhookSecrets: [{ value: SECRET }] },
    }),
  });
  vi.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(String(line)) > 0);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  manager.restore();
  sqs.restore();
});
beforeEach(() => {
  printed = [];
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({});
});

/** Characters or bytes of what a method was given. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return value instanceof Uint8Array ? value.byteLength : 0;
}

interface Changes {
  headers?: Record<string, string> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
  pathParameters?: null;
}

function eventOf(text: string, changes: Changes = {}) {
  return {
    rawPath: "/webhook",
    headers: signedHeaders(text),
    body: text,
    isBase64Encoded: false,
    requestContext: { requestId: "request-1", timeEpoch: Date.now(), http: { method: "POST" } },
    ...changes,
  };
}

/** A signature of the right form and time for any text; it fits only where the text is a JSON object. */
function signedHeaders(text: string): Record<string, string> {
  const timestamp = String(Date.now());
  let canonical = "{}";
  try {
    canonical = canonicalBody(parseObjectExactlyAsDoubles(text));
  } catch {
    // A body that is not JSON cannot be signed.
  }
  const parts = { method: "POST", path: "/webhook", canonicalBody: canonical, timestamp };
  return { "x-wavynode-hmac": sign(parts, SECRET), "x-wavynode-timestamp": timestamp };
}

function parseObjectExactlyAsDoubles(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("no object");
  return { ...value };
}

async function post(text: string, changes: Changes = {}): Promise<{ status: number; body: string }> {
  const { statusCode = 0, body = "" } = await handler(eventOf(text, changes), lambdaContext());
  return { status: statusCode, body };
}

function queued(): WebhookDelivery | undefined {
  const [call] = sqs.commandCalls(SendMessageCommand);
  return call === undefined ? undefined : decodeDelivery(call.args[0].input.MessageBody ?? "");
}

const counts = () => printed.map((line) => JSON.parse(line)).filter((line) => "_aws" in line);

describe("an authentic body", () => {
  /** An authentic request of project 1, and the message that the queue was given. */
  function receive(json: Record<string, unknown> | undefined, enqueue: () => Promise<unknown>) {
    const body = Buffer.from(JSON.stringify(json) ?? "no JSON");
    const request = {
      requestId: "request-1",
      receivedAt: 1_000,
      signedAt: 0,
      method: "POST",
      path: "/webhook",
      pathParameters: {},
      headers: {},
      projectIds: [1] as const,
      body,
      json: () => json,
    };
    const messages: string[] = [];
    const answer = receiveWebhook(request, {
      enqueue: (message) => {
        messages.push(message);
        return enqueue();
      },
    });
    return { answer, messages, body };
  }

  it("is answered with 200 only after the queue has it, whole", async () => {
    const taken = Promise.withResolvers<void>();
    const { answer, messages, body } = receive(notificationBody(), () => taken.promise);
    const first = await Promise.race([answer, setImmediate("not answered yet")]);
    expect(first).toBe("not answered yet");
    taken.resolve();
    expect(await answer).toMatchObject({ statusCode: 200, body: '{"success":true}' });
    expect(messages.map((message) => decodeDelivery(message))).toMatchObject([
      {
        deliveryId: "request-1",
        receivedAt: "1970-01-01T00:00:01.000Z",
        signedAt: "1970-01-01T00:00:00.000Z",
        projectId: 1,
        body,
      },
    ]);
  });

  it("is answered with 503 where the queue refuses it", async () => {
    const { answer } = receive(notificationBody(), () => Promise.reject(new Error("no queue")));
    await expect(answer).rejects.toMatchObject({ status: 503 });
  });

  it.each([
    ["an object of another shape", { type: "something else" }],
    ["no JSON object, as another authentication lets pass", undefined],
  ])("is queued and answered with 400 where it is %s", async (_, json) => {
    const { answer, messages, body } = receive(json, () => Promise.resolve());
    await expect(answer).rejects.toMatchObject({ status: 400, issues: expect.anything() });
    expect(messages.map((message) => decodeDelivery(message).body)).toEqual([body]);
  });
});

describe("endpoint and consumer", () => {
  const FIELDS = [
    '"id":@',
    '"projectId":@',
    '"chainId":@',
    '"address":{"id":@',
    '"value":@',
    '"usd":@',
    '"decimals":@',
  ];

  async function agrees(field: string, number: string): Promise<void> {
    sqs.resetHistory();
    const name = field.replace("@", "");
    const text = JSON.stringify(notificationBody({})).replace(
      new RegExp(`${name.replace("{", "\\{")}[\\d.]+`),
      `${name}${number}`,
    );
    expect(text).toContain(`${name}${number}`);
    const { status } = await post(text);
    const delivery = queued();
    const exact = parseObjectExactly(textOf(delivery?.body ?? Buffer.alloc(0)));
    const { valid } = readWebhook(exact, [delivery?.projectId ?? 0]);
    expect([text, status]).toEqual([text, valid ? 200 : 400]);
  }

  it.each([
    ['"value":@', `1.${"0".repeat(120)}`],
    ['"value":@', "0.99999999999999999999"],
    ['"value":@', "9".repeat(78)],
    ['"value":@', "1.00000000000000000001"],
    ['"usd":@', `3000.${"0".repeat(120)}`],
    ['"decimals":@', "17.999999999999999999999"],
    ['"projectId":@', "1.00000000000000000001"],
    ['"projectId":@', "0.99999999999999999999"],
    ['"id":@', "1e77"],
    ['"id":@', "1e78"],
  ])("read a number alike: %s as %s", agrees);

  it("read a number alike in any field, however it is spelt", async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom(...FIELDS), oddNumber, agrees), { numRuns: 500 });
  });
});

describe("one secret of two projects", () => {
  it("leaves it to the body which of them a notification is of", async () => {
    for (const projectId of [1, 2]) {
      sqs.resetHistory();
      expect((await post(JSON.stringify(notificationBody({ projectId })))).status).toBe(200);
      expect(queued()?.projectId).toBe(projectId);
    }
  });

  it("does not let the body speak for a third", async () => {
    expect((await post(JSON.stringify(notificationBody({ projectId: 3 })))).status).toBe(400);
    expect(queued()?.projectId).toBe(1);
  });
});

describe("what is looked at first", () => {
  const UNAUTHENTICATED = '{"success":false,"message":"The request is not authenticated."}';

  it.each([
    ["without headers", null],
    ["of the wrong form", { "x-wavynode-hmac": "x", "x-wavynode-timestamp": String(Date.now()) }],
    ["that is stale", { "x-wavynode-hmac": `${"A".repeat(43)}=`, "x-wavynode-timestamp": "1" }],
  ])("is the signature: one %s is refused before the body is decoded", async (_, headers) => {
    const large = "A".repeat(6_000_000);
    const spies = [vi.spyOn(Buffer, "from"), vi.spyOn(Buffer, "byteLength"), vi.spyOn(JSON, "parse")];
    const { status, body } = await post("", { headers, body: large, isBase64Encoded: true });
    const calls: unknown[][] = spies.flatMap((spy): unknown[][] => spy.mock.calls);
    const touched = calls.filter((args) => args.includes(large));
    for (const spy of spies) spy.mockRestore();
    expect([status, body, touched.length]).toEqual([401, UNAUTHENTICATED, 0]);
    expect(counts()).toMatchObject([{ SignatureMalformedOrStale: 1 }]);
  });

  it("is then the size: a body over 264 KiB is refused unread, and one of exactly that is read", async () => {
    const spaces = (bytes: number) => " ".repeat(bytes);
    const large = await post("{}", { body: spaces(270_337) });
    expect([large.status, JSON.parse(large.body).message]).toEqual([
      413,
      "The body is larger than 262144 bytes.",
    ]);
    expect(counts()).toMatchObject([{ RequestTooLarge: 1 }]);
    const inBase64 = Buffer.from(spaces(270_337)).toString("base64");
    expect((await post("{}", { body: inBase64, isBase64Encoded: true })).status).toBe(413);
    expect((await post("{}", { body: "é".repeat(135_169) })).status).toBe(413);
    expect((await post("{}", { body: spaces(270_336) })).status).toBe(400);
  });

  it.each([
    ["no JSON", "{", "The body is not JSON."],
    ["a list", "[]", "The body is not a JSON object."],
    ["100,000 deep", "[".repeat(100_000), "The body is nested deeper than 64 levels."],
  ])("is then whether it can be read: %s", async (_, text, message) => {
    const { status, body } = await post(text);
    expect([status, JSON.parse(body)]).toEqual([400, { success: false, message }]);
    expect(queued()).toBeUndefined();
  });

  it("and what is too large is counted apart where its signature fits", async () => {
    const text = JSON.stringify({ a: "x".repeat(262_145) });
    expect((await post(text)).status).toBe(413);
    expect(counts()).toMatchObject([{ WebhookOversized: 1 }]);
    expect(counts()[0]).not.toHaveProperty("RequestTooLarge");
    expect((await post(text, { headers: signedHeaders("{}") })).status).toBe(401);
    expect(counts()[1]).toMatchObject({ SignatureMismatch: 1 });
    expect(counts()[1]).not.toHaveProperty("WebhookOversized");
  });

  it("and a false signature has its body hashed once for each secret", async () => {
    const text = JSON.stringify({ a: "x".repeat(200_000) });
    const event = eventOf(text, { headers: signedHeaders("{}") });
    // The first one has the secrets read again, in case that one is new.
    await handler(event, lambdaContext());
    const spy = vi.spyOn(Hmac.prototype, "update");
    await handler(event, lambdaContext());
    const hashed = spy.mock.calls.filter(([hashedText]) => hashedText.toString().includes("xxx")).length;
    spy.mockRestore();
    expect(hashed).toBe(PROJECTS.length);
  });

  it.each([
    ["no signature", {}],
    ["a malformed one", { "x-wavynode-hmac": "A".repeat(100), "x-wavynode-timestamp": String(Date.now()) }],
    ["a stale one", { "x-wavynode-hmac": `${"A".repeat(43)}=`, "x-wavynode-timestamp": "1" }],
  ])("and with %s nothing of the body is read, decoded or hashed", async (_, headers) => {
    const event = eventOf(JSON.stringify({ a: "x".repeat(200_000) }), { headers });
    const readings = [
      vi.spyOn(JSON, "parse"),
      vi.spyOn(Buffer, "from"),
      vi.spyOn(TextDecoder.prototype, "decode"),
      vi.spyOn(TextEncoder.prototype, "encode"),
      vi.spyOn(Hmac.prototype, "update"),
      vi.spyOn(Hash.prototype, "update"),
    ];
    const reply = await handler(event, lambdaContext());
    const longest = readings.map((spy) => Math.max(0, ...spy.mock.calls.map(([read]) => lengthOf(read))));
    for (const spy of readings) spy.mockRestore();
    expect(reply).toMatchObject({ statusCode: 401 });
    expect(Math.max(...longest)).toBeLessThan(65_536);
  });

  it("and a fresh signature of another secret is counted apart", async () => {
    const text = JSON.stringify(notificationBody({}));
    const headers = signedHeaders('{"something":"else"}');
    expect((await post(text, { headers })).status).toBe(401);
    expect(counts()).toMatchObject([{ SignatureMismatch: 1 }]);
    expect(counts()[0]).not.toHaveProperty("SignatureMalformedOrStale");
  });

  it("takes what is null for absent", async () => {
    expect((await post("", { body: null, headers: null, pathParameters: null })).status).toBe(401);
    const { status, body } = await post("", { body: null, pathParameters: null });
    expect([status, JSON.parse(body).message]).toEqual([400, "The body is not JSON."]);
  });
});

it("logs the step, the place and the fields of an unexpected error, but no value", async () => {
  const event = { ...eventOf("{}"), requestContext: "invented-value" };
  expect(await handler(event, lambdaContext())).toMatchObject({
    statusCode: 500,
    body: '{"success":false,"message":"An unforeseen error. Send the request again later."}',
  });
  const line = JSON.parse(printed.find((printedLine) => printedLine.includes("unforeseen")) ?? "{}");
  expect(line).toMatchObject({
    level: "ERROR",
    message: "an unforeseen error",
    step: "reading the request",
    error: expect.stringContaining("Error"),
    at: expect.stringMatching(/^[\w.$<> ]+ ?\([\w.-]+:\d+:\d+\)$/),
    paths: ["requestContext"],
  });
  expect(printed.join("")).not.toContain("invented-value");
});
