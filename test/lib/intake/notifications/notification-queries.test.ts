import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import type { NotificationFilter } from "../../../../lib/intake/notifications/notification-filter.ts";
import { nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { readAt, recordRead } from "../../../support/deliveries.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { FINTECH_LAW, LFPIORPI } from "../../../support/notifications.ts";

let emulated: EmulatedTables;
let queries: NotificationQueries;

const ADDRESS = "0x1111111111111111111111111111111111111111";
const OTHER_ADDRESS = "0x2222222222222222222222222222222222222222";

beforeAll(async () => {
  emulated = await startTables({ Notifications: TABLE_SHAPES.notifications });
  const { client } = emulated;
  const store = new NotificationStore(client, "Notifications");
  queries = new NotificationQueries(client, "Notifications");

  const send = async (id: number, changes: Record<string, unknown>) => {
    const at = `2026-01-01T00:${String(id).padStart(2, "0")}:00.000Z`;
    const { projectId = 1 } = changes;
    await recordRead(readAt(at, { id, ...changes }, { projectId: Number(projectId) }), store);
  };
  for (let id = 0; id < 12; id++) await send(id, { inflictedLaws: [] });
  await send(20, { inflictedLaws: [FINTECH_LAW], chainId: 1 });
  await send(21, { inflictedLaws: [LFPIORPI] });
  await send(22, { projectId: 2 });
  await send(23, { inflictedLaws: [], address: { id: 1, userId: null, address: ADDRESS } });
  await send(24, { inflictedLaws: [], address: { id: 1, userId: "u-2", address: OTHER_ADDRESS } });
  await send(25, { projectId: 0 });
});
afterAll(() => emulated.stop());

async function list(filter: Partial<NotificationFilter>, pageSize?: number): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of queries.list({ projectIds: [1], ...filter }, pageSize)) names.push(key);
  return names;
}

const QUIET = ["1#11", "1#10", "1#9", "1#8", "1#7", "1#6", "1#5", "1#4", "1#3", "1#2", "1#1", "1#0"];

describe("the list of notifications", () => {
  it("has the newest first, over all partitions and pages of the index", async () => {
    const allNames = ["1#24", "1#23", "1#21", "1#20", ...QUIET];
    expect(await list({})).toEqual(allNames);
    expect(await list({}, 1)).toEqual(allNames);
  });

  it("has what is of the test project only where that is named, also by user and wallet", async () => {
    expect(await list({ projectIds: [0] })).toEqual(["0#25"]);
    expect(await list({ projectIds: [0], userId: "u-1" })).toEqual(["0#25"]);
    expect(await list({ projectIds: [0], wallet: "0x1111111111111111111111111111111111111111" })).toEqual([
      "0#25",
    ]);
  });

  it("holds several projects", async () => {
    expect((await list({ projectIds: [1, 2] })).slice(0, 4)).toEqual(["1#24", "1#23", "2#22", "1#21"]);
  });

  it("is restricted by risk, law, country, chain, kind and alert", async () => {
    expect(await list({ risk: "illegal" })).toEqual(["1#21"]);
    expect(await list({ law: "fintech law" })).toEqual(["1#20"]);
    expect(await list({ country: "mx" })).toEqual(["1#21", "1#20"]);
    expect(await list({ country: "Mexico" })).toEqual(["1#21", "1#20"]);
    expect(await list({ chainId: "1" })).toEqual(["1#20"]);
    expect(await list({ kind: "error" })).toEqual([]);
    expect(await list({ alert: "pending" })).toEqual(["1#21"]);
  });

  it("is restricted by time, from the first moment and to before the last", async () => {
    expect(await list({ since: "2026-01-01T00:20:00.000Z", until: "2026-01-01T00:23:00.000Z" })).toEqual([
      "1#21",
      "1#20",
    ]);
  });

  it("is restricted by user", async () => {
    expect(await list({ userId: "u-1" })).toEqual(["1#21", "1#20", ...QUIET]);
    expect(await list({ userId: "u-2" })).toEqual(["1#24"]);
    expect(await list({ userId: "u" })).toEqual([]);
  });

  it("is restricted by wallet, with and without a user, in any case of its address", async () => {
    expect(await list({ wallet: ADDRESS.replace("0x", "0X").toLowerCase() })).toEqual([
      "1#23",
      "1#21",
      "1#20",
      ...QUIET,
    ]);
    expect(await list({ wallet: OTHER_ADDRESS })).toEqual(["1#24"]);
  });

  it("is restricted by the hash of a transaction, in any spelling", async () => {
    expect(await list({ txHash: `${"AB".repeat(32)}` })).toEqual(["1#24", "1#23", "1#21", "1#20", ...QUIET]);
    expect(await list({ txHash: "0xcd" })).toEqual([]);
  });
});

describe("a notification by its key", () => {
  it("is found by its number and by its name", async () => {
    const foundNotification = await queries.find("1#21");
    expect(foundNotification?.notification.risk).toBe("illegal");
    const name = foundNotification === undefined ? "" : nameOf(foundNotification.notification);
    expect(name).toMatch(/^1#21#[\w-]{16}$/);
    expect((await queries.find(name))?.notification.id).toBe("21");
    expect(await queries.find("1#999")).toBeUndefined();
  });
});
