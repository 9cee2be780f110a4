/** `vigia notifications replay`: which bodies are delivered again, and as what. */

import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { decodeDelivery } from "../../../../lib/intake/envelope.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { notificationBody } from "../../../support/notifications.ts";
import { type Queues, startQueues } from "../support/queues.ts";
import { CONTEXT, quarantine } from "../support/received.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";

let queues: Queues;
let place: PlaceWithTables;

beforeAll(async () => {
  queues = await startQueues();
  place = await placeWithTables({ sqs: queues.url, queues: queues.urls });
});
afterAll(async () => {
  await place.remove();
  await queues.stop();
});

const vigia = (...args: string[]) => place.vigia(["notifications", ...args]);

/** Stores what was delivered, as store-notifications does. @returns the deliveries */
async function consume() {
  const store = new NotificationStore(place.database, "notifications");
  const { Messages = [] } = await queues.client.send(
    new ReceiveMessageCommand({ QueueUrl: queues.urls.webhook, MaxNumberOfMessages: 10 }),
  );
  const deliveries = Messages.map(({ Body = "" }) => decodeDelivery(Body));
  for (const delivery of deliveries) {
    const { item, illegalLaws } = readDelivery(delivery, CONTEXT);
    await store.record(item, illegalLaws);
  }
  return deliveries;
}

const UNREADABLE = '{"type":"notification","data":{"id":8}}';

test("delivers what is understood now as it was received, and leaves the rest", async () => {
  const { key: unreadable } = await quarantine(place.database, UNREADABLE, "2026-02-01T10:00:00.000Z");
  const body = notificationBody({ id: 9 });
  const { key } = await quarantine(place.database, body, "2026-02-02T10:00:00.000Z");
  const { code, out } = await vigia("replay", "--all");
  expect(code).toBe(3);
  expect(out).toContain(`${key}: delivered again, and becomes 1#9\n`);
  expect(out).toContain(`${unreadable}: not understood: data.projectId: is missing;`);
  expect(out).toContain("1 body delivered again, 1 not understood.\n");
  const [delivery, ...more] = await consume();
  expect(more).toEqual([]);
  expect(delivery).toMatchObject({ receivedAt: "2026-02-02T10:00:00.000Z", projectId: 1 });
  expect(delivery?.body.toString()).toBe(JSON.stringify(body));
});

test("delivers nothing twice that was stored", async () => {
  const { key } = await quarantine(place.database, notificationBody({ id: 10 }), "2026-02-03T10:00:00.000Z");
  await vigia("replay", key);
  await consume();
  const again = await vigia("replay", key);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining(`${key}: replayed as 1#10\n0 bodies`)]);
  expect(await consume()).toEqual([]);
});

test("shows why a body could not be read, and the body byte for byte", async () => {
  const { key } = await quarantine(place.database, UNREADABLE, "2026-02-04T10:00:00.000Z");
  expect((await vigia("list", "--kind", "quarantined")).out).toContain(key);
  expect((await vigia("show", key)).out).toContain("data.id  expected text");
  expect((await vigia("show", key, "--raw")).out).toBe(UNREADABLE);
  expect((await vigia("replay", key)).code).toBe(1);
});

test.each([
  ["has left the settings", 2],
  ["is the test project", 0],
])("delivers a body whose project %s", async (_, projectId) => {
  const body = notificationBody({ id: 20 + projectId, projectId });
  const { key } = await quarantine(place.database, body, "2026-02-06T10:00:00.000Z", { projectId });
  expect((await vigia("replay", key)).out).toContain(`becomes ${body.data.projectId}#${body.data.id}\n`);
  expect(await consume()).toHaveLength(1);
});

test("delivers nothing where one of the keys is wrong", async () => {
  const { key } = await quarantine(place.database, notificationBody({ id: 30 }), "2026-02-07T10:00:00.000Z");
  expect((await vigia("replay", key, "1#404")).code).toBe(1);
  expect(await consume()).toEqual([]);
});

test.each([
  [["replay"], 2, "Name the bodies to replay by their keys, or use --all."],
  [["replay", "--all", "1#x"], 2, "Name the bodies to replay by their keys, or use --all."],
  [["replay", "1#404"], 1, "There is no notification 1#404 in the local stack"],
  [["replay", "1#9"], 2, "1#9 is not quarantined"],
])("refuses %j with one sentence", async (args, code, message) => {
  const result = await vigia(...args);
  expect([result.code, result.err]).toEqual([code, expect.stringContaining(message)]);
});

test("says of a project that nothing is known of that the stack does not serve it", async () => {
  expect(await vigia("list", "--project", "7")).toMatchObject({
    code: 0,
    out: "",
    err: expect.stringMatching(/Project 7 is not served by the local stack \(served: 1\)\.\n$/),
  });
});
