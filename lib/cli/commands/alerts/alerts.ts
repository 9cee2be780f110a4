/** `vigia alerts`: each message that went to the officers, as it was sent, and what it speaks of. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { AlertStore } from "../../../alerts/alerts.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, addGroup, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import {
  checkRange,
  formatOption,
  limitOption,
  projectOption,
  readOptions,
  timeOption,
} from "../../core/options.ts";
import { recordedProjects, unservedNote } from "../../core/project.ts";
import { printLine } from "../../output/print.ts";
import { printRows, take } from "../../output/rows.ts";
import { printAlert } from "./alert-details.ts";
import { alertView } from "./alert-view.ts";

export function addAlerts(program: Command, context: CommandContext): void {
  const group = addGroup(program, "alerts", "the messages that went to the officers, and what they speak of");
  addCommand(group, context, "list", {
    summary: "list alerts about notifications and wallets, newest first",
    examples: ["vigia alerts list --since 7d", "vigia alerts list --state failed --format jsonl"],
    details:
      'A failed alert is made again, under an id of its own, until one goes out. What is still owed an alert is listed by "vigia notifications list --alert pending".',
    action: listAlerts,
  })
    .option("--project <id>", "only this project (default: all)")
    .option("--state <state>", "only pending, sent or failed")
    .option("--since <time>", "made at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "made before this moment (UTC without a zone)")
    .option("--rehearsals", "include rehearsals")
    .option("--limit <count>", "how many at most", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, context, "show <id>", {
    summary: "show an alert as it was sent, and the records it reports",
    examples: ["vigia alerts show 2026-03-01T12:00:00.000Z-1-5f2c91ab"],
    action: printAlert,
  }).option("--format <format>", "table or jsonl", "table");
}

async function listAlerts({ context, options, target }: Call): Promise<undefined> {
  const schema = z.object({
    project: z.optional(projectOption),
    state: z.optional(z.enum(["pending", "sent", "failed"])),
    since: z.optional(timeOption(context.now())),
    until: z.optional(timeOption(context.now())),
    rehearsals: z._default(z.boolean(), false),
    limit: limitOption,
    format: formatOption,
  });
  const { project, state, since, until, rehearsals, limit, format } = readOptions(schema, options);
  checkRange(since, until);
  const found = await target();
  const alerts = new AlertStore(documents(found), found.tables.alerts).list({
    projectIds: recordedProjects(found, project),
    state,
    since,
    until,
    rehearsals,
  });
  const count = await printRows(context.stdout, format, alertView, take(alerts, limit));
  if (format !== "table") return;
  if (count === 0)
    await printLine(
      context.stderr,
      `No alert that fits is known to ${found.name}.${unservedNote(found, project)}`,
    );
  if (count === limit) await printLine(context.stderr, `These are the last ${limit}; --limit shows more.`);
}
