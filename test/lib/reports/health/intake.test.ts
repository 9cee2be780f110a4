/** Webhooks that wait for an operator, on an emulated table. */

import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { openQuarantine, serviceErrors } from "../../../../lib/reports/health/intake.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { notificationBody } from "../../../support/notifications.ts";

const NOW = Date.parse("2026-02-01T00:00:00.000Z");
const OF = [1];

const { client, stop } = await startTables({ Notifications: TABLE_SHAPES.notifications });
afterAll(stop);
const queries = new NotificationQueries(client, "Notifications");

/** Four bodies that are no notifications, and after them ten that are. */
beforeAll(async () => {
  const store = new NotificationStore(client, "Notifications");
  const bodies = [
    ...[1, 2].map((id) => notificationBody({ id, txHash: 5 })),
    ...[3, 4].map((id) => notificationBody({ id, inflictedLaws: "none" })),
    ...Array.from({ length: 10 }, (_, at) => notificationBody({ id: 10 + at, inflictedLaws: [] })),
  ];
  for (const [at, body] of bodies.entries()) {
    const receivedAt = new Date(NOW - (40 - at) * 3_600_000).toISOString();
    const delivery = { deliveryId: `d-${at}`, receivedAt, signedAt: receivedAt, projectId: 1 };
    const read = readDelivery(
      { ...delivery, body: Buffer.from(JSON.stringify(body)) },
      { retentionYears: 10, deadlines: [] },
    );
    await store.record(read.item, read.illegalLaws, 0);
  }
});

it("the bodies that are not understood are counted, a thousand rows at a time", async () => {
  const send = vi.spyOn(client, "send");
  expect(await openQuarantine(queries, OF, NOW)).toEqual({ open: 4 });
  const limits = send.mock.calls.flatMap(([command]) =>
    command instanceof QueryCommand && command.input.IndexName !== undefined ? [command.input.Limit] : [],
  );
  expect(limits.length).toBeGreaterThan(0);
  expect(new Set(limits)).toEqual(new Set([1_000]));
});

it("no more is read than may be, and what was not is said", async () => {
  expect(await openQuarantine(queries, OF, NOW, 12)).toEqual({ open: 2, readSoFar: 12 });
  expect(await openQuarantine(queries, OF, NOW, 14)).toEqual({ open: 4 });
});

it("what is older than 30 days waits no more", async () => {
  expect(await openQuarantine(queries, OF, NOW + 29 * 86_400_000)).toEqual({ open: 0 });
});

it("the errors that the service reported are counted, and each of its newest texts is named once", async () => {
  const store = new NotificationStore(client, "Notifications");
  const texts = ["old", "a", "b", "b", "c", "d", "e", "f"];
  for (const [at, data] of texts.entries()) {
    const receivedAt = new Date(NOW - (30 - at) * 3_600_000).toISOString();
    const body = Buffer.from(JSON.stringify({ type: "error", data }));
    const read = readDelivery(
      { deliveryId: `error-${at}`, receivedAt, signedAt: receivedAt, projectId: 1, body },
      { retentionYears: 10, deadlines: [] },
    );
    await store.record(read.item, read.illegalLaws, 0);
  }
  const since = new Date(NOW - 29 * 3_600_000).toISOString();
  const query = { projectIds: [1], since };
  expect(await serviceErrors(queries, query)).toEqual({
    count: 7,
    texts: ["f", "e", "d", "c", "b"],
  });
  const until = new Date(NOW - 28 * 3_600_000).toISOString();
  expect(await serviceErrors(queries, { ...query, until })).toMatchObject({ count: 1, texts: ["a"] });
});
