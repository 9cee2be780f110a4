/** `vigia quarantine` and `vigia alerts`, with a consumer that does what store-notifications does. */

import { DeleteMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unseal } from "../../lib/inbound/envelope.ts";
import { readDelivery } from "../../lib/intake/delivery.ts";
import { recordContent } from "../../lib/intake/recording.ts";
import { quarantinedItemOf } from "../../lib/store/notification-item.ts";
import { NotificationStore } from "../../lib/store/notifications.ts";
import { type Emulator, startDynamo } from "../support/dynamo.ts";
import { notificationBody } from "../support/notifications.ts";
import { type Queues, startQueues } from "./queues.ts";
import { createTables } from "./tables.ts";
import { endpointsWith, makePlace, type Place } from "./world.ts";

let dynamo: Emulator;
let queues: Queues;
let place: Place;
let store: NotificationStore;
let consuming = true;
let consumed: Promise<void>;

const CONTEXT = { projects: [{ id: 1, mexico: false }], retentionYears: 10 };
const UNREADABLE = '{"type":"notification","data":{"id":8}}';
const READABLE = JSON.stringify(notificationBody({ id: 9 }));

/** What an earlier version did not understand: the body of a delivery, put into quarantine. */
async function quarantine(text: string, at: string): Promise<string> {
  const delivery = { deliveryId: `d-${at}`, receivedAt: at, projectId: 1, body: Buffer.from(text) };
  const { item } = readDelivery(delivery, CONTEXT);
  const quarantined = quarantinedItemOf([{ path: "data.id", message: "expected text" }], "none", {
    ...item,
    deliveryId: delivery.deliveryId,
    raw: delivery.body,
    rehearsal: false,
  });
  await store.add(quarantined);
  return quarantined.key;
}

async function consume(): Promise<void> {
  while (consuming) {
    const QueueUrl = queues.urls.webhook;
    const { Messages = [] } = await queues.client.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }),
    );
    for (const { Body = "", ReceiptHandle } of Messages) {
      await recordContent([readDelivery(unseal(Body), CONTEXT)], store, Date.now());
      await queues.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

beforeAll(async () => {
  dynamo = await startDynamo();
  queues = await startQueues();
  store = new NotificationStore(await createTables(dynamo), "notifications");
  place = await makePlace(endpointsWith({ dynamodb: dynamo.url, sqs: queues.url, queues: queues.urls }));
  consumed = consume();
});

afterAll(async () => {
  consuming = false;
  await consumed;
  await place.remove();
  await queues.stop();
  await dynamo.stop();
});

const vigia = (...args: string[]) => place.vigia(args);

test("says that nothing is quarantined and nothing is alerted", async () => {
  expect((await vigia("quarantine", "list")).err).toBe("Nothing is quarantined in the local stack.\n");
  expect((await vigia("quarantine", "replay", "--all")).out).toBe("0 bodies replayed, 0 not.\n");
  expect((await vigia("alerts", "list")).err).toBe("No alert that fits is known to the local stack.\n");
});

test("replays what is understood now, with its first receipt, and leaves the rest", async () => {
  const unreadable = await quarantine(UNREADABLE, "2026-02-01T10:00:00.000Z");
  const readable = await quarantine(READABLE, "2026-02-02T10:00:00.000Z");
  const { out: listed } = await vigia("quarantine", "list", "--format", "jsonl");
  const rows = listed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map(({ key, now }) => [key, now.state])).toEqual([
    [readable, "can be replayed"],
    [unreadable, "not understood"],
  ]);
  const replayed = await vigia("quarantine", "replay", "--all");
  expect(replayed.code).toBe(0);
  expect(replayed.out).toContain(`${readable}: stored as 1#9\n`);
  expect(replayed.out).toContain(`${unreadable}: not understood: data.projectId: expected a number;`);
  expect(replayed.out).toContain("1 body replayed, 1 not.\n");
  const stored = await store.get({ key: "1#9", version: "first" });
  expect(stored).toMatchObject({ receivedAt: "2026-02-02T10:00:00.000Z", risk: "illegal", repeats: 0 });
});

test("replays nothing twice", async () => {
  const { out } = await vigia("quarantine", "list", "--format", "jsonl", "--limit", "1");
  const { key, now } = JSON.parse(out);
  expect(now).toEqual({ state: "replayed", key: "1#9" });
  const again = await vigia("quarantine", "replay", key);
  expect(again.code).toBe(0);
  expect(again.out).toContain("replayed as 1#9");
  expect((await store.get({ key: "1#9", version: "first" }))?.repeats).toBe(0);
});

test("fails when a body that is named cannot be replayed", async () => {
  const { out } = await vigia("quarantine", "list", "--format", "jsonl");
  const { key } = JSON.parse(out.trim().split("\n").at(-1) ?? "");
  expect((await vigia("quarantine", "replay", key)).code).toBe(1);
  expect((await vigia("quarantine", "show", key)).out).toContain("data.id  expected text");
  expect((await vigia("quarantine", "show", key, "--raw")).out).toBe(UNREADABLE);
});

test("lists alerts of notifications and quarantined bodies, the last first", async () => {
  const { out } = await vigia("alerts", "list");
  expect(out.split("\n")[1]).toMatch(/^2026-02-02 10:00 {2}quarantined, pending/);
  const { out: jsonl } = await vigia("alerts", "list", "--format", "jsonl", "--state", "pending");
  const alerts = jsonl
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(alerts.map(({ kind }) => kind).sort()).toEqual(["notification", "quarantined", "quarantined"]);
  expect(alerts.find(({ kind }) => kind === "notification")).toMatchObject({
    about: "notification",
    state: "pending",
    projectId: 1,
    userId: "u-1",
    id: 9,
    risk: "illegal",
    sentAt: null,
  });
});

test.each([
  [["replay"], 2, "Name the bodies to replay by their keys, or say --all."],
  [["replay", "--all", "1#x"], 2, "Name the bodies to replay by their keys, or say --all."],
  [["replay", "1#404"], 1, "There is no quarantined body 1#404 in the local stack"],
  [["show", "404"], 2, "<key>: expected <projectId>#<id>"],
])("refuses %j with one sentence", async (args, code, message) => {
  const result = await vigia("quarantine", ...args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
});
