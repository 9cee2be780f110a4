/** The audit lines of a deployed stack, from get-user's log group in CloudWatch. */

import { CloudWatchLogsClient, FilterLogEventsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import type { Target } from "../../core/target.ts";

/** Which lines are wanted: times in ISO 8601. */
export interface LookUpRange {
  since: string;
  until: string | undefined;
  user: string | undefined;
}

/** What the lines hold, the first first. */
export async function* deployedLines(
  target: Target,
  { since, until, user }: LookUpRange,
): AsyncGenerator<unknown> {
  const logs = new CloudWatchLogsClient(clientConfig(FROM_COMMAND));
  let next: string | undefined;
  do {
    const page = await logs.send(
      new FilterLogEventsCommand({
        logGroupName: target.getUserLogGroup,
        startTime: Date.parse(since),
        endTime: until === undefined ? undefined : Date.parse(until),
        filterPattern: patternFor(user),
        nextToken: next,
      }),
    );
    for (const { message = "" } of page.events ?? []) yield parsed(message);
    next = page.nextToken;
  } while (next !== undefined);
}

/** Ids that mean something else in a pattern are looked for among the lines when they are read. */
function patternFor(user: string | undefined): string {
  const all = '$.message = "user look-up"';
  return user !== undefined && /^[\w .@:+-]+$/.test(user)
    ? `{ ${all} && $.userId = "${user}" }`
    : `{ ${all} }`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
