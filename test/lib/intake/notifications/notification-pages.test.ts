import { afterAll, beforeAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import type { NotificationFilter } from "../../../../lib/intake/notifications/notification-filter.ts";
import {
  type NotificationPage,
  type NotificationPageOrder,
  notificationPage,
  placeIn,
  placeName,
} from "../../../../lib/intake/notifications/notification-pages.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { readAt, recordRead } from "../../../support/deliveries.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";

let emulated: EmulatedTables;
let queries: NotificationQueries;

const STORED = 130;

/** Three of each moment; the first is the oldest, and it alone is illegal. */
beforeAll(async () => {
  emulated = await startTables({ Notifications: TABLE_SHAPES.notifications });
  const { client } = emulated;
  const store = new NotificationStore(client, "Notifications");
  queries = new NotificationQueries(client, "Notifications");
  await Promise.all(
    Array.from({ length: STORED }, (_, at) => {
      const receivedAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 3) * 1_000).toISOString();
      const laws = at === 0 ? {} : { inflictedLaws: [] };
      return recordRead(readAt(receivedAt, { id: at + 1, ...laws }), store);
    }),
  );
});
afterAll(() => emulated.stop());

function page(order: Partial<NotificationPageOrder> = {}, filter: Partial<NotificationFilter> = {}) {
  return notificationPage(queries, { projectIds: [1], ...filter }, { size: 50, mostRead: 5_000, ...order });
}

function idsOf({ rows }: NotificationPage): number[] {
  return rows.map(({ id }) => Number(id));
}

it("pages to the oldest with every notification once, and back the same way", async () => {
  const first = await page();
  expect(first.newer).toBeUndefined();
  const second = await page({ from: first.older && { side: "older", place: first.older } });
  const third = await page({ from: second.older && { side: "older", place: second.older } });
  expect([first, second, third].map(({ rows }) => rows.length)).toEqual([50, 50, 30]);
  expect(new Set([first, second, third].flatMap(idsOf)).size).toBe(STORED);
  expect(first.rows[0]?.receivedAt).toBe("2026-01-01T00:00:43.000Z");
  expect(third.older).toBeUndefined();
  const back = await page({ from: third.newer && { side: "newer", place: third.newer } });
  expect(idsOf(back)).toEqual(idsOf(second));
  const newest = await page({ from: back.newer && { side: "newer", place: back.newer } });
  expect(idsOf(newest)).toEqual(idsOf(first));
  expect(newest.newer).toBeUndefined();
});

it("reads no more for a page than it may, and says where to go on", async () => {
  const illegal = { risk: "illegal" as const };
  const notificationPage = await page({ mostRead: 100 }, illegal);
  expect(notificationPage).toMatchObject({ rows: [], older: undefined, goOn: { side: "older" } });
  const rest = await page({ mostRead: 100, from: notificationPage.goOn }, illegal);
  expect(idsOf(rest)).toEqual([1]);
  expect(rest.goOn).toBeUndefined();
});

it("keeps between two times while it pages", async () => {
  const between = { since: "2026-01-01T00:00:10.000Z", until: "2026-01-01T00:00:20.000Z" };
  const first = await page({ size: 20 }, between);
  const second = await page(
    { size: 20, from: first.older && { side: "older", place: first.older } },
    between,
  );
  expect([...idsOf(first), ...idsOf(second)].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, at) => at + 31),
  );
  expect((await page({}, { since: between.until, until: between.since })).rows).toEqual([]);
});

it("reads places that it named, and nothing else for one", () => {
  const place = { receivedAt: "2026-01-01T00:00:00.000Z", key: "1#quarantined#a", revision: "current#none" };
  expect(placeIn(placeName(place))).toEqual(place);
  for (const text of ["", "1#1", "2026-01-01T00:00:00.000Z#", "2026-99-01T00:00:00.000Z#1#1"])
    expect(placeIn(text)).toBeUndefined();
});
