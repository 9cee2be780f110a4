/** Every table of a stack, empty, as the template makes them; under the names of the endpoints in test-context.ts. */

import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { TABLE_NAMES, TABLE_SHAPES, type TableName } from "../../../../lib/store/table-shapes.ts";
import type { Emulator } from "../../../support/dynamo.ts";
import { tableOf } from "../../../support/shaped-table.ts";

const NAMES: Record<TableName, string> = {
  users: "users",
  notifications: "notifications",
  wallets: "wallets",
  walletScans: "wallet-scans",
  scanRuns: "scan-runs",
  chains: "chains",
  alerts: "alerts",
  rates: "rates",
};

/** Creates them. @returns a client for them */
export async function createTables(dynamo: Emulator): Promise<DynamoDBDocumentClient> {
  const client = new DynamoDBClient(dynamo.config);
  for (const name of TABLE_NAMES) {
    await client.send(new CreateTableCommand(tableOf(NAMES[name], TABLE_SHAPES[name])));
  }
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
