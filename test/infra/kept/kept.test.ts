/**
 * What is kept beyond a deployment, as 0.2.0 left it: later versions must read the files here as they are, and never
 * rename what is listed. Add files of a new form; change none.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { decodeDelivery } from "../../../lib/inbound/envelope.ts";
import { readDelivery } from "../../../lib/intake/delivery.ts";
import { attributesOf, readStored } from "../../../lib/notifications/notification-attributes.ts";
import { expandBody } from "../../../lib/notifications/raw-body.ts";
import { readScanMessage } from "../../../lib/scans/message.ts";
import {
  apiKeysOf,
  inboundDocument,
  liveValues,
  outboundDocument,
  rehearsalSecretsOf,
  webhookSecretsOf,
} from "../../../lib/secrets/secret-documents.ts";
import { resourcesIn, stackOutputs } from "../../../lib/settings/outputs.ts";

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
  const { inbound, outbound } = golden("secrets-0.2.0.json");
  const before = Date.parse("2026-03-01T00:00:00.000Z");
  const after = Date.parse("2026-03-03T00:00:00.000Z");
  const signing = webhookSecretsOf(inboundDocument.parse(inbound), 1);
  expect(liveValues(signing, before)).toEqual(["invented-secret-2", "invented-secret-1"]);
  expect(liveValues(signing, after)).toEqual(["invented-secret-2"]);
  expect(liveValues(rehearsalSecretsOf(inboundDocument.parse(inbound)), after)).toEqual([
    "invented-rehearsal-secret",
  ]);
  expect(liveValues(apiKeysOf(outboundDocument.parse(outbound), 1), after)).toEqual(["invented-key-1"]);
});

test("the outputs of a stack of 0.2.0 are read, also as the first of it printed them", () => {
  const { Settings, ...first } = golden("outputs-0.2.0.json");
  const read = stackOutputs.parse({ ...first, Settings });
  expect(resourcesIn(read)).toMatchObject({
    tables: {
      users: "Vigia-dev-Users0A0EEA89-INVENTED",
      notifications: "Vigia-dev-Notifications87298708-INVENTED",
      wallets: "Vigia-dev-Wallets7100C94D-INVENTED",
      walletScans: "Vigia-dev-WalletScans292B2173-INVENTED",
      scanRuns: "Vigia-dev-ScanRuns887E8BB6-INVENTED",
      chains: "Vigia-dev-ChainsEDE80B5C-INVENTED",
      alerts: "Vigia-dev-Alerts91F83244-INVENTED",
      rates: "Vigia-dev-Rates2118CE53-INVENTED",
    },
    queues: {
      webhook: "https://sqs.us-east-1.amazonaws.com/000000000000/Vigia-dev-WebhookQueueA9D318EA-INVENTED",
      webhookDlq:
        "https://sqs.us-east-1.amazonaws.com/000000000000/Vigia-dev-WebhookDeadLettersCE7A6689-INVENTED",
      scan: "https://sqs.us-east-1.amazonaws.com/000000000000/Vigia-dev-ScanQueueEE21BF32-INVENTED",
      scanDlq: "https://sqs.us-east-1.amazonaws.com/000000000000/Vigia-dev-ScanDeadLetters33689272-INVENTED",
    },
    topics: {
      alerts: "arn:aws:sns:us-east-1:000000000000:Vigia-dev-AlertsTopic3414BE91-INVENTED",
      operations: "arn:aws:sns:us-east-1:000000000000:Vigia-dev-OperationsTopicC9C1CC12-INVENTED",
    },
    secrets: {
      inbound: "arn:aws:secretsmanager:us-east-1:000000000000:secret:InboundSecretD7878ED9-INVENTED",
      outbound: "arn:aws:secretsmanager:us-east-1:000000000000:secret:OutboundSecretBEDA70E9-INVENTED",
    },
    money: { currencies: ["MXN"], uma: {} },
    functions: { startScan: "Vigia-dev-StartScan49627ABF-INVENTED" },
    inbound: {
      authentication: "signature",
      signatureHeader: "x-wavynode-hmac",
      timestampHeader: "x-wavynode-timestamp",
    },
  });
  expect(read.Settings).toEqual({ alertEmails: ["OBQwxgHH"], retentionYears: 12 });
  expect(stackOutputs.parse(first).Settings).toBeUndefined();
});
