/** The audit lines that get-user leaves: which project was answered with which fields of which user. */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { CloudWatchLogsClient, FilterLogEventsCommand } from "@aws-sdk/client-cloudwatch-logs";
import * as z from "zod/mini";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { jsonRecords } from "../../core/lines.ts";
import type { Target } from "../../core/target.ts";

/** A look-up, as get-user's log holds it: field names, never values. */
const lookUp = z.object({
  message: z.literal("user look-up"),
  timestamp: z.string(),
  requestId: z.string(),
  /** Absent where calls are not authenticated. */
  projectId: z.optional(z.number()),
  userId: z.string(),
  found: z.boolean(),
  fields: z.array(z.string()),
});
export type LookUp = z.infer<typeof lookUp>;

/** The look-ups of a stack, the first first; of the local one, since it was started. */
export async function* lookUpsOf(
  { root }: CommandContext,
  target: Target,
  range: LookUpRange,
): AsyncGenerator<LookUp> {
  const { local } = target;
  const lines = local === undefined ? deployedLines(target, range) : localLines(resolve(root, local.audit));
  for await (const line of lines) {
    const read = lookUp.safeParse(line);
    if (read.success) yield read.data;
  }
}

async function* localLines(file: string): AsyncGenerator<unknown> {
  try {
    for await (const read of jsonRecords(createReadStream(file))) if ("value" in read) yield read.value;
  } catch (error) {
    // The log is made by the first look-up.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

/** Filter of lines: times in ISO 8601. */
interface LookUpRange {
  since: string;
  until: string | undefined;
  user: string | undefined;
}

/** Parsed lines, oldest first. */
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
