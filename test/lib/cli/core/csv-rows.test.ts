/** The rows of CSV files of every kind, and what is said of those that cannot be read. */

import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { csvRecords, csvRows } from "../../../../lib/cli/core/csv-records.ts";

async function rowsOf(content: string | Uint8Array, size = 65_536): Promise<unknown[]> {
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return Array.fromAsync(csvRows(Readable.from(chunks)));
}

const STRAY = "has a misplaced quotation mark; nothing after it was read";

test.each([
  ["an empty file", "", []],
  ["a header only, without an end of line", "a,b", [{ line: 1, value: ["a", "b"] }]],
  [
    "a byte order mark, CRLF, and no last end of line",
    '\ufeffa,b\r\n1,"x\r\ny"\r\n\r\n,\r\n3,é漢',
    [
      { line: 1, value: ["a", "b"] },
      { line: 2, value: ["1", "x\ny"] },
      { line: 6, value: ["3", "é漢"] },
    ],
  ],
  [
    "semicolons in the first line",
    'a;b\n"1";2,5\n',
    [
      { line: 1, value: ["a", "b"] },
      { line: 2, value: ["1", "2,5"] },
    ],
  ],
  [
    "doubled quotation marks and delimiters in quotation marks",
    'a\tb\n"say ""yes"""\t"x\ty"\n',
    [
      { line: 1, value: ["a", "b"] },
      { line: 2, value: ['say "yes"', "x\ty"] },
    ],
  ],
])("reads %s, however it is cut into chunks", async (_, content, rows) => {
  expect(await rowsOf(content)).toEqual(rows);
  expect(await rowsOf(content, 1)).toEqual(rows);
});

test.each([
  ["in a cell", 'a,b\n"1\n",2\n3,x"y\n5,6\n', 4],
  ["behind a cell", 'a,b\n"1\n",2\n"3"x,4\n5,6\n', 4],
  ["that is never closed", 'a,b\n"1\n",2\n3,"4\n5,6\n', 4],
])("names the line of a quotation mark %s, and reads nothing behind it", async (_, content, line) => {
  expect((await rowsOf(content)).slice(2)).toEqual([{ line, wrong: STRAY }]);
});

test("refuses lines that are too long or not UTF-8, and cells that hold one, and goes on behind them", async () => {
  const content = Buffer.concat([
    Buffer.from(`a,b\n${"x".repeat(300_000)},1\n${"y".repeat(262_140)},2\n3,caf`),
    Buffer.from([0xe9]),
    Buffer.from(`\n"4\n${"z".repeat(300_000)}\n",5\n6,7\n`),
  ]);
  expect(await rowsOf(content)).toEqual([
    { line: 1, value: ["a", "b"] },
    { line: 2, wrong: "is longer than 262144 characters" },
    { line: 3, value: ["y".repeat(262_140), "2"] },
    { line: 4, wrong: "is not text in UTF-8" },
    { line: 6, wrong: "is longer than 262144 characters" },
    { line: 8, value: ["6", "7"] },
  ]);
});

test("does not read a huge file to its end for a quotation mark that is never closed", async () => {
  let read = 0;
  function* huge() {
    yield 'a,b\n1,2\n3,"4\n';
    for (; read < 1_000_000_000; read += 65_536) yield "5,6\n".repeat(16_384);
  }
  expect((await Array.fromAsync(csvRows(Readable.from(huge())))).at(-1)).toEqual({ line: 3, wrong: STRAY });
  expect(read).toBeLessThan(4_000_000);
});

test("throws what reading the file throws", async () => {
  function* broken() {
    yield "a,b\n";
    throw new Error("the disk is gone");
  }
  await expect(Array.fromAsync(csvRows(Readable.from(broken())))).rejects.toThrow("the disk is gone");
});

test.each([
  ["twice", "id,name,id\n1,2,3\n", "users.csv, line 1: names a column twice."],
  [
    "out of quotation marks",
    '"id\n1\n',
    "users.csv, line 1: has no column id. Line 1 must name the columns: id, name.",
  ],
])("refuses a header that names columns %s", async (_, content, message) => {
  const columns = { allowed: new Set(["id", "name"]), required: ["id"] };
  const records = csvRecords({ name: "users.csv", stream: Readable.from([Buffer.from(content)]) }, columns);
  await expect(Array.fromAsync(records)).rejects.toThrow(message);
});

test("takes no longer for a cell of many quotation marks out of place than its length explains", async () => {
  const before = process.threadCpuUsage();
  expect(await rowsOf(`a,b\n1,{${'\\"'.repeat(130_000)}}\n`)).toContainEqual({ line: 2, wrong: STRAY });
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});

test("closes a file whose header has a quotation mark out of place, and leaves the rest of it unread", async () => {
  const stream = Readable.from([Buffer.from('a"x,b\n'), Buffer.from("3,4\n".repeat(50_000))]);
  const columns = { allowed: new Set(["a", "b"]), required: ["a"] };
  await expect(Array.fromAsync(csvRecords({ name: "x.csv", stream }, columns))).rejects.toThrow(
    "no column a",
  );
  expect(stream.destroyed).toBe(true);
});
