/** Attacks on the running stack: a crime as a rehearsal, work for unknown senders, a flood. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LocalEvent } from "../../../infra/local/events.ts";
import { TrafficStore } from "../../../lib/intake/traffic.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let counted: Extract<LocalEvent, { type: "metrics" }>[] = [];
let nextId = 7_000;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 20 });
  stack.stack.events.listen((event) => {
    if (event.type === "metrics") counted.push(event);
  });
});
afterAll(() => stack.close());
beforeEach(() => {
  counted = [];
});

const LOCAL_REHEARSAL_SECRET = "local-rehearsal-secret";
const MIB = 1_048_576;

function sumOf(name: string): number {
  return counted.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
}

function alertsAbout(userId: string) {
  return stack.alerts().filter(({ text }) => text.includes(userId));
}

function illegalOf(userId: string, projectId = 1) {
  const id = nextId++;
  return {
    ...notificationBody({ id, projectId, address: { id: 1, userId, address: "0x77", description: "" } }),
  };
}

describe("a crime that calls itself a rehearsal", () => {
  it("is alerted and listed like any other, posted with the key first or without it", async () => {
    const body = illegalOf("u-hidden");
    expect((await stack.post({ ...body, rehearsal: true })).status).toBe(200);
    const [stored] = await stack.notifications({ userId: "u-hidden", risk: "illegal" });
    expect(stored?.rehearsal ?? false).toBe(false);
    await stack.post(body);
    await stack.settled();
    const alerts = alertsAbout("u-hidden");
    expect(alerts.length).toBeGreaterThan(0);
    for (const { subject, topic } of alerts) expect([topic, subject]).not.toContain("[TEST]");
  });

  it("is refused where the proof is made with what the service has, or with nothing", async () => {
    for (const rehearsalSecret of ["local-webhook-secret-1", "local-webhook-secret-2", ""]) {
      const { status, text } = await stack.post(illegalOf("u-forged"), { rehearsalSecret });
      expect([status, text]).toEqual([
        401,
        '{"success":false,"message":"The request is not authenticated."}',
      ]);
    }
    const headers = { "x-vigia-rehearsal": "true" };
    expect((await stack.post(illegalOf("u-forged"), { headers })).status).toBe(401);
    const rehearsalSecret = LOCAL_REHEARSAL_SECRET;
    const timestamp = Date.now() - 6 * 60_000;
    expect((await stack.post(illegalOf("u-forged"), { rehearsalSecret, timestamp })).status).toBe(401);
    expect(await stack.notifications({ userId: "u-forged", rehearsals: true })).toEqual([]);
  });
});

describe("a rehearsal that is proven", () => {
  it("is stored and alerted as one, and proves nothing of the service", async () => {
    const body = illegalOf("u-rehearsed");
    const { status } = await stack.post(body, { rehearsalSecret: LOCAL_REHEARSAL_SECRET });
    expect(status).toBe(200);
    const [stored] = await stack.notifications({ userId: "u-rehearsed", rehearsals: true });
    expect(stored?.rehearsal).toBe(true);
    expect(alertsAbout("u-rehearsed").map(({ subject }) => subject.startsWith("[TEST]"))).toEqual([true]);
    expect(sumOf("WebhookAccepted")).toBe(0);
  });
});

describe("what is accepted", () => {
  it("is counted once for its project, with its bytes and new wallets, whether it fits the contract or not", async () => {
    const bodies = [
      illegalOf("u-counted", 2),
      { type: "error", data: "x" },
      { type: "notification", data: 1 },
    ];
    for (const body of bodies) await stack.post(body, { projectId: 2 });
    await stack.settled();
    await expect.poll(() => sumOf("WebhookAccepted")).toBe(3);
    const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(JSON.stringify(body)), 0);
    const { scanRuns } = stack.stack.endpoints.tables;
    const days = await new TrafficStore(stack.database, scanRuns).lastDays(2);
    expect(days).toMatchObject([{ webhooks: 3, bytes, newWallets: 1 }]);
  });
});

describe("4.9 MB from a stranger", () => {
  const huge = (changes: Parameters<TestStack["post"]>[1]) =>
    stack.post(`{"a":"${" ".repeat(4.9 * MIB)}"}`, changes);

  it("are refused for want of a signature, and counted by that", async () => {
    expect((await huge({ unsigned: true })).status).toBe(401);
    await expect.poll(() => sumOf("SignatureMalformedOrStale")).toBe(1);
  });

  it("are refused for their size where a signature is made up, and counted by that", async () => {
    expect((await huge({ secret: "made up" })).status).toBe(413);
    await expect.poll(() => sumOf("RequestTooLarge")).toBe(1);
    expect(sumOf("SignatureMalformedOrStale")).toBe(0);
  });
});
