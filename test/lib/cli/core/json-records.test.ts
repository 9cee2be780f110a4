/** The records of JSONL files, and what is said of files that hold JSON in another form. */

import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { filledFields, jsonRecords } from "../../../../lib/cli/core/json-records.ts";

function read(content: string, size = 65_536): Promise<unknown[]> {
  const bytes = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return Array.fromAsync(jsonRecords({ name: "x.jsonl", stream: Readable.from(chunks) }));
}

const DYNAMO_JSON =
  "is DynamoDB's own JSON, which has a type before each value: write plain values, one object a line, as unmarshall of @aws-sdk/util-dynamodb does";
const ITEM = {
  userId: { S: "u-1" },
  age: { N: "5" },
  address: { M: { city: { S: "x" } } },
  none: { NULL: true },
};

describe("a file of JSON Lines", () => {
  it("has one JSON object a line, and nothing of another line is quoted", async () => {
    expect(await read('{"a":1}\n\n[1]\nsecret\n')).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 3, wrong: "is not a JSON object" },
      { line: 4, wrong: "is not JSON" },
    ]);
  });

  it("may have a line that is too long, and is read on", async () => {
    const long = "x".repeat(300_000);
    const wrong = "is longer than 262144 bytes";
    for (const size of [4_096, 1_000_000])
      expect(await read(`{"a":1}\n{"a":"${long}"}\n{"a":3}\n${long}`, size)).toEqual([
        { line: 1, value: { a: 1 } },
        { line: 2, wrong },
        { line: 3, value: { a: 3 } },
        { line: 4, wrong },
      ]);
  });

  it.each([
    ["an item's attributes", ITEM],
    ["a get, or a line of an export", { Item: ITEM }],
    ["a scan", { Items: [ITEM, ITEM], Count: 2, ScannedCount: 2, ConsumedCapacity: null }],
    ["a batch to write", { Users: [{ PutRequest: { Item: ITEM } }] }],
    ["a batch of reads", { Responses: { Users: [ITEM] }, UnprocessedKeys: {} }],
    ["an export of changes", { Metadata: { WriteTimestampMicros: { N: "1" } }, NewImage: ITEM }],
  ])("is told apart from DynamoDB's own JSON: %s", async (_, record) => {
    expect(await read(`{"a":1}\n${JSON.stringify(record)}\n`)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, wrong: DYNAMO_JSON },
    ]);
    await expect(read(JSON.stringify(record, undefined, 2))).rejects.toThrow(`x.jsonl ${DYNAMO_JSON}.`);
  });

  it.each([
    [{ S: "a field", N: "another" }],
    [{ Items: [{ a: 1 }] }],
    [{ address: { S: "x", city: "y" } }],
    [{ a: {} }],
  ])("may name fields as DynamoDB names its types: %j", async (value) => {
    expect(await read(JSON.stringify(value))).toEqual([{ line: 1, value }]);
  });

  it.each([
    [
      "a list",
      '[{"a":1},\n{"a":2}]\n',
      "x.jsonl is a JSON list: write one object a line, as jq -c '.[]' does.",
    ],
    [
      "a list over several lines",
      JSON.stringify([{ a: 1 }], undefined, 2),
      "x.jsonl is a JSON list: write one object a line, as jq -c '.[]' does.",
    ],
    [
      "an object over several lines",
      JSON.stringify({ a: { b: 1 } }, undefined, "\t"),
      "x.jsonl has a JSON object over several lines: write one object a line, as jq -c . does.",
    ],
    [
      "an object over lines that begin late",
      '\n{"a": [\n1,\n2]}',
      "x.jsonl has a JSON object over several lines: write one object a line, as jq -c . does.",
    ],
    ["a list of DynamoDB's items", JSON.stringify([ITEM]), `x.jsonl ${DYNAMO_JSON}.`],
  ])("is refused whole where it is %s, in one line", async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it("is not refused whole for a first line that is cut", async () => {
    expect(await read('{"a":1,"b\n{"a":2}\n')).toEqual([
      { line: 1, wrong: "is not JSON" },
      { line: 2, value: { a: 2 } },
    ]);
  });
});

describe("the fields of a record", () => {
  it("are those with a value: null, text that shows nothing, and objects and lists of these count as absent", () => {
    expect(
      filledFields({
        none: null,
        empty: "",
        blank: " \u00a0\u200b",
        zero: 0,
        no: false,
        list: [],
        mexico: { rfc: null, curp: "", document: { type: null, number: " " } },
        address: { city: "x", region: "" },
      }),
    ).toEqual({ zero: 0, no: false, list: [], address: { city: "x" } });
  });

  it("are looked at as deep as a record goes", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}null${"}".repeat(20_000)}`);
    expect(Object.keys(filledFields(deep))).toEqual(["a"]);
  });
});
