import { afterAll, beforeAll, expect, it } from "vitest";
import { notificationBody } from "../support/notifications.ts";
import { TestStack } from "../support/test-stack.ts";

let stack: TestStack;

// Time runs as it does when deployed: the window is what makes groups of a flood.
beforeAll(async () => {
  stack = await TestStack.start({ warm: true });
});
afterAll(() => stack.close());

const COUNT = 2_000;
const SENDERS = 16;

it("stores 2,000 illegal notifications once each, and tells of all of them in at most ten messages", async () => {
  let next = 1;
  const send = async () => {
    while (next <= COUNT) {
      const { status } = await stack.post(notificationBody({ id: next++ }));
      expect(status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));

  const rows = await stack.notifications();
  expect(new Set(rows.map(({ key }) => key)).size).toBe(COUNT);
  expect(rows).toHaveLength(COUNT);
  expect(rows.filter(({ repeats, alert }) => repeats !== 0 || alert.state !== "sent")).toEqual([]);
  const told = stack.alerts().map(({ text }) => {
    const [, count = "1"] = /^Flagged as ILLEGAL: ([\d,]+) transactions/.exec(text) ?? [];
    return Number(count.replaceAll(",", ""));
  });
  expect(told.length).toBeLessThanOrEqual(10);
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
}, 60_000);
