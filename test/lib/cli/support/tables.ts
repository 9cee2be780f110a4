/** Every table of a stack, empty, as the template makes them; under the names of the endpoints in test-context.ts. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DESK_TABLE_SHAPES, TABLE_NAMES, TABLE_SHAPES } from "../../../../lib/store/table-shapes.ts";
import { type Emulator, startDynamo } from "../../../support/dynamo.ts";
import { createTables } from "../../../support/shaped-table.ts";
import { endpointsWith, makePlace, type Place } from "./test-context.ts";

/** Creates them, and the table of cases where it has a name. @returns a client for them */
export async function createStackTables(dynamo: Emulator, cases?: string): Promise<DynamoDBDocumentClient> {
  const client = new DynamoDBClient(dynamo.config);
  const { tables } = endpointsWith({});
  await createTables(
    client,
    Object.fromEntries(TABLE_NAMES.map((name) => [tables[name], TABLE_SHAPES[name]])),
  );
  if (cases !== undefined) await createTables(client, { [cases]: DESK_TABLE_SHAPES.cases });
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
  const database = await createStackTables(dynamo, given.cases);
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
