/** Items of one partition in the indexes of the table Cases, in their order. */

import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import {
  CASES_BY_LAST_STEP,
  CASES_BY_TIME,
  type CASES_BY_USER,
  CASES_OPEN_BY_DUE,
  CASES_OPEN_BY_TIME,
} from "../aws/tables/keys.ts";
import { queryItems } from "../aws/tables/query.ts";

/** An index by the time of receipt. */
type ReceiptIndex = typeof CASES_BY_TIME | typeof CASES_OPEN_BY_TIME;

/** A table, and a partition of one of its indexes. */
interface IndexPart<Index> {
  client: DynamoDBDocumentClient;
  table: string;
  index: Index;
  shard: string;
}

/** From one time on and before another, ISO 8601; what is absent does not restrict. */
export interface TimeSpan {
  since?: string | undefined;
  until?: string | undefined;
}

/** Behind which `order` a page begins, and on which side of it; at the newest where absent. */
export type PageStart = { side: "older" | "newer"; order: string } | undefined;

type Items = AsyncGenerator<Record<string, unknown>>;

/** Sorts behind every order: a time begins with a digit. */
const BEHIND_ALL = "A";

/** Cases that a list reads of an index partition at a time. */
const LIST_PAGE = 200;

/** By receipt the newest first, by what is due the first first. */
export function itemsWithin(
  {
    client,
    table,
    index: { index, partition, sort },
    shard,
  }: IndexPart<ReceiptIndex | typeof CASES_BY_USER | typeof CASES_OPEN_BY_DUE>,
  { since, until }: TimeSpan,
): Items {
  return queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :until",
    ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
    // An order goes on behind its time, so that those of the last moment sort behind it.
    ExpressionAttributeValues: {
      ":partition": shard,
      ":since": since ?? "0",
      ":until": until ?? BEHIND_ALL,
    },
    ScanIndexForward: index === CASES_OPEN_BY_DUE.index,
    Limit: LIST_PAGE,
  });
}

/**
 * Number of items of some partitions, counted up to `most`. All are counted at once, each an equal share of what is left to the
 * bound, so that hardly more is read than is counted.
 */
export async function countWithin<Index extends ReceiptIndex | typeof CASES_OPEN_BY_DUE>(
  parts: readonly IndexPart<Index>[],
  most: number,
): Promise<number> {
  let count = 0;
  let open: { part: IndexPart<Index>; from?: Record<string, unknown> | undefined }[] = parts.map((part) => ({
    part,
  }));
  while (open.length > 0 && count < most) {
    const share = Math.ceil((most - count) / open.length);
    const pages = await Promise.all(open.map(({ part, from }) => countPage(part, share, from)));
    count += pages.reduce((sum, page) => sum + page.count, 0);
    open = pages.filter(({ from }) => from !== undefined);
  }
  return Math.min(most, count);
}

async function countPage<Index extends ReceiptIndex | typeof CASES_OPEN_BY_DUE>(
  part: IndexPart<Index>,
  limit: number,
  start: Record<string, unknown> | undefined,
) {
  const { client, table, index, shard } = part;
  const { Count = 0, LastEvaluatedKey: from } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: index.index,
      KeyConditionExpression: "#partition = :partition",
      ExpressionAttributeNames: { "#partition": index.partition },
      ExpressionAttributeValues: { ":partition": shard },
      Select: "COUNT",
      Limit: limit,
      ExclusiveStartKey: start,
    }),
  );
  return { part, count: Count, from };
}

/** Cases nearest to the start of a page, first. @param limit number that is read at a time */
export function itemsFrom(
  { client, table, index: { index, partition, sort }, shard }: IndexPart<ReceiptIndex>,
  from: PageStart,
  limit: number,
): Items {
  const isNewer = from?.side === "newer";
  return queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: `#partition = :partition AND #sort ${isNewer ? ">" : "<"} :from`,
    ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
    ExpressionAttributeValues: { ":partition": shard, ":from": from?.order ?? BEHIND_ALL },
    ScanIndexForward: isNewer,
    Limit: limit,
  });
}

/** True to include closed cases. */
export function receiptIndex(closed: boolean): ReceiptIndex {
  return closed ? CASES_BY_TIME : CASES_OPEN_BY_TIME;
}

/** Items with steps, by the time of their last step. */
export interface CasesTable {
  client: DynamoDBDocumentClient;
  table: string;
}

/**
 * Each case and month of a project that has steps, as the index holds it: all of them, or whose last was made at or after a
 * time, ISO 8601.
 */
export function steppedItems(
  { client, table }: CasesTable,
  projectId: number,
  since?: string,
): AsyncGenerator<Record<string, unknown>> {
  const { index, partition, sort } = CASES_BY_LAST_STEP;
  const isAll = since === undefined;
  return queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: `#project = :project${isAll ? "" : " AND #last >= :since"}`,
    ExpressionAttributeNames: { "#project": partition, ...(isAll ? {} : { "#last": sort }) },
    ExpressionAttributeValues: { ":project": String(projectId), ...(isAll ? {} : { ":since": since }) },
  });
}

/** Time of the last step, or opening, in the cases and months of a project: ISO 8601, undefined before the first. */
export async function lastStepAt(
  { client, table }: CasesTable,
  projectId: number,
): Promise<string | undefined> {
  const { index, partition, sort } = CASES_BY_LAST_STEP;
  const newestFirst = queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: "#project = :project",
    ExpressionAttributeNames: { "#project": partition },
    ExpressionAttributeValues: { ":project": String(projectId) },
    ScanIndexForward: false,
    Limit: 1,
  });
  for await (const item of newestFirst) return String(item[sort]);
  return undefined;
}
