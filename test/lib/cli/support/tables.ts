/** Every table of a stack, empty, as the template makes them; under the names of the endpoints in test-context.ts. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DESK_TABLE_SHAPES, TABLE_NAMES, TABLE_SHAPES } from "../../../../lib/tables/table-shapes.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { endpointsWith, makePlace, type Place } from "./test-context.ts";

/** Starts them, and the table of cases where it has a name. */
export function startStackTables(cases?: string): Promise<EmulatedTables> {
  const { tables } = endpointsWith({});
  return startTables({
    ...Object.fromEntries(
      TABLE_NAMES.flatMap((name) => {
        const table = tables[name];
        return table === undefined ? [] : [[table, TABLE_SHAPES[name]]];
      }),
    ),
    ...(cases === undefined ? {} : { [cases]: DESK_TABLE_SHAPES.cases }),
  });
}

/** A place whose stack has tables of its own. */
export interface PlaceWithTables extends Place {
  database: DynamoDBDocumentClient;
  /** URL of their emulator. */
  dynamodb: string;
}

/** @param given the stack's other endpoints */
export async function placeWithTables(
  given: Parameters<typeof endpointsWith>[0] = {},
): Promise<PlaceWithTables> {
  const { client: database, url: dynamodb, stop } = await startStackTables(given.cases);
  const place = await makePlace(endpointsWith({ ...given, dynamodb }));
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
