import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { beforeEach, describe, expect, it } from "vitest";
import { liveApiKey, liveInboundSecrets } from "../../../../lib/settings/secrets/live-secrets.ts";
import { inboundDocument, outboundDocument } from "../../../../lib/settings/secrets/secret-documents.ts";
import { SecretDocument, SecretUnavailableError } from "../../../../lib/settings/secrets/secrets.ts";
import { mockClient } from "../../../support/mock-client.ts";

const manager = mockClient(SecretsManagerClient);
const MINUTE = 60_000;

let secret: SecretDocument<typeof inboundDocument>;

beforeEach(() => {
  manager.reset();
  secret = new SecretDocument(
    "vigia/inbound",
    inboundDocument,
    new SecretsManagerClient({ region: "us-east-1" }),
  );
});

function holds(value: string): void {
  manager
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify({ 1: { webhookSecrets: [{ value }] } }) });
}

function reads(): number {
  return manager.commandCalls(GetSecretValueCommand).length;
}

async function valueAt(now: number): Promise<string | undefined> {
  return liveInboundSecrets(await secret.current(now), [1], now)[0]?.value;
}

describe("a secret's document", () => {
  it("is read once a minute, so that a value retired now is refused a minute later", async () => {
    holds("first");
    expect(await valueAt(0)).toBe("first");
    holds("second");
    expect(await valueAt(MINUTE)).toBe("first");
    expect(await valueAt(MINUTE + 1)).toBe("second");
    expect(reads()).toBe(2);
  });

  it("is read once for many concurrent requests", async () => {
    holds("first");
    await Promise.all([valueAt(0), valueAt(0), valueAt(0)]);
    expect(reads()).toBe(1);
  });

  it("is read again by a failed check, however new it is, but at most once a minute", async () => {
    holds("first");
    await secret.current(0);
    expect(await secret.refreshed(1)).toBeDefined();
    expect(await secret.refreshed(MINUTE)).toBeUndefined();
    expect(await secret.refreshed(MINUTE + 1)).toBeDefined();
    expect(reads()).toBe(3);
  });

  it("serves for an hour when Secrets Manager is out of reach, and no longer", async () => {
    holds("first");
    await secret.current(0);
    manager.on(GetSecretValueCommand).rejects(new Error("the network is down"));
    expect(await valueAt(60 * MINUTE)).toBe("first");
    await expect(secret.current(60 * MINUTE + 1)).rejects.toThrow(SecretUnavailableError);
  });

  it("is refused with the command to run, and without its text, where it does not fit", async () => {
    manager.on(GetSecretValueCommand).resolves({ SecretString: "sk-invented-value" });
    const error = await secret.current(0).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SecretUnavailableError);
    expect(String(error)).toContain("vigia secrets set");
    expect(String(error)).not.toContain("sk-invented-value");
  });
});

describe("the values of a document", () => {
  it("are those of the deployed projects that have not expired", () => {
    const document = inboundDocument.parse({
      1: { webhookSecrets: [{ value: "new" }, { value: "old", until: "2026-01-01T00:00:00Z" }] },
      2: { webhookSecrets: [{ value: "other" }] },
      3: { webhookSecrets: [{ value: "not deployed" }] },
    });
    const expiry = Date.parse("2026-01-01T00:00:00Z");
    expect(liveInboundSecrets(document, [1, 2], expiry - 1)).toEqual([
      { projectId: 1, value: "new" },
      { projectId: 1, value: "old" },
      { projectId: 2, value: "other" },
    ]);
    expect(liveInboundSecrets(document, [1, 2], expiry).map(({ value }) => value)).toEqual(["new", "other"]);
  });

  it("name the project and the command where no API key is set", () => {
    expect(() => liveApiKey(outboundDocument.parse({}), 7, 0)).toThrow(
      'No API key is set for project 7: run "vigia secrets set --project 7 --kind api-key".',
    );
  });
});
