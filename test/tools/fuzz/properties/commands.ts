/**
 * The property of the commands: whatever is stored or given to them, every command in every format prints text that only
 * is read, and what programs read is what was stored.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import {
  checkHarmless,
  checkNoForgedLine,
  checkNoFormula,
  csvRows,
  essence,
  jsonRows,
} from "../checks/printed-text.ts";
import { FuzzError } from "../checks/reply-checks.ts";
import { type CommandLine, commandLines, filesOf } from "../command-lines.ts";
import { CommandLines, type Printed } from "../command-runner.ts";
import type { EmulatedStack } from "../emulated-stack.ts";
import { bodiesOf, HASHES, type StoredTexts, storedTexts, storeTexts, WALLET } from "../stored-texts.ts";

/** Widths of terminals; every command is run on one of them too. */
const COLUMNS = [40, 80, 200];

/** A case runs one in so many of the command lines, from where it says. */
const PARTS = 4;

/** Stores texts and runs commands, all of them in a few cases. @param ran is told of each command line */
export function commandsProperty(stack: EmulatedStack, ran: () => void) {
  const commands = new CommandLines(stack);
  return fc.asyncProperty(
    storedTexts,
    fc.constantFrom(...COLUMNS),
    fc.nat(PARTS - 1),
    async (texts, columns, part) => {
      await storeTexts(stack, texts);
      await stack.checkStored();
      for (const [name, content] of Object.entries(filesOf(texts)))
        await writeFile(join(stack.folder, name), content.toWellFormed());
      const rows = await commands.json("notifications", "list", "--limit", "1000");
      checkStored(rows, texts);
      const alerts = await commands.json("alerts", "list", "--limit", "1000");
      const keys = rows.map((row) => String(row["key"]));
      const ids = alerts.flatMap(({ id, about }) =>
        about === undefined && typeof id === "string" ? [id] : [],
      );
      await checkCsv(commands, texts, rows.length);
      await checkExport(stack, commands, rows.length);
      await checkWallets(commands, texts);
      await checkLookUps(commands, texts);
      await checkRawBodies(commands, texts, keys);
      for (const [at, line] of commandLines(texts, keys, ids).entries()) {
        if (at % PARTS !== part) continue;
        await checkLine(commands, line, undefined);
        await checkLine(commands, line, columns);
        ran();
      }
    },
  );
}

/** @throws {FuzzError} where there is a command that no command line of a case tries */
export async function checkAllAreTried(stack: EmulatedStack): Promise<void> {
  const [texts] = fc.sample(storedTexts, 1);
  if (texts === undefined) throw new Error("There are no texts.");
  const tried = commandLines(texts, ["1#quarantined-x"], ["x"]).map(({ args }) => args.join(" "));
  for (const name of await new CommandLines(stack).names()) {
    const isTried =
      name === "notifications export" || tried.some((line) => `${line} `.startsWith(`${name} `));
    if (!isTried)
      throw new FuzzError(`vigia ${name} is not tried: add it to test/tools/fuzz/command-lines.ts`);
  }
}

async function checkLine(
  commands: CommandLines,
  line: CommandLine,
  columns: number | undefined,
): Promise<void> {
  const { args, form, stdin } = line;
  const printed = await commands.run(args, {
    ...(columns === undefined ? {} : { columns }),
    ...(stdin === undefined ? {} : { stdin }),
  });
  inWords(line, () => {
    checkHarmless(printed, { terminal: columns !== undefined, raw: form === "raw" });
    const text = printed.out.toString();
    if (form === "text") checkNoForgedLine(text);
    if (form === "rows" && printed.code === 0) readRows(args, printed);
  });
}

/** Says which command line it was that something was found with. */
function inWords({ args }: CommandLine, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof FuzzError
      ? new FuzzError(`vigia ${JSON.stringify(args)}: ${error.message}`)
      : error;
  }
}

function readRows(args: readonly string[], { out }: Printed): Record<string, unknown>[] {
  const text = out.toString();
  return args.at(-1) === "csv" ? csvRows(text) : jsonRows(text);
}

/** Every content that was accepted is in the list, with what it says. */
function checkStored(rows: readonly Record<string, unknown>[], texts: StoredTexts): void {
  const expected = bodiesOf(texts).length;
  if (rows.length !== expected)
    throw new FuzzError(`${expected} contents were accepted, and ${rows.length} are listed`);
  for (const [hash, userId] of [
    [HASHES.illegal, texts.userId],
    [HASHES.otherTransaction, texts.otherUserId],
    [HASHES.warned, texts.userId],
  ]) {
    const row = rows.find(({ txHash }) => txHash === hash);
    const [token, laws] = [Object(row?.["token"]), row?.["laws"]];
    const [law] = Array.isArray(laws) ? laws : [];
    sameText("userId", row?.["userId"], userId);
    sameText("description", row?.["description"], texts.description);
    sameText("token.name", token.name, texts.tokenName);
    sameText("token.symbol", token.symbol, texts.symbol);
    sameText("laws[0].name", Object(law).name, texts.lawName);
    sameText("laws[0].country", Object(law).country, texts.country);
  }
}

/** What is longer may be cut, between two characters. */
const NEVER_CUT = 90;

function sameText(what: string, found: unknown, stored = ""): void {
  const whole = stored.toWellFormed();
  const cut = typeof found === "string" && found.endsWith("…") && whole.startsWith(found.slice(0, -1));
  if (found !== whole && !(whole.length > NEVER_CUT && cut))
    throw new FuzzError(`${what}: ${JSON.stringify(stored)} is read back as ${JSON.stringify(found)}`);
}

async function checkCsv(commands: CommandLines, texts: StoredTexts, count: number): Promise<void> {
  const { out } = await commands.run(["notifications", "list", "--limit", "1000", "--format", "csv"]);
  const rows = csvRows(out.toString());
  if (rows.length !== count) throw new FuzzError(`${rows.length} rows of CSV for ${count} notifications`);
  for (const row of rows) for (const [column, cell] of Object.entries(row)) checkNoFormula(cell, column);
  const row = rows.find(({ txHash }) => txHash === HASHES.illegal);
  for (const [column, stored] of [
    ["userId", texts.userId],
    ["description", texts.description],
    ["tokenName", texts.tokenName],
    ["tokenSymbol", texts.symbol],
  ] as const) {
    const cell = row?.[column] ?? "";
    if (stored.length <= NEVER_CUT && essence(cell) !== essence(stored))
      throw new FuzzError(`${column}: ${JSON.stringify(stored)} is read back as ${JSON.stringify(cell)}`);
  }
}

async function checkExport(stack: EmulatedStack, commands: CommandLines, count: number): Promise<void> {
  for (const format of ["csv", "jsonl"]) {
    const file = `export.${format}`;
    const printed = await commands.run([
      "notifications",
      "export",
      "--format",
      format,
      "--out",
      file,
      "--force",
    ]);
    if (printed.code !== 0) throw new FuzzError(`an export ended with ${printed.code}: ${printed.err}`);
    const out = await readFile(join(stack.folder, file));
    checkHarmless({ ...printed, out }, { terminal: false, raw: false });
    const rows = readRows([format], { ...printed, out });
    if (rows.length !== count)
      throw new FuzzError(`${rows.length} rows of ${format} for ${count} notifications`);
  }
}

async function checkWallets(commands: CommandLines, texts: StoredTexts): Promise<void> {
  const wallets = await commands.json("wallets", "list", ...["--project", "1"]);
  const wallet = wallets.find(({ address }) => address === WALLET);
  // An id that cannot stand as a key names nobody.
  if (texts.userId.isWellFormed()) sameText("a wallet's userId", wallet?.["userId"], texts.userId);
  sameText("a wallet's description", wallet?.["description"], texts.description);
  const reason = wallet?.["reason"];
  if (texts.reason.length <= NEVER_CUT && essence(String(reason)) !== essence(texts.reason))
    throw new FuzzError(
      `a reason: ${JSON.stringify(texts.reason)} is read back as ${JSON.stringify(reason)}`,
    );
}

async function checkLookUps(commands: CommandLines, texts: StoredTexts): Promise<void> {
  const rows = await commands.json("audit");
  if (rows.length !== 2) throw new FuzzError(`2 look-ups, and ${rows.length} in the audit`);
  for (const row of rows)
    sameText("a look-up's userId", String(row["userId"]).toWellFormed(), texts.lookedUp);
}

/** The body of a notification comes out of it byte for byte. */
async function checkRawBodies(
  commands: CommandLines,
  texts: StoredTexts,
  keys: readonly string[],
): Promise<void> {
  const bodies = new Set(bodiesOf(texts));
  for (const key of keys) {
    const { out } = await commands.run(["notifications", "show", "--raw", "--", key]);
    if (!bodies.delete(out.toString()))
      throw new FuzzError(`${key} is shown with another body, of ${keys.join(" ")}`);
  }
}
