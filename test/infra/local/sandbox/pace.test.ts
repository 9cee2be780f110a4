/** The sandbox's pace, its outages, and what it counts. */

import { describe, expect, it } from "vitest";
import { runningSandbox, scan, send } from "./running.ts";

describe("the latency", () => {
  it("is that of the start until it is changed", async () => {
    const url = await runningSandbox({ latencyMs: 600 });
    const slow = performance.now();
    await scan(url, ["a"]);
    expect(performance.now() - slow).toBeGreaterThan(590);
    expect(await send(`${url}/sandbox/latency`, { body: { ms: 0 } })).toMatchObject({
      body: { data: { ms: 0 } },
    });
    const quick = performance.now();
    await scan(url, ["a"]);
    expect(performance.now() - quick).toBeLessThan(590);
  });

  it("is refused if it is not a number", async () => {
    const url = await runningSandbox();
    expect(await send(`${url}/sandbox/latency`, { body: { ms: -1 } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "ms", message: "expected at least 0" }] },
    });
  });
});

describe("an outage", () => {
  it("refuses every call of the service until it is over", async () => {
    const url = await runningSandbox();
    await send(`${url}/sandbox/outage`, { body: { status: 429, ms: 60_000, retryAfterSeconds: 7 } });
    const refused = await scan(url, ["a"]);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("7");
    expect((await send(`${url}/v1/chains`, { key: "key-1" })).status).toBe(429);
    expect((await send(`${url}/v1/wallets/a/status?chainId=1`, { key: "key-1" })).status).toBe(429);
    await send(`${url}/sandbox/outage`, { body: { status: 503, ms: 0 } });
    expect((await scan(url, ["a"])).status).toBe(200);
  });
});

describe("the statistics", () => {
  it("count requests, addresses, answers, and how many were open concurrently", async () => {
    const url = await runningSandbox({ latencyMs: 500 });
    await Promise.all([scan(url, ["a", "b"]), scan(url, ["c"]), scan(url, ["d"])]);
    await scan(url, ["xcafe0500"]);
    await send(`${url}/v1/chains`);
    expect((await send(`${url}/sandbox/statistics`)).body).toEqual({
      success: true,
      data: {
        scans: { total: 4, open: 0, mostOpen: 3, addresses: 5 },
        walletStatuses: { total: 0, open: 0, mostOpen: 0 },
        chains: { total: 1, open: 0, mostOpen: 1 },
        answers: { "200": 3, "401": 1, "500": 1 },
      },
    });
  });

  it("start from nothing again after a reset", async () => {
    const url = await runningSandbox();
    await scan(url, ["a"]);
    await send(`${url}/sandbox/statistics/reset`, { method: "POST" });
    expect((await send(`${url}/sandbox/statistics`)).body).toMatchObject({
      data: { scans: { total: 0, mostOpen: 0 }, answers: {} },
    });
  });
});
