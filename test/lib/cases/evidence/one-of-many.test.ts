/** A pack of some cases, where one alert was about them and about many others: it names no one else. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { handler } from "../../../../functions/store-notifications.ts";
import { AlertStore } from "../../../../lib/alerts/alerts.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { type CaseKey, caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { evidenceSourcesOf } from "../../../../lib/cases/evidence/evidence-files.ts";
import { evidencePack } from "../../../../lib/cases/evidence/evidence-pack.ts";
import { encodeDelivery } from "../../../../lib/intake/envelope.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { unpack, verify } from "../../../support/evidence.ts";
import { INTAKE_ENVIRONMENT } from "../../../support/intake-environment.ts";
import { lambdaContext, sqsEvent } from "../../../support/lambda.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { notificationBody } from "../../../support/notifications.ts";

const BURST = Array.from({ length: 37 }, (_, index) => 7_000_001 + index);
const USERS = 9;

/** Everything by which one of the burst could be known. */
function marksOf(id: number): string[] {
  return [`burst-user-${id % USERS}-`, `0x${String(id).repeat(10)}`, `0x${String(id).repeat(16)}`];
}

let emulated: EmulatedTables;
let database: DynamoDBDocumentClient;

beforeAll(async () => {
  emulated = await startTables(TABLE_SHAPES);
  database = emulated.client;
  for (const [name, value] of Object.entries(INTAKE_ENVIRONMENT)) vi.stubEnv(name, value);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", emulated.url);
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  const sns = mockClient(SNSClient);
  sns.on(PublishCommand).resolves({ MessageId: "message" });
  const Records = BURST.flatMap((id) => {
    const [userId, address, txHash] = marksOf(id);
    const changes = { id, txHash, address: { id, userId, address, description: `Wallet of ${userId}` } };
    const body = Buffer.from(JSON.stringify(notificationBody(changes)));
    const receivedAt = "2026-03-02T12:00:00.000Z";
    const delivery = encodeDelivery({
      deliveryId: `d-${id}`,
      receivedAt,
      signedAt: receivedAt,
      projectId: 1,
      body,
    });
    return sqsEvent(delivery, 1).Records.map((record) => ({ ...record, messageId: `m-${id}` }));
  });
  expect(await handler({ Records }, lambdaContext())).toEqual({ batchItemFailures: [] });
  // All of them are in one message.
  expect(sns.commandCalls(PublishCommand)).toHaveLength(1);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await emulated.stop();
});

/** The files of a pack of these cases, and what the others of the burst are known by. */
async function packed(...ids: number[]) {
  const notifications = new NotificationQueries(database, "notifications");
  const notification = await Promise.all(ids.map((id) => notifications.ofId(`1#${id}`)));
  const { folder, files } = await packOf(...notification.flat().map(caseOfNotification));
  const own = new Set(ids.flatMap(marksOf));
  const others = BURST.filter((id) => !ids.includes(id)).flatMap((id) => [String(id), ...marksOf(id)]);
  return { folder, files, others: [...new Set(others)].filter((mark) => !own.has(mark)) };
}

async function packOf(...keys: CaseKey[]) {
  const notifications = new NotificationQueries(database, "notifications");
  const cases = new CaseQueries(database, "cases");
  const items = (await Promise.all(keys.map((key) => cases.raw(key)))).flatMap((item) => item ?? []);
  const tables = { alerts: "alerts", walletScans: "walletScans", chains: "chains" };
  const sources = evidenceSourcesOf(database, tables, {
    cases,
    notifications,
    money: async () => () => [],
  });
  const pack = evidencePack(items, sources, {
    language: "en",
    timeZone: "America/Mexico_City",
    now: new Date("2026-03-02T12:05:00Z"),
  });
  const { folder, paths } = unpack(Buffer.concat(await Array.fromAsync(pack)));
  return {
    folder,
    files: paths.map((path) => ({ path, text: readFileSync(join(folder, path), "latin1") })),
  };
}

it("holds nothing of the other 36 of a burst, and names one user of nine", async () => {
  const { folder, files, others } = await packed(7_000_005);
  const named = files.flatMap(({ path, text }) => [path, text].join("\n").match(/burst-user-\d-/g) ?? []);
  expect(new Set(named)).toEqual(new Set(["burst-user-3-"]));
  // Digits of an id may be part of a digest.
  const findings = files.flatMap(({ path, text }) => {
    const searched = `${path}\n${text}`.replaceAll(/\b[0-9a-f]{32,64}\b/g, "");
    return others.filter((mark) => searched.includes(mark)).map((mark) => `${path}: ${mark}`);
  });
  expect(findings).toEqual([]);
  expect(verify(folder)).toMatchObject({ code: 0 });
});

it("keeps when the message went out and about how many it was, without its text", async () => {
  const { files } = await packed(7_000_005);
  const alerts = files.filter(({ path }) => /alert-/.test(path));
  expect(alerts.map(({ path }) => path.replace(/^.*\//, ""))).toEqual(["alert-1.json"]);
  const alert = JSON.parse(alerts[0]?.text ?? "");
  expect(alert).toMatchObject({
    kind: "notification",
    state: "sent",
    sentAt: expect.any(String),
    subjectCount: 37,
    subjects: [{ key: "1#7000005" }],
  });
  expect(alert).not.toHaveProperty("message");
  const page = files.find(({ path }) => path.endsWith("page.html"))?.text;
  expect(page).toContain("It was about 37 notifications or wallets: its text names others");
});

it("of two cases holds what concerns each in its own folder, and nothing of a third", async () => {
  const { files, others } = await packed(7_000_001, 7_000_002);
  const text = files.map((file) => file.text.replaceAll(/\b[0-9a-f]{32,64}\b/g, "")).join("\n");
  expect(others.filter((mark) => text.includes(mark))).toEqual([]);
  const ofFirst = files.filter(({ path }) => path.startsWith("1-7000001-"));
  expect(ofFirst.length).toBeGreaterThan(3);
  expect(ofFirst.filter((file) => file.text.includes("7000002"))).toEqual([]);
});

it.each([
  ["about this wallet alone, whole", ["0xA"], 1],
  ["about another wallet too, without its text", ["0xA", "0xB"], 2],
])("has an alert %s", async (_, addresses, project) => {
  const opened = "2026-03-01T02:00:00.000Z-aaaaaa";
  const key = { subject: `wallet#${project}#0xa#1`, opened };
  const wallet = { projectId: project, chainId: "1", address: "0xA", lastExceeded: opened, deadlines: [] };
  const receivedAt = "2026-03-01T02:01:00.000Z";
  await new CaseStore(database, "cases", 10).openForWallet({ ...key, ...wallet, kind: "wallet", receivedAt });
  await new AlertStore(database, "alerts").add({
    projectId: String(project),
    id: `2026-03-01T02:01:00.000Z-${project}-00000001`,
    kind: "wallet",
    state: "sent",
    sentAt: receivedAt,
    expiresAt: 4_000_000_000,
    subjects: addresses.map((address) => ({ address, chainId: "1" })),
    message: { subject: "Wallets", email: addresses.join(" and "), slack: "{}" },
  });
  const { files } = await packOf(key);
  const names = files.map(({ path }) => path.replace(/^.*\//, "")).filter((name) => name.startsWith("alert"));
  expect(names).toEqual(addresses.length === 1 ? ["alert-1.json", "alert-1.txt"] : ["alert-1.json"]);
  expect(files.filter(({ text }) => text.includes("0xB"))).toEqual([]);
});

it("has of an officer's case about a wallet the alerts from its opening on", async () => {
  const key = { subject: "wallet#3#0xa#1", opened: "0" };
  const wallet = { projectId: 3, chainId: "1", address: "0xA", deadlines: [] };
  const receivedAt = "2026-03-05T09:00:00.000Z";
  await new CaseStore(database, "cases", 10).open({ ...key, ...wallet, kind: "wallet", receivedAt });
  const alerts = new AlertStore(database, "alerts");
  for (const at of ["2026-01-01T02:01:00.000Z", "2026-03-06T02:01:00.000Z"])
    await alerts.add({
      projectId: "3",
      id: `${at}-3-00000001`,
      kind: "wallet",
      state: "sent",
      sentAt: at,
      subjects: [{ address: "0xA", chainId: "1" }],
      expiresAt: 4_000_000_000,
      message: { subject: "Wallets", email: "0xA", slack: "{}" },
    });
  const { files } = await packOf(key);
  const texts = files.filter(({ path }) => /alert-\d+\.json$/.test(path)).map(({ text }) => text);
  expect(texts.map((text) => JSON.parse(text).sentAt)).toEqual(["2026-03-06T02:01:00.000Z"]);
});
