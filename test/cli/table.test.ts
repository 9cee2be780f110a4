/** Tables and facts: widths, wrapping, and what a terminal must not act on. */

import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { safeJson, safeText } from "../../lib/cli/print.ts";
import { factsOf, tableOf } from "../../lib/cli/table.ts";
import { wrap } from "../../lib/cli/text-width.ts";
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

test("escapes what a terminal would act on, and stays the same JSON", () => {
  const value = { a: "\u009b31m\u202e\u{e0041}", b: "é漢" };
  const text = safeJson(value);
  expect(text).toBe('{"a":"\\u009b31m\\u202e\\udb40\\udc41","b":"é漢"}');
  expect(JSON.parse(text)).toEqual(value);
  expect(safeText("a\u001b[1m\nb")).toBe("a\\u001b[1m\nb");
});
