import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packResult, type WalletScan } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { ScanFixture } from "../scans/scan-fixture.ts";

const NAME = { projectId: 1, chainId: "1", address: "0xa" };

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

function scan(runId: string, score: number, address = "0xa"): WalletScan {
  return { ...NAME, address, runId, scannedAt: runId, outcome: "completed", score };
}

describe("a wallet's history", () => {
  it("is read newest first, with one point a run however often it is written", async () => {
    await fixture.scans.put([scan("2026-01-01", 1)], 2_000_000_000);
    await fixture.scans.put([scan("2026-01-02", 2)], 2_000_000_000);
    await fixture.scans.put([scan("2026-01-02", 3)], 2_000_000_000);
    expect((await fixture.history("0xa")).map(({ runId, score }) => [runId, score])).toEqual([
      ["2026-01-02", 3],
      ["2026-01-01", 1],
    ]);
  });

  it("is written for more wallets than fit into one batch, and expires", async () => {
    const scans = Array.from({ length: 60 }, (_, n) => scan("2026-01-01", n, `0xa${n}`));
    await fixture.scans.put(scans, 2_000_000_000);
    for (const { address, score } of scans) expect((await fixture.history(address))[0]?.score).toBe(score);
    const { Item } = await fixture.client.send(
      new GetCommand({ TableName: "WalletScans", Key: { historyKey: "1#0xa7#1", runId: "2026-01-01" } }),
    );
    expect(Item?.["expiresAt"]).toBe(2_000_000_000);
  });

  it("shows when it was alerted, and makes up no point for that", async () => {
    await fixture.scans.put([scan("2026-01-01", 90)], 2_000_000_000);
    await fixture.scans.markAlerted(NAME, "2026-01-01", "2026-01-01T01:00:00.000Z", "flagged");
    await fixture.scans.markAlerted(NAME, "2026-01-02", "2026-01-02T01:00:00.000Z", undefined);
    expect(await fixture.history("0xa")).toEqual([
      { ...scan("2026-01-01", 90), alert: "sent", alertedAt: "2026-01-01T01:00:00.000Z", status: "flagged" },
    ]);
  });
});

describe("a stored result", () => {
  it("is left out where DynamoDB could not hold it", () => {
    const noise = Array.from({ length: 60_000 }, () => Math.random());
    expect(packResult({ noise })).toBeUndefined();
  });
});
