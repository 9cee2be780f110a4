/** The projects that records may be of: one rule for the brief and the desk. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { caseProjects } from "../cases/case-projects.ts";
import { NO_PROJECT } from "../intake/notifications/notification-keys.ts";
import { TrafficStore } from "../intake/traffic.ts";

/**
 * A project that leaves the settings leaves records behind. The ScanRuns table names it from its first hour on, and the anchors
 * of days name it also where a new stack takes over the Cases table.
 * @param served the projects of the settings
 * @returns these first, and project 0 last
 */
export async function recordedProjects(
  client: DynamoDBDocumentClient,
  { scanRuns, cases }: { scanRuns: string; cases: string },
  served: readonly number[],
): Promise<number[]> {
  const ever = await new TrafficStore(client, scanRuns).everServed(served);
  return caseProjects(
    client,
    cases,
    ever.filter((id) => id !== NO_PROJECT),
  );
}
