/** A message that ends every call that works on it, among good ones, with the real bundle. */

import { join } from "node:path";
import type { SQSRecord } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeDelivery } from "../../../lib/intake/envelope.ts";
import { sqsEvent } from "../../support/lambda.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const GOOD = Array.from({ length: 30 }, (_, index) => index + 1);

/** Each call does half of what is left on average, until the one that it ends with. */
const MOST_CALLS = 25;

let stack: TestStack;
beforeAll(async () => {
  const preload = join(import.meta.dirname, "killing-preload.ts");
  stack = await TestStack.start({ preload, timeScale: 10 });
  await stack.load("StoreNotifications");
});
afterAll(() => stack.close());

/** A message of the queue that was received so often. */
function message(id: number, receives: number, changes: object = {}): SQSRecord[] {
  const body = Buffer.from(JSON.stringify(notificationBody({ id, ...changes })));
  const text = encodeDelivery({
    deliveryId: `delivery-${id}`,
    receivedAt: "2026-01-01T00:00:00.000Z",
    signedAt: "2026-01-01T00:00:00.000Z",
    projectId: 1,
    body,
  });
  return sqsEvent(text, receives).Records.map((record) => ({ ...record, messageId: `message-${id}` }));
}

async function unfinished(ids: readonly number[]): Promise<number[]> {
  const notifications = await Promise.all(ids.map((id) => stack.queries.find(`1#${id}`)));
  return ids.filter((_, index) => notifications[index]?.notification.alert.state !== "sent");
}

it("ends the calls that first receive it, and from the fifth on holds up no other for long", async () => {
  const call = (receives: number, ids: readonly number[]) => {
    const killer = message(201, receives, { txHash: "kills its parser" });
    const Records = [...killer, ...ids.flatMap((id) => message(id, receives))];
    return stack.stack.functions.get("StoreNotifications").invoke(JSON.stringify({ Records }));
  };
  expect(await call(1, GOOD)).toMatchObject({ ok: false });
  expect(await unfinished(GOOD)).toEqual(GOOD);
  let remaining = GOOD;
  let calls = 0;
  for (; remaining.length > 0 && calls < MOST_CALLS; calls++) {
    await call(5, remaining);
    remaining = await unfinished(remaining);
  }
  expect(remaining).toEqual([]);
});
