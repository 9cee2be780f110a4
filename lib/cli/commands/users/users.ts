/** `vigia users`: loads users from a file, shows one, deletes one. */

import { MAX_BATCH } from "../../../aws/tables/batch-write.ts";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { MAX_USER_ID_BYTES } from "../../../contract/user.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { safeJson } from "../../../i18n/text/escaping.ts";
import type { Wallet } from "../../../screening/wallets/wallet.ts";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup, handle, makeSure } from "../../core/command.ts";
import type { NamedStream } from "../../core/csv-records.ts";
import { CommandError, EXIT, StackNotFoundError, WrongUseError } from "../../core/failure.ts";
import { importEach, RefusedLines } from "../../core/file-import.ts";
import { formatOf, openInput } from "../../core/input.ts";
import { fileFormatOption, projectsIn, yesOption } from "../../core/options.ts";
import { callingProject, recordedProjects, type Target } from "../../core/target.ts";
import { walletLine } from "../wallets/wallet-removal.ts";
import { walletTable } from "../wallets/wallet-table.ts";
import { UserComparison } from "./comparison.ts";
import { ReportWarnings } from "./report-warnings.ts";
import { readUsers } from "./user-file.ts";

/** Batches written concurrently: enough to hide the round trips, few enough for a table that scales on demand. */
const CONCURRENT_BATCHES = 4;

export function addUsers(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "users", summary);
  addCommand(group, "import <file>", {
    summary: "import users from JSONL or CSV, replacing records with the same ids",
    details:
      "--dry-run names the lines that would be refused, what a Mexican report would reject, and the ids that are new, changed, or stored and not in the file. Its output may reveal personal data, and is no legal advice. Without a running stack it compares nothing.",
    examples: [
      "vigia users import users.jsonl",
      "vigia users import users.csv --dry-run",
      "vigia users import users.jsonl --projects 1,2",
      "vigia users import - --format jsonl < users.jsonl",
    ],
  })
    .option(
      "--projects <ids>",
      "projects that may look up a user whose line names no project (default: all)",
      projectsIn,
    )
    .option("--dry-run", "check and compare the file, and load nothing")
    .addOption(fileFormatOption)
    .action(handle(group, importUsers));
  addCommand(group, "get <id>", {
    summary: "show the record of a user, as the service gets it",
    examples: ["vigia users get u-1"],
  }).action(handle(group, showUser));
  addCommand(group, "delete <id>", {
    summary: "delete the record of a user permanently",
    details:
      "Names the user's wallets. With --wallets it also removes them from the scans; a notification that names one adds it again. Notifications stay until their own retention period ends: docs/guides/users.md in the package vigia lists what remains, where and for how long.",
    examples: ["vigia users delete u-1", "vigia users delete u-1 --wallets --yes"],
  })
    .option("--wallets", "also remove the user's wallets from the scans")
    .addOption(yesOption)
    .action(handle(group, deleteUser));
}

function storeOf(target: Target): UserStore {
  return new UserStore(documents(target), target.tables.users);
}

interface ImportOptions {
  projects?: number[] | undefined;
  dryRun?: boolean | undefined;
  format?: "jsonl" | "csv" | undefined;
}

async function importUsers(
  { context, target }: Call,
  file: string,
  { projects, dryRun = false, format = formatOf(file) }: ImportOptions,
): Promise<number> {
  const found = await target().catch((error: unknown) => {
    if (dryRun && error instanceof StackNotFoundError) return undefined;
    throw error;
  });
  if (found !== undefined) for (const project of projects ?? []) callingProject(found, project);
  const input = await openInput(context, file);
  const store = dryRun || found === undefined ? undefined : storeOf(found);
  const refused = new RefusedLines(input.name, context);
  const read = new FileContent(context.now());
  const comparison = new UserComparison();
  let loaded = 0;
  await importEach(
    context,
    batchesOf(read.users(input, format, projects, context.note, refused)),
    async (users) => {
      if (store === undefined) for (const user of users) comparison.add(user);
      else await store.putUsers(users);
      loaded += users.length;
    },
    {
      concurrency: CONCURRENT_BATCHES,
      imported: () => (dryRun || loaded === 0 ? undefined : `${countOf(loaded, "user")} loaded`),
    },
  );
  await refused.end();
  if (loaded + refused.count === 0)
    throw new CommandError(`${input.name} contains no user: check the export that wrote it.`);
  const verb = dryRun ? "can be loaded; nothing was loaded" : "loaded";
  await context.print(`${countOf(loaded, "user")} ${verb}; ${countOf(refused.count, "line")} refused.`);
  for (const note of read.notes(found)) await context.note(note);
  if (dryRun) await report(context, read.warnings, comparison, found);
  else if (read.warnings.count > 0)
    await context.note(
      `${read.warnings.sentence()}. --dry-run shows them; no user was refused because of them.`,
    );
  return refused.count > 0 ? EXIT.refusedLines : EXIT.done;
}

/** What a dry run says of a file beside the lines that are refused. */
async function report(
  { print, note }: Call["context"],
  warnings: ReportWarnings,
  comparison: UserComparison,
  target: Target | undefined,
): Promise<void> {
  for (const line of warnings.details()) await print(`a Mexican report would reject ${line}`);
  if (target === undefined) return note("No stack is running: the file was compared with none.");
  const { same, ...found } = await comparison.with(storeOf(target));
  for (const id of found.new) await print(`new          ${cleanText(id, 200)}`);
  for (const id of found.changed) await print(`changed      ${cleanText(id, 200)}`);
  for (const id of found.notInFile) await print(`not in file  ${cleanText(id, 200)}`);
  await note(
    `Compared with ${target.name}: ${same} the same, ${found.new.length} new, ${found.changed.length} changed, ${found.notInFile.length} stored and not in the file.`,
  );
}

async function* batchesOf(users: AsyncIterable<User>): AsyncGenerator<User[]> {
  let batch: User[] = [];
  for await (const user of users) {
    if (batch.push(user) < MAX_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Most unknown fields that are kept, and that are named: a file may have one for each line. */
const MOST_FIELDS = 1_000;
const MOST_NAMED = 20;

/** What is found while a file is read. */
class FileContent {
  readonly warnings: ReportWarnings;
  /** Number of lines with each unknown field, by its dotted name. */
  readonly #unknown = new Map<string, number>();
  /** Number of users that each project may look up, where not all may. */
  readonly #projects = new Map<number, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: number) {
    this.warnings = new ReportWarnings(now);
  }

  /** The users, limited to `projects` where their line names none; notes on lines go to `note`. */
  async *users(
    input: NamedStream,
    format: "jsonl" | "csv",
    projects: readonly number[] | undefined,
    note: (text: string) => Promise<void>,
    refused: RefusedLines,
  ): AsyncGenerator<User> {
    for await (const read of readUsers(input, format)) {
      if ("wrong" in read) {
        await refused.add(read.line, read.wrong);
        continue;
      }
      const user = { ...read.value, projects: read.value.projects ?? projects };
      if (user.userId !== user.userId.trim())
        await note(
          `${input.name}, line ${read.line}: warning: userId begins or ends with white space, and is found by exactly that; imported anyway`,
        );
      this.warnings.add(read.line, user);
      for (const field of read.unknown)
        if (this.#unknown.has(field) || this.#unknown.size < MOST_FIELDS) increment(this.#unknown, field);
      for (const project of new Set(user.projects)) increment(this.#projects, project);
      yield user;
    }
  }

  /** What the file may not have meant. */
  *notes(target: Target | undefined): Generator<string> {
    const fields = [...this.#unknown].map(
      ([name, count]) => `${cleanText(name, 60)} (${countOf(count, "line")})`,
    );
    if (fields.length > MOST_NAMED) fields.splice(MOST_NAMED, fields.length, "and more");
    if (fields.length > 0)
      yield `Unknown fields, which are not stored: ${fields.join(", ")}. docs/reference/openapi.json in the package vigia has those of a record.`;
    if (target === undefined) return;
    const known = new Set([...target.projectIds, TEST_PROJECT]);
    const unserved = [...this.#projects].filter(([id]) => !known.has(id));
    if (unserved.length > 0)
      yield `Projects that ${target.name} does not serve (it serves ${target.projectIds.join(", ")}): ${unserved.map(([id, count]) => `${id} (${countOf(count, "user")})`).join(", ")}. A user who names no other project is not found by the service: correct "projects" and import the file again.`;
  }
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** @throws {WrongUseError} for what cannot be the key of a record */
function checkId(id: string): void {
  if (id === "" || Buffer.byteLength(id) > MAX_USER_ID_BYTES)
    throw new WrongUseError(`<id>: expected a user's id, of at most ${MAX_USER_ID_BYTES} bytes.`);
}

async function showUser({ context, target }: Call, id: string): Promise<undefined> {
  checkId(id);
  const found = await target();
  const user = await storeOf(found)
    .getUser(id)
    .catch((error: unknown) => {
      throw error instanceof InvalidRecordError ? new CommandError(error.message) : error;
    });
  if (user === undefined) throw noSuchUser(id, found);
  await context.print(safeJson(user.record, 2));
  if (user.projects !== undefined)
    await context.note(`Only these projects may look the user up: ${user.projects.join(", ")}.`);
}

async function deleteUser(
  { context, target }: Call,
  id: string,
  { wallets: alsoWallets = false, yes = false }: { wallets?: boolean | undefined; yes?: boolean | undefined },
): Promise<undefined> {
  checkId(id);
  const found = await target();
  await makeSure(context, yes, `Delete the record of this user from ${found.name}, permanently?`);
  const { store, tellUnreadable } = walletTable(found);
  const wallets: Wallet[] = [];
  for (const projectId of recordedProjects(found, undefined))
    for await (const wallet of store.ofUser(projectId, id)) wallets.push(wallet);
  await tellUnreadable(context);
  const deleted = await storeOf(found).deleteUser(id);
  // A call that was cut off between the two can be repeated.
  if (!deleted && !(alsoWallets && wallets.length > 0)) throw noSuchUser(id, found);
  if (deleted) await context.print(`The user was deleted from ${found.name}.`);
  for (const wallet of wallets) {
    if (alsoWallets) await store.remove(wallet);
    const scanned = alsoWallets ? "removed from the scans" : "is still scanned";
    await context.print(`${walletLine(wallet)}: ${scanned}`);
  }
  if (!alsoWallets && wallets.length > 0)
    await context.note(`"vigia wallets remove <address>${found.flag}" removes a wallet from the scans.`);
}

function noSuchUser(id: string, { name, flag }: Target): CommandError {
  return new CommandError(
    `There is no user ${cleanText(id, 100)} in ${name}: check the id, including upper and lower case, or load it with "vigia users import${flag}".`,
  );
}
