/** The emulated DynamoDB: what it has beside dynalite, and who may call it. */

import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";

let tables: EmulatedTables;

beforeAll(async () => {
  tables = await startTables({
    Cases: { key: { partition: "id", sort: "n" }, indexes: [] },
    Heads: { key: { partition: "id" }, indexes: [] },
  });
});
afterAll(() => tables.stop());

let count = 0;
let id: string;
beforeEach(async () => {
  id = `case-${++count}`;
  await tables.client.send(new PutCommand({ TableName: "Heads", Item: { id, n: 1, note: "as it was" } }));
});

type Steps = NonNullable<TransactWriteCommandInput["TransactItems"]>;

function write(TransactItems: Steps, ClientRequestToken?: string) {
  return tables.client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
}

/** An event of the case, and its head's count moved on from `n`. */
function append(n: number): Steps {
  const event = { id, n: String(n + 1) };
  return [
    { Put: { TableName: "Cases", Item: event, ConditionExpression: "attribute_not_exists(id)" } },
    {
      Update: {
        TableName: "Heads",
        Key: { id },
        UpdateExpression: "SET n = :next",
        ConditionExpression: "n = :n",
        ExpressionAttributeValues: { ":n": n, ":next": n + 1 },
      },
    },
  ];
}

const head = async () => (await tables.client.send(new GetCommand({ TableName: "Heads", Key: { id } }))).Item;
const event = async (n: number) =>
  (await tables.client.send(new GetCommand({ TableName: "Cases", Key: { id, n: String(n) } }))).Item;

it("applies all of its steps", async () => {
  await write(append(1));
  expect([await head(), await event(2)]).toEqual([
    { id, n: 2, note: "as it was" },
    { id, n: "2" },
  ]);
});

it("applies none where one is refused, and gives the reason of each", async () => {
  const before = { id, n: 1, note: "as it was" };
  const refused = await write(append(5)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TransactionCanceledException);
  expect(refused).toMatchObject({
    name: "TransactionCanceledException",
    message:
      "Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]",
    CancellationReasons: [
      { Code: "None" },
      { Code: "ConditionalCheckFailed", Message: "The conditional request failed" },
    ],
  });
  expect([await head(), await event(6)]).toEqual([before, undefined]);
});

it("deletes, and puts back what it deleted where another step is refused", async () => {
  await tables.client.send(new PutCommand({ TableName: "Cases", Item: { id, n: "9" } }));
  const deletion = { Delete: { TableName: "Cases", Key: { id, n: "9" } } };
  await expect(write([deletion, ...append(5)])).rejects.toThrow(TransactionCanceledException);
  expect(await event(9)).toEqual({ id, n: "9" });
  await write([deletion, ...append(1)]);
  expect([await head(), await event(9)]).toEqual([{ id, n: 2, note: "as it was" }, undefined]);
});

it.each([
  ["of an item", {}, "attribute_exists(id)", "attribute_not_exists(id)"],
  ["of one that is not there", { id: "absent" }, "attribute_not_exists(id)", "attribute_exists(id)"],
])("checks a condition %s, and changes nothing of it", async (_, key, holds, fails) => {
  const check = (ConditionExpression: string) => ({
    ConditionCheck: { TableName: "Heads", Key: { id, ...key }, ConditionExpression },
  });
  const before = await head();
  await expect(write([check(fails), ...append(7).slice(0, 1)])).rejects.toThrow(TransactionCanceledException);
  expect([await head(), await event(8)]).toEqual([before, undefined]);
  await write([check(holds), ...append(7).slice(0, 1)]);
  expect(await head()).toEqual(before);
  expect(await event(8)).toBeDefined();
  await tables.client.send(new DeleteCommand({ TableName: "Cases", Key: { id, n: "8" } }));
});

it("lets one of two at once through", async () => {
  const outcomes = await Promise.allSettled([write(append(1)), write(append(1)), write(append(1))]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await head()).toMatchObject({ n: 2 });
});

it("shows no other call what is not applied", async () => {
  const seen: unknown[] = [];
  const reading = async () => {
    for (let time = 0; time < 30; time++) seen.push((await event(6))?.["n"]);
  };
  const refused = Array.from({ length: 10 }, () => write(append(5)).catch(() => undefined));
  await Promise.all([reading(), reading(), ...refused]);
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

it("is applied once where it comes again under its token", async () => {
  const token = `token-${id}`;
  await write(append(1), token);
  await write(append(1), token);
  expect(await head()).toMatchObject({ n: 2 });
});

it("is refused whole where two steps write one item, or a step is no call", async () => {
  const put: Steps[number] = { Put: { TableName: "Cases", Item: { id, n: "3" } } };
  await expect(write([put, put])).rejects.toMatchObject({
    name: "ValidationException",
    message: "Transaction request cannot include multiple operations on one item",
  });
  const broken = { TableName: "Heads", Key: { id }, UpdateExpression: "SET" };
  await expect(write([put, { Update: broken }])).rejects.toMatchObject({ name: "ValidationException" });
  await expect(write([put, { Put: { TableName: "Nowhere", Item: { id } } }])).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
  expect(await event(3)).toBeUndefined();
});

it("leaves a single write's refusal as it is", async () => {
  const Item = { id, n: 1 };
  await expect(
    tables.client.send(
      new PutCommand({ TableName: "Heads", Item, ConditionExpression: "attribute_not_exists(id)" }),
    ),
  ).rejects.toThrow(ConditionalCheckFailedException);
});

it("refuses a query for the empty string in a key, as AWS does, and no other", async () => {
  const since = (n: string) =>
    tables.client.send(
      new QueryCommand({
        TableName: "Cases",
        KeyConditionExpression: "id = :id AND #n >= :since",
        FilterExpression: "note <> :none",
        ExpressionAttributeNames: { "#n": "n" },
        ExpressionAttributeValues: { ":id": id, ":since": n, ":none": "" },
      }),
    );
  await expect(since("")).rejects.toMatchObject({
    name: "ValidationException",
    message: expect.stringContaining("cannot contain an empty string value"),
  });
  expect((await since("2026")).Count).toBe(0);
});

it("answers POST alone: not GET, which a page can send", async () => {
  expect((await fetch(tables.url)).status).toBe(405);
  // Unsigned.
  expect((await fetch(tables.url, { method: "POST" })).status).toBe(400);
});
