import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { SCAN_RUNS_KEY } from "../keys.ts";
import { type ScanRun, scanRun } from "./scan-run.ts";

/** The runs of a project whose ids sort before `end`, newest first. */
export async function* runsBefore(
  end: string,
  projectId: number,
  client: DynamoDBDocumentClient,
  table: string,
): AsyncGenerator<ScanRun> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "#project = :project AND #run < :end",
        ExpressionAttributeNames: { "#project": SCAN_RUNS_KEY.partition, "#run": SCAN_RUNS_KEY.sort },
        ExpressionAttributeValues: { ":project": String(projectId), ":end": end },
        ScanIndexForward: false,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    for (const item of Items) yield scanRun.parse(item);
    from = LastEvaluatedKey;
  } while (from !== undefined);
}
