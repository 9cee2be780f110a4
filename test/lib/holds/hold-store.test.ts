/** The calls of holds, word for word: what changes an expiry, and what orders it. */

import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HeldItems } from "../../../lib/holds/held-items.ts";
import { heldSinceIn } from "../../../lib/holds/held-since.ts";
import { HoldStore } from "../../../lib/holds/holds.ts";
import { HeldRecords } from "../../support/held-records.ts";
import { mockClient } from "../../support/mock-client.ts";

let documents: DynamoDBDocumentClient;
let mock: ReturnType<typeof mockClient>;
beforeEach(() => {
  documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
  mock = mockClient(documents);
});

const inputs = () => mock.calls().map(({ args: [{ input }] }) => input);
const REFUSED = new ConditionalCheckFailedException({ message: "", $metadata: {} });
const AT = "2026-03-02T15:00:00.000Z";

describe("an item", () => {
  const item = (expiresAt: number) => ({ key: "1#42", version: "first", expiresAt });
  const items = () =>
    new HeldItems(documents, { notifications: "N", walletScans: "S", alerts: "A", cases: "C" });

  it("is held by one update of one attribute, where it is there and not held", async () => {
    mock.on(UpdateCommand).resolves({});
    expect(await items().change("notifications", item(1), true)).toBe(true);
    expect(await items().change("notifications", item(100_000_000_001), false)).toBe(true);
    const update = { TableName: "N", Key: { key: "1#42", version: "first" } };
    const ExpressionAttributeValues = { ":held": 100_000_000_000 };
    expect(inputs()).toEqual([
      {
        ...update,
        UpdateExpression: "SET expiresAt = expiresAt + :held",
        ConditionExpression: "expiresAt < :held",
        ExpressionAttributeValues,
      },
      {
        ...update,
        UpdateExpression: "SET expiresAt = expiresAt - :held",
        ConditionExpression: "expiresAt >= :held",
        ExpressionAttributeValues,
      },
    ]);
  });

  it("that is gone, or as it shall be, is left alone", async () => {
    mock.on(UpdateCommand).rejects(REFUSED);
    expect(await items().change("notifications", item(1), true)).toBe(false);
    expect(await items().change("notifications", item(1), false)).toBe(false);
    expect(inputs()).toHaveLength(1);
  });

  it("of the cases is read by its key and expiry alone: policies allow no more", async () => {
    mock
      .on(QueryCommand)
      .resolves({ Items: [{ subject: "notification#1#42", opened: "once", expiresAt: 1 }] });
    await Array.fromAsync(items().cases("notification#1#42"));
    expect(inputs()).toEqual([
      {
        TableName: "C",
        KeyConditionExpression: "#0 = :partition",
        Select: "SPECIFIC_ATTRIBUTES",
        ProjectionExpression: "#0, #1, #2",
        ExpressionAttributeNames: { "#0": "subject", "#1": "opened", "#2": "expiresAt" },
        ExpressionAttributeValues: { ":partition": "notification#1#42" },
      },
    ]);
  });
});

describe("a hold", () => {
  const placed = (n: number, reason: string) => ({
    ...{ user: "u-1", record: `order#00000${n}`, userId: "u-1", kind: "place", at: AT, reason },
  });

  it("is placed where there is none, by one write that replaces no other", async () => {
    mock.on(QueryCommand).resolves({});
    mock.on(PutCommand).resolves({});
    await new HoldStore(documents, "H").place("u-1", "Matter 7.", AT);
    expect(inputs().at(-1)).toEqual({
      TableName: "H",
      Item: placed(1, "Matter 7."),
      ConditionExpression: "attribute_not_exists(#user)",
      ExpressionAttributeNames: { "#user": "user" },
    });
  });

  it("is ordered once where the SDK's own retry is refused because of the first try", async () => {
    mock
      .on(QueryCommand)
      .resolvesOnce({})
      .resolves({ Items: [placed(1, "Matter 7.")] });
    mock.on(PutCommand).rejects(REFUSED);
    await new HoldStore(documents, "H").place("u-1", "Matter 7.", AT);
    expect(mock.commandCalls(PutCommand)).toHaveLength(1);
  });

  it("is released behind an order that was faster, and once", async () => {
    const orders = [placed(1, "Matter 7."), placed(2, "Matter 8.")];
    mock
      .on(QueryCommand)
      .resolvesOnce({ Items: orders.slice(0, 1) })
      .resolves({ Items: orders });
    mock.on(PutCommand).rejectsOnce(REFUSED).resolves({});
    const store = new HoldStore(documents, "H");
    await store.release("u-1", "Ended.", AT);
    const released = mock.commandCalls(PutCommand).map(({ args: [{ input }] }) => input.Item);
    expect(released).toMatchObject([{ record: "order#000002" }, { record: "order#000003", kind: "release" }]);
    mock.on(QueryCommand).resolves({ Items: [...orders, released[1] ?? {}] });
    await store.release("u-1", "Ended.", AT);
    expect(mock.commandCalls(PutCommand)).toHaveLength(2);
  });

  it("says since when it is, and reads no reason for that", async () => {
    const orders = [
      { kind: "place", at: "2026-01-01T00:00:00.000Z" },
      { kind: "release", at: "2026-02-01T00:00:00.000Z" },
      { kind: "place", at: AT },
      { kind: "place", at: "2026-04-01T00:00:00.000Z" },
    ];
    mock.on(QueryCommand).resolves({ Items: orders });
    const heldSince = heldSinceIn(documents, "H");
    expect(await heldSince({ expiresAt: 2_000_000_000, userId: "u-1" })).toEqual({ held: false });
    expect(mock.calls()).toEqual([]);
    expect(await heldSince({ expiresAt: 102_000_000_000, userId: "u-1" })).toEqual({ held: true, since: AT });
    expect(inputs()).toEqual([
      {
        TableName: "H",
        KeyConditionExpression: "#user = :user AND begins_with(#record, :order)",
        Select: "SPECIFIC_ATTRIBUTES",
        ProjectionExpression: "kind, #at",
        ExpressionAttributeNames: { "#user": "user", "#record": "record", "#at": "at" },
        ExpressionAttributeValues: { ":user": "u-1", ":order": "order#" },
      },
    ]);
    mock.on(QueryCommand).resolves({ Items: [...orders, { kind: "release", at: AT }] });
    expect(await heldSince({ expiresAt: 102_000_000_000, userId: "u-1" })).toEqual({ held: true });
    expect(await heldSince({ expiresAt: 102_000_000_000 })).toEqual({ held: true });
  });
});

describe("in its table", () => {
  let records: HeldRecords;
  let holds: HoldStore;
  beforeEach(async () => {
    records = await HeldRecords.start();
    holds = new HoldStore(records.client, "Holds");
  });
  afterEach(() => records.close());

  it("a hold is placed and released any number of times, and shows every order", async () => {
    const said: string[] = [];
    for (let n = 1; n <= 4; n++) {
      await holds.place("u-1", `order ${n}`, AT);
      await holds.place("u-1", `another reason of ${n}`, AT);
      await holds.release("u-1", `end of ${n}`, AT);
      said.push(`order ${n}`, `another reason of ${n}`, `end of ${n}`);
    }
    expect(await holds.get("u-1")).toMatchObject({ state: "released", since: AT, order: 12, passes: 0 });
    const all = await Array.fromAsync(holds.all());
    expect(all.map(({ user, orders }) => [user, orders.map(({ reason }) => reason)])).toEqual([
      ["u-1", said],
    ]);
  });

  it("wallets are noted by hold, none is lost where two passes note them at once, and they are no holds", async () => {
    const names = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `1#0x${String(from + n).padStart(40, "0")}#1`);
    await holds.addWallets("u-2", names(0, 1));
    await Promise.all([holds.addWallets("u-1", names(0, 30)), holds.addWallets("u-1", names(20, 50))]);
    await holds.addWallets("u-1", names(0, 60));
    expect(await holds.walletsOf("u-1")).toEqual(names(0, 60));
    expect(await holds.walletsOf("u-2")).toEqual(names(0, 1));
    expect(await holds.walletsOf("u-3")).toEqual([]);
    expect(await Array.fromAsync(holds.all())).toEqual([]);
  });
});
