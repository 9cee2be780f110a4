/** A message that kills whatever works on it, among 99 good ones. */

import { join } from "node:path";
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeDelivery } from "../../../lib/inbound/envelope.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

/** The consumer has ten seconds, and a message whose invocation died comes back after 61. */
const TIME_SCALE = 6;
const VISIBILITY_MS = 365_000 / TIME_SCALE;

let stack: TestStack;
beforeAll(async () => {
  const workerPreload = join(import.meta.dirname, "killing-preload.ts");
  stack = await TestStack.start({ timeScale: TIME_SCALE, workerPreload });
  await stack.load("StoreNotifications");
});
afterAll(() => stack.close());

function message(id: number, changes: object = {}): string {
  const body = Buffer.from(JSON.stringify(notificationBody({ id, ...changes })));
  return encodeDelivery({
    ...{ deliveryId: `delivery-${id}`, receivedAt: new Date().toISOString(), projectId: 1, body },
  });
}

async function enqueue(messages: readonly string[]): Promise<void> {
  const QueueUrl = stack.stack.endpoints.queues.webhook;
  for (let at = 0; at < messages.length; at += 10) {
    const Entries = messages
      .slice(at, at + 10)
      .map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    await stack.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  }
}

async function waiting(queue: "webhook" | "webhookDlq"): Promise<number> {
  const { Attributes = {} } = await stack.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: stack.stack.endpoints.queues[queue], AttributeNames: ["All"] }),
  );
  return (
    Number(Attributes["ApproximateNumberOfMessages"]) +
    Number(Attributes["ApproximateNumberOfMessagesNotVisible"])
  );
}

it("becomes a dead letter, and the good ones are stored and alerted within two visibility periods", async () => {
  const good = Array.from({ length: 99 }, (_, index) => index + 1);
  const killer = message(201, { txHash: "kills by blocking" });
  const messages = good.map((id) => message(id));
  const begun = performance.now();
  await enqueue([...messages.slice(0, 33), killer, ...messages.slice(33)]);

  const stored = async () => {
    const items = await Promise.all(good.map((id) => stack.queries.find(`1#${id}`)));
    return items.filter((item) => item?.notification.alert.state === "sent").length;
  };
  await expect.poll(stored, { timeout: 2 * VISIBILITY_MS, interval: 500 }).toBe(99);
  await expect.poll(() => waiting("webhookDlq"), { timeout: 3 * VISIBILITY_MS, interval: 500 }).toBe(1);
  const deadMs = performance.now() - begun;
  await expect.poll(() => waiting("webhook"), { timeout: VISIBILITY_MS }).toBe(0);
  expect(deadMs * TIME_SCALE).toBeLessThan(3_600_000);

  const { Messages = [] } = await stack.sqs.send(
    new ReceiveMessageCommand({
      ...{ QueueUrl: stack.stack.endpoints.queues.webhookDlq, MaxNumberOfMessages: 10 },
      MessageAttributeNames: ["All"],
    }),
  );
  expect(Messages.map(({ Body }) => Body)).toEqual([killer]);
  expect(Messages[0]?.MessageAttributes?.["VigiaReason"]?.StringValue).toBe("kills its consumer");
}, 240_000);
