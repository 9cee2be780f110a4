/** The emulated DynamoDB, as a page that a developer visits could call it. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { DynamoDb } from "../../../../infra/local/aws/dynamodb.ts";
import { Outage } from "../../../../infra/local/aws/outage.ts";
import { LocalEvents } from "../../../../infra/local/events.ts";

let database: DynamoDb;

beforeAll(async () => {
  database = await DynamoDb.start(new Outage(), new LocalEvents());
});
afterAll(() => database.close());

test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("answers POST alone: not %s", async (method) => {
  const reply = await fetch(database.url, { method });
  expect([reply.status, reply.headers.get("allow"), await reply.text()]).toEqual([405, "POST", ""]);
});

test("answers a POST, here that nobody has signed it", async () => {
  expect((await fetch(database.url, { method: "POST" })).status).toBe(400);
});
