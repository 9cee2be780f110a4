import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";
import { TestStack } from "../support/test-stack.ts";

let stack: TestStack;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 10 });
});
afterAll(() => stack.close());

/** How often the alerts so far speak of a notification. */
function mentions(key: string): number {
  return stack.alerts().filter(({ text }) => new RegExp(`\\b${key}\\b`).test(text)).length;
}

describe("one notification posted three times at once", () => {
  it("is one row with two repeats and one alert, a hundred times over", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => 1_000 + index);
    for (const id of ids) {
      const body = notificationBody({ id, inflictedLaws: [{ ...LFPIORPI, name: `law-${id}-end` }] });
      const replies = await Promise.all([stack.post(body), stack.post(body), stack.post(body)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const rows = await stack.notifications();
    expect(rows.map(({ key }) => key).sort()).toEqual(ids.map((id) => `1#${id}`).sort());
    expect(rows.filter(({ repeats, alert }) => repeats !== 2 || alert.state !== "sent")).toEqual([]);
    // A group lists twenty; the subjects and headlines account for the rest.
    const alerted = stack.alerts().map(({ subject }) => Number(/(\d+) transactions/.exec(subject)?.[1] ?? 1));
    expect(alerted.reduce((sum, count) => sum + count, 0)).toBe(100);
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
    const [alert] = stack.alerts().filter(({ text }) => text.includes("notification 1#1 "));
    expect(alert?.subject).toBe("[ILLEGAL] Changed: MX Fintech Law - 1 ETH (USD 3,000.00) - user u-1");
    expect(alert?.text).toMatch(/Before: WARN Fintech Law \(MX\).*\nNow: ILLEGAL Fintech Law \(MX\)/);
  });
});

describe("a rehearsal", () => {
  it("is alerted as a test, by itself, and listed only where it is asked for", async () => {
    await Promise.all([
      stack.post(notificationBody({ id: 7 }), { rehearsalSecret: "local-rehearsal-secret" }),
      stack.post(notificationBody({ id: 8 })),
    ]);
    await stack.settled();
    expect(stack.alerts().filter(({ text }) => /1#[78]\b/.test(text))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject: expect.stringMatching(/^\[TEST\] \[ILLEGAL\]/) }),
        expect.objectContaining({ subject: expect.stringMatching(/^\[ILLEGAL\]/) }),
      ]),
    );
    const keys = async (rehearsals: boolean) =>
      (await stack.notifications({ rehearsals })).map(({ key }) => key);
    expect(await keys(false)).not.toContain("1#7");
    expect(await keys(true)).toContain("1#7");
  });
});
