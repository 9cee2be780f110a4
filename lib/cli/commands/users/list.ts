/** `vigia users list`: who is stored, by id alone. */

import type { Command } from "commander";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { printLine } from "../../output/print.ts";

export function addUserList(group: Command, context: CommandContext): void {
  addCommand(group, context, "list", {
    summary: "list the ids of all users, in no order",
    details: "Ids alone are read, one a line; nothing of a record.",
    examples: ["vigia users list", "vigia users list --stage dev | wc -l"],
    action: listUsers,
  });
}

async function listUsers({ context, target }: Call): Promise<undefined> {
  const found = await target();
  let count = 0;
  for await (const id of new UserStore(documents(found), found.tables.users).ids()) {
    await printLine(context.stdout, id);
    count++;
  }
  if (count === 0)
    await printLine(
      context.stderr,
      `There are no users in ${found.name}: "vigia users import${found.flag}" loads them.`,
    );
}
