/** A message that kills every worker, among 99 good ones, with the consumer's real limits of time. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { encodeDelivery } from "../../../lib/intake/envelope.ts";
import { sqsEvent } from "../../support/lambda.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

/** The first delivery dies, the second finds the killer; a busy machine ends parts of the work for others to do. */
const MOST_DELIVERIES = 6;

let stack: TestStack;
beforeAll(async () => {
  stack = await TestStack.start({ preload: join(import.meta.dirname, "killing-preload.ts") });
  await stack.load("StoreNotifications");
});
afterAll(() => stack.close());

function message(id: number, changes: object = {}): string {
  const body = Buffer.from(JSON.stringify(notificationBody({ id, ...changes })));
  return encodeDelivery({
    ...{ deliveryId: `delivery-${id}`, receivedAt: new Date().toISOString(), projectId: 1, body },
  });
}

/** Hands messages to the consumer as the queue does, which the test does not wait for. */
function deliver(messages: ReadonlyMap<string, string>, deliveries: number) {
  const Records = Array.from(messages, ([messageId, body]): SQSRecord[] =>
    sqsEvent(body, deliveries).Records.map((record) => ({ ...record, messageId })),
  ).flat();
  return stack.stack.functions.get("StoreNotifications").invoke(JSON.stringify({ Records }));
}

const answer = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

it("becomes a dead-letter message, and the good ones are stored and alerted", async () => {
  const good = Array.from({ length: 99 }, (_, index) => index + 1);
  const killer = message(201, { txHash: "kills by blocking" });
  const bodies = good.map((id) => message(id));
  const all = [...bodies.slice(0, 33), killer, ...bodies.slice(33)];
  let pending = new Map(all.map((body, index) => [`message-${index}`, body]));

  const first = deliver(pending, 1);
  await sleep(2_000);
  expect(await stack.stack.functions.get("StoreNotifications").kill()).toBe(1);
  expect(await first).toMatchObject({ ok: false });

  for (let deliveries = 2; pending.size > 0 && deliveries <= MOST_DELIVERIES; deliveries++) {
    const outcome = await deliver(pending, deliveries);
    if (!outcome.ok) throw new Error(outcome.error.errorMessage);
    const { batchItemFailures } = answer.parse(JSON.parse(outcome.payload));
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    pending = new Map([...pending].filter(([id]) => failed.has(id)));
  }
  expect([...pending.keys()]).toEqual([]);

  const items = await Promise.all(good.map((id) => stack.queries.find(`1#${id}`)));
  expect(items.map((item) => item?.notification.alert.state)).toEqual(good.map(() => "sent"));
  const { Messages = [] } = await stack.sqs.send(
    new ReceiveMessageCommand({
      ...{ QueueUrl: stack.stack.endpoints.queues.webhookDlq, MaxNumberOfMessages: 10 },
      MessageAttributeNames: ["All"],
    }),
  );
  expect(Messages.map(({ Body }) => Body)).toEqual([killer]);
  expect(Messages[0]?.MessageAttributes?.["VigiaReason"]?.StringValue).toBe("kills its consumer");
}, 400_000);
