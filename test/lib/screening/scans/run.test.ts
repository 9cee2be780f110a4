import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ServiceRejectedError,
  ServiceUnavailableError,
} from "../../../../lib/screening/risk-service/errors.ts";
import { totals } from "../../../../lib/screening/scans/runs/totals.ts";
import { shardOf } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { unpackResult } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { addresses, addressOf, numberOf } from "./addresses.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

const CALL = { projectId: 1, name: "POST /v1/projects/1/addresses/scan-risk" };

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

async function rememberAll(count: number): Promise<void> {
  await Promise.all(addresses(count).map((address) => fixture.remember(address)));
}

describe("a run", () => {
  it("scores every known wallet, with one history point each, and adds up", async () => {
    await rememberAll(40);
    const run = await fixture.scan(scripted(({ address }) => numberOf(address)));
    expect(run.status).toBe("completed");
    expect(totals(run)).toEqual({ known: 40, recent: 0, completed: 40, skipped: 0, failed: 0, missing: 0 });
    for (const address of addresses(40)) {
      const score = numberOf(address);
      expect(await fixture.wallet(address)).toMatchObject({
        score,
        lastRun: run.runId,
        lastOutcome: "completed",
      });
      expect(await fixture.history(address)).toMatchObject([
        { runId: run.runId, score, outcome: "completed" },
      ]);
    }
  });

  it("names neither a wallet that rose above the alert score nor its user in ScanRuns", async () => {
    await fixture.remember("0xa", "1", 1, "u-17");
    await fixture.scan(scripted(() => 20));
    const { projectId, runId } = await fixture.scan(scripted(() => 72));
    const { Item } = await fixture.client.send(
      new GetCommand({ TableName: "ScanRuns", Key: { projectId: String(projectId), runId } }),
    );
    const shards: Record<string, { crossed: number; cursor?: string }> = Item?.["shards"];
    expect(Object.values(shards).map(({ crossed }) => crossed)).toContain(1);
    expect(JSON.stringify(shards)).not.toMatch(/0xa|u-17/);
  });

  it("ends at once where no wallet is known", async () => {
    const run = await fixture.scan(scripted(() => 1));
    expect(run.status).toBe("completed");
    expect(totals(run).known).toBe(0);
  });

  it("asks for the same address on two chains as two wallets", async () => {
    await fixture.remember("0xAb", "1");
    await fixture.remember("0xAb", "137");
    const run = await fixture.scan(scripted(({ chainId }) => Number(chainId) % 100));
    expect(totals(run).completed).toBe(2);
    expect((await fixture.wallet("0xAb", "1")).score).toBe(1);
    expect((await fixture.wallet("0xAb", "137")).score).toBe(37);
  });

  it("leaves other projects alone", async () => {
    await fixture.remember("0xa", "1", 1);
    await fixture.remember("0xb", "1", 2);
    const run = await fixture.scan(
      scripted(() => 1),
      2,
    );
    expect(totals(run).known).toBe(1);
    expect((await fixture.wallet("0xa")).score).toBeUndefined();
  });

  it("asks in requests of the size that is set, and in as many concurrent ones", async () => {
    fixture.settings = { ...fixture.settings, addressesPerRequest: 3, parallelRequests: 2 };
    await rememberAll(64);
    const service = scripted(async () => {
      await new Promise((done) => setTimeout(done, 1));
      return 5;
    });
    await fixture.scan(service);
    expect(service.requests.flat().toSorted()).toEqual(addresses(64));
    expect(Math.max(...service.requests.map(({ length }) => length))).toBe(3);
    expect(service.mostOpen).toBe(2);
  });

  it("goes through a shard page by page", async () => {
    fixture.settings = { ...fixture.settings, addressesPerRequest: 10, parallelRequests: 1 };
    // A page holds 50 wallets: these fill one and a half in each of two shards, more or less.
    const all = addresses(600).filter((address) => shardOf(address) < 2);
    await Promise.all(all.map((address) => fixture.remember(address)));
    const run = await fixture.scan(scripted(() => 5));
    expect(totals(run)).toMatchObject({ known: all.length, completed: all.length });
    expect(run.shards.map(({ step }) => step >= 3)).toEqual([true, true, ...Array(6).fill(false)]);
  });

  it("leaves wallets that became known later to the next run", async () => {
    await fixture.remember("0xa");
    const runId = await fixture.startRun(1, new Date(Date.now() - 1_000));
    await fixture.known.remember({
      projectId: 1,
      chainId: "1",
      address: "0xb",
      source: "notification",
      seenAt: new Date().toISOString(),
    });
    await fixture.workAll(scripted(() => 5));
    expect(totals(await fixture.run(runId)).known).toBe(1);
    expect((await fixture.wallet("0xb")).lastRun).toBeUndefined();
  });

  it("leaves a wallet that is stored behind its back to the next run, and still adds up", async () => {
    const [first = "", second = ""] = addresses(100).filter((address) => shardOf(address) === 0);
    await fixture.remember(second);
    let tries = 0;
    const service = scripted(async () => {
      // Seen before the run began, and stored only now, where the run has passed already.
      if (++tries === 1) await fixture.remember(first);
      return tries === 1 ? "failed" : 5;
    });
    const run = await fixture.scan(service);
    expect(service.requests).toEqual([[second], [second]]);
    expect(totals(run)).toEqual({ known: 1, recent: 0, completed: 1, skipped: 0, failed: 0, missing: 0 });
    expect(totals(await fixture.scan(service)).known).toBe(2);
  });
});

describe("what the service says of a wallet", () => {
  it("is kept, with its unknown fields in the history", async () => {
    await fixture.remember("0xa");
    await fixture.scan(
      scripted(() => ({
        riskScore: 35.5,
        riskLevel: "moderate",
        riskReason: "Two hops from a mixer.",
        suspiciousActivity: false,
        patterns: [{ type: "mixer", hops: 2 }],
        model: "v7",
      })),
    );
    expect(await fixture.wallet("0xa")).toMatchObject({
      score: 35.5,
      level: "moderate",
      reason: "Two hops from a mixer.",
      suspicious: false,
      patterns: '[{"type":"mixer","hops":2}]',
    });
    const [scan] = await fixture.history("0xa");
    expect(JSON.parse(unpackResult(scan?.result ?? ""))).toEqual({
      address: "0xa",
      chainId: "1",
      status: "completed",
      riskScore: 35.5,
      riskLevel: "moderate",
      riskReason: "Two hops from a mixer.",
      suspiciousActivity: false,
      patterns: [{ type: "mixer", hops: 2 }],
      model: "v7",
    });
  });

  it("is kept whole in the history where it is long, and short beside the wallet", async () => {
    await fixture.remember("0xa");
    const patterns = Array.from({ length: 3_000 }, (_, n) => ({ type: "layering", n }));
    await fixture.scan(scripted(() => ({ riskScore: 1, riskReason: "x".repeat(5_000), patterns })));
    const wallet = await fixture.wallet("0xa");
    expect(wallet.reason).toHaveLength(500);
    expect(wallet.patterns).toBe("3000");
    const [scan] = await fixture.history("0xa");
    expect(scan?.result).toBeInstanceOf(Uint8Array);
    expect(JSON.parse(unpackResult(scan?.result ?? "")).patterns).toEqual(patterns);
  });

  it("leaves the last known score where it is completed without one, and the history without any", async () => {
    await fixture.remember("0xa");
    await fixture.scan(scripted(() => ({ riskScore: 40, riskLevel: "medium", suspiciousActivity: true })));
    const before = await fixture.wallet("0xa");
    const run = await fixture.scan(scripted(() => ({ riskScore: null, riskLevel: null })));
    expect(await fixture.wallet("0xa")).toMatchObject({
      score: 40,
      level: "medium",
      suspicious: true,
      scannedAt: before.scannedAt,
      lastRun: run.runId,
    });
    const [scan] = await fixture.history("0xa");
    expect(scan).toMatchObject({ runId: run.runId, outcome: "completed" });
    expect(scan?.score).toBeUndefined();
  });

  it("is unknown, not 0, where it never gave a score", async () => {
    await fixture.remember("0xa");
    await fixture.scan(scripted(() => ({ patterns: [] })));
    const wallet = await fixture.wallet("0xa");
    expect(wallet.score).toBeUndefined();
    expect(wallet.scannedAt).toBeUndefined();
  });

  it("drops the level and the reason of an older score", async () => {
    await fixture.remember("0xa");
    await fixture.scan(
      scripted(() => ({ riskScore: 40, riskLevel: "medium", riskReason: "old", patterns: ["old"] })),
    );
    await fixture.scan(scripted(() => ({ riskScore: 10 })));
    const wallet = await fixture.wallet("0xa");
    expect([wallet.score, wallet.level, wallet.reason, wallet.patterns]).toEqual([
      10,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a wallet that is not completed", () => {
  it("is recorded as skipped at once, and keeps its score", async () => {
    await fixture.remember("0xa");
    await fixture.scan(scripted(() => 40));
    const service = scripted(() => "skipped");
    const run = await fixture.scan(service);
    expect(service.requests).toHaveLength(1);
    expect(totals(run).skipped).toBe(1);
    expect((await fixture.wallet("0xa")).score).toBe(40);
    expect((await fixture.history("0xa"))[0]).toMatchObject({ outcome: "skipped" });
    expect((await fixture.history("0xa"))[0]?.score).toBeUndefined();
  });

  it.each(["failed", "missing"] as const)(
    "is asked for three times, then recorded as %s",
    async (outcome) => {
      await fixture.remember("0xa");
      await fixture.scan(scripted(() => 40));
      const service = scripted(() => outcome);
      const run = await fixture.scan(service);
      expect(service.requests).toEqual([["0xa"], ["0xa"], ["0xa"]]);
      expect(totals(run)).toMatchObject({ known: 1, completed: 0, [outcome]: 1 });
      expect((await fixture.wallet("0xa")).score).toBe(40);
      const history = await fixture.history("0xa");
      expect(history).toHaveLength(2);
      expect(history[0]).toMatchObject({ runId: run.runId, outcome, reason: `it is ${outcome}` });
    },
  );

  it("counts as completed where the second try succeeds", async () => {
    await fixture.remember("0xa");
    let tries = 0;
    const run = await fixture.scan(scripted(() => (++tries === 1 ? "failed" : 33)));
    expect(totals(run)).toMatchObject({ known: 1, completed: 1, failed: 0 });
    expect((await fixture.wallet("0xa")).score).toBe(33);
    expect(await fixture.history("0xa")).toHaveLength(1);
  });

  it("does not take others along when the service fails for the whole request", async () => {
    await rememberAll(60);
    const poison = addressOf(17);
    const service = scripted(({ address }) => {
      if (address === poison) throw new ServiceUnavailableError(CALL, 4, "status 500", 500);
      return 5;
    });
    const run = await fixture.scan(service);
    expect(totals(run)).toMatchObject({ known: 60, completed: 59, failed: 1 });
    expect(service.requests.filter((request) => request.includes(poison))).toHaveLength(3);
    expect((await fixture.history(poison))[0]?.reason).toContain("status 500");
  });

  it("does not take others along when the service rejects the whole request", async () => {
    await rememberAll(30);
    const odd = addressOf(3);
    const run = await fixture.scan(
      scripted(({ address }) => {
        if (address === odd) throw new ServiceRejectedError(CALL, 400, "");
        return 5;
      }),
    );
    expect(totals(run)).toMatchObject({ known: 30, completed: 29, failed: 1 });
  });
});
