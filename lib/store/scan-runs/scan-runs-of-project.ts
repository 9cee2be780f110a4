import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { SCAN_RUNS_KEY } from "../keys.ts";
import { queryItems } from "../query.ts";
import { type ScanRun, scanRun } from "./scan-run.ts";

/** The runs of a project whose ids sort before `end`, newest first. */
export async function* runsBefore(
  end: string,
  projectId: number,
  client: DynamoDBDocumentClient,
  table: string,
): AsyncGenerator<ScanRun> {
  const found = queryItems(client, {
    TableName: table,
    KeyConditionExpression: "#project = :project AND #run < :end",
    ExpressionAttributeNames: { "#project": SCAN_RUNS_KEY.partition, "#run": SCAN_RUNS_KEY.sort },
    ExpressionAttributeValues: { ":project": String(projectId), ":end": end },
    ScanIndexForward: false,
  });
  for await (const item of found) yield scanRun.parse(item);
}
