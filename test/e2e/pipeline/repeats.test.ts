import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PurgeQueueCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

const WAIT = { timeout: 10_000, interval: 50 };

let stack: TestStack;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 20 });
});
afterAll(() => stack.close());

/** Number of alerts so far that name a notification. */
function mentions(key: string): number {
  return stack.alerts().filter(({ text }) => new RegExp(`\\b${key}\\b`).test(text)).length;
}

describe("one notification posted three times concurrently", () => {
  it("is one row with two repeats and one alert, ten times over", async () => {
    const ids = Array.from({ length: 10 }, (_, index) => 1_000 + index);
    for (const id of ids) {
      const body = notificationBody({ id, inflictedLaws: [{ ...LFPIORPI, name: `law-${id}-end` }] });
      const replies = await Promise.all([stack.post(body), stack.post(body), stack.post(body)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const rows = await stack.notifications();
    expect(rows.map(({ key }) => key).sort()).toEqual(ids.map((id) => `1#${id}`).sort());
    expect(rows.filter(({ repeats, alert }) => repeats !== 2 || alert.state !== "sent")).toEqual([]);
    const alerted = stack.alerts().map(({ subject }) => Number(/(\d+) transactions/.exec(subject)?.[1] ?? 1));
    expect(alerted.reduce((sum, count) => sum + count, 0)).toBe(10);
  });
});

describe("a resend whose law went from warn to illegal", () => {
  it("is kept beside the first and alerted once, saying what changed", async () => {
    await stack.post(notificationBody({ id: 1, inflictedLaws: [FINTECH_LAW] }));
    await stack.settled();
    const worse = notificationBody({ id: 1, inflictedLaws: [{ ...FINTECH_LAW, risk: "illegal" }] });
    await stack.post(worse);
    await stack.settled();
    await stack.post(worse);
    await stack.settled();

    const found = await stack.queries.find("1#1");
    expect(found?.notification).toMatchObject({ risk: "warn", repeats: 0, alert: { state: "none" } });
    expect(found?.versions).toMatchObject([{ risk: "illegal", repeats: 1, alert: { state: "sent" } }]);
    expect(mentions("1#1")).toBe(1);
    const [alert] = stack.alerts().filter(({ text }) => text.includes("1#1#"));
    expect(alert?.subject).toBe('[ILLEGAL] Revised: MX "Fintech Law" - 1 ETH (USD 3,000.00) - user u-1');
    expect(alert?.text).toMatch(
      /New: +FLAGGED under "Fintech Law" \(MX\)\. Before: WARN under "Fintech Law" \(MX\), received /,
    );
  });
});

describe("a message that a later version has queued before it was taken back", () => {
  it("is left in the queue, beside others that are stored", async () => {
    const QueueUrl = stack.stack.endpoints.queues.webhook;
    await stack.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"v":2,"encrypted":"…"}' }));
    const handed = stack.nextDelivery();
    await stack.deliver(notificationBody({ id: 3 }));
    await handed;
    await vi.waitFor(async () => expect(await stack.queries.find("1#3")).toBeDefined(), WAIT);
    const log = readFileSync(join(stack.folder, "logs/StoreNotifications.jsonl"), "utf8");
    expect(log).toContain("messages of a later version of Vigía wait in the queue");
    expect(log).not.toContain("a message of the webhook queue could not be read");
    await stack.sqs.send(new PurgeQueueCommand({ QueueUrl }));
  });
});
