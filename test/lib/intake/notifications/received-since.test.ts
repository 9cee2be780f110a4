import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";

import { expect, it } from "vitest";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { mockClient } from "../../../support/mock-client.ts";

it("of an id that was flooded with contents reads the first 16 pages of a megabyte", async () => {
  const database = mockClient(DynamoDBDocumentClient);
  database.on(QueryCommand).resolves({ Items: [], LastEvaluatedKey: { key: "1#1", version: "x" } });
  const client = DynamoDBDocumentClient.prototype;
  const found = new NotificationStore(client, "Notifications").receivedSince(
    "1#1",
    "2026-03-01T00:00:00.000Z",
  );
  expect(await Array.fromAsync(found)).toEqual([]);
  expect(database.commandCalls(QueryCommand)).toHaveLength(16);
});
