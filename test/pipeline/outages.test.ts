import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seal } from "../../lib/inbound/envelope.ts";
import { notificationBody } from "../support/notifications.ts";
import { TestStack } from "../support/test-stack.ts";

let stack: TestStack;

// The consumer's visibility of six minutes passes in six seconds; its time limit of a minute, in one.
beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 60, warm: true });
});
afterAll(() => stack.close());

function queued(id: number): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(notificationBody({ id })));
  const delivery = { deliveryId: `delivery-${id}`, receivedAt: new Date().toISOString(), projectId: 1, body };
  return stack.sqs.send(
    new SendMessageCommand({ QueueUrl: stack.stack.endpoints.queues.webhook, MessageBody: seal(delivery) }),
  );
}

it.each([
  ["the table", "dynamodb", 1],
  ["the topic", "sns", 2],
] as const)("stores and alerts once %s is back, and counts no repeat", async (_, service, id) => {
  stack.stack.outage.set(service, true);
  await queued(id);
  await stack.nextDelivery();
  expect(stack.alerts().filter(({ text }) => text.includes(`1#${id}`))).toEqual([]);
  stack.stack.outage.set(service, false);
  expect(await stack.notification(`1#${id}`)).toMatchObject({ repeats: 0, alert: { state: "sent" } });
  expect(stack.alerts().filter(({ text }) => text.includes(`1#${id}`))).toHaveLength(1);
});
