/** Every table of a stack, empty, as the template makes them; under the names of the endpoints in test-context.ts. */

import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { TABLE_NAMES, TABLE_SHAPES, type TableName } from "../../../../lib/store/table-shapes.ts";
import { type Emulator, startDynamo } from "../../../support/dynamo.ts";
import { tableOf } from "../../../support/shaped-table.ts";
import { endpointsWith, makePlace, type Place } from "./test-context.ts";

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

/** A place whose stack has tables of its own. */
export interface PlaceWithTables extends Place {
  database: DynamoDBDocumentClient;
  /** Where their emulator listens. */
  dynamodb: string;
}

/** @param given the stack's other endpoints */
export async function placeWithTables(
  given: Parameters<typeof endpointsWith>[0] = {},
): Promise<PlaceWithTables> {
  const dynamo = await startDynamo();
  const database = await createTables(dynamo);
  const place = await makePlace(endpointsWith({ ...given, dynamodb: dynamo.url }));
  return {
    ...place,
    database,
    dynamodb: dynamo.url,
    async remove() {
      await place.remove();
      database.destroy();
      await dynamo.stop();
    },
  };
}
