/** `vigia users check`: what a Mexican report would not take of the records of a file, or of those that are stored. */

import type { Command } from "commander";
import * as z from "zod/mini";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/count-of.ts";
import { warningLine } from "../../../users/report/record-check.ts";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { EXIT } from "../../core/failure.ts";
import { formatOf, openInput } from "../../core/input.ts";
import { readOptions } from "../../core/options.ts";
import { printLine } from "../../output/print.ts";
import { readUsers } from "./user-file.ts";
import { WarningCount } from "./user-warnings.ts";

export function addUserCheck(group: Command, context: CommandContext): void {
  addCommand(group, context, "check [file]", {
    summary: "warn of user records that a Mexican report would reject, in a file or in the table",
    details:
      "The notices (avisos) of article 17 XVI LFPIORPI are made of the User records, and files with a field that does not fit are rejected. What is printed tells of people: the value that would fit is shown where it can be derived. Nothing is changed, and no other userId or dialling code is proposed. No legal advice",
    examples: ["vigia users check users.jsonl", "vigia users check", "vigia users check users.csv --strict"],
    action: checkUsers,
  })
    .option("--strict", "fail on warnings")
    .option("--format <format>", "jsonl or csv (default: by the file's name)");
}

const checkOptions = z.object({
  strict: z._default(z.boolean(), false),
  format: z.optional(z.enum(["jsonl", "csv"])),
});

/** A record and its place, or why there is no valid one. */
type Found = { where: string } & ({ user: User } | { wrong: string });

async function checkUsers(call: Call): Promise<number> {
  const { context, options } = call;
  const { strict, format } = readOptions(checkOptions, options);
  const count = new WarningCount(context.now());
  let refused = 0;
  for await (const found of usersToCheck(call, format)) {
    if ("wrong" in found) {
      refused++;
      await printLine(context.stderr, `${found.where}: ${found.wrong}`);
      continue;
    }
    const id = cleanText(found.user.userId, 100);
    for (const warning of count.add(found.user))
      await printLine(context.stdout, `${found.where}, user ${id}: ${warningLine(warning)}`);
  }
  await printLine(context.stderr, summary(count, refused));
  if (refused > 0) return EXIT.refusedLines;
  return strict && count.warned > 0 ? EXIT.failed : EXIT.done;
}

async function* usersToCheck(
  { context, args: [file], target }: Call,
  format: "jsonl" | "csv" | undefined,
): AsyncGenerator<Found> {
  if (file === undefined) {
    const found = await target();
    for await (const user of new UserStore(documents(found), found.tables.users).all())
      yield user instanceof InvalidRecordError
        ? { where: found.name, wrong: user.message }
        : { where: found.name, user };
    return;
  }
  const input = await openInput(context, file);
  for await (const read of readUsers(input.stream, format ?? formatOf(file))) {
    const where = `${input.name}, line ${read.line}`;
    yield "wrong" in read ? { where, wrong: read.wrong } : { where, user: read.value };
  }
}

function summary(count: WarningCount, refused: number): string {
  const { users, warned, withoutPart } = count;
  return [
    warned === 0 ? `${countOf(users, "user")} checked, no warning.` : `${count.sentence()}.`,
    ...(withoutPart === 0
      ? []
      : [`${countOf(withoutPart, "user")} without the mexico part, which such a report needs.`]),
    ...(refused === 0 ? [] : [`${countOf(refused, "record")} not valid, and not checked.`]),
  ].join(" ");
}
