/** Tables and facts: widths, wrapping, and what a terminal must not act on. */

import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { escapeForFile, escapeForTerminal, safeJson } from "../../lib/cli/escaping.ts";
import { paint, write, writeBytes } from "../../lib/cli/print.ts";
import { factsOf, tableOf } from "../../lib/cli/table.ts";
import { cutText, wrap } from "../../lib/cli/text-width.ts";
import type { Output } from "../../lib/cli/world.ts";

/** What was written to an output, by the output. */
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

const columns = [
  { header: "id", value: ([id = ""]: string[]) => id, keep: true as const },
  { header: "text", value: ([, text = ""]: string[]) => text },
  { header: "more", value: ([, , more = ""]: string[]) => more, optional: true as const },
];

test("gives every column its own width where all fit", () => {
  expect(tableOf(columns, [["a", "b c", "d"]], output())).toBe("id  text  more\na   b c   d");
});

test("leaves optional columns out and wraps the others where there is no room", () => {
  const row = ["0123456789", "some words to wrap", "something else"];
  expect(plain(tableOf(columns, [row], output(26)))).toEqual([
    "id          text",
    "0123456789  some words to",
    "            wrap",
  ]);
});

const OWN_STYLE = /<[\da-f-]{36}>\[\d+m/g;
const plain = (text: string) => text.replace(OWN_STYLE, "").split("\n");

test("says less where there is no room for all, and leaves out first what is the same everywhere", () => {
  const columns = [
    { header: "time", value: () => "2026-03-01 12:00:00", short: { value: () => "12:00" } },
    { header: "same", value: () => "always", optional: true as const },
    { header: "other", value: ([text = ""]: string[]) => text, optional: true as const },
    { header: "nothing", value: () => "" },
  ];
  const rows = [["first"], ["second"]];
  expect(plain(tableOf(columns, rows, output(50)))[1]).toBe("2026-03-01 12:00:00  always  first");
  expect(plain(tableOf(columns, rows, output(21)))).toEqual([
    "time   same    other",
    "12:00  always  first",
    "12:00  always  second",
  ]);
  expect(plain(tableOf(columns, rows, output(14)))).toEqual([
    "time   other",
    "12:00  first",
    "12:00  second",
  ]);
});

test("lays out as many rows as there are", () => {
  const rows = Array.from({ length: 150_000 }, (_, at) => [String(at), "text", ""]);
  expect(tableOf(columns, rows, output()).split("\n")).toHaveLength(150_001);
});

test("cuts long texts on a terminal, and nothing where something else reads", () => {
  const columns = [
    { header: "user", value: ([user = ""]: string[]) => user, cut: "middle" as const },
    { header: "law", value: ([, law = ""]: string[]) => law, cut: "end" as const },
  ];
  const row = ["customer-0000123456", "MX a law of a very long name", ""];
  expect(plain(tableOf(columns, [row], output(30)))[1]).toBe("custom…23456  MX a law of a v…");
  const long = ["u".repeat(70), "MX a law of a very long name"];
  expect(tableOf(columns, [long], output())).toContain(`${long[0]}  ${long[1]}`);
});

test("shows a long id whole, over the cells behind it or above them, or on a line of its own", () => {
  const columns = [
    { header: "user", value: ([user = ""]: string[]) => user, cut: "middle" as const },
    { header: "key", value: ([, key = ""]: string[]) => key, whole: 6 },
    { header: "text", value: ([, , text = ""]: string[]) => text, keep: true as const },
  ];
  const rows = [
    ["u-1", "1#42", "some text"],
    ["u-2", "1#quarantined-5f", ""],
    ["u-3", "1#quarantined-5f", "other text"],
  ];
  expect(plain(tableOf(columns, rows, output(22)))).toEqual([
    "user  key   text",
    "u-1   1#42  some text",
    "u-2   1#quarantined-5f",
    "u-3   1#quarantined-5f",
    "            other text",
  ]);
  const narrower = [
    ["u-1", "1#42", "x"],
    ["u-2", "1#quarantined-5f", "y"],
  ];
  expect(plain(tableOf(columns, narrower, output(18)))).toEqual([
    "user  key   text",
    "u-1   1#42  x",
    "u-2         y",
    "  1#quarantined-5f",
  ]);
});

test("makes room for a long id by cutting what stands before it", () => {
  const columns = [
    { header: "user", value: ([user = ""]: string[]) => user, cut: "middle" as const },
    { header: "key", value: ([, key = ""]: string[]) => key, whole: 6 },
  ];
  const row = ["customer-0000123456", "1#quarantined-5f"];
  expect(plain(tableOf(columns, [row], output(30)))[1]).toBe("custom…23456  1#quarantined-5f");
});

test("shows no control or bidirectional character", () => {
  expect(tableOf(columns, [["a\u001b[31m", "b\u202ec", "d\u0007"]], output())).toContain("a[31m  bc    d");
});

test("counts wide characters as two columns", () => {
  expect(wrap("漢字漢字", 4)).toEqual(["漢字", "漢字"]);
});

test("breaks words only where it must, and not at all in facts", () => {
  expect(wrap("abcdefghij kl", 4)).toEqual(["abcd", "efgh", "ij", "kl"]);
  const link = `https://example.com/${"x".repeat(80)}`;
  expect(
    factsOf(
      [
        ["link", link],
        ["none", undefined],
      ],
      output(),
    ),
  ).toBe(`link  ${link}`);
});

test("keeps a command on one line, so that it can be copied", () => {
  const text = 'see "vigia dlq list --stage dev", remove the cause';
  expect(wrap(text, 32)).toEqual(["see", '"vigia dlq list --stage dev",', "remove the cause"]);
});

test("cuts a text at its end or in its middle, by columns", () => {
  expect(cutText("0123456789", 10, "end")).toBe("0123456789");
  expect(cutText("0123456789", 5, "end")).toBe("0123…");
  expect(cutText("0123456789", 6, "middle")).toBe("012…89");
  expect(cutText("漢字漢字", 5, "end")).toBe("漢字…");
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
