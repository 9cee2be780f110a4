/** Writes that take place only where their condition holds. */

import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Waits for a write. @returns whether it was made; false where its condition refused it */
export async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
