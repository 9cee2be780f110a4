/** Empty tables in an emulated DynamoDB of a test file's own, and a client for them. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TableShape } from "../../lib/store/table-shapes.ts";
import { startDynamo } from "./dynamo.ts";
import { createTables } from "./shaped-table.ts";

export interface EmulatedTables {
  /** The emulator's. */
  url: string;
  client: DynamoDBDocumentClient;
  stop(): Promise<void>;
}

/** @param shapes of the tables, by their names */
export async function startTables(shapes: Readonly<Record<string, TableShape>>): Promise<EmulatedTables> {
  const emulator = await startDynamo();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(emulator.config), {
    marshallOptions: { removeUndefinedValues: true },
  });
  await createTables(client, shapes);
  return {
    url: emulator.url,
    client,
    async stop() {
      client.destroy();
      await emulator.stop();
    },
  };
}
