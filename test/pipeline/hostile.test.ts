import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expandBody } from "../../lib/store/raw-body.ts";
import { fuzz } from "../fuzz/round.ts";
import { notificationBody } from "../support/notifications.ts";
import { TestStack } from "../support/test-stack.ts";

describe("hostile requests, a fixed selection of them", () => {
  it("find nothing in the whole stack", async () => {
    expect(await fuzz("whole stack", { runs: 400, seed: 42 })).toMatchObject({ finding: undefined });
  });
});

describe("what hostile requests found", () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await TestStack.start({ timeScale: 10 });
  });
  afterAll(() => stack.close());

  it("125,000 laws that are none overflow no stack: they are answered 400 and kept whole", async () => {
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
});
