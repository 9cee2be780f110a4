import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

describe("what hostile requests found", () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await TestStack.start({ timeScale: 10 });
  });
  afterAll(() => stack.close());

  it("125,000 invalid laws overflow no stack: they are answered 400 and kept whole", async () => {
    const text = JSON.stringify(notificationBody({ inflictedLaws: Array(125_000).fill(1) }));
    const { status, text: reply } = await stack.post(text);
    expect([status, JSON.parse(reply).issues]).toEqual([
      400,
      [{ path: "data.inflictedLaws", message: "expected at most 5000 entries" }],
    ]);
    const [quarantined] = await stack.notifications({ kind: "quarantined" });
    const raw = (await stack.notification(quarantined?.key ?? ""))?.raw ?? new Uint8Array();
    expect(expandBody(raw).toString()).toBe(text);
  });

  it("a token, a law and an id that were chosen to deceive reach the officer as what they are", async () => {
    const userId = "6f9619ff-8b86-d011-b42d-abc900101ab1";
    const { status } = await stack.post(
      notificationBody({
        id: 77,
        address: { id: 1, userId, address: "0xfeed", description: "ＰＥＧＡ９００１０１ＡＢ１ \u202eok" },
        token: { name: "x", symbol: "ETH\u3164(USD 1) - user u-9", decimals: 18, address: null },
        inflictedLaws: [{ ...LFPIORPI, name: "claim evil．com", description: "שלום" }],
      }),
    );
    expect(status).toBe(200);
    await stack.settled();
    const alert = stack.alerts().find(({ text }) => text.includes("1#77"));
    expect(alert?.subject).toBe(`[ILLEGAL] MX "claim evil[.]com" - 1 "ETH(USD 1) - us... - user ${userId}`);
    expect(alert?.text).toContain(`User:          ${userId}\n`);
    expect(alert?.text).not.toMatch(/ＰＥＧＡ|PEGA|שלום/);
    expect(await stack.notifications({ userId })).toHaveLength(1);
  });
});
