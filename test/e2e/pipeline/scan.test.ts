import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_CHAINS } from "../../../infra/local/sandbox/chains.ts";
import { ENDINGS } from "../../../infra/local/sandbox/endings.ts";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { type Sandbox, startSandbox } from "../../../infra/local/sandbox/server.ts";
import { totals } from "../../../lib/screening/scans/runs/totals.ts";
import { addresses } from "../../support/addresses.ts";
import { ScanStack } from "../../support/scan-stack.ts";

let scan: ScanStack;

describe("the scan of the local stack, whose worker is killed at random moments", () => {
  let sandbox: Sandbox;
  // A killed worker's message comes back after six seconds, for the hour and a half of the template.
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, projects: [1, 2].map(localProject), latencyMs: 50 });
    scan = await ScanStack.start({ timeScale: 900, service: `${sandbox.url}/v1` });
  });
  afterAll(async () => {
    await scan.close();
    await sandbox.close();
  });

  it("gives every wallet one history point", async () => {
    const all = addresses(100);
    await scan.remember(all);
    const runId = await scan.startScan();
    const worker = scan.stack.stack.functions.get("ScanWallets");
    let killed = 0;
    for (let tries = 0; killed < 4 && tries < 200; tries++) {
      await new Promise((done) => setTimeout(done, 5 + Math.random() * 120));
      killed += await worker.kill();
    }
    expect(killed).toBeGreaterThan(0);

    const run = await scan.ended(runId);
    expect(run.status).toBe("completed");
    expect(totals(run)).toEqual({ known: 100, recent: 0, completed: 100, skipped: 0, failed: 0, missing: 0 });
    const histories = await Promise.all(all.map((address) => scan.history(address)));
    expect(histories.every((history) => history.length === 1 && history[0]?.runId === runId)).toBe(true);
    const above = (await scan.wallets()).filter(({ score = 0 }) => score > 60);
    expect(above.length).toBeGreaterThan(10);
    expect(above.every(({ alert }) => alert === "sent")).toBe(true);
    await expect.poll(() => scan.leftOver(), { timeout: 30_000 }).toBe(0);
  }, 120_000);
});

describe("the scan of the local stack", () => {
  beforeAll(async () => {
    scan = await ScanStack.start({ timeScale: 600 });
  });
  afterAll(() => scan.close());

  it("ends each simulated case as it should, alerts a crossing once, and not again the next night", async () => {
    const all = Object.keys(ENDINGS).map((ending) => `0x${"1".repeat(32)}${ending}`);
    const silent = all.filter((address) => address.endsWith("cafe0408"));
    await scan.remember(all.filter((address) => !silent.includes(address)));
    // At this time scale the service's list has 33 ms to come, and an alert waits for none.
    const [chain] = SANDBOX_CHAINS;
    const Item = { ...chain, id: "1", chainId: "1" };
    await scan.stack.database.send(new PutCommand({ TableName: scan.endpoints.tables.chains, Item }));
    const first = await scan.ended(await scan.startScan());
    expect(totals(first)).toEqual({ known: 19, recent: 0, completed: 14, skipped: 1, failed: 3, missing: 1 });
    expect(await scan.outcomes(all)).toEqual({
      cafe0000: 0,
      cafe0019: 19,
      cafe0020: 20,
      cafe0060: 60,
      cafe0061: 61,
      cafe0100: 100,
      cafe2061: 20,
      cafe6120: 61,
      cafe1030: 10,
      cafe50ff: 50,
      cafe0204: "failed",
      cafefa11: "failed",
      cafe0304: "skipped",
      cafe0404: "missing",
      cafe0102: expect.any(Number),
      cafe0408: undefined,
      cafe0429: expect.any(Number),
      cafe0503: expect.any(Number),
      cafe0500: "failed",
      cafe0ded: expect.any(Number),
    });
    const alerted = scan.alerts("wallet");
    for (const ending of ["0061", "0100", "6120"])
      expect(alerted.split(`cafe${ending} on Ethereum (chain 1)`)).toHaveLength(2);
    for (const ending of ["0060", "2061", "1030", "50ff"]) expect(alerted).not.toContain(`cafe${ending}`);

    // Also one that the service never answers for, which takes the longest.
    await scan.remember(silent);
    const second = await scan.ended(await scan.startScan());
    expect(totals(second)).toEqual({
      known: 20,
      recent: 0,
      completed: 14,
      skipped: 1,
      failed: 4,
      missing: 1,
    });
    expect(await scan.outcomes(silent)).toEqual({ cafe0408: "failed" });
    const since = scan.alerts("wallet").slice(alerted.length);
    for (const ending of ["2061", "1030", "50ff"]) expect(since.split(`cafe${ending} on `)).toHaveLength(2);
    for (const ending of ["0061", "0100", "6120"]) expect(since).not.toContain(`cafe${ending}`);
    expect(scan.alerts("scan-problem")).toBe("");
  }, 120_000);

  it("stops at a wrong key, says which command to run, and stores nothing as a score", async () => {
    const all = addresses(10);
    await scan.remember(all);
    const wrong = JSON.stringify({ 1: { apiKeys: [{ value: "wrong" }] } });
    scan.stack.stack.secrets.set(scan.endpoints.secrets.outbound, wrong);
    // The worker has read the key of before.
    await scan.stack.stack.functions.get("ScanWallets").kill("all");
    const run = await scan.ended(await scan.startScan());
    expect(run.status).toBe("stopped");
    expect(scan.alerts("scan-problem")).toContain("vigia secrets set --project 1 --kind api-key");
    for (const address of all) expect(await scan.history(address)).toEqual([]);
    const asked = (await scan.wallets()).filter(({ address }) => all.includes(address));
    expect(asked.map(({ score }) => score)).toEqual(all.map(() => undefined));
  }, 60_000);
});
