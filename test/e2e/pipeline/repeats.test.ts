import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

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
  it("is one row with two repeats at most and one alert, ten times over", async () => {
    const ids = Array.from({ length: 10 }, (_, index) => 1_000 + index);
    for (const id of ids) {
      const body = notificationBody({ id, inflictedLaws: [{ ...LFPIORPI, name: `law-${id}-end` }] });
      const replies = await Promise.all([stack.post(body), stack.post(body), stack.post(body)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const rows = await stack.notifications();
    expect(rows.map(({ key }) => key).sort()).toEqual(ids.map((id) => `1#${id}`).sort());
    // Two in one millisecond are one receipt.
    expect(rows.filter(({ repeats, alert }) => repeats > 2 || alert.state !== "sent")).toEqual([]);
    const alerted = stack.alerts().map(({ subject }) => Number(/(\d+) transactions/.exec(subject)?.[1] ?? 1));
    expect(alerted.reduce((sum, count) => sum + count, 0)).toBe(10);
  });
});

describe("a resend whose law went from warn to illegal", () => {
  it("becomes current, is alerted once, and leaves the first one as a revision", async () => {
    await stack.post(notificationBody({ id: 1, inflictedLaws: [FINTECH_LAW] }));
    await stack.settled();
    const worse = notificationBody({ id: 1, inflictedLaws: [{ ...FINTECH_LAW, risk: "illegal" }] });
    await stack.post(worse);
    await stack.settled();
    await stack.post(worse);
    await stack.settled();

    const found = await stack.queries.find("1#1");
    expect(found?.notification).toMatchObject({ risk: "illegal", repeats: 1, alert: { state: "sent" } });
    expect(found?.revisions).toMatchObject([{ riskNow: "warn", alert: { state: "none" } }]);
    expect(mentions("1#1")).toBe(1);
  });
});
