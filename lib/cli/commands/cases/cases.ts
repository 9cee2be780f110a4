/** `vigia cases`: what officers were alerted to, and what they decided; to look at, for officers. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { addCommand, addGroup, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import {
  checkRange,
  formatOption,
  limitOption,
  projectsOption,
  readOptions,
  timeOption,
} from "../../core/options.ts";
import { printLine } from "../../output/print.ts";
import { printRows, take } from "../../output/rows.ts";
import { showCase } from "./case-details.ts";
import { openCases } from "./case-opening.ts";
import { addSample } from "./case-sample.ts";
import { addVerification } from "./case-verification.ts";
import { caseView } from "./case-view.ts";
import { caseProjectsOf, casesOf } from "./stored-cases.ts";

export function addCases(program: Command, context: CommandContext): void {
  const group = addGroup(program, "cases", "what officers were alerted to and decided, for officers");
  addCommand(group, context, "list", {
    summary: "list open cases, newest first",
    examples: [
      "vigia cases list",
      "vigia cases list --all --since 30d --format csv --limit 10000 > cases.csv",
    ],
    details: "Cases are decided at the desk alone, where it is known who decides.",
    action: list,
  })
    .option("--all", "decided ones too")
    .option("--project <ids>", "only these projects, separated by commas (default: all)")
    .option("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--until <time>", "received before this moment (UTC without a zone)")
    .option("--limit <count>", "how many at most", "50")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, context, "show <case>", {
    summary: "show a case with all its steps",
    examples: [
      "vigia cases show '1#42'",
      "vigia cases show 'wallet#1#0x1111111111111111111111111111111111111111#1'",
    ],
    details: "A wallet's last case is shown; --opened names another.",
    action: showCase,
  })
    .option("--opened <opened>", "scan that opened the case, if the wallet has several cases")
    .option("--format <format>", "table or jsonl", "table");
  addCommand(group, context, "open", {
    summary: "open cases for alerts that were sent before the desk was enabled",
    examples: ["vigia cases open --since 2026-01-01", "vigia cases open --since 90d --stage dev"],
    details:
      "Illegal notifications, alerted changes, quarantined bodies that say illegal, and wallets above the line that crossed it since. Said again, it opens none twice and leaves decided ones. No policy of the stack lets anybody write cases: an administrator of the account runs it once.",
    action: openCases,
  })
    .requiredOption("--since <time>", "received at or after: 2026-03-01, 2026-03-01T12:00:00Z, or 7d ago")
    .option("--project <id>", "only this project (default: all)");
  addSample(group, context);
  addVerification(group, context);
}

async function list({ context, options, target }: Call): Promise<undefined> {
  const time = z.optional(timeOption(context.now()));
  const schema = z.object({
    all: z._default(z.boolean(), false),
    project: z.optional(projectsOption),
    since: time,
    until: time,
    limit: limitOption,
    format: formatOption,
  });
  const { all: closed, project, since, until, limit, format } = readOptions(schema, options);
  checkRange(since, until);
  const found = await target();
  const cases = casesOf(found, context).list({
    projectIds: await caseProjectsOf(found, project),
    closed,
    since,
    until,
  });
  const count = await printRows(context.stdout, format, caseView, take(cases, limit));
  if (format !== "table") return;
  const which = closed ? "case" : "open case";
  if (count === 0) await printLine(context.stderr, `No ${which} that fits is known to ${found.name}.`);
  if (count === limit) await printLine(context.stderr, `These are the last ${limit}; --limit shows more.`);
}
