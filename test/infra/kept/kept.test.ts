/**
 * What is kept beyond a deployment, as 0.2.0 left it: later versions must read the files here as they are, and never
 * rename what is listed. Add files of a new form; change none.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import {
  inboundDocument,
  liveValues,
  outboundDocument,
  webhookSecretsOf,
} from "../../../lib/aws/secret-documents.ts";
import { decodeDelivery } from "../../../lib/inbound/envelope.ts";
import { readDelivery } from "../../../lib/intake/delivery.ts";
import { readScanMessage } from "../../../lib/scan/message.ts";
import { attributesOf, readStored } from "../../../lib/store/notifications/notification-attributes.ts";
import { expandBody } from "../../../lib/store/notifications/raw-body.ts";
import { synthesize } from "../synthesized.ts";

const golden = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
const deliveries: Record<string, { message: string; item: Record<string, unknown> }> =
  golden("deliveries-0.2.0.json");

/** An item as JSON: its bytes as base64. */
function asJson(item: Record<string, unknown>): unknown {
  return JSON.parse(
    JSON.stringify(item, (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value).toString("base64") : value,
    ),
  );
}

/** An item as DynamoDB hands it over. */
function fromJson({ raw, ...item }: Record<string, unknown>): Record<string, unknown> {
  return { ...item, raw: Buffer.from(String(raw), "base64") };
}

describe.each(Object.entries(deliveries))("a delivery of %s", (_, { message, item }) => {
  const body = decodeDelivery(message).body.toString();

  it("is read from the queue's message and becomes the same item", () => {
    const read = readDelivery(decodeDelivery(message), {
      projects: [{ id: 1, mexico: false }],
      retentionYears: 10,
    });
    const { raw, ...attributes } = attributesOf(read.item);
    const { raw: kept, ...expected } = item;
    expect(asJson(attributes)).toEqual(expected);
    expect(raw).toBeInstanceOf(Uint8Array);
    expect(kept).toEqual(expect.any(String));
  });

  it("is read from the item, byte for byte", () => {
    const stored = readStored(fromJson(item));
    expect(expandBody(stored.raw).toString()).toBe(body);
    expect(stored).toMatchObject({ key: item["key"], version: item["version"], repeats: 0 });
  });
});

test("a message of the scan queue is read", () => {
  const message = '{"v":1,"projectId":1,"runId":"20260301T080000Z-0a1b","shard":3,"hop":2}';
  expect(readScanMessage(message)).toEqual({
    v: 1,
    projectId: 1,
    runId: "20260301T080000Z-0a1b",
    shard: 3,
    hop: 2,
  });
});

test("secret documents are read", () => {
  const value = { value: "invented-secret" };
  const inbound = inboundDocument.parse({ "1": { webhookSecrets: [value] } });
  expect(liveValues(webhookSecretsOf(inbound, 1), 0)).toEqual(["invented-secret"]);
  expect(outboundDocument.parse({ "1": { apiKeys: [value] } })).toEqual({ "1": { apiKeys: [value] } });
});

test("what outlives the stack keeps its logical id: under another one it would be made anew, empty", () => {
  const kept = Object.entries(synthesize().Resources)
    .filter(([, { DeletionPolicy = "" }]) => DeletionPolicy.startsWith("Retain"))
    .map(([id, { Type }]) => `${Type} ${id}`);
  expect(kept.toSorted()).toEqual([
    "AWS::DynamoDB::Table Alerts91F83244",
    "AWS::DynamoDB::Table ChainsEDE80B5C",
    "AWS::DynamoDB::Table Notifications87298708",
    "AWS::DynamoDB::Table Rates2118CE53",
    "AWS::DynamoDB::Table ScanRuns887E8BB6",
    "AWS::DynamoDB::Table Users0A0EEA89",
    "AWS::DynamoDB::Table WalletScans292B2173",
    "AWS::DynamoDB::Table Wallets7100C94D",
    "AWS::KMS::Key PersonalDataKeyAF90130A",
    "AWS::KMS::Key ServiceKey5A47A26D",
    "AWS::Logs::LogGroup GetUserLog50816A2B",
    "AWS::SQS::Queue WebhookDeadLettersCE7A6689",
    "AWS::SQS::Queue WebhookQueueA9D318EA",
    "AWS::SecretsManager::Secret InboundSecretD7878ED9",
    "AWS::SecretsManager::Secret OutboundSecretBEDA70E9",
  ]);
});
