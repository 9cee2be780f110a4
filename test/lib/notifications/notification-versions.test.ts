import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { webhookBody } from "../../../lib/contract/webhook.ts";
import { attributesOf } from "../../../lib/notifications/notification-attributes.ts";
import { itemOf } from "../../../lib/notifications/notification-item.ts";
import { NotificationQueries } from "../../../lib/notifications/notification-queries.ts";
import { NotificationStore } from "../../../lib/notifications/notifications.ts";
import { WalletStore } from "../../../lib/wallets/wallets.ts";
import { mockClient } from "../../support/mock-client.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";

const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
const queries = new NotificationQueries(client, "Notifications", new WalletStore(client, "Wallets"));
const store = new NotificationStore(client, "Notifications");

beforeEach(() => database.reset());

function item(id: number, receivedAt: string, changes: Record<string, unknown> = {}) {
  const arrival = { projectId: 1, deliveryId: "d", content: "c", raw: Buffer.from("{}"), expiresAt: 1 };
  const body = webhookBody.parse(notificationBody({ id, inflictedLaws: [LFPIORPI] }));
  return { ...attributesOf(itemOf(body, { ...arrival, receivedAt, rehearsal: false })), ...changes };
}

describe("an item that is read back", () => {
  it("is read as it stands, not as it stood a moment ago", async () => {
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
