/** Writes that take place only where their condition holds. */

import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";

/** Waits for a write. @returns whether it was made; false where its condition refused it */
export async function succeedsConditionally(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** A change and its condition. */
export type ItemChange = Omit<UpdateCommandInput, "ReturnValues">;

/**
 * Changes an item where a condition holds.
 * @param isOurs whether an item shows this very change: the SDK repeats a call whose reply was lost, and then the
 * condition is refused because of the first time
 * @returns the item as it is after the change; undefined where the condition refused it
 */
export async function changeItem(
  client: DynamoDBDocumentClient,
  change: ItemChange,
  isOurs: (item: unknown) => boolean,
): Promise<Record<string, unknown> | undefined> {
  try {
    const { Attributes } = await client.send(new UpdateCommand({ ...change, ReturnValues: "ALL_NEW" }));
    return Attributes;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { TableName, Key } = change;
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return isOurs(Item) ? Item : undefined;
  }
}
