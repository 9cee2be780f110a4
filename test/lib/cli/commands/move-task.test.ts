/** `vigia dlq redrive` where SQS moves the letters, which no emulator does. */

import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { beforeEach, expect, it } from "vitest";
import { moveBack } from "../../../../lib/cli/commands/dlq/dead-letters.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { endpointsWith, makePlace } from "../support/test-context.ts";

const client = mockClient(SQSClient);
const sqs = new SQSClient({});
const ARN = "arn:aws:sqs:us-east-1:000000000000:";
const pair = {
  name: "webhook",
  sourceUrl: "https://sqs/0/webhook",
  deadUrl: "https://sqs/0/letters",
} as const;

beforeEach(() => {
  client.reset();
  client.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: "task" });
  client.on(CancelMessageMoveTaskCommand).resolves({});
});

function letters(count: number): void {
  client.on(GetQueueAttributesCommand).resolves({
    Attributes: {
      QueueArn: `${ARN}letters`,
      ApproximateNumberOfMessages: String(count),
      ApproximateNumberOfMessagesNotVisible: "0",
    },
  });
}

/** SQS's answers about its task, in turn. */
function task(...looks: readonly [status: string, moved: number, of: number][]): void {
  const listed = client.on(ListMessageMoveTasksCommand).resolvesOnce({ Results: [] });
  for (const [Status, moved, of] of looks)
    listed.resolvesOnce({
      Results: [
        {
          ...{ TaskHandle: "task", Status, StartedTimestamp: 1_000, FailureReason: "AccessDenied" },
          ...{ ApproximateNumberOfMessagesMoved: moved, ApproximateNumberOfMessagesToMove: of },
        },
      ],
    });
}

async function move() {
  const seen: [number, number][] = [];
  const moved = await moveBack(sqs, pair, { everyMs: 1, onProgress: (...at) => seen.push(at) });
  return { moved, seen };
}

it("names where the letters go, and follows the task to its end", async () => {
  letters(100);
  task(["RUNNING", 0, 100], ["RUNNING", 60, 100], ["COMPLETED", 100, 100]);
  expect(await move()).toEqual({
    moved: { count: 100, startedAt: 1_000, problem: undefined },
    seen: [
      [0, 100],
      [60, 100],
      [100, 100],
    ],
  });
  const [start] = client.commandCalls(StartMessageMoveTaskCommand);
  expect(start?.args[0].input).toEqual({ SourceArn: `${ARN}letters`, DestinationArn: `${ARN}webhook` });
  expect(client.commandCalls(CancelMessageMoveTaskCommand)).toEqual([]);
});

it("ends the task once all that were there are moved: what came back is not moved again", async () => {
  letters(100);
  task(["RUNNING", 99, 100], ["RUNNING", 100, 100], ["CANCELLED", 100, 100]);
  const { moved } = await move();
  expect(moved).toMatchObject({ count: 100, problem: undefined });
  expect(client.commandCalls(CancelMessageMoveTaskCommand)).toHaveLength(1);
});

it.each([
  ["FAILED", "AccessDenied"],
  ["CANCELLED", "it was cancelled"],
])("says why it ended early: %s", async (status, problem) => {
  letters(100);
  task(["RUNNING", 10, 100], [status, 20, 100]);
  expect((await move()).moved).toEqual({ count: 20, startedAt: 1_000, problem });
});

it("starts nothing where there is no letter, and says where SQS has no such operation", async () => {
  letters(0);
  expect((await move()).moved).toMatchObject({ count: 0 });
  letters(1);
  client.on(ListMessageMoveTasksCommand).rejects(Object.assign(new Error("?"), { name: "InvalidAction" }));
  expect((await move()).moved).toBeUndefined();
  client.on(ListMessageMoveTasksCommand).rejects(Object.assign(new Error("no"), { name: "AccessDenied" }));
  await expect(move()).rejects.toThrow("no");
  expect(client.commandCalls(StartMessageMoveTaskCommand)).toEqual([]);
});

it("prints how many were sent back, and each letter that came back while it ran", async () => {
  letters(2);
  task(["COMPLETED", 2, 2]);
  const letter = (MessageId: string, SentTimestamp: string) => ({
    ...{ MessageId, Body: "what is this?", ReceiptHandle: MessageId },
    Attributes: { SentTimestamp, ApproximateReceiveCount: "1" },
    MessageAttributes: { VigiaReason: { DataType: "String", StringValue: "unreadable" } },
  });
  client
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: [letter("old", "999"), letter("back", "1001")] })
    .resolves({ Messages: [] });
  client.on(ChangeMessageVisibilityCommand).resolves({});
  const place = await makePlace(endpointsWith({}));
  const { out, code } = await place.vigia("dlq redrive --queue webhook");
  await place.remove();
  expect({ out, code }).toEqual({
    out: `webhook: 2 messages sent back by SQS.
webhook back: left in place: this command sent it back and it failed again, so its cause is not fixed (not a message of this stack: unreadable)
2 messages sent back, 1 not.
`,
    code: 1,
  });
});
