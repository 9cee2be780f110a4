/** An emulated Notifications table with its two indexes, as the template makes it. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { TABLE_SHAPES } from "../../lib/store/table-shapes.ts";
import type { Emulator } from "./dynamo.ts";
import { createTables } from "./shaped-table.ts";

/** Creates an empty table under `name`. @returns a client for it */
export async function createNotificationsTable(
  { config }: Emulator,
  name: string,
): Promise<DynamoDBDocumentClient> {
  const client = new DynamoDBClient(config);
  await createTables(client, { [name]: TABLE_SHAPES.notifications });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
