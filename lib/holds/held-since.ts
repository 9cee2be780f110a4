/** Since when a user is held, for whoever may know that and not why. */

import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { isHeld } from "../tables/expiry.ts";
import { HOLDS_KEY } from "../tables/keys.ts";
import { holdKeyOf } from "./hold.ts";

/** The attributes that are read: policies allow no others. */
export const HELD_SINCE_ATTRIBUTES = [HOLDS_KEY.partition, "since", "state"] as const;

const held = lazySchema(() => z.object({ since: z.string(), state: z.enum(["placed", "released"]) }));

/** Whether a record is held, and since when: ISO 8601. It does not say where it is held with another user's. */
export type HeldState = { held: false } | { held: true; since?: string | undefined };

/** Asks for a record's user. */
export type HeldSince = (record: { expiresAt: number; userId?: string | undefined }) => Promise<HeldState>;

/** @param table undefined in a stack of a version before holds: what is held there is held since nobody knows when */
export function heldSinceIn(client: DynamoDBDocumentClient, table: string | undefined): HeldSince {
  return async ({ expiresAt, userId }) => {
    if (!isHeld(expiresAt)) return { held: false };
    if (userId === undefined || table === undefined) return { held: true };
    const { Items: [item] = [] } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "#user = :user",
        Select: "SPECIFIC_ATTRIBUTES",
        ProjectionExpression: "since, #state",
        ExpressionAttributeNames: { "#user": HOLDS_KEY.partition, "#state": "state" },
        ExpressionAttributeValues: { ":user": holdKeyOf(userId) },
      }),
    );
    const found = held.safeParse(item).data;
    return { held: true, since: found?.state === "placed" ? found.since : undefined };
  };
}
