/** `vigia users`: loads users from a file and shows one; the other commands have files of their own. */

import pMap from "p-map";
import { MAX_BATCH } from "../../../tables/batch-write.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { safeJson } from "../../../text/escaping.ts";
import { InvalidRecordError, type User } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import type { Wallet } from "../../../wallets/wallet.ts";
import type { WalletStore } from "../../../wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup, makeSure } from "../../core/command.ts";
import { CommandError, EXIT } from "../../core/failure.ts";
import { asItWasRead, formatOf, type Input, openInput } from "../../core/input.ts";
import * as option from "../../core/options.ts";
import { chosenProject, recordedProjects, type Target } from "../../core/target.ts";
import { type Progress, showProgress } from "../../output/progress.ts";
import { walletLine } from "../wallets/wallet-removal.ts";
import { walletTable } from "../wallets/wallet-table.ts";
import { addUserCheck, WarningCount } from "./check.ts";
import { addUserCompare } from "./compare.ts";
import { addUserSchema } from "./schema.ts";
import { readUsers } from "./user-file.ts";

/** Batches written concurrently: enough to hide the round trips, few enough for a table that scales on demand. */
const CONCURRENT_BATCHES = 4;

export function addUsers(program: CommandGroup): void {
  const group = addGroup(program, "users", "import, check and delete the users that the service may look up");
  addCommand(group, "import <file>", {
    summary: "import users from JSONL or CSV, replacing records with the same ids",
    examples: [
      "vigia users import users.jsonl",
      "vigia users import users.csv --dry-run",
      "vigia users import users.jsonl --projects 1,2",
      "vigia users import - --format jsonl < users.jsonl",
    ],
    action: importUsers,
  })
    .option("--projects <ids>", "projects that may look up a user whose line names no project (default: all)")
    .option("--dry-run", "check the file and load nothing")
    .option("--format <format>", "jsonl or csv (default: by the file's name)");
  addUserCheck(group);
  addCommand(group, "get <id>", {
    summary: "show the record of a user, as the service gets it",
    examples: ["vigia users get u-1"],
    action: showUser,
  });
  addUserList(group);
  addUserCompare(group);
  addUserDelete(group);
  addUserSchema(group);
}

function storeOf(target: Target): UserStore {
  return new UserStore(documents(target), target.tables.users);
}

const CHECKING = { label: "checking", ifStopped: "Stopped; nothing was loaded." };
const LOADING = {
  label: "loading",
  ifStopped: "Stopped. Users that were loaded stay. Import the file again for the rest.",
};

async function importUsers({ context, args: [file = ""], options, target }: Call): Promise<number> {
  const { projects, dryRun, ...given } = options({
    projects: option.projects,
    dryRun: option.flag,
    format: option.fileFormat,
  });
  const format = given.format ?? formatOf(file);
  const found = dryRun ? undefined : await target();
  if (found !== undefined) for (const project of projects ?? []) chosenProject(found, project);
  const store = found === undefined ? undefined : storeOf(found);
  const input = await openInput(context, file);
  const progress = showProgress(context, dryRun ? CHECKING : LOADING, input.size);
  const count: ImportCount = {
    ...{ loaded: 0, refused: 0, warnings: new WarningCount(context.now()) },
    ...{ dropped: new Map(), projects: new Map() },
  };
  try {
    const batches = batchesOf(input, format, progress, count);
    await pMap(
      batches,
      async (users) => {
        const limited = users.map((user) => ({ ...user, projects: user.projects ?? projects }));
        for (const project of limited.flatMap((user) => [...new Set(user.projects)]))
          add(count.projects, project);
        await store?.putUsers(limited);
        count.loaded += users.length;
      },
      { concurrency: CONCURRENT_BATCHES },
    );
  } catch (error) {
    // Loaded users stay; loading them again changes nothing.
    if (count.loaded > 0 && !dryRun)
      await progress.line(`${count.loaded} users were loaded before it failed; import the file again.`);
    throw error;
  } finally {
    progress.stop();
  }
  if (count.loaded === 0 && count.refused === 0)
    throw new CommandError(`${input.name} contains no user: check the export that wrote it.`);
  const verb = dryRun ? "can be loaded; nothing was loaded" : "loaded";
  await context.print(`${countOf(count.loaded, "user")} ${verb}; ${countOf(count.refused, "line")} refused.`);
  for (const note of notesOf(count, found)) await context.note(note);
  if (count.warnings.warned > 0) await context.note(warningOf(count.warnings));
  if (count.refused > 0 && count.loaded === 0) await context.note(asItWasRead(format));
  return count.refused > 0 ? EXIT.refusedLines : EXIT.done;
}

interface ImportCount {
  loaded: number;
  refused: number;
  warnings: WarningCount;
  /** Number of lines with each unknown field, by its dotted name. */
  dropped: Map<string, number>;
  /** Number of users that each project may look up, if not all may. */
  projects: Map<number, number>;
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Most names of fields in the message; a file may have one for each line. */
const MOST_FIELDS = 20;

/** Notes on results that the file may not have meant. */
function notesOf({ dropped, projects }: ImportCount, target: Target | undefined): string[] {
  const notes: string[] = [];
  if (dropped.size > 0) {
    const named = [...dropped].slice(0, MOST_FIELDS);
    const fields = named.map(([name, count]) => `${cleanText(name, 60)} (${countOf(count, "line")})`);
    const more = dropped.size - named.length;
    notes.push(
      `Unknown fields, which are not stored: ${fields.join(", ")}${more > 0 ? `, and ${more} more` : ""}. "vigia users schema" shows those it has.`,
    );
  }
  const unserved =
    target === undefined ? [] : [...projects].filter(([id]) => !target.projectIds.includes(id));
  if (target !== undefined && unserved.length > 0) {
    const ids = unserved.map(([id, count]) => `${id} (${countOf(count, "user")})`);
    notes.push(
      `Projects that ${target.name} does not serve (it serves ${target.projectIds.join(", ")}): ${ids.join(", ")}. A user who names no other project is not found by the service: correct "projects" and import the file again.`,
    );
  }
  return notes;
}

function warningOf(warnings: WarningCount): string {
  return `${warnings.sentence()}. "vigia users check" with the file shows them; no user was refused because of them.`;
}

async function* batchesOf(
  input: Input,
  format: "jsonl" | "csv",
  progress: Progress,
  count: ImportCount,
): AsyncGenerator<User[]> {
  let batch: User[] = [];
  for await (const read of readUsers(input, format)) {
    if ("wrong" in read) {
      count.refused++;
      await progress.line(`${input.name}, line ${read.line}: ${read.wrong}`);
      continue;
    }
    const { userId } = read.value;
    if (userId !== userId.trim())
      await progress.line(
        `${input.name}, line ${read.line}: warning: userId begins or ends with white space, and is found by exactly that; imported anyway`,
      );
    // A file of hostile names must not fill the memory.
    for (const field of read.unknown)
      if (count.dropped.has(field) || count.dropped.size < 1_000) add(count.dropped, field);
    // Without it there is no report to be made of the record.
    if (read.value.record.mexico !== undefined) count.warnings.add(read.value);
    batch.push(read.value);
    if (batch.length < MAX_BATCH) continue;
    yield batch;
    progress.update(input.bytesRead());
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function showUser({ context, args: [id = ""], target }: Call): Promise<undefined> {
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

/** `vigia users list`: who is stored, by id alone. */
function addUserList(group: CommandGroup): void {
  addCommand(group, "list", {
    summary: "list the ids of all users, unsorted",
    details: "Prints one id a line, and reads nothing else of a record.",
    examples: ["vigia users list", "vigia users list --stage dev | wc -l"],
    action: listUsers,
  });
}

async function listUsers({ context, target }: Call): Promise<undefined> {
  const found = await target();
  let count = 0;
  for await (const id of new UserStore(documents(found), found.tables.users).ids()) {
    await context.print(id);
    count++;
  }
  if (count === 0)
    await context.note(`There are no users in ${found.name}: "vigia users import${found.flag}" loads them.`);
}

function addUserDelete(group: CommandGroup): void {
  addCommand(group, "delete <id>", {
    summary: "delete the record of a user permanently",
    details:
      "Lists the user's wallets. With --wallets it also removes from the scans those that no other user has or had. Notifications stay until their own retention period ends: docs/guides/users.md in the package vigia lists what remains, where and for how long.",
    examples: ["vigia users delete u-1", "vigia users delete u-1 --wallets --yes"],
    action: deleteUser,
  })
    .option("--wallets", "also remove the user's wallets from the scans")
    .option("--yes", "do not ask for confirmation");
}

async function deleteUser({ context, args: [id = ""], options, target }: Call): Promise<undefined> {
  const { wallets: alsoWallets, yes } = options({ wallets: option.flag, yes: option.flag });
  const found = await target();
  await makeSure(context, yes, `Delete the record of this user from ${found.name}, permanently?`);
  const { store, tellCorrupt } = walletTable(found);
  const wallets = await walletsOf(id, found, store);
  await tellCorrupt(context);
  const deleted = await new UserStore(documents(found), found.tables.users).deleteUser(id);
  // A run that was cut off between the two can be repeated.
  if (!deleted && !(alsoWallets && wallets.length > 0)) throw noSuchUser(id, found);
  if (deleted) await context.print(`The user was deleted from ${found.name}.`);
  for (const wallet of wallets) {
    const others = await othersOf(id, wallet, store);
    const removes = alsoWallets && others === undefined;
    if (removes) await store.remove(wallet);
    const what = removes
      ? "removed from the scans"
      : others === undefined
        ? "is still scanned"
        : `stays: ${others}`;
    await context.print(`${walletLine(wallet)}: ${what}`);
  }
  if (!alsoWallets && wallets.length > 0)
    await context.note(
      `${countOf(wallets.length, "wallet")} of the user: "vigia wallets remove <address>${found.flag}" removes one from the scans.`,
    );
}

/** Says that others have a wallet too: a removal forgets none of them. Undefined where it is the user's alone. */
async function othersOf(id: string, wallet: Wallet, store: WalletStore): Promise<string | undefined> {
  const isOthers = ({
    owners,
    moreOwners,
  }: {
    owners: readonly string[];
    moreOwners?: boolean | undefined;
  }) => owners.some((owner) => owner !== id) || moreOwners === true;
  if (isOthers(wallet)) return "others have it too";
  const before = await store.usersBeforeRemoval(wallet);
  return isOthers(before) ? "others had it before it was removed from the scans" : undefined;
}

/** The wallets that the user was ever seen with: the index by user knows a wallet's last owner alone. */
async function walletsOf(id: string, found: Target, store: WalletStore): Promise<Wallet[]> {
  const wallets: Wallet[] = [];
  for (const projectId of recordedProjects(found, undefined))
    for await (const wallet of store.ofProject(projectId))
      if (wallet.userId === id || wallet.owners.includes(id)) wallets.push(wallet);
  return wallets;
}

function noSuchUser(id: string, { name, flag }: Target): CommandError {
  return new CommandError(
    `There is no user ${cleanText(id, 100)} in ${name}: check the id, including upper and lower case, or load it with "vigia users import${flag}".`,
  );
}
