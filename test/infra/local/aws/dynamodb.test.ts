/** The emulated DynamoDB, as a page that a developer visits could call it. */

import { CreateTableCommand, DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DynamoDb } from "../../../../infra/local/aws/dynamodb.ts";
import { LocalEvents } from "../../../../infra/local/lambda/run-events.ts";

let database: DynamoDb;

beforeAll(async () => {
  database = await DynamoDb.start(new LocalEvents());
});
afterAll(() => database.close());

test("answers POST alone: not GET", async () => {
  expect((await fetch(database.url)).status).toBe(405);
  // Unsigned.
  expect((await fetch(database.url, { method: "POST" })).status).toBe(400);
});

test("refuses a query for the empty string in a key, as AWS does, and no other", async () => {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: database.url, region: "us-east-1", credentials });
  await client.send(
    new CreateTableCommand({
      TableName: "Days",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["projectId", "day"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S",
      })),
      KeySchema: [
        { AttributeName: "projectId", KeyType: "HASH" },
        { AttributeName: "day", KeyType: "RANGE" },
      ],
    }),
  );
  const since = (day: string) =>
    new QueryCommand({
      TableName: "Days",
      KeyConditionExpression: "projectId = :project AND #day >= :since",
      FilterExpression: "note <> :none",
      ExpressionAttributeNames: { "#day": "day" },
      ExpressionAttributeValues: { ":project": { S: "1" }, ":since": { S: day }, ":none": { S: "" } },
    });
  await expect(client.send(since(""))).rejects.toMatchObject({
    name: "ValidationException",
    message: expect.stringContaining("cannot contain an empty string value"),
  });
  expect((await client.send(since("2026"))).Count).toBe(0);
});
