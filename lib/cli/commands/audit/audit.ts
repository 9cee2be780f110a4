/** `vigia audit`: reads back which project was answered with which fields of which user. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { csvForm } from "../../../text/csv.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import {
  checkRange,
  formatOption,
  limitOption,
  projectOption,
  readOptions,
  textOption,
  timeOption,
} from "../../core/options.ts";
import { printLine } from "../../output/print.ts";
import { printRows, type View } from "../../output/rows.ts";
import { timeColumn } from "../../output/table.ts";
import { type LookUp, lookUpsOf } from "./look-ups.ts";

export function addAudit(program: Command, context: CommandContext): void {
  addCommand(program, context, "audit", {
    summary: "list the service's user look-ups, newest first: time, user and returned fields",
    examples: ["vigia audit --since 30d", "vigia audit --user u-1 --since 2026-01-01 --format csv"],
    action: audit,
  })
    .option("--user <id>", "only of this user")
    .option("--project <id>", "only by this project")
    .option("--since <time>", "at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago", "7d")
    .option("--until <time>", "before this moment (UTC without a zone)")
    .option("--limit <count>", "how many at most", "100")
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
  const schema = z.object({
    user: z.optional(textOption),
    project: z.optional(projectOption),
    since: timeOption(context.now()),
    until: z.optional(timeOption(context.now())),
    limit: limitOption,
    format: formatOption,
  });
  const { user, project, since, until, limit, format } = readOptions(schema, options);
  checkRange(since, until);
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
  if (count === 0)
    await printLine(context.stderr, `No look-up that fits is in the audit log of ${found.name}.`);
  if (count > limit)
    await printLine(context.stderr, `These are the last ${limit} of ${count}; --limit shows more.`);
}
