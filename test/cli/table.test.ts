/** Tables and facts: widths, wrapping, and what a terminal must not act on. */

import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { safeJson, safeText } from "../../lib/cli/print.ts";
import { factsOf, tableOf } from "../../lib/cli/table.ts";
import { cutText, wrap } from "../../lib/cli/text-width.ts";
import type { Output } from "../../lib/cli/world.ts";

function output(columns?: number): Output {
  const stream: Output = new Writable();
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
  expect(stripVTControlCharacters(tableOf(columns, [row], output(26)))).toBe(
    ["id          text", "0123456789  some words to", "            wrap"].join("\n"),
  );
});

const plain = (text: string) => stripVTControlCharacters(text).split("\n");

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
  expect(safeText("a\u001b[1m\nb")).toBe("a\\u001b[1m\nb");
});
