import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { logger } from "../../../aws/observe.ts";
import { SCAN_RUNS_KEY } from "../../../aws/tables/keys.ts";
import { queryItems } from "../../../aws/tables/query.ts";
import { type ScanRun, scanRun } from "./scan-run.ts";

/** Sort key in place of a run id; run ids begin with a digit and sort before it. */
export const CURRENT = "current";

/** A project is seldom asked for more runs than those of a month. */
const PAGE_RUNS = 31;

/** Handling of a run that cannot be read, because it was changed or a later version wrote it. */
export type OnUnreadableRun = (run: Pick<ScanRun, "projectId" | "runId">) => void;

/** Says it in the log. */
export function logUnreadable({ projectId, runId }: Parameters<OnUnreadableRun>[0]): void {
  logger.error("a scan run cannot be read, and is left out", { projectId, runId });
}

/** The runs of a project that can be read, newest first, read as far as they are consumed. */
export async function* runsOfProject(
  projectId: number,
  client: DynamoDBDocumentClient,
  table: string,
  onUnreadable: OnUnreadableRun = logUnreadable,
): AsyncGenerator<ScanRun> {
  const found = queryItems(client, {
    TableName: table,
    KeyConditionExpression: "#project = :project AND #run < :current",
    ExpressionAttributeNames: { "#project": SCAN_RUNS_KEY.partition, "#run": SCAN_RUNS_KEY.sort },
    ExpressionAttributeValues: { ":project": String(projectId), ":current": CURRENT },
    ScanIndexForward: false,
    Limit: PAGE_RUNS,
  });
  for await (const item of found) {
    const reading = scanRun.safeParse(item);
    if (reading.success) yield reading.data;
    else onUnreadable({ projectId, runId: String(item[SCAN_RUNS_KEY.sort]) });
  }
}
