/** `vigia dlq`, on the SQS of the local stack. */

import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeDelivery } from "../../../../lib/intake/envelope.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { type Queues, startQueues } from "../support/queues.ts";
import { endpointsWith, jsonLines, makePlace, type Place } from "../support/test-context.ts";

let queues: Queues;
let place: Place;

beforeEach(async () => {
  queues = await startQueues();
  place = await makePlace(endpointsWith({ sqs: queues.url, queues: queues.urls }));
});
afterEach(async () => {
  await place.remove();
  await queues.stop();
});

const delivery = (deliveryId: string) =>
  encodeDelivery({
    deliveryId,
    receivedAt: "2026-03-01T10:00:00.000Z",
    signedAt: "2026-03-01T10:00:00.000Z",
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

async function fill(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await send(queues.urls.webhookDlq, delivery(`d-${at}`));
  await send(queues.urls.scanDlq, "what is this?");
}

async function idsIn(queue: string): Promise<string[]> {
  const { out } = await place.vigia(`dlq list --queue ${queue} --format jsonl`);
  return jsonLines(out).map(({ id }) => id);
}

test("lists the messages of both queues, leaves them there, and shows no body", async () => {
  await fill(13);
  const { out, code } = await place.vigia("dlq list --format jsonl");
  expect(code).toBe(0);
  const messages = jsonLines(out);
  expect(messages).toHaveLength(14);
  expect(messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      "delivery d-12 of project 1, received 2026-03-01T10:00:00.000Z, 20 bytes",
      "not a message of this version",
    ]),
  );
  expect(out).not.toMatch(/secret|what is this/);
  const limited = await place.vigia("dlq list --queue webhook --limit 4 --format csv");
  expect(limited.out.trim().split("\n")).toHaveLength(5);
  expect([await waiting(queues.urls.webhookDlq), await waiting(queues.urls.scanDlq)]).toEqual([13, 1]);
});

test("shows no control characters of a scan message", async () => {
  const body = JSON.stringify({ projectId: 1, runId: "run\u001b[31m\u202e", wallets: [] });
  await send(queues.urls.scanDlq, body);
  const { out } = await place.vigia("dlq discard --all --queue scan", { yes: true });
  expect(out).toContain(": part of run run[31m of project 1\n");
});

test("says that there are none", async () => {
  expect((await place.vigia("dlq list")).err).toContain("There are no dead-letter messages");
  expect((await place.vigia("dlq redrive --queue scan")).out).toBe(
    "SQS moves about 0 messages to the scan queue.\n",
  );
});

test("has SQS move each message back once, to the queue that is named", async () => {
  await fill(13);
  const { out, code } = await place.vigia("dlq redrive --queue webhook");
  expect([code, out]).toEqual([0, "SQS moves about 13 messages to the webhook queue.\n"]);
  expect([await waiting(queues.urls.webhookDlq), await waiting(queues.urls.webhook)]).toEqual([0, 13]);
  expect(await waiting(queues.urls.scanDlq)).toBe(1);
  const { Messages = [] } = await queues.client.send(
    new ReceiveMessageCommand({ QueueUrl: queues.urls.webhook, MaxNumberOfMessages: 10 }),
  );
  expect(Messages.map(({ Body }) => Body)).toContain(delivery("d-0"));
});

test("asks SQS for a move by the ARNs of a deployed stack", async () => {
  const sqs = mockClient(SQSClient);
  const QueueArn = "arn:aws:sqs:eu-west-1:111122223333:scan-dlq";
  sqs.on(GetQueueAttributesCommand).resolves({ Attributes: { QueueArn, ApproximateNumberOfMessages: "1" } });
  sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: "t" });
  const { out } = await place.vigia("dlq redrive --queue scan");
  expect(out).toBe("SQS moves about 1 message to the scan queue.\n");
  expect(sqs.commandCalls(StartMessageMoveTaskCommand)[0]?.args[0].input).toEqual({
    SourceArn: QueueArn,
    DestinationArn: "arn:aws:sqs:eu-west-1:111122223333:scan",
  });
  sqs.restore();
});

test("leaves a message where it is when there is no queue to move it to, and fails", async () => {
  await fill(0);
  const gone = { ...queues.urls, scan: `${queues.url}/000000000000/gone` };
  const nowhere = await makePlace(endpointsWith({ sqs: queues.url, queues: gone }));
  expect((await nowhere.vigia("dlq redrive --queue scan")).code).toBe(1);
  await nowhere.remove();
  expect(await idsIn("scan")).toHaveLength(1);
});

test("deletes the messages that are named, and says what it deleted", async () => {
  await fill(3);
  const [id = "", ...others] = await idsIn("webhook");
  const unconfirmed = await place.vigia(["dlq", "discard", id], { yes: false });
  expect([unconfirmed.code, await waiting(queues.urls.webhookDlq)]).toEqual([1, 3]);
  const { code, out, err } = await place.vigia(["dlq", "discard", id, "unknown", "--yes"]);
  expect([code, out]).toEqual([1, expect.stringMatching(`^Deleted ${id}: delivery d-\\d of project 1`)]);
  expect(err).toContain("Not found, so not deleted: unknown.");
  expect((await idsIn("webhook")).toSorted()).toEqual(others.toSorted());
});

test("deletes all of a queue only where that is said and confirmed", async () => {
  await fill(3);
  for (const args of ["dlq discard --yes", "dlq discard x --all --yes"])
    expect((await place.vigia(args)).code).toBe(2);
  expect((await place.vigia("dlq discard --all", { stdin: "" })).code).toBe(2);
  const { code, out } = await place.vigia("dlq discard --all --queue webhook", { yes: true });
  expect([code, out.match(/^Deleted /gm)]).toEqual([0, expect.objectContaining({ length: 3 })]);
  expect([await waiting(queues.urls.webhookDlq), await waiting(queues.urls.scanDlq)]).toEqual([0, 1]);
});

test("prints one line for a message that quotes line ends", async () => {
  await send(queues.urls.webhookDlq, delivery("x\nDeleted 0000: delivery of nothing"));
  const { out } = await place.vigia("dlq discard --all --yes", { terminal: true });
  expect(out.trim().split("\n")).toHaveLength(1);
});

test("refuses another queue's name", async () => {
  const { err, code } = await place.vigia("dlq list --queue mail");
  expect([code, err]).toEqual([2, expect.stringContaining("Allowed choices are webhook, scan.")]);
});
