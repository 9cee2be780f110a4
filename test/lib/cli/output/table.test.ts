/** Tables and facts: widths, wrapping, and what a terminal must not act on. */

import { PassThrough, Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { Output } from "../../../../lib/cli/core/command-context.ts";
import { wrap } from "../../../../lib/cli/core/wrap.ts";
import { paint, write, writeBytes } from "../../../../lib/cli/output/print.ts";
import { type Column, factTable, printRows, tableOf, type View } from "../../../../lib/cli/output/table.ts";
import { csvLine } from "../../../../lib/text/csv.ts";
import { escapeForFile, escapeFormula, escapeForTerminal, safeJson } from "../../../../lib/text/escaping.ts";

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

const OWN_STYLE = /<[\da-f-]{36}>\[\d+m/g;
const plain = (text: string) => text.replace(OWN_STYLE, "").split("\n");

const columns: Column<string[]>[] = [
  { header: "id", value: ([id = ""]) => id },
  { header: "text", value: ([, text = ""]) => text, wrap: 10 },
  { header: "more", value: ([, , more = ""]) => more, optional: true },
];

test("gives every column its own width where all fit", () => {
  expect(plain(tableOf(columns, [["a", "b c", "d"]], output(80)))).toEqual(["id  text  more", "a   b c   d"]);
});

test("wraps what may be wrapped where there is no room, then leaves optional columns out, the last first", () => {
  const row = ["0123456789", "some words to wrap", "something"];
  expect(plain(tableOf(columns, [row], output(38)))).toEqual([
    "id          text           more",
    "0123456789  some words to  something",
    "            wrap",
  ]);
  expect(plain(tableOf(columns, [row], output(32)))).toEqual([
    "id          text",
    "0123456789  some words to wrap",
  ]);
  const optional = columns.map((column) => ({ ...column, optional: true as const }));
  expect(plain(tableOf(optional, [row], output(12)))).toEqual(["id", "0123456789"]);
});

test("shows rows as facts, with nothing left out, where they fit no other way", () => {
  const row = ["0123456789", "some words to wrap", "something"];
  expect(plain(tableOf(columns, [row, ["1", "", "x"]], output(18)))).toEqual([
    "id    0123456789",
    "text  some words",
    "      to wrap",
    "more  something",
    "",
    "id    1",
    "more  x",
  ]);
});

test.each([40, 80, 120, undefined])("shows ids in one piece at a width of %j", (width) => {
  const ids = [`1#quarantined-${"5f".repeat(20)}`, `0x${"ab".repeat(32)}`, "ñandu\u0301-漢字-नमस्ते"];
  const keys: Column<string>[] = [
    { header: "received (UTC)", value: () => "2026-03-01 12:00:00", wrap: 10 },
    { header: "key", value: (id) => id },
    { header: "laws", value: () => "MX a law of a very long name", wrap: 20, optional: true },
  ];
  const table = tableOf(keys, ids, output(width));
  for (const id of ids) expect(table).toContain(id);
  expect(table).not.toContain("…");
});

test("keeps a row on one line where no terminal reads it", () => {
  const row = ["0".repeat(70), "some words of a text that goes on and on", "something else"];
  expect(tableOf(columns, [row], output()).split("\n")[1]).toBe(row.join("  "));
});

test("aligns numbers to the right", () => {
  const numbers: Column<string>[] = [{ header: "USD", value: (usd) => usd, align: "right" }];
  expect(plain(tableOf(numbers, ["1.00", "1,000.00"], output(80)))).toEqual([
    "     USD",
    "    1.00",
    "1,000.00",
  ]);
});

test("styles a cell on each of its lines, and never the space beside it", async () => {
  const styledColumns: Column<string>[] = [
    { header: "a", value: (text) => text, style: () => "red", wrap: 3 },
  ];
  vi.stubEnv("FORCE_COLOR", "1");
  const terminal = output(3);
  await write(terminal, tableOf(styledColumns, ["one two"], terminal));
  expect(written.get(terminal)?.split("\n").slice(1)).toEqual([
    "\u001b[31mone\u001b[39m",
    "\u001b[31mtwo\u001b[39m",
  ]);
  vi.unstubAllEnvs();
});

test("shows no control or bidirectional character", () => {
  expect(tableOf(columns, [["a\u001b[31m", "b\u202ec", "d\u0007"]], output())).toContain("a[31m  bc    d");
});

test("counts wide characters as two columns", () => {
  expect(wrap("漢字 漢字", 5)).toEqual(["漢字", "漢字"]);
  expect(wrap("漢字 漢字", 9)).toEqual(["漢字 漢字"]);
});

test("breaks no word, so that a link can be copied", () => {
  expect(wrap("abcdefghij kl mn", 5)).toEqual(["abcdefghij", "kl mn"]);
  const link = `https://example.com/${"x".repeat(80)}`;
  expect(
    factTable(
      [
        ["link", link],
        ["none", undefined],
      ],
      output(80),
    ),
  ).toBe(`link  ${link}`);
});

test("keeps a command on one line, so that it can be copied", () => {
  const text = 'see "vigia dlq list --stage dev", remove the cause';
  expect(wrap(text, 32)).toEqual(["see", '"vigia dlq list --stage dev",', "remove the cause"]);
});

test("lays out many rows page by page", async () => {
  const view: View<number> = {
    columns: [{ header: "n", value: String }],
    json: (n) => n,
    csvHeader: ["n"],
    csvCells: (n) => [n],
  };
  const stream = output();
  async function* numbers() {
    for (let n = 0; n < 20_000; n++) yield n;
  }
  expect(await printRows(stream, "table", view, numbers())).toBe(20_000);
  const lines = (written.get(stream) ?? "").trimEnd().split("\n");
  expect(lines.filter((line) => line === "n")).toHaveLength(40);
  expect(lines.filter((line) => line !== "n").map(Number)).toEqual(
    Array.from({ length: 20_000 }, (_, n) => n),
  );
});

test("quotes in CSV what a spreadsheet of another country would take for two cells", async () => {
  const view: View<string> = {
    columns: [],
    json: (text) => text,
    csvHeader: ["text"],
    csvCells: (text) => [text],
  };
  const stream = output();
  async function* texts() {
    yield* ["u;=1+1", "u\t=1+1", "u-1"];
  }
  await printRows(stream, "csv", view, texts());
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
  ...["\n=1+1", "\t=1+1", "\tx", "\rx", "\nx", `${" ".repeat(100_000)}=1`],
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
