/** All that the table Cases holds of cases and months, whatever indexes have of it. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { isDay } from "../../daily-counts/days.ts";
import { isLateMark } from "../../daily-counts/touched-days.ts";
import { scanItems } from "../../tables/query.ts";
import { type RawCase, rawCase } from "../case.ts";
import { isAnchor } from "./anchors.ts";

/** Everything but what stands beside cases and months: what is none of them is found, too. */
export async function* verifiableItems(
  client: DynamoDBDocumentClient,
  table: string,
): AsyncGenerator<RawCase> {
  for await (const item of scanItems(client, { TableName: table, ConsistentRead: true })) {
    const found = rawCase.parse(item);
    if (!isDay(found) && !isLateMark(found) && !isAnchor(found)) yield found;
  }
}
