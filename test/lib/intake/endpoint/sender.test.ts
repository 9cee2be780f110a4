import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { beforeEach, describe, expect, it } from "vitest";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../../lib/contract/signature.ts";
import { readCredentials } from "../../../../lib/intake/endpoint/credentials.ts";
import type { InboundRequest } from "../../../../lib/intake/endpoint/http-event.ts";
import { findSender, type Sender } from "../../../../lib/intake/endpoint/sender.ts";
import type { Authentication } from "../../../../lib/settings/env.ts";
import { inboundDocument } from "../../../../lib/settings/secrets/secret-documents.ts";
import { SecretDocument } from "../../../../lib/settings/secrets/secrets.ts";
import { mockClient } from "../../../support/mock-client.ts";

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
  secret = new SecretDocument("inbound", inboundDocument, new SecretsManagerClient({ region: "us-east-1" }));
});

function holds(document: unknown): void {
  manager.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(document) });
}

async function ask(
  headers: InboundRequest["headers"],
  mode: Authentication = "signature",
  now = NOW,
): Promise<Sender | undefined> {
  const settings = { mode, projectIds: mode === "none" ? [1] : [1, 2, 0], secret };
  const credentials = readCredentials({ headers }, mode, now);
  if (credentials === undefined) return undefined;
  const signed = { method: "GET", paths: ["/users/123"], canonicalBody: () => "{}" };
  return findSender(credentials, signed, settings, now);
}

const signed = { [SIGNATURE_HEADER]: SIGNATURE, [TIMESTAMP_HEADER]: String(NOW) };

describe("under signature", () => {
  it("knows the project whose secret signed", async () => {
    expect(await ask(signed)).toEqual({ projectIds: [2] });
  });

  it.each([
    ["no headers", {}],
    ["no timestamp", { [SIGNATURE_HEADER]: SIGNATURE }],
    ["no signature", { [TIMESTAMP_HEADER]: String(NOW) }],
    ["a timestamp that is almost a number", { ...signed, [TIMESTAMP_HEADER]: ` ${NOW}` }],
    ["a timestamp of 20 digits", { ...signed, [TIMESTAMP_HEADER]: String(NOW).padStart(20, "0") }],
    ["a timestamp with zeros that were not signed", { ...signed, [TIMESTAMP_HEADER]: `000${NOW}` }],
    ["a signature in base64url", { ...signed, [SIGNATURE_HEADER]: SIGNATURE.replace("cX", "-_") }],
    [
      "a signature with bits that base64 does not use",
      { ...signed, [SIGNATURE_HEADER]: SIGNATURE.replace("o=", "p=") },
    ],
    ["a signature in another case", { ...signed, [SIGNATURE_HEADER]: SIGNATURE.toUpperCase() }],
    ["a signature with a line end", { ...signed, [SIGNATURE_HEADER]: `${SIGNATURE.slice(0, 43)}\n` }],
    ["a signature given twice", { ...signed, [SIGNATURE_HEADER]: `${SIGNATURE},${SIGNATURE}` }],
    ["a signature in other letters of 44 characters", { ...signed, [SIGNATURE_HEADER]: "é".repeat(44) }],
    ["an empty signature", { ...signed, [SIGNATURE_HEADER]: "" }],
    ["an API key instead", { "x-api-key": `ApiKey ${SECRET}` }],
  ])("knows no sender by %s", async (_, headers) => {
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
    expect(
      await ask({ ...signed, [TIMESTAMP_HEADER]: String(NOW - 1) }, "signature", NOW - MINUTE),
    ).toBeUndefined();
    holds({ 1: { webhookSecrets: [{ value: SECRET }] } });
    expect(await ask(signed)).toEqual({ projectIds: [1] });
  });

  it("says that no secret is set, and what to run, rather than that the caller is unknown", async () => {
    holds({});
    await expect(ask(signed)).rejects.toThrow('run "vigia secrets set --project <id> --kind webhook"');
  });
});

describe("under api-key", () => {
  it.each(["x-api-key", "x-api-header"])("knows the project by its secret in %s", async (name) => {
    expect(await ask({ [name]: `ApiKey ${SECRET}` }, "api-key")).toEqual({
      projectIds: [2],
    });
  });

  it("knows no sender by a wrong key, a bare key or a signature", async () => {
    expect(await ask({ "x-api-key": "ApiKey wrong" }, "api-key")).toBeUndefined();
    expect(await ask({ "x-api-key": SECRET }, "api-key")).toBeUndefined();
    expect(await ask(signed, "api-key")).toBeUndefined();
  });
});

describe("under none", () => {
  it("takes every sender for the only project, and reads no secret", async () => {
    expect(await ask({}, "none")).toEqual({ projectIds: [1] });
    expect(manager.commandCalls(GetSecretValueCommand)).toHaveLength(0);
  });
});

describe("the test project", () => {
  it.each([
    ["signature", signed],
    ["api-key", { "x-api-key": `ApiKey ${SECRET}` }],
  ] as const)("is known under %s by its own secret", async (mode, headers) => {
    holds({ 0: { webhookSecrets: [{ value: SECRET }] } });
    expect(await ask(headers, mode)).toEqual({ projectIds: [0] });
  });
});

describe("one secret of two projects", () => {
  it.each([
    ["signature", signed],
    ["api-key", { "x-api-key": `ApiKey ${SECRET}` }],
  ] as const)("proves a call under %s to be of either", async (mode, headers) => {
    holds({ 1: { webhookSecrets: [{ value: SECRET }] }, 2: { webhookSecrets: [{ value: SECRET }] } });
    expect(await ask(headers, mode)).toEqual({ projectIds: [1, 2] });
  });
});
