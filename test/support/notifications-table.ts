/** An emulated Notifications table with its two indexes, as the template makes it. */

import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  NOTIFICATION_LIST_ATTRIBUTES,
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_KEY,
} from "../../lib/store/keys.ts";
import type { Emulator } from "./dynamo.ts";

/** Creates an empty table under `name`. @returns a client for it */
export async function createNotificationsTable(
  { config }: Emulator,
  name: string,
): Promise<DynamoDBDocumentClient> {
  const client = new DynamoDBClient(config);
  const { partition, sort } = NOTIFICATIONS_KEY;
  const keys = [partition, sort, "timeShard", "userKey", "receivedAt"];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: keys.map((key) => ({ AttributeName: key, AttributeType: "S" })),
      KeySchema: [
        { AttributeName: partition, KeyType: "HASH" },
        { AttributeName: sort, KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER].map(
        ({ index, partition, sort }) => ({
          IndexName: index,
          KeySchema: [
            { AttributeName: partition, KeyType: "HASH" },
            { AttributeName: sort, KeyType: "RANGE" },
          ],
          Projection: {
            ProjectionType: "INCLUDE",
            NonKeyAttributes: NOTIFICATION_LIST_ATTRIBUTES.filter((name) => name !== partition),
          },
        }),
      ),
    }),
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
