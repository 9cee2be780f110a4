/** `vigia users compare`: whether the table holds what a file holds, by id and never by value. */

import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import pMap from "p-map";
import * as z from "zod/mini";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, type Call, type CommandGroup, makeSure } from "../../core/command.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import { formatOf, openInput } from "../../core/input.ts";
import * as option from "../../core/options.ts";
import { readUsers } from "./user-file.ts";

export function addUserCompare(group: CommandGroup): void {
  addCommand(group, "compare <file>", {
    summary: "compare the table with a file: missing, extra and different users",
    details:
      "Prints one id a line; records are compared by digest, and no value is shown. The exit code is 0 if nothing differs, and 1 if something does. Importing the file fixes missing and different users; --delete-extra deletes extra users. It deletes none, with exit code 3, if the file has no user, if its last line has no line end (it may be cut), or if a line is refused. The same applies if more users are extra than --max-deletions allows.",
    examples: [
      "vigia users compare users.jsonl",
      "vigia users compare users.jsonl --delete-extra --yes --stage dev",
    ],
    action: compareUsers,
  })
    .option("--delete-extra", "delete the users that are not in the file")
    .option(
      "--max-deletions <count>",
      "how many users --delete-extra deletes at most, as a number or a percentage of the users stored (default: 5%, and at least 10)",
    )
    .option("--yes", "do not ask for confirmation")
    .option("--format <format>", "jsonl or csv (default: by the file's name)");
}

/** `100`, or `20%` of the users stored. @returns how many of `stored` users may be deleted */
const maxDeletionsOption = z.pipe(
  z.string().check(
    z.regex(/^(0|[1-9]\d{0,8}|(0|[1-9]\d?|100)%)$/, {
      error: "expected a number of users such as 100, or a percentage of those stored such as 20%",
    }),
  ),
  z.transform((text) => (stored: number) => (text.endsWith("%") ? share(text, stored) : Number(text))),
);

function share(percentage: string, stored: number): number {
  return Math.floor((stored * Number.parseInt(percentage, 10)) / 100);
}

/** A night's leavers; a file that is cut by more than this at a line's end is told by what it would delete. */
const defaultMaxDeletions = (stored: number) => Math.max(10, share("5%", stored));

const CONCURRENT_DELETIONS = 10;

const LINE_END = 0x0a;

async function compareUsers(call: Call): Promise<number> {
  const { context, args, options, target } = call;
  const [file = ""] = args;
  const read = options({
    deleteExtra: option.flag,
    maxDeletions: z._default(maxDeletionsOption, () => defaultMaxDeletions),
    yes: option.flag,
    format: option.fileFormat,
  });
  const { deleteExtra, maxDeletions, yes, format = formatOf(file) } = read;
  const found = await target();
  const store = new UserStore(documents(found), found.tables.users);
  const { wanted, ...content } = await readFile(call, file, format);
  const outcome = await compare(wanted, store, (what, id) => context.print(`${what} ${id}`));
  const { same, missing, different, extra } = outcome;
  const { refused } = content;
  await context.note(
    `${countOf(same, "user")} the same, ${missing} missing, ${different} different, ${extra.length} extra${refused === 0 ? "" : `; ${countOf(refused, "line")} refused, and not compared`}.`,
  );
  const deletes = deleteExtra && extra.length > 0;
  if (deletes) {
    const stored = same + different + extra.length;
    const why = whyNotToDelete(content, extra.length, maxDeletions(stored));
    if (why !== undefined)
      throw new CommandError(
        `Nothing was deleted: of ${countOf(stored, "stored user")}, ${extra.length} are extra, as listed above. ${why}`,
        EXIT.refusedLines,
      );
    await makeSure(context, yes, `Delete ${countOf(extra.length, "user")} from ${found.name}, permanently?`);
    await pMap(extra, (id) => store.deleteUser(id), { concurrency: CONCURRENT_DELETIONS });
    await context.note(`${countOf(extra.length, "user")} deleted.`);
  }
  if (refused > 0) return EXIT.refusedLines;
  return missing + different + (deletes ? 0 : extra.length) > 0 ? EXIT.failed : EXIT.done;
}

/** Facts of a file that tell whether it can be a whole export. */
interface FileContent {
  users: number;
  refused: number;
  /** True if its last line has a line end: an export that was cut ends anywhere. */
  ended: boolean;
}

/** Why a file is no ground to delete what it does not hold; undefined where it is. */
function whyNotToDelete(
  { users, refused, ended }: FileContent,
  extra: number,
  atMost: number,
): string | undefined {
  if (refused > 0) return "The lines that were refused may be those of the users that look extra.";
  if (users === 0) return "The file contains no user: check the export that wrote it.";
  if (!ended)
    return "The last line of the file has no line end, so the file may be cut: export it again, or add the line end if it is whole.";
  if (extra > atMost)
    return `That is more than --max-deletions allows (${atMost.toLocaleString("en-US")}): check that the file is whole, then repeat the command with --max-deletions ${extra}.`;
  return undefined;
}

async function readFile(
  { context }: Call,
  file: string,
  format: "jsonl" | "csv",
): Promise<FileContent & { wanted: Map<string, string> }> {
  const wanted = new Map<string, string>();
  let refused = 0;
  let last: number | undefined;
  const input = await openInput(context, file);
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of input.stream) {
      const part = Buffer.from(chunk);
      last = part.at(-1) ?? last;
      yield part;
    }
  }
  for await (const read of readUsers(
    { name: input.name, stream: Readable.from(bytes(), { objectMode: false }) },
    format,
  )) {
    if ("wrong" in read) {
      refused++;
      await context.note(`${input.name}, line ${read.line}: ${read.wrong}`);
    } else {
      wanted.set(read.value.userId, digestOf(read.value));
    }
  }
  return { wanted, users: wanted.size, refused, ended: last === LINE_END };
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
