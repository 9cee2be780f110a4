import { describe, expect, it } from "vitest";
import { type References, resolve } from "../../../../infra/local/template/intrinsics.ts";

const references: References = {
  ref: (logicalId) => ({ Queue: "http://127.0.0.1:1/000000000000/Queue", Bucket: "bucket" })[logicalId],
  attribute: (logicalId, name) => (logicalId === "Table" && name === "Arn" ? "arn:of:table" : undefined),
};

describe("the intrinsic functions", () => {
  it.each([
    ["Ref", { Ref: "Queue" }, "http://127.0.0.1:1/000000000000/Queue"],
    ["a pseudo parameter", { Ref: "AWS::Region" }, "us-east-1"],
    ["GetAtt as a list", { "Fn::GetAtt": ["Table", "Arn"] }, "arn:of:table"],
    ["GetAtt as text", { "Fn::GetAtt": "Table.Arn" }, "arn:of:table"],
    ["Join", { "Fn::Join": ["-", ["a", { Ref: "Bucket" }, 3]] }, "a-bucket-3"],
    ["Sub", { "Fn::Sub": `\${Bucket}/\${Table.Arn}` }, "bucket/arn:of:table"],
    ["Select", { "Fn::Select": [1, ["a", "b"]] }, "b"],
    ["Split", { "Fn::Split": ["c", { Ref: "Bucket" }] }, ["bu", "ket"]],
    ["Select of Split", { "Fn::Select": ["1", { "Fn::Split": ["-", "a-b"] }] }, "b"],
  ])("resolve %s", (_name, value, resolved) => {
    expect(resolve(value, references)).toEqual(resolved);
  });

  it("are resolved at any depth, and leave everything else as it is", () => {
    const value = { a: [{ b: { Ref: "Bucket" } }, 1, null], "Fn::Like": "text", c: true };
    expect(resolve(value, references)).toEqual({
      a: [{ b: "bucket" }, 1, null],
      "Fn::Like": "text",
      c: true,
    });
  });

  it.each([
    [{ Ref: "Nobody" }, "The template refers to Nobody, which it does not define: correct the stack."],
    [
      { "Fn::GetAtt": ["Table", "StreamArn"] },
      /takes StreamArn of Table, which the local stack does not know/,
    ],
    [{ "Fn::ImportValue": "x" }, /uses Fn::ImportValue, which the local stack cannot resolve/],
    [{ "Fn::Join": [",", "not a list"] }, "The template gives Fn::Join something that is not a list."],
  ])("say what is wrong with %j", (value, message) => {
    expect(() => resolve(value, references)).toThrow(message);
  });
});
