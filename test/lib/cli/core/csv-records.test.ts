/** The records of CSV files of every kind, and what is said of those that cannot be read. */

import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { csvRecords } from "../../../../lib/cli/core/csv-records.ts";
import type { NamedStream } from "../../../../lib/cli/core/text-lines.ts";

const COLUMNS = { allowed: new Set(["a", "b"]), required: ["a"] };

function streamOf(content: string | Uint8Array, size = 65_536): Readable {
  const bytes = Buffer.from(content);
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  );
}

async function read(content: string | Uint8Array, size?: number): Promise<unknown[]> {
  const records = csvRecords({ name: "x.csv", stream: streamOf(content, size) }, COLUMNS);
  return Array.fromAsync(records, (line) =>
    "wrong" in line ? [line.line, line.wrong] : [line.line, Object.fromEntries(line.value)],
  );
}

test.each([
  ["a header only, without an end of line", "a,b", []],
  [
    "a byte order mark, CRLF, blank rows, and no last end of line",
    '\ufeffa,b\r\n1,"x\r\ny"\r\n\r\n,\r\n3,é漢',
    [
      [2, { a: "1", b: "x\ny" }],
      [6, { a: "3", b: "é漢" }],
    ],
  ],
  ["semicolons in the first line", 'a;b\n"1";2,5\n', [[2, { a: "1", b: "2,5" }]]],
  [
    "doubled quotation marks and delimiters in quotation marks",
    'a\tb\n"say ""yes"""\t"x\ty"\n',
    [[2, { a: 'say "yes"', b: "x\ty" }]],
  ],
  [
    "empty cells, and those that show nothing, which are absent fields",
    "a,b\n1,\n,2\n \u00a0,3\n4,\u200b\n",
    [
      [2, { a: "1" }],
      [3, { b: "2" }],
      [4, { b: "3" }],
      [5, { a: "4" }],
    ],
  ],
  [
    "rows with too few and too many cells",
    "a,b\n1\n1,2,3\n4,5\n",
    [
      [2, "has fewer columns than the header"],
      [3, "has more columns than the header, as where a cell holds a delimiter"],
      [4, { a: "4", b: "5" }],
    ],
  ],
])("reads %s, however it is cut into chunks", async (_, content, records) => {
  expect(await read(content)).toEqual(records);
  expect(await read(content, 1)).toEqual(records);
});

test.each([
  ["UTF-16 with a byte order mark", Buffer.from("\ufeffa;b\r\n1;Peña\r\n", "utf16le"), "UTF-16"],
  ["UTF-16 in the other order", Buffer.from("\ufeffa;b\r\n1;Peña\r\n", "utf16le").swap16(), "UTF-16"],
  ["UTF-16 without a byte order mark", Buffer.from("a;b\n1;Peña\n", "utf16le"), "UTF-16"],
  ["Windows-1252", Buffer.from("a;b\n1;Peña\n", "latin1"), "Windows-1252"],
  ["UTF-8", Buffer.from("a;b\n1;Peña\n"), undefined],
])("reads a file in %s, and knows its encoding", async (_, content, encoding) => {
  for (const size of [1, 65_536]) {
    const file: NamedStream = { name: "x.csv", stream: streamOf(content, size) };
    const lines = await Array.fromAsync(csvRecords(file, COLUMNS));
    expect(lines).toEqual([{ line: 2, value: new Map(Object.entries({ a: "1", b: "Peña" })) }]);
    expect(file.encoding).toBe(encoding);
  }
});

test.each([
  ["JosÃ© was read in another encoding", "a,b\n1,JosÃ©\n"],
  ["a character was replaced", "a,b\n1,Jos\ufffd\n"],
])("refuses a line in which %s before it was saved", async (_, content) => {
  expect(await read(content)).toEqual([
    [2, "holds characters that another program spoilt: export the file again, in UTF-8"],
  ]);
});

test.each([
  ["sep=;", "sep=;\na;b\n1;2,5\n"],
  ["sep=; with marks and CRLF", '\ufeff"sep=;"\r\na;b\r\n1;2,5\r\n'],
  ["a blank line", "\na;b\n1;2,5\n"],
])("reads the header behind %s, and counts lines as an editor does", async (_, content) => {
  expect(await read(content)).toEqual([[3, { a: "1", b: "2,5" }]]);
  await expect(read(content.replace("a;b", "c;b"))).rejects.toThrow("x.csv, line 2: has no column a.");
});

test("passes over empty columns at the end, and refuses a cell in one", async () => {
  expect(await read("a,b,,\n1,2,,\n1,2,,,\n1,2,3,\n")).toEqual([
    [2, { a: "1", b: "2" }],
    [3, { a: "1", b: "2" }],
    [4, "has more columns than the header, as where a cell holds a delimiter"],
  ]);
});

test.each([
  ['="0123"', 'a;b\n="0123";="4;5"\n1;="6"\n', ["0123", "4;5"]],
  ['="0123" in quotation marks', 'a;b\n"=""0123""";x\n1;2\n', ["0123", "x"]],
])("reads the text of a cell %s, as programs write it for Excel", async (_, content, [a, b]) => {
  expect((await read(content))[0]).toEqual([2, { a, b }]);
});

test("reads a file whose lines end in a carriage return alone", async () => {
  expect(await read("\ufeffa,b\r1,2\r3,4\r")).toEqual([
    [2, { a: "1", b: "2" }],
    [3, { a: "3", b: "4" }],
  ]);
});

test("knows the names of a header behind characters that no one sees", async () => {
  expect(await read("a\u200b,\u00a0b\n1,2\n")).toEqual([[2, { a: "1", b: "2" }]]);
});

test("reads a text that begins like a formula without the apostrophe that keeps it one", async () => {
  expect(await read("a,b\n'+52,'t Hooft\n")).toEqual([[2, { a: "+52", b: "'t Hooft" }]]);
});

test.each([
  ["a quotation mark in a cell", 'a,b\n"1\n",2\n3,x"y\n', /^x.csv, line 4: .*quotation mark/],
  ["a quotation mark behind a cell", 'a,b\n1,2\n"3"x,4\n', /^x.csv, line 3: .*quotation mark/],
  ["a quotation mark that is never closed", 'a,b\n1,2\n3,"4\n5,6\n', /^x.csv, line 3: .*quotation mark/],
  ["a header that is too long", `a,b${"x".repeat(300_000)}\n1,2\n`, /^x.csv, line 1: .*longer than 262144/],
  ["María as DOS writes it", Buffer.from("a,b\n1,Mar\xa1a\n", "latin1"), /^x.csv, line 2: is not in UTF-8/],
  ["María as a Mac writes it", Buffer.from("a,b\n1,Mar\x92a\n", "latin1"), /^x.csv, line 2: is not in UTF-8/],
  ["a dash of Windows-1252", Buffer.from("a,b\n1,N \x96 2\n", "latin1"), /^x.csv, line 2: is not in UTF-8/],
  [
    "lines in two encodings",
    Buffer.from("a,b\n1,caf\xc3\xa9\n2,caf\xe9\n", "latin1"),
    /line 2 is in UTF-8, and line 3/,
  ],
  ["a workbook", Buffer.from("PK\x03\x04\x14\0\n1\n"), /^x.csv, line 1: is not text, as of a workbook/],
  ["a header that lacks a column", "b\n1\n", /line 1: has no column a\. Columns: a, b\./],
  ["a header with an unknown column", "a,secret\n1,2\n", /line 1: column 2 is unknown or named twice/],
  ["a header that names a column twice", "a,b,a\n1,2,3\n", /line 1: column 3 is unknown or named twice/],
  ["an empty file", "", /^x.csv is empty/],
])("ends at %s, and says where", async (_, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

test("refuses a line that is too long, in one chunk or many, and reads on", async () => {
  const long = "x".repeat(300_000);
  const wrong = "is longer than 262144 bytes";
  for (const size of [4_096, 1_000_000]) {
    expect(await read(`a,b\n1,2\n${long},1\n3,4\n5,"6\n${long}\n"\n7,8\n`, size)).toEqual([
      [2, { a: "1", b: "2" }],
      [3, wrong],
      [4, { a: "3", b: "4" }],
      [5, wrong],
      [8, { a: "7", b: "8" }],
    ]);
  }
});

test("does not read a huge file to its end for a quotation mark that is never closed", async () => {
  let readBytes = 0;
  function* huge() {
    yield 'a,b\n1,2\n3,"4\n';
    for (; readBytes < 1_000_000_000; readBytes += 65_536) yield "5,6\n".repeat(16_384);
  }
  const stream = Readable.from(huge());
  await expect(Array.fromAsync(csvRecords({ name: "x.csv", stream }, COLUMNS))).rejects.toThrow(
    "quotation mark",
  );
  expect(readBytes).toBeLessThan(4_000_000);
  expect(stream.destroyed).toBe(true);
});

test("throws what reading the file throws", async () => {
  function* broken() {
    yield "a,b\n";
    throw new Error("the disk is gone");
  }
  const stream = Readable.from(broken());
  await expect(Array.fromAsync(csvRecords({ name: "x.csv", stream }, COLUMNS))).rejects.toThrow(
    "the disk is gone",
  );
});
