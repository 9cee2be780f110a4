/** Queries read to their end: a page whenever the one before is used up, and no further than it is consumed. */

import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";

type Item = Record<string, unknown>;

/** The items that a query finds, a page at a time. */
export async function* queryPages(
  client: DynamoDBDocumentClient,
  query: QueryCommandInput,
): AsyncGenerator<Item[]> {
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand(from === undefined ? query : { ...query, ExclusiveStartKey: from }),
    );
    yield Items;
    from = LastEvaluatedKey;
  } while (from !== undefined);
}

/** The items that a query finds, in the order of the index. */
export async function* queryItems(
  client: DynamoDBDocumentClient,
  query: QueryCommandInput,
): AsyncGenerator<Item> {
  for await (const items of queryPages(client, query)) yield* items;
}
