/** `vigia dlq`, on an emulated SQS. */

import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeDelivery } from "../../../../lib/inbound/envelope.ts";
import { type Queues, startQueues } from "../support/queues.ts";
import { endpointsWith, jsonLines, makePlace, type Place } from "../support/test-context.ts";

let queues: Queues;
let place: Place;

beforeAll(async () => {
  queues = await startQueues();
  place = await makePlace(endpointsWith({ sqs: queues.url, queues: queues.urls }));
});

afterAll(async () => {
  await place.remove();
  await queues.stop();
});

const delivery = (at: number) =>
  encodeDelivery({
    deliveryId: `d-${at}`,
    receivedAt: "2026-03-01T10:00:00.000Z",
    projectId: 1,
    body: Buffer.from('{"secret":"content"}'),
  });

async function waiting(url: string): Promise<number> {
  const { Attributes } = await queues.client.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["ApproximateNumberOfMessages"] }),
  );
  return Number(Attributes?.["ApproximateNumberOfMessages"]);
}

const send = (QueueUrl: string, MessageBody: string) =>
  queues.client.send(new SendMessageCommand({ QueueUrl, MessageBody }));

test("says that there are none", async () => {
  expect(await place.vigia("dlq list")).toEqual({
    code: 0,
    out: "",
    err: "There are no dead letters in the local stack.\n",
  });
  expect((await place.vigia("dlq redrive")).out).toBe("There are no dead letters in the local stack.\n");
});

test("looks at both queues without taking a message, and shows no body", async () => {
  for (let at = 0; at < 13; at++) await send(queues.urls.webhookDlq, delivery(at));
  await send(queues.urls.scanDlq, JSON.stringify({ v: 1, projectId: 1, runId: "r-1", shard: 3, hop: 2 }));
  await send(queues.urls.scanDlq, "what is this?");
  const { out, code } = await place.vigia("dlq list --format jsonl");
  expect(code).toBe(0);
  const letters = jsonLines(out);
  expect(letters).toHaveLength(15);
  expect(letters.map(({ what }) => what)).toContain(
    "delivery d-12 of project 1, received 2026-03-01T10:00:00.000Z, 20 bytes",
  );
  expect(letters.map(({ what }) => what)).toContain("shard 3 of run r-1 of project 1, hop 2");
  expect(letters.map(({ what }) => what)).toContain("not a message of this stack");
  expect(out).not.toContain("content");
  expect(out).not.toContain("what is this");
  expect(await waiting(queues.urls.webhookDlq)).toBe(13);
  expect(await waiting(queues.urls.scanDlq)).toBe(2);
  const limited = await place.vigia("dlq list --queue webhook --limit 4 --format jsonl");
  expect(limited.out.trim().split("\n")).toHaveLength(4);
  expect(await waiting(queues.urls.webhookDlq)).toBe(13);
});

test("sends each message back once, with a line for each", async () => {
  const { out, code } = await place.vigia("dlq redrive --queue webhook");
  expect(code).toBe(0);
  expect(out.match(/^webhook \S+: sent back \(delivery d-\d+ of project 1/gm)).toHaveLength(13);
  expect(out).toContain("13 messages sent back, 0 not.\n");
  expect(await waiting(queues.urls.webhookDlq)).toBe(0);
  expect(await waiting(queues.urls.webhook)).toBe(13);
  expect(await waiting(queues.urls.scanDlq)).toBe(2);
  const { Messages } = await queues.client.send(
    new ReceiveMessageCommand({ QueueUrl: queues.urls.webhook, MaxNumberOfMessages: 10 }),
  );
  expect(Messages?.map(({ Body }) => Body)).toContain(delivery(0));
});

test.each([false, true])(
  "prints one line for a message that quotes line ends (terminal: %j)",
  async (terminal) => {
    const forged = "x\nwebhook 0000: sent back (all well)";
    const body = Buffer.from("{}");
    await send(
      queues.urls.webhookDlq,
      encodeDelivery({ deliveryId: forged, receivedAt: forged, projectId: 1, body }),
    );
    const { out } = await place.vigia("dlq redrive --queue webhook", { terminal });
    const lines = out.split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^webhook \S+: sent back \(delivery x webhook 0000: sent back \(all well\) of /);
    expect(lines[1]).toBe("1 message sent back, 0 not.");
  },
);

test("leaves a message where it is when it cannot be sent, and fails", async () => {
  const nowhere = await makePlace(
    endpointsWith({
      sqs: queues.url,
      queues: { ...queues.urls, scan: `${queues.url}/000000000000/gone` },
    }),
  );
  const { out, code } = await nowhere.vigia("dlq redrive --queue scan");
  expect(code).toBe(1);
  expect(out).toMatch(/^scan \S+: not sent: it stays in the dead-letter queue/m);
  expect(out).toContain("0 messages sent back, 2 not.\n");
  await nowhere.remove();
});

/** A consumer that fails on everything: what it receives from the scan queue goes back to the dead letters. */
async function failing(signal: AbortSignal): Promise<void> {
  const { scan, scanDlq } = queues.urls;
  const DeadArn = (
    await queues.client.send(
      new GetQueueAttributesCommand({ QueueUrl: scanDlq, AttributeNames: ["QueueArn"] }),
    )
  ).Attributes?.["QueueArn"];
  await queues.client.send(
    new SetQueueAttributesCommand({
      QueueUrl: scan,
      Attributes: { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: DeadArn, maxReceiveCount: 1 }) },
    }),
  );
  while (!signal.aborted)
    await queues.client.send(
      new ReceiveMessageCommand({ QueueUrl: scan, VisibilityTimeout: 0, MaxNumberOfMessages: 10 }),
    );
}

test("leaves what failed again while it ran, and says so", async () => {
  const stop = new AbortController();
  const consumer = failing(stop.signal);
  const { out, code } = await place.vigia("dlq redrive --queue scan");
  stop.abort();
  await consumer;
  expect(code).toBe(1);
  expect(out.match(/^scan \S+: sent back/gm)).toHaveLength(2);
  expect(out).toMatch(
    /^scan \S+: left in place: this command sent it back and it failed again, so its cause is not fixed \(/m,
  );
  expect(out).toContain("2 messages sent back, 2 not.\n");
  const { out: listed } = await place.vigia("dlq list --queue scan --format jsonl");
  expect(listed.trim().split("\n")).toHaveLength(2);
});

test("says of messages that another command holds that they may be left", async () => {
  await queues.client.send(
    new ReceiveMessageCommand({
      QueueUrl: queues.urls.scanDlq,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 30,
    }),
  );
  const { out, err } = await place.vigia("dlq redrive --queue scan");
  expect(out).toBe("0 messages sent back, 0 not.\n");
  expect(err).toContain("Hidden when this began, and so perhaps left: 2 messages of the scan queue.");
});

test("refuses another queue's name", async () => {
  const { err, code } = await place.vigia("dlq list --queue mail");
  expect({ err, code }).toEqual({ code: 2, err: '--queue: expected "webhook" or "scan".\n' });
});

test("says of a message of a later version that it needs that version", async () => {
  await send(queues.urls.scanDlq, '{"v":2}');
  const { out } = await place.vigia("dlq list --format jsonl");
  expect(out).toContain('"what":"of a later version of Vigía: deploy that, then redrive"');
});
