/** `vigia quarantine`, with a consumer that does what store-notifications does. */

import { DeleteMessageCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findNotification,
  notificationsOf,
} from "../../../../lib/cli/commands/notifications/stored-notifications.ts";
import { replayBodies } from "../../../../lib/cli/commands/quarantine/quarantine.ts";
import { decodeDelivery } from "../../../../lib/inbound/envelope.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { recordContent } from "../../../../lib/intake/recording.ts";
import { TrafficStore } from "../../../../lib/intake/traffic.ts";
import { NotificationStore } from "../../../../lib/notifications/notifications.ts";
import { standingOf } from "../../../../lib/notifications/quarantined-body.ts";
import { notificationBody } from "../../../support/notifications.ts";
import { type Queues, startQueues } from "../support/queues.ts";
import { CONTEXT, quarantine, quarantinedOf } from "../support/received.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";
import { jsonLines } from "../support/test-context.ts";

let queues: Queues;
let place: PlaceWithTables;
let store: NotificationStore;
let consuming = true;
/** True with a consumer of this version. */
let understands = true;
let consumed: Promise<void>;

const UNREADABLE = '{"type":"notification","data":{"id":8}}';
const READABLE = notificationBody({ id: 9 });

async function consume(): Promise<void> {
  while (consuming) {
    const QueueUrl = queues.urls.webhook;
    const { Messages = [] } = await queues.client.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }),
    );
    for (const { Body = "", ReceiptHandle } of Messages) {
      const read = readDelivery(decodeDelivery(Body), CONTEXT);
      const item = understands ? read.item : quarantinedOf(read.delivery);
      await recordContent([{ ...read, item }], store, Date.now());
      await queues.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

beforeAll(async () => {
  queues = await startQueues();
  place = await placeWithTables({ sqs: queues.url, queues: queues.urls });
  store = new NotificationStore(place.database, "notifications");
  consumed = consume();
});

afterAll(async () => {
  consuming = false;
  await consumed;
  await place.remove();
  await queues.stop();
});

const vigia = (...args: string[]) => place.vigia(args);

test("says that nothing is quarantined and nothing is alerted", async () => {
  expect((await vigia("quarantine", "list")).err).toBe("Nothing is quarantined in the local stack.\n");
  expect((await vigia("quarantine", "replay", "--all")).out).toBe("0 bodies replayed, 0 not.\n");
  expect((await vigia("alerts", "list")).err).toBe("No alert in the local stack matches.\n");
});

test("replays what is understood now, with its first receipt, and leaves the rest", async () => {
  const { key: unreadable } = await quarantine(place.database, UNREADABLE, "2026-02-01T10:00:00.000Z");
  const { key: readable } = await quarantine(place.database, READABLE, "2026-02-02T10:00:00.000Z");
  const { out: listed } = await vigia("quarantine", "list", "--format", "jsonl");
  const rows = jsonLines(listed);
  expect(rows.map(({ key, now }) => [key, now.state])).toEqual([
    [readable, "can be replayed"],
    [unreadable, "not understood"],
  ]);
  const replayed = await vigia("quarantine", "replay", "--all");
  expect(replayed.code).toBe(3);
  expect(replayed.out).toContain(`${readable}: stored as 1#9\n`);
  expect(replayed.out).toContain(`${unreadable}: not understood: data.projectId: is missing;`);
  expect(replayed.out).toContain("1 body replayed, 1 not.\n");
  const stored = await store.get({ key: "1#9", version: "first" });
  expect(stored).toMatchObject({ receivedAt: "2026-02-02T10:00:00.000Z", risk: "illegal", repeats: 0 });
});

test("replays nothing twice", async () => {
  const { out } = await vigia("quarantine", "list", "--format", "jsonl", "--limit", "1");
  const { key, now } = JSON.parse(out);
  expect(now).toEqual({ state: "replayed", key: "1#9", isChange: false });
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

test("says of a body that the stack does not understand yet that it is quarantined again", async () => {
  const { key } = await quarantine(place.database, notificationBody({ id: 10 }), "2026-02-03T10:00:00.000Z");
  understands = false;
  const { out, code } = await vigia("quarantine", "replay", key);
  understands = true;
  expect(code).toBe(1);
  expect(out).toBe(
    `${key}: quarantined again: this command can read it, but the local stack cannot yet; deploy this version there, then replay it\n0 bodies replayed, 1 not.\n`,
  );
});

test("says that the outcome of a body is not yet known while no consumer has taken it", async () => {
  const { key } = await quarantine(place.database, notificationBody({ id: 11 }), "2026-02-04T10:00:00.000Z");
  const found = await place.target();
  const target = { ...found, queues: { ...found.queues, webhook: queues.urls.scan } };
  const known = await findNotification(target, key);
  async function* bodies() {
    const standing = await standingOf(target.projectIds, notificationsOf(target), known.notification);
    yield { item: known.notification, standing };
  }
  const replayed = await Array.fromAsync(replayBodies(target, bodies(), 600));
  expect(replayed.map(({ kind, text }) => [kind, text])).toEqual([
    ["unknown", "queued, result not known yet: it becomes 1#11"],
  ]);
});

test("says of a body whose id is used already that it is a change", async () => {
  const body = notificationBody({ id: 9, txHash: "0xcd" });
  const { key } = await quarantine(place.database, body, "2026-02-05T10:00:00.000Z");
  const { out } = await vigia("quarantine", "replay", key);
  expect(out).toBe(`${key}: stored as a change of 1#9\n1 body replayed, 0 not.\n`);
  expect((await vigia("quarantine", "list", "--limit", "1")).out).toContain("replayed as a change of 1#9");
});

test.each([
  ["has left the settings", 2, ["--project", "2"]],
  ["is none", 0, []],
])("lists, shows and replays a body whose project %s", async (_, projectId, options) => {
  const body = notificationBody({ id: 20 + projectId, projectId: projectId === 0 ? 1 : projectId });
  const { key } = await quarantine(place.database, body, "2026-02-06T10:00:00.000Z", { projectId });
  const becomes = `${body.data.projectId}#${body.data.id}`;
  expect(key).toMatch(new RegExp(`^${projectId}#quarantined-`));
  const { out } = await vigia("quarantine", "list", ...options);
  expect(out.replace(/\s+/g, " ")).toContain(`${key} can be replayed as ${becomes}`);
  expect((await vigia("notifications", "list", ...options)).out).toContain(key);
  expect((await vigia("quarantine", "show", key)).out).toContain("data.id  expected text");
  expect((await vigia("notifications", "show", key, "--raw")).out).toBe(JSON.stringify(body));
  expect((await vigia("quarantine", "replay", key)).out).toContain(`${key}: stored as ${becomes}\n`);
  expect((await vigia("notifications", "show", becomes)).code).toBe(0);
});

test("lists what is quarantined of a project that left the settings with all others, and replays it", async () => {
  const openBodies = async () =>
    Number(/(\d+) unreadable messages? of the last 30 days/.exec((await vigia("doctor")).out)?.[1] ?? 0);
  const before = await openBodies();
  await new TrafficStore(place.database, "scan-runs").noteServed([1, 9]);
  const body = notificationBody({ id: 29, projectId: 9 });
  const { key } = await quarantine(place.database, body, "2026-02-06T11:00:00.000Z", { projectId: 9 });
  expect(await openBodies()).toBe(before + 1);
  expect((await vigia("quarantine", "list", "--format", "jsonl")).out).toContain(`"key":"${key}"`);
  expect((await vigia("quarantine", "replay", "--all")).out).toContain(`${key}: `);
});

test("says of a project that nothing is known of that the stack does not serve it", async () => {
  for (const words of ["notifications list", "quarantine list", "alerts list", "wallets list"]) {
    const { code, out, err } = await vigia(...words.split(" "), "--project", "7");
    expect([words, code, out]).toEqual([words, 0, ""]);
    expect(err).toMatch(/Project 7 is not served by the local stack \(served: 1\)\.\n$/);
  }
});

test("replays nothing where one of the keys is wrong", async () => {
  const { key } = await quarantine(place.database, notificationBody({ id: 30 }), "2026-02-07T10:00:00.000Z");
  expect((await vigia("quarantine", "replay", key, "1#404")).code).toBe(1);
  expect((await vigia("notifications", "show", "1#30")).code).toBe(1);
});

test.each([
  [["replay"], 2, "Name the bodies to replay by their keys, or use --all."],
  [["replay", "--all", "1#x"], 2, "Name the bodies to replay by their keys, or use --all."],
  [["replay", "1#404"], 1, "There is no quarantined body 1#404 in the local stack"],
  [["show", "404"], 2, "<key>: expected a key such as 1#42, which"],
])("refuses %j with one sentence", async (args, code, message) => {
  const result = await vigia("quarantine", ...args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
});
