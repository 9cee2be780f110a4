/** The calls of holds, word for word: what changes an expiry, and what orders it. */

import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { HeldItems } from "../../../lib/holds/held-items.ts";
import { heldSinceIn } from "../../../lib/holds/held-since.ts";
import { HoldStore } from "../../../lib/holds/holds.ts";
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
  const place = { table: "notifications" as const, key: { key: "1#42", version: "first" } };
  const items = () =>
    new HeldItems(documents, { notifications: "N", walletScans: "S", alerts: "A", cases: "C" });

  it("is held by one update of one attribute, where it is there and not held", async () => {
    mock.on(UpdateCommand).resolves({});
    expect(await items().change(place, true)).toBe(true);
    expect(await items().change(place, false)).toBe(true);
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
    expect(await items().change(place, true)).toBe(false);
  });

  it("of the cases is read by its key and expiry alone: policies allow no more", async () => {
    mock
      .on(QueryCommand)
      .resolves({ Items: [{ subject: "notification#1#42", opened: "once", expiresAt: 1 }] });
    await Array.fromAsync(items().cases("notification#1#42"));
    expect(inputs()).toEqual([
      {
        TableName: "C",
        KeyConditionExpression: "subject = :subject",
        Select: "SPECIFIC_ATTRIBUTES",
        ProjectionExpression: "subject, opened, expiresAt",
        ExpressionAttributeValues: { ":subject": "notification#1#42" },
      },
    ]);
  });
});

describe("a hold", () => {
  const placed = {
    ...{ user: "u-1", userId: "u-1", state: "placed" as const, since: AT, change: 1, passes: 1 },
    acts: [{ kind: "place" as const, at: AT, reason: "Matter 7." }],
  };

  it("is placed where there is none, by one update", async () => {
    mock.on(GetCommand).resolves({});
    mock.on(UpdateCommand).resolves({});
    expect(await new HoldStore(documents, "H").place("u-1", "Matter 7.", AT)).toBe("done");
    expect(inputs().at(-1)).toEqual({
      TableName: "H",
      Key: { user: "u-1" },
      UpdateExpression:
        "SET userId = :userId, #state = :state, #change = :next, passes = :none, acts = list_append(if_not_exists(acts, :empty), :acts), since = :at REMOVE pass",
      ConditionExpression: "attribute_not_exists(#user)",
      ExpressionAttributeNames: { "#state": "state", "#change": "change", "#user": "user" },
      ExpressionAttributeValues: {
        ":userId": "u-1",
        ":state": "placed",
        ":next": 1,
        ":none": 0,
        ":empty": [],
        ":acts": [{ kind: "place", at: AT, reason: "Matter 7." }],
        ":at": AT,
      },
    });
  });

  it("is ordered once where the SDK's own retry is refused because of the first try", async () => {
    mock.on(GetCommand).resolvesOnce({}).resolves({ Item: placed });
    mock.on(UpdateCommand).rejects(REFUSED);
    expect(await new HoldStore(documents, "H").place("u-1", "Matter 7.", AT)).toBe("done");
    expect(mock.commandCalls(UpdateCommand)).toHaveLength(1);
  });

  it("is released behind whoever was faster", async () => {
    const now = {
      ...placed,
      change: 2,
      acts: [...placed.acts, { kind: "place", at: AT, reason: "Matter 8." }],
    };
    mock.on(GetCommand).resolves({ Item: now });
    mock.on(UpdateCommand).rejectsOnce(REFUSED).resolves({});
    const store = new HoldStore(documents, "H");
    expect(await store.release(placed, "Ended.", AT)).toBe("done");
    expect(
      mock.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => input.ExpressionAttributeValues),
    ).toMatchObject([
      { ":change": 1, ":next": 2 },
      { ":change": 2, ":next": 3 },
    ]);
    expect(await store.release({ ...placed, state: "released" }, "Ended.", AT)).toBe("said before");
  });

  it("says since when it is, and reads no reason for that", async () => {
    mock.on(QueryCommand).resolves({ Items: [{ since: AT, state: "placed" }] });
    const heldSince = heldSinceIn(documents, "H");
    expect(await heldSince({ expiresAt: 2_000_000_000, userId: "u-1" })).toEqual({ held: false });
    expect(mock.calls()).toEqual([]);
    expect(await heldSince({ expiresAt: 102_000_000_000, userId: "u-1" })).toEqual({ held: true, since: AT });
    expect(inputs()).toEqual([
      {
        TableName: "H",
        KeyConditionExpression: "#user = :user",
        Select: "SPECIFIC_ATTRIBUTES",
        ProjectionExpression: "since, #state",
        ExpressionAttributeNames: { "#user": "user", "#state": "state" },
        ExpressionAttributeValues: { ":user": "u-1" },
      },
    ]);
    mock.on(QueryCommand).resolves({ Items: [{ since: AT, state: "released" }] });
    expect(await heldSince({ expiresAt: 102_000_000_000, userId: "u-1" })).toEqual({ held: true });
    expect(await heldSince({ expiresAt: 102_000_000_000 })).toEqual({ held: true });
  });
});
