import { ChangeMessageVisibilityBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { beforeEach, describe, expect, it, test } from "vitest";
import { leaveInQueue, messageIn, NewerMessageError, waitSeconds } from "../../../lib/aws/newer-messages.ts";
import { sqsEvent } from "../../support/lambda.ts";
import { mockClient } from "../../support/mock-client.ts";

const HOUR_MS = 3_600_000;
const FIRST = Date.parse("2026-03-01T12:00:00.000Z");

function received(times: number): SQSRecord {
  const [record] = sqsEvent("{}").Records;
  if (record === undefined) throw new Error("There is no record.");
  const attributes = {
    ...record.attributes,
    ApproximateReceiveCount: String(times),
    ApproximateFirstReceiveTimestamp: String(FIRST),
  };
  return { ...record, attributes };
}

test.each([
  ["none of ours", "{}", {}],
  ["of this version", '{"v":3}', { v: 3 }],
  ["of an earlier one", '{"v":2}', { v: 2 }],
  ["with another thing for its version", '{"v":"4"}', { v: "4" }],
])("reads a message %s", (_, text, message) => {
  expect(messageIn(text, 3)).toEqual(message);
});

test("reads no message of a later version", () => {
  expect(() => messageIn('{"v":4,"body":"x"}', 3)).toThrow(NewerMessageError);
});

describe("a message of a later version", () => {
  test.each([
    ["the webhook queue", 10, 1, 0],
    ["the scan queue", 5, 1, 0],
    ["a queue whose consumers of that version had tried it seven times in an hour", 10, 8, HOUR_MS],
  ])("stays in %s for more than a day", (_, deliveries, firstTimes, alreadyMs) => {
    let at = FIRST + alreadyMs;
    // The queue gives it up at the receipt after its last delivery.
    for (let times = firstTimes; times <= deliveries; times++)
      at += waitSeconds(received(times), deliveries, at) * 1_000;
    expect(at - FIRST).toBeGreaterThan(24 * HOUR_MS);
    expect(at - FIRST).toBeLessThan(36 * HOUR_MS);
  });

  it("is hidden for no longer than SQS hides a message, nor for less than a minute", () => {
    expect(waitSeconds(received(10), 10, FIRST)).toBe(39_600);
    expect(waitSeconds(received(2), 10, FIRST + 40 * HOUR_MS)).toBe(60);
  });
});

describe("messages that are left", () => {
  const client = mockClient(SQSClient);
  const sqs = new SQSClient({});
  beforeEach(() => client.reset());

  it("are hidden ten a call, and a call that fails hinders no other", async () => {
    client.on(ChangeMessageVisibilityBatchCommand).rejectsOnce(new Error("throttled")).resolves({});
    const records = Array.from({ length: 12 }, (_, index) => ({
      ...received(1),
      receiptHandle: `handle-${index}`,
    }));
    await leaveInQueue(records, { sqs: () => sqs, url: "https://queue.example", deliveries: 10 });
    const calls = client.commandCalls(ChangeMessageVisibilityBatchCommand);
    const handles = calls.flatMap(({ args: [{ input }] }) =>
      (input.Entries ?? []).map(({ ReceiptHandle }) => ReceiptHandle),
    );
    expect(calls).toHaveLength(2);
    expect(handles.toSorted()).toEqual(records.map(({ receiptHandle }) => receiptHandle).toSorted());
  });
});
