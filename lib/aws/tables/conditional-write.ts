/** Writes that take place only where their condition holds. */

import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import {
  type DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";

/** Waits for a write. @returns whether it was made; false where its condition refused it */
export async function succeedsConditionally(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    // A transaction of another write was under way: to read again and decide anew is right for both.
    if (error instanceof ConditionalCheckFailedException) return false;
    if (error instanceof TransactionConflictException) return false;
    throw error;
  }
}

const REFUSED = ["None", "ConditionalCheckFailed", "TransactionConflict"];

/**
 * Makes several writes, or none of them.
 * @returns whether they were made; false where a condition refused one, or where another write came between: read again, and decide
 * anew
 */
export async function writesTogether(
  client: DynamoDBDocumentClient,
  TransactItems: TransactWriteCommandInput["TransactItems"],
): Promise<boolean> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (error instanceof TransactionConflictException) return false;
    if (!(error instanceof TransactionCanceledException)) throw error;
    if (error.CancellationReasons?.every(({ Code = "None" }) => REFUSED.includes(Code))) return false;
    throw error;
  }
}

/** A change and its condition. */
type ItemChange = Omit<UpdateCommandInput, "ReturnValues">;

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
