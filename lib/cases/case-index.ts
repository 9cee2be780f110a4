/** Items of one partition in the indexes of the table Cases, in their order. */

import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { CASES_BY_EVENT, type CASES_BY_TIME, type CASES_BY_USER, CASES_OPEN } from "../aws/tables/keys.ts";
import { queryItems } from "../aws/tables/query.ts";

/** A table, and a partition of one of its indexes. */
interface IndexPart<Index> extends CasesTable {
  index: Index;
  part: string;
}

/** From one time on and before another, ISO 8601; what is absent does not restrict. */
export interface TimeSpan {
  since?: string | undefined;
  until?: string | undefined;
}

type Items = AsyncGenerator<Record<string, unknown>>;

/** Sorts behind every order: a time begins with a digit. */
const BEHIND_ALL = "A";

/** Cases that a list reads of an index partition at a time: five times it are 1,000, and the one that tells that there are more. */
const LIST_PAGE = 201;

/** Lists by receipt begin with the newest case, lists by deadline with the earliest deadline. */
export function itemsWithin(
  {
    client,
    table,
    index: { index, partition, sort },
    part,
  }: IndexPart<typeof CASES_BY_TIME | typeof CASES_BY_USER | typeof CASES_OPEN>,
  { since, until }: TimeSpan,
): Items {
  return queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :until",
    ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
    // An order goes on behind its time, so that those of the last moment sort behind it.
    ExpressionAttributeValues: {
      ":partition": part,
      ":since": since ?? "0",
      ":until": until ?? BEHIND_ALL,
    },
    ScanIndexForward: index === CASES_OPEN.index,
    Limit: LIST_PAGE,
  });
}

/**
 * Number of cases of some projects in the index of what is to be done, counted up to `most`. All projects are counted at once, each an equal share of what is left to
 * the bound, so that hardly more is read than is counted.
 */
export async function countOpen(
  table: CasesTable,
  projects: readonly string[],
  most: number,
): Promise<number> {
  let count = 0;
  let open: { project: string; from?: Record<string, unknown> | undefined }[] = projects.map((project) => ({
    project,
  }));
  while (open.length > 0 && count < most) {
    const share = Math.ceil((most - count) / open.length);
    const pages = await Promise.all(open.map(({ project, from }) => countPage(table, project, share, from)));
    count += pages.reduce((sum, page) => sum + page.count, 0);
    open = pages.filter(({ from }) => from !== undefined);
  }
  return Math.min(most, count);
}

async function countPage(
  { client, table }: CasesTable,
  project: string,
  limit: number,
  start: Record<string, unknown> | undefined,
) {
  const { Count = 0, LastEvaluatedKey: from } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: CASES_OPEN.index,
      KeyConditionExpression: "#partition = :partition",
      ExpressionAttributeNames: { "#partition": CASES_OPEN.partition },
      ExpressionAttributeValues: { ":partition": project },
      Select: "COUNT",
      Limit: limit,
      ExclusiveStartKey: start,
    }),
  );
  return { project, count: Count, from };
}

export interface CasesTable {
  client: DynamoDBDocumentClient;
  table: string;
}

/** The items of a project's events that were recorded from one time until another, both included, as the index holds them. */
export function eventItemsWithin(
  { client, table }: CasesTable,
  projectId: number,
  { since = "0", until = BEHIND_ALL }: TimeSpan,
): Items {
  const { index, partition, sort } = CASES_BY_EVENT;
  return queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: "#project = :project AND #at BETWEEN :since AND :until",
    ExpressionAttributeNames: { "#project": partition, "#at": sort },
    ExpressionAttributeValues: { ":project": String(projectId), ":since": since, ":until": until },
  });
}

/** When the last event of a project was recorded: ISO 8601, undefined before the first. */
export async function lastEventAt(table: CasesTable, projectId: number): Promise<string | undefined> {
  for await (const newest of newestEvents(table, projectId, 1)) return String(newest[CASES_BY_EVENT.sort]);
  return undefined;
}

/** The items of a project's events, the newest first, read as far as they are consumed. @param limit number that is read at a time */
export function newestEvents({ client, table }: CasesTable, projectId: number, limit = 500): Items {
  const { index, partition } = CASES_BY_EVENT;
  return queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: "#project = :project",
    ExpressionAttributeNames: { "#project": partition },
    ExpressionAttributeValues: { ":project": String(projectId) },
    ScanIndexForward: false,
    Limit: limit,
  });
}
