/** `vigia desk`: who may sign in at the officers' desk, and the end of their sessions. */

import type { Command } from "commander";
import { addCommand, addGroup } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { invite } from "./invite.ts";
import { listPeople } from "./people.ts";
import { remove, signOut } from "./remove.ts";

export function addDesk(program: Command, context: CommandContext): void {
  const group = addGroup(program, "desk", "who may sign in at the officers' desk");
  addCommand(group, context, "invite <email>", {
    summary: "invite a person; run again to change role or end date, or to mail again",
    details: "Officers start scans and decide; auditors look at the same and change nothing",
    examples: [
      "vigia desk invite olga@company.example --role officer --stage dev",
      "vigia desk invite ana@auditors.example --role auditor --project 1 --until 2100-03-01 --stage dev",
    ],
    action: invite,
  })
    .requiredOption("--role <role>", "officer or auditor")
    .option("--project <id>", "only this project (default: all)")
    .option("--until <time>", "end of the access, or never (UTC without a zone; default: unchanged)");
  addCommand(group, context, "remove <email>", {
    summary: "remove a person's access, and end their sessions",
    examples: ["vigia desk remove ana@auditors.example --stage dev"],
    action: remove,
  }).option(
    "--forget",
    "also delete the person from the user pool, with their authenticator, so that they can be invited again",
  );
  addCommand(group, context, "people", {
    summary: "list the people who may sign in, with role and end date",
    examples: ["vigia desk people --stage dev", "vigia desk people --format csv --stage dev"],
    action: listPeople,
  }).option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, context, "sign-out", {
    summary: "sign out every user",
    examples: ["vigia desk sign-out --everybody --stage dev"],
    action: signOut,
  }).option("--everybody", "required: signs out every user");
}
