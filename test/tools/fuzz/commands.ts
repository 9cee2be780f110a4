/**
 * The property of the commands: with anything stored or given to them, every command in every format prints text that only
 * is read, and what programs read is what was stored.
 */

import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { jsonLines, type Result } from "../../lib/cli/support/test-context.ts";
import { type CommandLine, commandLines, filesOf } from "./command-lines.ts";
import { FuzzError, within } from "./finding.ts";
import type { Stack } from "./stack.ts";
import { bodiesOf, HASHES, type StoredTexts, storedTexts, storeTexts, WALLET } from "./stored.ts";
import { FORGED, shownText } from "./texts.ts";

/** A case runs the lines of one in so many commands. */
const PARTS = 4;

/** Stores texts and runs commands, all of them in a few cases, each to a file and to a terminal of some width. */
export function commands(stack: Stack) {
  return fc.asyncProperty(
    storedTexts(shownText),
    fc.constantFrom(40, 80, 200),
    fc.nat(PARTS - 1),
    async (texts, columns, part) => {
      await storeTexts(stack, texts);
      await stack.checkStored();
      for (const [name, content] of Object.entries(filesOf(texts)))
        await stack.place.file(name, content.toWellFormed());
      const keys = await checkLists(stack, texts);
      await checkWallet(stack, texts);
      await checkBodies(stack, texts, keys);
      const lines = commandLines(await stack.place.program(), { ...texts, wallet: WALLET }, keys);
      const groups = [...new Set(lines.map(({ args: [group] }) => group))];
      for (const line of lines.filter(({ args: [group] }) => groups.indexOf(group) % PARTS === part))
        for (const width of [undefined, columns]) await checkLine(stack, line, width);
    },
  );
}

/** Commands whose format is that of a file. */
const OF_A_FILE = /^(users|wallets) import /;

function checkLine(stack: Stack, { args, stdin }: CommandLine, columns: number | undefined): Promise<void> {
  return within(`vigia ${JSON.stringify(args)}`, async () => {
    const printed = await stack.vigia(args, columns, stdin);
    const isRaw = args.includes("--raw");
    const file = isRaw ? "raw file" : "file";
    checkHarmless(printed, columns === undefined ? file : "terminal");
    const format = FORMATS.find((candidate) => args.includes(`--format=${candidate}`));
    if (format === undefined || OF_A_FILE.test(args.join(" "))) isRaw || checkNoForgedLine(printed.out);
    else if (printed.code === 0) rowsIn(printed.out, format);
  });
}

const FORMATS = ["jsonl", "csv"] as const;

/** Lists for programs have a row for each body, with what it says, and in CSV no formula. @returns the keys */
async function checkLists(stack: Stack, texts: StoredTexts): Promise<string[]> {
  const users = [
    [HASHES.illegal, texts.userId, "illegal"],
    [HASHES.otherTransaction, texts.otherUserId, "illegal"],
    [HASHES.warned, texts.userId, "warn"],
  ] as const;
  const { symbol } = texts;
  const keys = new Set<string>();
  for (const format of FORMATS) {
    const { out } = await stack.vigia(["notifications", "list", "--limit", "1000", "--format", format]);
    const rows = rowsIn(out, format);
    const count = bodiesOf(texts).length;
    if (rows.length !== count)
      throw new FuzzError(`${count} rows expected, and ${format} has ${rows.length}`);
    const expectSame = format === "csv" ? sameEssence : sameText;
    for (const [txHash, userId, risk] of users) {
      const row = rows.find((candidate) => candidate["txHash"] === txHash);
      for (const [name, stored] of Object.entries({ userId, symbol })) expectSame(name, row?.[name], stored);
      const law = `${texts.lawName} (${risk})`;
      if (law.length <= NEVER_CUT && !essence(String(row?.["laws"])).endsWith(essence(law)))
        throw new FuzzError(
          `the law ${JSON.stringify(law)} is read back as ${JSON.stringify(row?.["laws"])}`,
        );
    }
    for (const row of rows) {
      keys.add(String(row["key"]));
      if (format === "csv")
        for (const [column, cell] of Object.entries(row)) checkNoFormula(String(cell), column);
    }
  }
  return [...keys];
}

/** A longer text may be cut, between two characters. */
const NEVER_CUT = 90;

function sameText(field: string, actual: unknown, stored: string): void {
  const whole = stored.toWellFormed();
  const isCut = typeof actual === "string" && actual.endsWith("…") && whole.startsWith(actual.slice(0, -1));
  if (actual !== whole && !(whole.length > NEVER_CUT && isCut))
    throw new FuzzError(`${field}: ${JSON.stringify(stored)} is read back as ${JSON.stringify(actual)}`);
}

/** The same but for what an output may escape or leave out. */
function sameEssence(field: string, actual: unknown, stored: string): void {
  if (stored.length <= NEVER_CUT && essence(String(actual ?? "")) !== essence(stored))
    throw new FuzzError(`${field}: ${JSON.stringify(stored)} is read back as ${JSON.stringify(actual)}`);
}

async function checkWallet(stack: Stack, { userId, reason }: StoredTexts): Promise<void> {
  const wallets = await stack.rows("wallets", "list", "--project", "1");
  const wallet = wallets.find(({ address }) => address === WALLET);
  if (wallet?.["outcome"] !== "completed") throw new FuzzError(`not scanned: ${JSON.stringify(wallets)}`);
  // An id that cannot be a key names no user.
  if (userId.isWellFormed()) sameText("a wallet's userId", wallet?.["userId"], userId);
  sameEssence("a reason", wallet?.["reason"], reason);
}

/** The body of a notification comes out of it byte for byte. */
async function checkBodies(stack: Stack, texts: StoredTexts, keys: readonly string[]): Promise<void> {
  const bodies = new Set(bodiesOf(texts));
  for (const key of keys) {
    const { out } = await stack.vigia(["notifications", "show", "--raw", "--", key]);
    if (!bodies.delete(out)) throw new FuzzError(`${key} is shown with another body, of ${keys.join(" ")}`);
  }
}

/** Colours, and what a progress bar moves the cursor with: nothing that is stored in a case holds one of these. */
const OWN = new RegExp(
  String.raw`${String.fromCharCode(0x1b)}(?:[78]|\[(?:(?:0|1|2|22|31|32|33|39)m|\?(?:25|7)[hl]|[012]?K|\d*[GA]))`,
  "g",
);

/** Characters that no terminal may get: control characters but the line's end, and those that turn text round. */
const NOT_ON_TERMINAL = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const NOT_IN_FILE = /[^\P{Cc}\n\r\t]/u;

/** @throws {FuzzError} where an output does more than show text */
export function checkHarmless({ code, out, err }: Result, to: "terminal" | "file" | "raw file"): void {
  if (![0, 1, 2, 3, 4].includes(code)) throw new FuzzError(`ended with ${code}`);
  if (/^(Type|Range|Syntax|Reference|\$?Zod)Error/m.test(err) || /^\s+at .*:\d+:\d+/m.test(err))
    throw new FuzzError(`failed in an unforeseen way: ${err}`);
  if (to === "raw file") return;
  for (const text of [out, err].map((output) => output.replaceAll(OWN, ""))) {
    const control = (to === "terminal" ? NOT_ON_TERMINAL : NOT_IN_FILE).exec(text);
    if (control === null) continue;
    const around = text.slice(Math.max(0, control.index - 40), control.index + 40);
    throw new FuzzError(`${JSON.stringify(control[0])} in ${JSON.stringify(around)}`);
  }
}

/** @throws {FuzzError} where something that is stored begins a line of its own */
export function checkNoForgedLine(text: string): void {
  const lines = text.replaceAll(OWN, "").split(/[\n\r\u2028\u2029\u0085\v\f]/);
  if (lines.some((line) => line.startsWith(FORGED)))
    throw new FuzzError(`a forged line in ${JSON.stringify(text.slice(0, 2_000))}`);
}

/** The rows of JSON Lines, or of CSV by the names in its first line. @throws {FuzzError} */
export function rowsIn(text: string, format: "jsonl" | "csv"): Record<string, unknown>[] {
  try {
    if (format === "csv") return parse(text, { columns: true, record_delimiter: ["\r\n", "\n", "\r"] });
    if (text !== "" && !text.endsWith("\n")) throw new Error("the last line has no end");
    return jsonLines(text);
  } catch (error) {
    throw new FuzzError(
      `no ${format}: ${error instanceof Error ? error.message : error}: ${JSON.stringify(text.slice(0, 2_000))}`,
    );
  }
}

/** A cell or text without what an output may have escaped or left out, to be compared. */
export function essence(text: string): string {
  return text
    .toWellFormed()
    .replace(/\\u(?:\{[0-9a-f]+\}|[0-9a-f]{4})|\\x[0-9a-f]{2}/gi, "")
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/gu, "")
    .replace(/\s+/g, "")
    .replace(/^'+/, "");
}

/** @throws {FuzzError} where a cell that a spreadsheet would calculate is not made text */
export function checkNoFormula(cell: string, column: string): void {
  if (/^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(cell))
    throw new FuzzError(`a formula under ${column}: ${JSON.stringify(cell)}`);
}
