/** `vigia users`: loads users from a file, shows one, deletes one. */

import { Readable } from "node:stream";
import { MAX_BATCH } from "../../../aws/tables/batch-write.ts";
import { MAX_USER_ID_BYTES } from "../../../contract/user.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { safeJson } from "../../../i18n/text/escaping.ts";
import type { Wallet } from "../../../screening/wallets/wallet.ts";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup, handle, makeSure } from "../../core/command.ts";
import { CommandError, EXIT, WrongUseError } from "../../core/failure.ts";
import { importEach } from "../../core/file-import.ts";
import { formatOf, openInput } from "../../core/input.ts";
import { fileFormatOption, projectsIn, yesOption } from "../../core/options.ts";
import { projectsToSearch, requireCallableProject, type Target, targetIfAny } from "../../core/target.ts";
import { exactId } from "../../core/user-ids.ts";
import { writeNewFile } from "../../output/new-file.ts";
import { walletLine } from "../wallets/wallet-removal.ts";
import { walletTable } from "../wallets/wallet-table.ts";
import { FileContent } from "./file-content.ts";
import { readUsers } from "./user-file.ts";

/** Batches written concurrently: enough to hide the round trips, few enough for a table that scales on demand. */
const CONCURRENT_BATCHES = 4;

export function addUsers(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "users", summary);
  addCommand(group, "import <file>", {
    summary: "import users from JSONL or CSV, replacing records with the same ids",
    details:
      "Each problem is said once, with the first lines that have it. --dry-run also says what a Mexican report would reject, which is no legal advice. It says too which users are new, changed, stored and not in the file, or stored under an id that a reader cannot tell from one of the file. Without a running stack it compares nothing. --fix does the same, and writes a CSV file in which all that can mean only one thing is corrected. That is words for no value, phone numbers with spaces or prefixes, days in another form, identifiers in lower case.",
    examples: [
      "vigia users import users.jsonl",
      "vigia users import users.csv --dry-run",
      "vigia users import users.csv --fix corrected.csv",
      "vigia users import users.jsonl --dry-run --ids",
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
    .option("--ids", "with --dry-run, list every id that is new, changed, or stored and not in the file")
    .option("--fix <file>", "write the corrected CSV file to this file, and load nothing")
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
  ids?: boolean | undefined;
  fix?: string | undefined;
  format?: "jsonl" | "csv" | undefined;
}

async function importUsers(
  { context, chosenTarget }: Call,
  file: string,
  { projects, dryRun = false, ids = false, fix, format = formatOf(file) }: ImportOptions,
): Promise<number> {
  const isTried = dryRun || fix !== undefined;
  if (ids && !isTried) throw new WrongUseError("--ids needs --dry-run or --fix: an import compares nothing.");
  if (fix !== undefined && format === "jsonl")
    throw new WrongUseError("--fix corrects CSV files: correct JSONL in the program that writes it.");
  const target = isTried ? await targetIfAny(chosenTarget) : await chosenTarget();
  if (target !== undefined) for (const project of projects ?? []) requireCallableProject(target, project);
  const input = await openInput(context, file);
  const content = new FileContent(input, { projects, now: context.now(), isTried });
  const lines = readUsers(input, format, fix !== undefined);
  const store = isTried || target === undefined ? undefined : storeOf(target);
  let loaded = 0;
  if (fix !== undefined)
    await writeNewFile({ cwd: context.cwd, out: fix }, Readable.from(content.csv(lines)));
  else
    await importEach(
      context,
      batchesOf(content.users(lines)),
      async (users) => {
        if (store === undefined) return;
        await store.putUsers(users);
        loaded += users.length;
      },
      {
        concurrency: CONCURRENT_BATCHES,
        imported: () => (loaded === 0 ? undefined : `${countOf(loaded, "user")} loaded`),
      },
    );
  const { good, refused } = content.findings;
  if (good + refused.count === 0)
    throw new CommandError(`${input.name} contains no user: check the export that wrote it.`);
  const verb = isTried ? "can be loaded; nothing was loaded" : "loaded";
  await context.print(`${countOf(good, "user")} ${verb}; ${countOf(refused.count, "line")} refused.`);
  await content.tell(context, target, fix);
  if (isTried) await report(context, content, target, ids ? Number.POSITIVE_INFINITY : MOST_IDS);
  else if (content.warnings.count > 0)
    await context.note(
      `${content.warnings.sentence()}. --dry-run shows them; no user was refused because of them.`,
    );
  return refused.count > 0 ? EXIT.refusedLines : EXIT.done;
}

/** Most ids that are named of those that are new, changed, or stored and not in the file, each. */
const MOST_IDS = 5;

/** Reports on a file in a dry run, beside its problems. @param most ids of a kind that are named */
async function report(
  { print, note }: Call["context"],
  { warnings, comparison, findings }: FileContent,
  target: Target | undefined,
  most: number,
): Promise<void> {
  for (const line of warnings.details()) await print(`a Mexican report would reject ${line}`);
  if (target === undefined) return note("No stack is running: the file was compared with none.");
  const { same, ...differences } = await comparison.with(storeOf(target), findings.userIds);
  for (const [kind, ids] of [
    ["new", differences.new],
    ["changed", differences.changed],
    ["not in file", differences.notInFile],
  ] as const) {
    for (const id of ids.slice(0, most)) await print(`${kind.padEnd(11)}  ${exactId(id)}`);
    if (ids.length > most)
      await print(`${kind.padEnd(11)}  and ${countOf(ids.length - most, "more", "more")}`);
  }
  const { lookAlikes } = differences;
  for (const { stored, inFile } of lookAlikes.slice(0, most))
    await print(`look-alike   ${exactId(stored)} is stored, and the file has ${exactId(inFile)}`);
  if (lookAlikes.length > most)
    await print(`look-alike   and ${countOf(lookAlikes.length - most, "more", "more")}`);
  await note(
    `Compared with ${target.name}: ${same} the same, ${differences.new.length} new, ${differences.changed.length} changed, ${differences.notInFile.length} stored and not in the file.`,
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

/** @throws {WrongUseError} for what cannot be the key of a record */
function checkId(id: string): void {
  if (id === "" || Buffer.byteLength(id) > MAX_USER_ID_BYTES)
    throw new WrongUseError(`<id>: expected a user's id, of at most ${MAX_USER_ID_BYTES} bytes.`);
}

async function showUser({ context, chosenTarget }: Call, id: string): Promise<undefined> {
  checkId(id);
  const target = await chosenTarget();
  const user = await storeOf(target)
    .getUser(id)
    .catch((error: unknown) => {
      throw error instanceof InvalidRecordError ? new CommandError(error.message) : error;
    });
  if (user === undefined) throw noSuchUser(id, target);
  await context.print(safeJson(user.record, 2));
  if (user.projects !== undefined)
    await context.note(`Only these projects may look the user up: ${user.projects.join(", ")}.`);
}

async function deleteUser(
  { context, chosenTarget }: Call,
  id: string,
  { wallets: alsoWallets = false, yes = false }: { wallets?: boolean | undefined; yes?: boolean | undefined },
): Promise<undefined> {
  checkId(id);
  const target = await chosenTarget();
  await makeSure(context, yes, `Delete the record of this user from ${target.name}, permanently?`);
  const { store, tellUnreadable } = walletTable(target);
  const wallets: Wallet[] = [];
  for (const projectId of projectsToSearch(target, undefined))
    for await (const wallet of store.ofUser(projectId, id)) wallets.push(wallet);
  await tellUnreadable(context);
  const deleted = await storeOf(target).deleteUser(id);
  // A call that was cut off between the two can be repeated.
  if (!deleted && !(alsoWallets && wallets.length > 0)) throw noSuchUser(id, target);
  if (deleted) await context.print(`The user was deleted from ${target.name}.`);
  for (const wallet of wallets) {
    if (alsoWallets) await store.remove(wallet);
    const scanned = alsoWallets ? "removed from the scans" : "is still scanned";
    await context.print(`${walletLine(wallet)}: ${scanned}`);
  }
  if (!alsoWallets && wallets.length > 0)
    await context.note(`"vigia wallets remove <address>${target.flags}" removes a wallet from the scans.`);
}

function noSuchUser(id: string, { name, flags }: Target): CommandError {
  return new CommandError(
    `There is no user ${cleanText(id, 100)} in ${name}: check the id, including upper and lower case, or load it with "vigia users import${flags}".`,
  );
}
