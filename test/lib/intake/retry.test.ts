import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { flushMetrics } from "../../../lib/aws/observe.ts";
import { makeDeadLetters, pauseSeconds, retryLater } from "../../../lib/intake/retry.ts";
import { WEBHOOK_DELIVERIES } from "../../../lib/settings/limits.ts";
import { sqsEvent } from "../../support/lambda.ts";
import { mockClient } from "../../support/mock-client.ts";

const client = mockClient(SQSClient);
const sqs = new SQSClient({});
const queue = { sqs: () => sqs, url: "https://queue", deadLettersUrl: "https://letters" };
beforeEach(() => client.reset());
/** Counts since the last call, as they are written for CloudWatch. */
function counted(): unknown[] {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  flushMetrics("dev");
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  write.mockRestore();
  return lines;
}

function received(times: number, messageId = "message-1"): SQSRecord {
  const [record] = sqsEvent("what is this?", times).Records;
  if (record === undefined) throw new Error("There is no record.");
  return { ...record, messageId, receiptHandle: `handle of ${messageId}` };
}

/** Calls of SQS, by receipt handle. */
function hidden(): Record<string, number | undefined> {
  const calls = client.commandCalls(ChangeMessageVisibilityBatchCommand);
  const entries = calls.flatMap(({ args: [{ input }] }) => input.Entries ?? []);
  return Object.fromEntries(
    entries.map(({ ReceiptHandle, VisibilityTimeout }) => [ReceiptHandle, VisibilityTimeout]),
  );
}

describe("a message that was refused", () => {
  it("comes again after 15 seconds, then after doubling pauses of at most ten minutes", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 250].map(pauseSeconds)).toEqual([
      15, 30, 60, 120, 240, 480, 600, 600, 600,
    ]);
  });

  it("is retried for more than a day, and for less than the two days by which a dead-letter message is younger", () => {
    const times = Array.from({ length: WEBHOOK_DELIVERIES }, (_, index) => index + 1);
    const pauses = times.map(pauseSeconds).reduce((sum, pause) => sum + pause, 0);
    const killed = times.length * 365;
    for (const seconds of [pauses, killed]) expect(seconds / 3_600).toBeGreaterThan(24);
    // The longest: it is worked on for a minute each time.
    expect((pauses + times.length * 60) / 3_600).toBeLessThan(48);
  });

  it("is hidden for its own pause, ten a call", async () => {
    client.on(ChangeMessageVisibilityBatchCommand).resolves({});
    const records = Array.from({ length: 12 }, (_, index) => received(index + 1, `m-${index}`));
    await retryLater(records, queue);
    expect(client.commandCalls(ChangeMessageVisibilityBatchCommand)).toHaveLength(2);
    expect(hidden()).toMatchObject({ "handle of m-0": 15, "handle of m-3": 120, "handle of m-11": 600 });
  });

  it("is counted for the alarm from its third delivery on: within two minutes of an outage", async () => {
    client.on(ChangeMessageVisibilityBatchCommand).resolves({});
    counted();
    await retryLater([received(1), received(2)], queue);
    expect(counted()).toEqual([]);
    await retryLater([received(2), received(3), received(40)], queue);
    expect(counted()).toMatchObject([{ DeliveryNotStored: 2 }]);
    expect(pauseSeconds(1) + pauseSeconds(2)).toBeLessThan(120);
  });
});

describe("a message that can never succeed", () => {
  it("becomes a dead-letter message with its body, its id and the reason", async () => {
    client.on(SendMessageCommand).resolves({});
    expect(await makeDeadLetters([received(1)], "unreadable", queue)).toEqual([]);
    const [call] = client.commandCalls(SendMessageCommand);
    expect(call?.args[0].input).toEqual({
      QueueUrl: "https://letters",
      MessageBody: "what is this?",
      MessageAttributes: {
        VigiaMessageId: { DataType: "String", StringValue: "message-1" },
        VigiaReason: { DataType: "String", StringValue: "unreadable" },
      },
    });
  });

  it("comes again where the dead-letter queue refuses it", async () => {
    client.on(SendMessageCommand).rejectsOnce(new Error("throttled")).resolves({});
    const records = [received(1, "first"), received(1, "second")];
    expect(await makeDeadLetters(records, "unreadable", queue)).toEqual([records[0]]);
  });
});
