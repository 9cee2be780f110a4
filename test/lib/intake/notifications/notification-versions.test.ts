import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { webhookBody } from "../../../../lib/contract/webhook.ts";
import { attributesOf } from "../../../../lib/intake/notifications/notification-attributes.ts";
import { itemOf } from "../../../../lib/intake/notifications/notification-item.ts";
import { notificationPage } from "../../../../lib/intake/notifications/notification-pages.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { compressBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";

const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
const queries = new NotificationQueries(client, "Notifications", new WalletStore(client, "Wallets"));
const store = new NotificationStore(client, "Notifications");

beforeEach(() => database.reset());

function item(
  id: number,
  receivedAt: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const arrival = { projectId: 1, deliveryId: "d", content: "c", raw: Buffer.from("{}"), expiresAt: 1 };
  const body = webhookBody.parse(notificationBody({ id, inflictedLaws: [LFPIORPI] }));
  const made = attributesOf(itemOf(body, { ...arrival, receivedAt }));
  return { ...made, ...changes, said: { ...Object(made["said"]), ...Object(changes["said"]) } };
}

describe("an item that is read back", () => {
  it("is read consistently", async () => {
    database.on(GetCommand).resolves({});
    expect(await store.get({ key: "1#1", version: "first" })).toBeUndefined();
    expect(database.commandCalls(GetCommand)[0]?.args[0].input).toMatchObject({
      Key: { key: "1#1", version: "first" },
      ConsistentRead: true,
    });
  });
});

describe("the list of notifications", () => {
  const AT = "2026-01-01T00:00:00.000Z";

  it("has those of one moment in the order of their keys, and takes an empty page for one", async () => {
    database
      .on(QueryCommand)
      .resolves({})
      .on(QueryCommand, { ExpressionAttributeValues: { ":partition": "1#0", ":since": "0", ":until": "9" } })
      .resolves({ Items: [item(5, AT), item(3, AT)] })
      .on(QueryCommand, { ExpressionAttributeValues: { ":partition": "1#2", ":since": "0", ":until": "9" } })
      .resolves({ Items: [item(9, AT), item(4, AT), item(1, AT)] });
    const keys = await Array.fromAsync(queries.list({ projectIds: [1] }), ({ key }) => key);
    expect(keys).toEqual(["1#9", "1#5", "1#4", "1#3", "1#1"]);
  });

  it("leaves out what an index finds and a filter does not fit", async () => {
    const other = "1#user#u-2";
    const { userKey: _none, ...without } = item(2, AT);
    database
      .on(QueryCommand)
      .resolvesOnce({ Items: [item(3, AT, { userKey: other }), without, item(1, AT)] });
    const keys = await Array.fromAsync(queries.list({ projectIds: [1], userId: "u-1" }), ({ key }) => key);
    expect(keys).toEqual(["1#1"]);
    database.reset();
    database.on(QueryCommand).resolves({ Items: [item(3, AT, { kind: "error" }), item(1, AT)] });
    const list = queries.list({ projectIds: [1], userId: "u-1", kind: "error", country: "ES" });
    expect(await Array.fromAsync(list)).toEqual([]);
    const errors = queries.list({ projectIds: [1], userId: "u-1", kind: "error" });
    expect(await Array.fromAsync(errors, ({ key }) => key)).toEqual(["1#3"]);
  });
});

describe("a filter by law", () => {
  /** Rows with more laws than are listed; the body of every third has the law, where the laws are not named. */
  function flood(count: number, laws?: readonly object[]) {
    const rows = Array.from({ length: count }, (_, at) =>
      item(count - at, new Date(1_800_000_000_000 - at).toISOString(), { said: { lawCount: 60 } }),
    );
    let [reading, most, bodies] = [0, 0, 0];
    let raw: Uint8Array | undefined;
    database.on(QueryCommand).resolvesOnce({ Items: rows }).resolves({});
    database.on(GetCommand).callsFake(async ({ Key: { key } }) => {
      bodies++;
      most = Math.max(most, ++reading);
      await new Promise((done) => setTimeout(done, 5));
      reading--;
      const id = Number(key.split("#")[1]);
      const name = id % 3 === 0 ? "Wanted" : "Other";
      const inflictedLaws = laws ?? [{ ...LFPIORPI, name }];
      raw = laws === undefined ? undefined : raw;
      raw ??= compressBody(Buffer.from(JSON.stringify(notificationBody({ id, inflictedLaws }))));
      return { Item: item(id, "2026-01-01T00:00:00.000Z", { said: { lawCount: 60 }, raw }) };
    });
    return () => ({ most, bodies });
  }

  const LAW = { projectIds: [1], userId: "u-1", law: "wanted" };

  it("reads bodies twenty at a time, and keeps the order of the list", async () => {
    const work = flood(300);
    const keys = await Array.fromAsync(queries.list(LAW), ({ key }) => key);
    expect(keys).toEqual(Array.from({ length: 100 }, (_, at) => `1#${300 - 3 * at}`));
    expect(work()).toEqual({ most: 20, bodies: 300 });
  });

  it("counts each body as eleven rows of what a page may read, and says where to go on", async () => {
    const work = flood(300);
    const found = await notificationPage(queries, LAW, { size: 50, mostRead: 1_000 });
    expect(found.rows).toHaveLength(31);
    expect(found.goOn).toMatchObject({ side: "older", place: { key: "1#210" } });
    expect(work().bodies).toBeLessThanOrEqual(120);
  });

  it("reads no more bodies of 2,000 laws for a page than a second of CPU allows", async () => {
    const laws = Array.from({ length: 2_000 }, (_, at) => ({ ...FINTECH_LAW, name: `Law ${at}` }));
    const work = flood(600, laws);
    const before = process.cpuUsage();
    const found = await notificationPage(queries, LAW, { size: 50, mostRead: 5_000 });
    const { user, system } = process.cpuUsage(before);
    expect(found).toMatchObject({ rows: [], goOn: { side: "older" } });
    // 44 of them, and those that are read ahead: 500 of them take 8 s.
    expect(work().bodies).toBeLessThanOrEqual(64);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});
