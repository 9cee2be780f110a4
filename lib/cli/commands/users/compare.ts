/** `vigia users compare`: whether the table holds what a file holds, by id and never by value. */

import { createHash } from "node:crypto";
import type { Command } from "commander";
import pMap from "p-map";
import * as z from "zod/mini";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/count-of.ts";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call } from "../../core/command.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import { formatOf, openInput } from "../../core/input.ts";
import { readOptions } from "../../core/options.ts";
import { printLine } from "../../output/print.ts";
import { sureToDelete } from "./delete.ts";
import { readUsers } from "./user-file.ts";

export function addUserCompare(group: Command, context: CommandContext): void {
  addCommand(group, context, "compare <file>", {
    summary: "say who is missing in the table, extra in it, or different from a file",
    details:
      "By id, one a line; records are compared by digest, and no value is shown. Exit code 0 says that nothing differs, 1 that something does. Missing and different ones are mended by an import of the file, extra ones by --delete-extra.",
    examples: [
      "vigia users compare users.jsonl",
      "vigia users compare users.jsonl --delete-extra --yes --stage dev",
    ],
    action: compareUsers,
  })
    .option("--delete-extra", "delete the users that are not in the file")
    .option("--yes", "do not ask")
    .option("--format <format>", "jsonl or csv (default: by the file's name)");
}

const compareOptions = z.object({
  deleteExtra: z._default(z.boolean(), false),
  yes: z._default(z.boolean(), false),
  format: z.optional(z.enum(["jsonl", "csv"])),
});

const CONCURRENT_DELETIONS = 10;

async function compareUsers(call: Call): Promise<number> {
  const { context, args, options, target } = call;
  const [file = ""] = args;
  const { deleteExtra, yes, format = formatOf(file) } = readOptions(compareOptions, options);
  const found = await target();
  const store = new UserStore(documents(found), found.tables.users);
  const { wanted, refused } = await readFile(call, file, format);
  const outcome = await compare(wanted, store, (what, id) => printLine(context.stdout, `${what} ${id}`));
  const { same, missing, different, extra } = outcome;
  await printLine(
    context.stderr,
    `${countOf(same, "user")} the same, ${missing} missing, ${different} different, ${extra.length} extra${refused === 0 ? "" : `; ${countOf(refused, "line")} refused, and not compared`}.`,
  );
  const deletes = deleteExtra && extra.length > 0;
  if (deletes) {
    if (refused > 0)
      throw new CommandError(
        "Nothing was deleted: the lines that were refused may be those of the users that look extra.",
        EXIT.refusedLines,
      );
    await sureToDelete(context, yes, `Delete ${countOf(extra.length, "user")} from ${found.name}, for good?`);
    await pMap(extra, (id) => store.deleteUser(id), { concurrency: CONCURRENT_DELETIONS });
    await printLine(context.stderr, `${countOf(extra.length, "user")} deleted.`);
  }
  if (refused > 0) return EXIT.refusedLines;
  return missing + different + (deletes ? 0 : extra.length) > 0 ? EXIT.failed : EXIT.done;
}

async function readFile(
  { context }: Call,
  file: string,
  format: "jsonl" | "csv",
): Promise<{ wanted: Map<string, string>; refused: number }> {
  const wanted = new Map<string, string>();
  let refused = 0;
  const input = await openInput(context, file);
  for await (const read of readUsers(input.stream, format)) {
    if ("wrong" in read) {
      refused++;
      await printLine(context.stderr, `${input.name}, line ${read.line}: ${read.wrong}`);
    } else {
      wanted.set(read.value.userId, digestOf(read.value));
    }
  }
  return { wanted, refused };
}

/** @param wanted digests by id; those that are found are taken out of it */
async function compare(
  wanted: Map<string, string>,
  store: UserStore,
  say: (what: string, id: string) => Promise<void>,
) {
  const outcome: { same: number; missing: number; different: number; extra: string[] } = {
    ...{ same: 0, missing: 0, different: 0, extra: [] },
  };
  for await (const user of store.all()) {
    const id = user.userId ?? "";
    const digest = wanted.get(id);
    wanted.delete(id);
    if (digest === undefined) {
      outcome.extra.push(id);
      await say("extra    ", cleanText(id, 200));
    } else if (user instanceof InvalidRecordError || digestOf(user) !== digest) {
      outcome.different++;
      await say("different", cleanText(id, 200));
    } else {
      outcome.same++;
    }
  }
  for (const id of wanted.keys()) await say("missing  ", cleanText(id, 200));
  return { ...outcome, missing: wanted.size };
}

/** Records come out of their schema with their fields in one order. It is never shown: a person could be guessed from it. */
function digestOf({ record, projects }: User): string {
  const limits = projects === undefined ? null : [...new Set(projects)].sort((a, b) => a - b);
  return createHash("sha256")
    .update(JSON.stringify([record, limits]))
    .digest("base64url");
}
