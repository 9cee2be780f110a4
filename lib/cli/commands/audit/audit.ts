/** `vigia audit`: reads back which project was answered with which fields of which user. */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { CloudWatchLogsClient, paginateFilterLogEvents } from "@aws-sdk/client-cloudwatch-logs";
import * as z from "zod/mini";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import { csvForm } from "../../../text/csv.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { jsonRecords } from "../../core/csv-records.ts";
import * as option from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { printRows, timeColumn, type View } from "../../output/table.ts";

export function addAudit(program: CommandGroup): void {
  addCommand(program, "audit", {
    summary: "list the service's user look-ups, newest first: time, user and returned fields",
    examples: ["vigia audit --since 30d", "vigia audit --user u-1 --since 2026-01-01 --format csv"],
    action: audit,
  })
    .option("--user <id>", "only of this user")
    .option("--project <id>", "only by this project")
    .option("--since <time>", "at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago", "7d")
    .option("--until <time>", "before this moment (UTC without a zone)")
    .option("--limit <count>", "maximum number to list", "100")
    .option("--format <format>", "table, jsonl or csv", "table");
}

const view: View<LookUp> = {
  columns: [
    timeColumn("at", ({ timestamp }) => timestamp),
    { header: "project", value: ({ projectId }) => (projectId === undefined ? "?" : String(projectId)) },
    { header: "user", value: ({ userId }) => userId },
    {
      header: "found",
      value: ({ found }) => (found ? "yes" : "no"),
      style: ({ found }) => (found ? undefined : "yellow"),
    },
    { header: "fields answered", value: ({ fields }) => fields.join(", "), wrap: 20 },
  ],
  json: ({ timestamp, requestId, projectId, userId, found, fields }) => ({
    at: timestamp,
    requestId,
    projectId: projectId ?? null,
    userId,
    found,
    fields,
  }),
  ...csvForm<LookUp>({
    at: ({ timestamp }) => timestamp,
    requestId: ({ requestId }) => requestId,
    projectId: ({ projectId }) => projectId,
    userId: ({ userId }) => userId,
    found: ({ found }) => found,
    fields: ({ fields }) => fields.join("; "),
  }),
};

async function audit({ context, options, target }: Call): Promise<undefined> {
  const { user, project, since, until, limit, format } = options({
    user: z.optional(option.text),
    project: option.project,
    since: option.time(context.now()),
    until: z.optional(option.time(context.now())),
    limit: option.limit,
    format: option.format,
  });
  option.checkRange(since, until);
  const found = await target();
  // Logs are read from their beginning; the last ones are kept as they pass.
  const last: LookUp[] = [];
  let count = 0;
  for await (const lookUp of lookUpsOf(context, found, { since, until, user })) {
    const at = Date.parse(lookUp.timestamp);
    if (at < Date.parse(since) || (until !== undefined && at >= Date.parse(until))) continue;
    if (user !== undefined && lookUp.userId !== user) continue;
    if (project !== undefined && lookUp.projectId !== project) continue;
    count++;
    last.push(lookUp);
    if (last.length > limit) last.shift();
  }
  await printRows(context.stdout, format, view, last.toReversed());
  if (format !== "table") return;
  if (count === 0) await context.note(`No look-up in the audit log of ${found.name} matches.`);
  if (count > limit) await context.note(`These are the last ${limit} of ${count}; --limit shows more.`);
}

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
type LookUp = z.infer<typeof lookUp>;

/** The look-ups of a stack, the first first; of the local one, since it was started. */
async function* lookUpsOf(
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
  const pages = paginateFilterLogEvents(
    { client: new CloudWatchLogsClient(clientConfig(FROM_COMMAND)) },
    {
      logGroupName: target.getUserLogGroup,
      startTime: Date.parse(since),
      endTime: until === undefined ? undefined : Date.parse(until),
      filterPattern: patternFor(user),
    },
  );
  for await (const { events = [] } of pages) for (const { message = "" } of events) yield parsed(message);
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
