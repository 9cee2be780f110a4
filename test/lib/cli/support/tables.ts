/** Every table of a stack, empty, as the template makes them; under the names of the endpoints in test-context.ts. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { TABLE_NAMES } from "../../../support/table-names.ts";
import { endpointsWith, makePlace, type Place } from "./test-context.ts";

/** @param cases the name of the table of cases */
export function startStackTables(cases?: string): Promise<EmulatedTables> {
  const { tables } = endpointsWith(cases === undefined ? {} : { cases });
  return startTables(Object.fromEntries(TABLE_NAMES.map((name) => [tables[name], TABLE_SHAPES[name]])));
}

/** A place whose stack has tables of its own. */
export interface PlaceWithTables extends Place {
  database: DynamoDBDocumentClient;
  /** URL of their emulator. */
  dynamodb: string;
}

/** @param endpoints the stack's other endpoints */
export async function placeWithTables(
  endpoints: Parameters<typeof endpointsWith>[0] = {},
): Promise<PlaceWithTables> {
  const { client: database, url: dynamodb, stop } = await startStackTables(endpoints.cases);
  const place = await makePlace(endpointsWith({ ...endpoints, dynamodb }));
  return {
    ...place,
    database,
    dynamodb,
    async remove() {
      await place.remove();
      await stop();
    },
  };
}
