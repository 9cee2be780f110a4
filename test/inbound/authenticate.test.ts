import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { inboundDocument } from "../../lib/aws/secret-documents.ts";
import { SecretDocument } from "../../lib/aws/secrets.ts";
import type { Authentication } from "../../lib/env.ts";
import { authenticate } from "../../lib/inbound/authenticate.ts";
import type { InboundRequest } from "../../lib/inbound/http-event.ts";

const manager = mockClient(SecretsManagerClient);
const NOW = 1757050233763;
const MINUTE = 60_000;

/** The known signature of GET /users/123 at {@link NOW} under this secret. */
const SECRET = "not-a-real-secret-0123456789abcd";
const SIGNATURE = "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo=";

let secret: SecretDocument<typeof inboundDocument>;

beforeEach(() => {
  manager.reset();
  holds({ 2: { webhookSecrets: [{ value: "another" }, { value: SECRET }] } });
  secret = new SecretDocument(
    "inbound",
    inboundDocument,
    1,
    new SecretsManagerClient({ region: "us-east-1" }),
  );
});

function holds(document: unknown): void {
  manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(document) });
}

function ask(headers: InboundRequest["headers"], mode: Authentication = "signature", now = NOW) {
  const request: InboundRequest = {
    requestId: "r",
    receivedAt: now,
    method: "GET",
    path: "/users/123",
    pathParameters: {},
    headers,
    body: Buffer.alloc(0),
  };
  const projects = [
    { id: 1, mexico: false },
    { id: 2, mexico: false },
  ];
  const settings = { mode, signatureHeader: "X-Hmac", timestampHeader: "X-Time", projects, secret };
  return authenticate(request, ["/users/123"], "{}", settings, now);
}

const signed = { "x-hmac": SIGNATURE, "x-time": String(NOW) };

describe("under signature", () => {
  it("knows the project whose secret signed, by headers of any configured name", async () => {
    expect(await ask(signed)).toEqual({ projectId: 2 });
  });

  it.each([
    ["no headers", {}],
    ["no timestamp", { "x-hmac": SIGNATURE }],
    ["no signature", { "x-time": String(NOW) }],
    ["a timestamp that is almost a number", { ...signed, "x-time": ` ${NOW}` }],
    ["a timestamp with a sign", { ...signed, "x-time": `+${NOW}` }],
    ["a timestamp in another notation", { ...signed, "x-time": "1.757050233763e12" }],
    ["a signature given twice", { ...signed, "x-hmac": `${SIGNATURE},${SIGNATURE}` }],
    ["a signature in other letters of 44 characters", { ...signed, "x-hmac": "é".repeat(44) }],
    ["an empty signature", { ...signed, "x-hmac": "" }],
    ["an API key instead", { "x-api-key": `ApiKey ${SECRET}` }],
  ])("knows nobody by %s", async (_, headers) => {
    expect(await ask(headers)).toBeUndefined();
  });

  it("takes five minutes either way, and not a millisecond more", async () => {
    expect(await ask(signed, "signature", NOW + 5 * MINUTE)).toBeDefined();
    expect(await ask(signed, "signature", NOW + 5 * MINUTE + 1)).toBeUndefined();
    expect(await ask(signed, "signature", NOW - 5 * MINUTE)).toBeDefined();
    expect(await ask(signed, "signature", NOW - 5 * MINUTE - 1)).toBeUndefined();
  });

  it("learns of a new secret at the first request that it signs", async () => {
    holds({ 1: { webhookSecrets: [{ value: "old" }] } });
    expect(await ask({}, "signature", NOW - MINUTE)).toBeUndefined();
    holds({ 1: { webhookSecrets: [{ value: SECRET }] } });
    expect(await ask(signed)).toEqual({ projectId: 1 });
  });

  it("says that no secret is set, and what to run, rather than that the caller is unknown", async () => {
    holds({});
    await expect(ask(signed)).rejects.toThrow('run "vigia secrets set --project <id> --kind webhook"');
  });
});

describe("under api-key", () => {
  it.each(["x-api-key", "x-api-header"])("knows the project by its secret in %s", async (name) => {
    expect(await ask({ [name]: `ApiKey ${SECRET}` }, "api-key")).toEqual({ projectId: 2 });
  });

  it("knows nobody by a wrong key, a bare key or a signature", async () => {
    expect(await ask({ "x-api-key": "ApiKey wrong" }, "api-key")).toBeUndefined();
    expect(await ask({ "x-api-key": SECRET }, "api-key")).toBeUndefined();
    expect(await ask(signed, "api-key")).toBeUndefined();
  });
});

describe("under none", () => {
  it("takes everybody, of no project in particular, and reads no secret", async () => {
    expect(await ask({}, "none")).toEqual({ projectId: undefined });
    expect(manager.commandCalls(GetSecretValueCommand)).toHaveLength(0);
  });
});
