/** A day without DynamoDB, which passes in ten seconds: without a human, nothing is lost or sent twice. */

import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const TIME_SCALE = 8_640;
const DAY_MS = (24 * 3_600_000) / TIME_SCALE;

let stack: TestStack;
beforeAll(async () => {
  stack = await TestStack.start({ timeScale: TIME_SCALE, maximumWorkers: 1 });
  await stack.load("StoreNotifications");
});
afterAll(() => stack.close());

it("heals without an engineer", async () => {
  const deliver = (id: number) => stack.deliver(notificationBody({ id }));
  await deliver(1);
  await stack.settled();
  stack.gate.outage("dynamodb", true);
  for (let id = 2; id <= 5; id++) {
    await deliver(id);
    await new Promise((resolve) => setTimeout(resolve, DAY_MS / 4));
  }
  expect(stack.alerts().filter(({ text }) => /1#\d/.test(text))).toHaveLength(1);
  stack.gate.outage("dynamodb", false);
  await deliver(6);

  const ids = Array.from({ length: 6 }, (_, index) => `1#${index + 1}`);
  for (const id of ids)
    expect(await stack.notification(id), id).toMatchObject({ repeats: 0, alert: { state: "sent" } });
  const texts = stack.alerts().map(({ text }) => text);
  const timesOf = (id: string) => texts.filter((text) => new RegExp(`${id}(?!\\d)`).test(text)).length;
  expect(ids.map(timesOf)).toEqual(ids.map(() => 1));
  const { Attributes = {} } = await stack.sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: stack.endpoints.queues.webhookDlq,
      AttributeNames: ["All"],
    }),
  );
  expect(Attributes["ApproximateNumberOfMessages"]).toBe("0");
});
