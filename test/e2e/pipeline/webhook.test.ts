import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import { RateStore } from "../../../lib/law/rates/rates.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let nextId = 1000;
let id: number;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 20 });
});
afterAll(() => stack.close());
beforeEach(() => {
  id = nextId++;
});

describe("POST /webhook, signed and valid", () => {
  it("is answered 200 and stored with its exact amount; an illegal one is alerted once", {
    tags: ["anywhere"],
  }, async () => {
    const { status, text } = await stack.post(notificationBody({ id }));
    expect([status, text]).toEqual([200, '{"success":true}']);
    expect(await stack.notification(`1#${id}`)).toMatchObject({
      risk: "illegal",
      amount: { value: "1000000000000000000", usd: "3000" },
      repeats: 0,
      alert: { state: "sent" },
    });
    const about = stack.alerts().filter((alert) => alert.text.includes(`1#${id}`));
    expect(about.map(({ topic, subject }) => [topic, subject])).toEqual([
      ["alerts", "[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1"],
    ]);
  });

  it("is alerted with the name of its chain and its amount in pesos, where both are known", {
    tags: ["anywhere"],
  }, async () => {
    const { rates } = stack.endpoints.tables;
    await stack.nameChain("777");
    await new RateStore(stack.database, rates).set({ currency: "MXN", day: "2025-08-19", rate: "18.20" });
    await stack.post(notificationBody({ id, chainId: 777 }));
    await stack.settled();
    const about = stack.alerts().filter((alert) => alert.text.includes(`1#${id}`));
    expect(about.map(({ text }) => text)).toEqual([expect.stringContaining("on Invented Chain (chain 777)")]);
    expect(about[0]?.text).toContain("MXN 54,600.00");
  });

  it("keeps an error's message", { tags: ["anywhere"] }, async () => {
    await stack.post({ type: "error", data: `service unavailable ${id}` });
    const [newest] = await stack.notifications({ kind: "error" });
    expect(newest?.kind).toBe("error");
    expect(await stack.notification(newest?.key ?? "")).toMatchObject({
      message: `service unavailable ${id}`,
    });
  });

  it("is accepted with any Content-Type, and with none that says JSON", { tags: ["anywhere"] }, async () => {
    for (const type of ["text/plain", "application/octet-stream", "application/json; charset=utf-8"]) {
      const { status } = await stack.post(notificationBody({ id }), { headers: { "content-type": type } });
      expect(status).toBe(200);
    }
  });

  it("comes back byte for byte at 200 KiB, with any characters", { tags: ["anywhere"] }, async () => {
    const description = `\uffff \\ud800 \\u0000 ${"漢é".repeat(42_000)}`;
    const text = JSON.stringify(
      notificationBody({ id, inflictedLaws: [{ ...LFPIORPI, description: "@" }] }),
    ).replace('"@"', () => `"${description}"`);
    expect(Buffer.byteLength(text)).toBeGreaterThan(200 * 1024);
    expect((await stack.post(text)).status).toBe(200);
    const raw = (await stack.notification(`1#${id}`))?.raw ?? new Uint8Array();
    expect(expandBody(raw).toString()).toBe(text);
  });
});

describe("POST /webhook, signed but not the contract", () => {
  it("is answered 400 with the issues, quarantined whole, and officers and operations are told", {
    tags: ["anywhere"],
  }, async () => {
    const body = notificationBody({ id, inflictedLaws: [{ ...FINTECH_LAW, risk: "severe" }] });
    const { status, text } = await stack.post(body);
    expect([status, JSON.parse(text)]).toEqual([
      400,
      {
        success: false,
        message: "The body is not a webhook.",
        issues: [{ path: "data.inflictedLaws.0.risk", message: 'expected "warn" or "illegal"' }],
      },
    ]);
    const [quarantined] = await stack.notifications({ kind: "quarantined" });
    const key = quarantined?.key ?? "";
    expect(expandBody((await stack.notification(key))?.raw ?? new Uint8Array()).toString()).toBe(
      JSON.stringify(body),
    );
    expect(stack.alerts().filter(({ text }) => text.includes(key))).toMatchObject([
      { topic: "alerts" },
      { topic: "operations" },
    ]);
  });
});

describe("POST /webhook by another secret", () => {
  it("is answered 401 and leaves nothing", async () => {
    const logged: unknown[] = [];
    const stop = stack.stack.events.listen((event) => logged.push(event));
    const secret = "not the secret";
    const { status, text } = await stack.post(notificationBody({ id, txHash: "0xcanary" }), { secret });
    expect([status, text]).toEqual([401, '{"success":false,"message":"The request is not authenticated."}']);
    expect(await stack.notification(`1#${id}`)).toBeUndefined();
    expect(JSON.stringify(logged)).not.toContain("0xcanary");
    stop();
  });
});

describe("POST /webhook that is too large", () => {
  it("is answered 413 where it is signed, and counted for an alarm", async () => {
    const counted: Record<string, number>[] = [];
    const stop = stack.stack.events.listen((event) => {
      if (event.type === "metrics") counted.push(event.counts);
    });
    const { status, text } = await stack.post(notificationBody({ id, txHash: "x".repeat(262_144) }));
    expect([status, JSON.parse(text).message]).toEqual([413, "The body is larger than 262144 bytes."]);
    await expect.poll(() => counted).toContainEqual({ WebhookOversized: 1 });
    stop();
  });
});

describe("a webhook of the test project", () => {
  it("is alerted as a test, remembers no wallet, and keeps no alarm quiet", async () => {
    const counted = new Set<string>();
    const stop = stack.stack.events.listen((event) => {
      if (event.type === "metrics") for (const name of Object.keys(event.counts)) counted.add(name);
    });
    const address = { id: 1, userId: "u-test", address: "0x7e57" };
    await stack.post(notificationBody({ id, projectId: 0, address }), { projectId: 0 });
    expect((await stack.notification(`0#${id}`))?.alert.state).toBe("sent");
    const about = stack.alerts().filter(({ text }) => text.includes(`0#${id}`));
    expect(about.map(({ subject }) => subject.slice(0, 16))).toEqual(["[TEST] [ILLEGAL]"]);
    const wallets = new WalletStore(stack.database, stack.endpoints.tables.wallets);
    expect(await wallets.ofAddress(0, address.address)).toEqual([]);
    await expect.poll(() => [...counted]).toContain("AlertPublished");
    expect([...counted]).not.toContain("WebhookAccepted");
    stop();
  });
});

describe("what is accepted", () => {
  it("is counted once, whether it fits the contract or not", async () => {
    const bodies = [
      notificationBody({ id, projectId: 2, address: { id: 1, userId: "u-1", address: "0x77" } }),
      { type: "error", data: "x" },
      { type: "notification", data: 1 },
    ];
    let accepted = 0;
    const stop = stack.stack.events.listen((event) => {
      if (event.type === "metrics") accepted += event.counts["WebhookAccepted"] ?? 0;
    });
    for (const body of bodies) await stack.post(body, { projectId: 2 });
    await stack.settled();
    await expect.poll(() => accepted).toBe(3);
    stop();
  });
});

describe("POST /webhook while something is out of reach", () => {
  it("is answered 503 with Retry-After where the queue refuses, and nothing is acknowledged", async () => {
    stack.gate.outage("sqs", true);
    const { status, headers } = await stack.post(notificationBody({ id }));
    stack.gate.outage("sqs", false);
    expect([status, headers.get("retry-after")]).toEqual([503, "30"]);
    expect(await stack.notification(`1#${id}`)).toBeUndefined();
  });
});

describe("one request's id", () => {
  it("runs from the endpoint through the table to the line about its alert", async () => {
    const lines: Record<string, unknown>[] = [];
    const stop = stack.stack.events.listen((event) => {
      if (event.type === "log") lines.push(event.line);
    });
    await stack.post(notificationBody({ id }));
    const item = await stack.notification(`1#${id}`);
    stop();
    expect(lines).toContainEqual(
      expect.objectContaining({
        message: "an alert was published",
        alert: item?.alert.id,
        kind: "notification",
        notifications: 1,
        requestIds: [item?.delivery],
      }),
    );
  });
});
