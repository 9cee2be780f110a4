import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ServiceThrottledError,
  ServiceUnavailableError,
} from "../../../../lib/screening/risk-service/errors.ts";
import { MAX_WAITS } from "../../../../lib/screening/scans/page.ts";
import { totals } from "../../../../lib/screening/scans/runs/totals.ts";
import { shardOf } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { addresses } from "./addresses.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

const CALL = { projectId: 1, name: "POST /v1/projects/1/addresses/scan-risk" };
const throttled = () => new ServiceThrottledError(CALL, 4, "");

/** Addresses that share a shard. */
const NEIGHBOURS = addresses(400).filter((address) => shardOf(address) === 0);

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
  fixture.settings = { ...fixture.settings, addressesPerRequest: 2, parallelRequests: 2 };
});
afterEach(() => fixture.stop());

async function rememberAll(all: readonly string[]): Promise<void> {
  await Promise.all(all.map((address) => fixture.remember(address)));
}

describe("a service that is too busy", () => {
  it("is waited for, longer each time, and then asked for every wallet", async () => {
    const all = NEIGHBOURS.slice(0, 20);
    await rememberAll(all);
    let refusals = 9;
    const service = scripted(() => {
      if (refusals-- > 0) throw throttled();
      return 5;
    });
    const runId = await fixture.startRun();
    const delays: number[] = [];
    while (fixture.queue.length > 0) {
      delays.push(...fixture.queue.map(({ delayMs }) => delayMs).filter((delayMs) => delayMs > 0));
      await fixture.workOne(service);
    }
    const run = await fixture.run(runId);
    expect(totals(run)).toMatchObject({ known: 20, completed: 20 });
    expect([...new Set(delays)]).toEqual([15_000, 30_000, 60_000]);
    // Three refusals in a row, and the rest of a page is not tried.
    expect(service.requests.length).toBe(9 + 10);
    for (const address of all) expect(await fixture.history(address)).toHaveLength(1);
  });

  it("is asked one request at a time after it has refused one", async () => {
    fixture.settings = { ...fixture.settings, parallelRequests: 4 };
    await rememberAll(NEIGHBOURS.slice(0, 40));
    let asked = 0;
    let open = 0;
    const openAfterRefusal: number[] = [];
    const service = scripted(async () => {
      const number = ++asked;
      open++;
      await new Promise((done) => setTimeout(done, 3));
      if (number > 8) openAfterRefusal.push(open);
      open--;
      if (number <= 2) throw throttled();
      return 5;
    });
    await fixture.scan(service);
    expect(openAfterRefusal.length).toBeGreaterThan(0);
    expect(Math.max(...openAfterRefusal)).toBe(1);
  });

  it("fails only the wallets that it keeps refusing while it answers others", async () => {
    const all = NEIGHBOURS.slice(0, 9);
    await rememberAll(all);
    const [unwanted] = all;
    const run = await fixture.scan(
      scripted(({ address }) => {
        if (address === unwanted) throw throttled();
        return 5;
      }),
    );
    expect(totals(run)).toMatchObject({ known: 9, completed: 8, failed: 1 });
  });

  it("is given up after six waits: what it refuses has failed, after few requests", async () => {
    fixture.settings = { ...fixture.settings, parallelRequests: 1 };
    const all = NEIGHBOURS.slice(0, 40);
    await rememberAll(all);
    const service = scripted(() => {
      throw new ServiceUnavailableError(CALL, 4, "a broken connection (ECONNREFUSED)");
    });
    const runId = await fixture.startRun();
    const delays: number[] = [];
    while (fixture.queue.length > 0) {
      delays.push(...fixture.queue.map(({ delayMs }) => delayMs).filter((delayMs) => delayMs > 0));
      await fixture.workOne(service);
    }
    expect(delays.length).toBeGreaterThanOrEqual(MAX_WAITS);
    expect([...new Set(delays)]).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 480_000]);
    const run = await fixture.run(runId);
    expect(run.status).toBe("completed");
    expect(totals(run)).toMatchObject({ known: 40, completed: 0, failed: 40 });
    // Three for each wait and each of the three passes' one page.
    expect(service.requests.length).toBe(3 * MAX_WAITS + 9);
    const problem = fixture.published().find(({ kind }) => kind === "scan-problem");
    expect(problem?.topic).toBe("operations");
    expect(problem?.email).toContain("Of 40 wallets, 40 failed");
  });
});

describe("a service that takes too long for a request", () => {
  it("is asked for fewer wallets per request, for the rest of the page", async () => {
    fixture.settings = { ...fixture.settings, addressesPerRequest: 8, parallelRequests: 1 };
    const all = NEIGHBOURS.slice(0, 16);
    await rememberAll(all);
    let first = true;
    const service = scripted(() => 5);
    const { scanRisk } = service;
    service.scanRisk = async (projectId, order, limits) => {
      const answers = await scanRisk(projectId, order, limits);
      if (!first) return answers;
      first = false;
      return answers.map(({ address, chainId }) => ({
        address,
        chainId,
        outcome: "unanswered",
        nextRequestSize: 4,
      }));
    };
    const run = await fixture.scan(service);
    expect(service.requests.map(({ length }) => length)).toEqual([8, 8, 4, 4]);
    expect(totals(run)).toMatchObject({ known: 16, completed: 16 });
  });
});
