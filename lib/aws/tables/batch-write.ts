import { setTimeout as sleep } from "node:timers/promises";
import { BatchWriteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** DynamoDB's limit for one batch of writes. */
export const MAX_BATCH = 25;

/** A busy table takes a part of a batch; what it leaves is sent again after a pause of up to this, then twice it. */
const FIRST_PAUSE_MS = 50;
const MAX_TRIES = 8;

type Item = Record<string, unknown>;

/**
 * Puts items, no two with one key, in place of what was there.
 * @param mostTries of each batch
 * @throws {Error} where the table still leaves some after them
 */
export async function putItems(
  client: DynamoDBDocumentClient,
  table: string,
  items: readonly Item[],
  mostTries = MAX_TRIES,
): Promise<void> {
  for (let from = 0; from < items.length; from += MAX_BATCH) {
    let batch = items.slice(from, from + MAX_BATCH);
    for (let tries = 0; batch.length > 0; tries++) {
      if (tries === mostTries)
        throw new Error(`The table ${table} is too busy for a batch of writes: try again later.`);
      if (tries > 0) await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
      batch = await putBatch(client, table, batch);
    }
  }
}

/** @returns what the table did not take */
async function putBatch(
  client: DynamoDBDocumentClient,
  table: string,
  batch: readonly Item[],
): Promise<Item[]> {
  const { UnprocessedItems } = await client.send(
    new BatchWriteCommand({
      RequestItems: { [table]: batch.map((item) => ({ PutRequest: { Item: item } })) },
    }),
  );
  return (UnprocessedItems?.[table] ?? []).flatMap(({ PutRequest }) => PutRequest?.Item ?? []);
}
