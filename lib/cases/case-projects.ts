/** The projects that cases may be of: those that the stack serves, project 0, and those that it served once. */

import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CASES_KEY } from "../aws/tables/keys.ts";
import { NO_PROJECT } from "../intake/notifications/notification-keys.ts";
import { ANCHORS } from "./case-keys.ts";

/** One that is corrupt is passed over: each names those of all before it. */
const LOOKED_AT = 10;

const COVERED = "projectIds";

/** All that is read for it of the table Cases. */
export const COVERED_ATTRIBUTES = [CASES_KEY.partition, COVERED];

const covering = z.object({ [COVERED]: z.array(z.int().check(z.nonnegative())) });

/**
 * A project that leaves the settings leaves cases behind, which officers still have to decide. The anchors of days remember
 * it, from the first brief of the days on which it was served.
 * @param served the projects of the settings
 * @returns these first, and project 0, under which that is kept which names none, last
 */
export async function caseProjects(
  client: DynamoDBDocumentClient,
  table: string,
  served: readonly number[],
): Promise<number[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "#subject = :anchors",
      Select: "SPECIFIC_ATTRIBUTES",
      ProjectionExpression: "#covered",
      ExpressionAttributeNames: { "#subject": CASES_KEY.partition, "#covered": COVERED },
      ExpressionAttributeValues: { ":anchors": ANCHORS },
      ScanIndexForward: false,
      Limit: LOOKED_AT,
    }),
  );
  const former = Items.flatMap((item) => covering.safeParse(item).data?.[COVERED] ?? [])
    .filter((id) => id !== NO_PROJECT)
    .sort((a, b) => a - b);
  return [...new Set([...served, ...former, NO_PROJECT])];
}
