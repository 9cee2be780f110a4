/** The projects whose records holds are over: those that the stack serves, and those that it served once. */

import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { HOLDS_KEY } from "../tables/keys.ts";
import { keyBeside } from "./hold.ts";

/** The item that names them. */
const PROJECTS_ITEM = keyBeside("projects");

const remembered = lazySchema(() => z.object({ projectIds: z.set(z.number()) }));

/**
 * Remembers the projects that are served: one that leaves the settings keeps its records, and holds stay over them.
 * @returns every project that was ever remembered, in an order that stays as it is when one leaves
 */
export async function heldProjects(
  client: DynamoDBDocumentClient,
  table: string,
  served: readonly number[],
): Promise<number[]> {
  const place = { TableName: table, Key: { [HOLDS_KEY.partition]: PROJECTS_ITEM } };
  const { Item } = await client.send(new GetCommand({ ...place, ConsistentRead: true }));
  const known = Item === undefined ? new Set<number>() : remembered.parse(Item).projectIds;
  const fresh = served.filter((id) => !known.has(id));
  if (fresh.length > 0)
    await client.send(
      new UpdateCommand({
        ...place,
        UpdateExpression: "ADD projectIds :fresh",
        ExpressionAttributeValues: { ":fresh": new Set(fresh) },
      }),
    );
  return [...new Set([...known, ...fresh])].sort((a, b) => a - b);
}
