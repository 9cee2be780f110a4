import { describe, expect, it } from "vitest";
import { readPublication } from "../../infra/local/aws/publication.ts";
import { publishRefusal, timesRefusal } from "../support/aws-rules.ts";

const call = { Action: "Publish", TopicArn: "arn:topic", Message: "hello" };

describe("what SNS accepts", () => {
  it("is a text for each protocol, with attributes", () => {
    const fields = {
      ...call,
      Subject: `[${"x".repeat(98)}`,
      Message: JSON.stringify({ default: "d", email: "e" }),
      MessageStructure: "json",
      "MessageAttributes.entry.1.Name": "risk",
      "MessageAttributes.entry.1.Value.DataType": "String",
      "MessageAttributes.entry.1.Value.StringValue": "illegal",
      "MessageAttributes.entry.2.Name": "countries",
      "MessageAttributes.entry.2.Value.DataType": "String.Array",
      "MessageAttributes.entry.2.Value.StringValue": '["MX"]',
    };
    expect([publishRefusal(call), publishRefusal(fields)]).toEqual([undefined, undefined]);
    expect(readPublication(fields)).toEqual({
      topicArn: "arn:topic",
      subject: `[${"x".repeat(98)}`,
      texts: { default: "d", email: "e" },
      attributes: { risk: "illegal", countries: '["MX"]' },
    });
  });
});

describe("what SNS refuses", () => {
  it.each([
    ["a subject of 100 characters", { Subject: "x".repeat(100) }],
    ["a subject that is not ASCII", { Subject: "señal" }],
    ["a subject with a line break", { Subject: "two\nlines" }],
    ["a subject that begins with a space", { Subject: " indented" }],
    ["an empty subject", { Subject: "" }],
    ["no message", { Message: "" }],
    ["a message over 256 KiB", { Message: "x".repeat(262_145) }],
    ["a structure without default", { Message: '{"email":"e"}', MessageStructure: "json" }],
    ["a structure that is not JSON", { Message: "hello", MessageStructure: "json" }],
    [
      "a structure with a field that is no text",
      { Message: '{"default":"d","https":{}}', MessageStructure: "json" },
    ],
    ["an attribute without a value", attribute("String", "")],
    ["a text for a number", attribute("Number", "many")],
    ["a text for a list", attribute("String.Array", "a,b")],
    ["an attribute of an unknown type", attribute("Text", "a")],
  ])("is %s", (_name, changes) => {
    expect(publishRefusal({ ...call, ...changes })).toMatch(/^Invalid parameter/);
  });

  function attribute(type: string, value: string) {
    return {
      "MessageAttributes.entry.1.Name": "a",
      "MessageAttributes.entry.1.Value.DataType": type,
      "MessageAttributes.entry.1.Value.StringValue": value,
    };
  }
});

it("SQS takes whole seconds within its bounds, in each entry of a batch", () => {
  const batch = (DelaySeconds: number) => ({ Entries: [{ DelaySeconds: 0 }, { DelaySeconds }] });
  expect([timesRefusal({ VisibilityTimeout: 43_200 }), timesRefusal(batch(900))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(timesRefusal({ VisibilityTimeout: 43_201 })).toContain("Must be between 0 and 43200");
  expect(timesRefusal(batch(901))).toContain("Value 901 for parameter DelaySeconds is invalid");
  expect(timesRefusal(batch(1.5))).toContain("Value 1.5 for parameter DelaySeconds is invalid");
});
