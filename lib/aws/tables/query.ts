/** Queries and scans read to their end: a page whenever the one before is used up, and no further than it is consumed. */

import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from "@aws-sdk/lib-dynamodb";

type Item = Record<string, unknown>;

type Page = { Items?: Item[] | undefined; LastEvaluatedKey?: Item | undefined };

/** Start of a page; empty for the first item. */
type Start = { ExclusiveStartKey?: Item };

/** The items that a query finds, a page at a time. */
export function queryPages(client: DynamoDBDocumentClient, query: QueryCommandInput): AsyncGenerator<Item[]> {
  return pagesOf((start) => client.send(new QueryCommand({ ...query, ...start })));
}

/** The items that a query finds, in the order of the index. */
export async function* queryItems(
  client: DynamoDBDocumentClient,
  query: QueryCommandInput,
): AsyncGenerator<Item> {
  for await (const items of queryPages(client, query)) yield* items;
}

/** The first items of a stream, and one more where there are more than `most`. */
export async function firstOf<T>(items: AsyncIterable<T>, most: number): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) if (read.push(item) > most) break;
  return read;
}

/** The items of a whole table, in no order. */
export async function* scanItems(
  client: DynamoDBDocumentClient,
  scan: ScanCommandInput,
): AsyncGenerator<Item> {
  const pages = pagesOf((start) => client.send(new ScanCommand({ ...scan, ...start })));
  for await (const items of pages) yield* items;
}

async function* pagesOf(read: (start: Start) => Promise<Page>): AsyncGenerator<Item[]> {
  let page = await read({});
  for (;;) {
    yield page.Items ?? [];
    if (page.LastEvaluatedKey === undefined) return;
    page = await read({ ExclusiveStartKey: page.LastEvaluatedKey });
  }
}

/** Merges `streams`, each of which is sorted by `before`, in that order. */
export async function* mergeSorted<T>(
  streams: readonly AsyncIterable<T>[],
  before: (a: T, b: T) => boolean,
): AsyncGenerator<T> {
  const heads = await Promise.all(
    streams.map(async (stream) => {
      const iterator = stream[Symbol.asyncIterator]();
      return { iterator, result: await iterator.next() };
    }),
  );
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.result.done === true) continue;
      if (
        first === undefined ||
        first.result.done === true ||
        before(head.result.value, first.result.value)
      ) {
        first = head;
      }
    }
    if (first === undefined || first.result.done === true) return;
    yield first.result.value;
    first.result = await first.iterator.next();
  }
}
