/** Since when a user is held, for those who may know that and not why. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { isHeld } from "../tables/expiry.ts";
import { HOLDS_KEY } from "../tables/keys.ts";
import { queryItems } from "../tables/query.ts";
import { holdKeyOf, ORDER, standingOf } from "./holds.ts";

/** The attributes that are read: policies allow no others. */
export const HELD_SINCE_ATTRIBUTES = [HOLDS_KEY.partition, HOLDS_KEY.sort, "kind", "at"] as const;

const orders = z.array(z.object({ kind: z.enum(["place", "release"]), at: z.string() }));

/** State of a record's hold, with its start in ISO 8601; the start is missing if another user's hold keeps it. */
export type HeldState = { held: false } | { held: true; since?: string | undefined };

/** Asks for a record's user. */
export type HeldSince = (record: { expiresAt: number; userId?: string | undefined }) => Promise<HeldState>;

/** State of a user's hold. @param table undefined in a stack of a version before holds: then no hold is known */
export async function holdOfUser(
  client: DynamoDBDocumentClient,
  table: string | undefined,
  userId: string,
): Promise<HeldState> {
  if (table === undefined) return { held: false };
  const items = queryItems(client, {
    TableName: table,
    KeyConditionExpression: "#user = :user AND begins_with(#record, :order)",
    Select: "SPECIFIC_ATTRIBUTES",
    ProjectionExpression: "kind, #at",
    ExpressionAttributeNames: { "#user": HOLDS_KEY.partition, "#record": HOLDS_KEY.sort, "#at": "at" },
    ExpressionAttributeValues: { ":user": holdKeyOf(userId), ":order": ORDER },
  });
  const found = orders.safeParse(await Array.fromAsync(items)).data;
  const { state, since } = standingOf(found ?? []);
  return state === "placed" ? { held: true, since } : { held: false };
}

/** @param table undefined in a stack of a version before holds: what is held there is held without a known beginning */
export function heldSinceIn(client: DynamoDBDocumentClient, table: string | undefined): HeldSince {
  return async ({ expiresAt, userId }) => {
    if (!isHeld(expiresAt)) return { held: false };
    if (userId === undefined || table === undefined) return { held: true };
    const hold = await holdOfUser(client, table, userId);
    return { held: true, since: hold.held ? hold.since : undefined };
  };
}
