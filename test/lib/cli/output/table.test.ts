/** Tables and facts: widths, wrapping, and what a terminal must not act on. */

import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { Output } from "../../../../lib/cli/core/command-context.ts";
import { factTable } from "../../../../lib/cli/output/layout.ts";
import { type Column, printList } from "../../../../lib/cli/output/list.ts";
import { paint, write, writeBytes } from "../../../../lib/cli/output/print.ts";
import { csvLine } from "../../../../lib/i18n/text/csv.ts";
import {
  escapeForFile,
  escapeFormula,
  escapeForTerminal,
  safeJson,
} from "../../../../lib/i18n/text/escaping.ts";

/** Text that was written, by output. */
const written = new Map<Writable, string>();

function output(columns?: number): Output {
  const stream: Output = new Writable({
    write(chunk, _encoding, done) {
      written.set(stream, (written.get(stream) ?? "") + String(chunk));
      done();
    },
  });
  if (columns !== undefined) {
    stream.isTTY = true;
    stream.columns = columns;
  }
  return stream;
}

const columns: Column<string[]>[] = [
  { header: "id", value: ([id]) => id },
  { name: "text", header: "text", value: ([, text]) => text },
  { header: "more", value: ([, , more]) => more },
];

async function listed(rows: string[][], width?: number, shown = columns): Promise<string[]> {
  const stream = output(width);
  await printList(stream, { format: "table", limit: rows.length }, shown, rows);
  return stripVTControlCharacters(written.get(stream) ?? "")
    .trimEnd()
    .split("\n");
}

test("gives every column its own width where all fit", async () => {
  expect(await listed([["a", "b c", "d"]], 80)).toEqual(["id  text  more", "a   b c   d"]);
});

test("leaves out a column that is empty in all rows", async () => {
  expect(await listed([["a", "", "d"]])).toEqual(["id  more", "a   d"]);
});

test("wraps at words on a terminal, and nowhere else", async () => {
  const row = ["0123456789", "some words to wrap", "something"];
  expect(await listed([row], 38)).toEqual([
    "id          text             more",
    "0123456789  some words to    something",
    "            wrap",
  ]);
  expect((await listed([row]))[1]).toBe(row.join("  "));
});

test.each([40, 80, 120, undefined])("shows ids in one piece at a width of %j", async (width) => {
  const ids = [`1#quarantined-${"5f".repeat(20)}`, `0x${"ab".repeat(32)}`, "ñandu\u0301-漢字-नमस्ते"];
  const rows = ids.map((id) => [id, "MX a law of a very long name", ""]);
  const table = (await listed(rows, width)).join("\n");
  for (const id of ids) expect(table).toContain(id);
  expect(table).not.toContain("…");
});

test("aligns numbers to the right", async () => {
  const numbers: Column<string[]>[] = [{ header: "USD", value: ([usd]) => usd, align: "right" }];
  expect(await listed([["1.00"], ["1,000.00"]], 80, numbers)).toEqual(["     USD", "    1.00", "1,000.00"]);
});

test("shows no control or bidirectional character", async () => {
  expect(await listed([["a\u001b[31m", "b\u202ec", "d\u0007"]])).toContain("a[31m  bc    d");
});

test("breaks no word, so that a link can be copied", () => {
  const link = `https://example.com/${"x".repeat(80)}`;
  const facts = [["link", link] as const, ["none", undefined] as const];
  expect(factTable(facts, output(80))).toBe(`link  ${link}`);
});

test("lays out many rows page by page, and reads none behind the limit", async () => {
  const numbers: Column<number>[] = [{ header: "n", value: (n) => n }];
  const stream = output();
  async function* endless() {
    for (let n = 0; ; n++) yield n;
  }
  expect(await printList(stream, { format: "table", limit: 20_000 }, numbers, endless())).toBe(20_000);
  const lines = (written.get(stream) ?? "").trimEnd().split("\n");
  expect(lines.filter((line) => line === "n")).toHaveLength(40);
  expect(lines.filter((line) => line !== "n").map(Number)).toEqual(
    Array.from({ length: 20_000 }, (_, n) => n),
  );
});

test("quotes in CSV what a spreadsheet of another country would take for two cells", async () => {
  const stream = output();
  const rows = ["u;=1+1", "u\t=1+1", "u-1"].map((text) => ["", text]);
  await printList(stream, { format: "csv", limit: 3 }, columns, rows);
  expect(written.get(stream)).toBe('text\n"u;=1+1"\n"u\t=1+1"\nu-1\n');
});

test("escapes what a terminal would act on, and stays the same JSON", () => {
  const value = { a: "\u009b31m\u202e\u{e0041}", b: "é漢" };
  const text = safeJson(value);
  expect(text).toBe('{"a":"\\u009b31m\\u202e\\udb40\\udc41","b":"é漢"}');
  expect(JSON.parse(text)).toEqual(value);
});

test("leaves line ends and tabs in a file, and line ends only on a terminal", () => {
  const text = "a\u001b[1m\r\n\tb\u007f\u009b\u202e\u3164\u2028";
  expect(escapeForFile(text)).toBe("a\\u001b[1m\\u000d\n\tb\\u007f\\u009b\u202e\u3164\u2028");
  expect(escapeForTerminal(text)).toBe("a\\u001b[1m\\u000d\n\\u0009b\\u007f\\u009b\\u202e\\u3164\\u2028");
});

test("styles a text on a terminal, and lets the text itself style nothing", async () => {
  const terminal = output(80);
  await write(terminal, paint(terminal, "red", "a\u001b[32mb"));
  expect(written.get(terminal)).toBe("\u001b[31ma\\u001b[32mb\u001b[39m");
});

test("gives bytes as they are to a file, and as text to a terminal", async () => {
  const bytes = Buffer.from([0x1b, 0x5b, 0x41, 0xff, 0x0a]);
  const terminal = output(80);
  await writeBytes(terminal, bytes);
  expect(written.get(terminal)).toBe("\\u001b[A\ufffd\n\n");
  const file = new PassThrough();
  await writeBytes(file, bytes);
  expect(file.read()).toEqual(bytes);
});

test.each([
  ...[
    "",
    " ",
    "\u00a0",
    "\u3000",
    "\u200b",
    "\ufeff",
    "\u202e",
    "\u2028",
    "\u3164",
    "\u0301",
    "\u0000",
    "\r\n \t",
  ].flatMap((before) =>
    ["=1+1", "+1", "-1", "@SUM(1)", "＝1", "\ufe621", "\u207a1", "\u22121"].map((cell) => before + cell),
  ),
  "\n=1+1",
  "\t=1+1",
  "\tx",
  "\rx",
  "\nx",
  `${" ".repeat(100_000)}=1`,
])("a cell that a spreadsheet could take for a formula gets an apostrophe: %j", (cell) => {
  expect(escapeFormula(cell)).toBe(`'${cell}`);
});

test.each(["", " ", "1=1", "a\n=1", "'=1", "(=1)", "u-1", "\u200b", "漢=1"])(
  "a cell that no spreadsheet takes for a formula stays as it is: %j",
  (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  },
);

test("a number below zero is a number in CSV, and a formula that begins like one is text", () => {
  expect(csvLine([-50, "-50", "-0.1", "-1.5e+30", "-1+1", "-1\n", "-", "+5", "-cmd"])).toBe(
    `-50,-50,-0.1,-1.5e+30,'-1+1,"'-1\n",'-,'+5,'-cmd\n`,
  );
});
