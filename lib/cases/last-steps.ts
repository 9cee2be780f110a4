/** What has steps, by when the last of them was made. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { CASES_BY_LAST_STEP } from "../tables/keys.ts";
import { queryItems } from "../tables/query.ts";

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
