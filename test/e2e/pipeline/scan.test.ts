import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { type Sandbox, startSandbox } from "../../../infra/local/sandbox/server.ts";
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
    const allAddresses = addresses(100);
    await scan.remember(allAddresses);
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
    expect(run.totals).toMatchObject({ known: 100, completed: 100, skipped: 0, failed: 0, missing: 0 });
    const runsOf = async (address: string) => (await scan.history(address)).map((point) => point.runId);
    const histories = await Promise.all(
      allAddresses.map(async (address) => ({ address, runs: await runsOf(address) })),
    );
    expect(histories, "the runs in each wallet's history").toEqual(
      allAddresses.map((address) => ({ address, runs: [runId] })),
    );
    const above = (await scan.wallets()).filter(({ score = 0 }) => score > 60);
    expect(above.length).toBeGreaterThan(10);
    const alerts = above.map(({ address, exceeded, pending }) => ({ address, in: exceeded?.runId, pending }));
    expect(alerts, "the run that alerts of each wallet above the threshold").toEqual(
      above.map(({ address }) => ({ address, in: runId, pending: undefined })),
    );
    await expect.poll(() => scan.leftOver()).toBe(0);
  });
});

describe("the scan of the local stack", () => {
  beforeAll(async () => {
    scan = await ScanStack.start({ timeScale: 600 });
  });
  afterAll(() => scan.close());

  it("stops at a wrong key, says which command to run, and stores nothing as a score", async () => {
    const allAddresses = addresses(10);
    await scan.remember(allAddresses);
    const wrong = JSON.stringify({ 1: { apiKeys: [{ value: "wrong" }] } });
    scan.stack.stack.secrets.set(scan.endpoints.secrets.outbound, wrong);
    // The worker has read the key of before.
    await scan.stack.stack.functions.get("ScanWallets").kill("all");
    const run = await scan.ended(await scan.startScan());
    expect(run.status).toBe("stopped");
    expect(scan.alerts("scan-problem")).toContain("vigia secrets set --project 1 --kind api-key");
    // The wallets of the request that ended the run have failed.
    const points = (await Promise.all(allAddresses.map((address) => scan.history(address)))).flat();
    expect(new Set(points.map(({ outcome, score }) => score ?? outcome))).toEqual(new Set(["failed"]));
    const scannedWallets = (await scan.wallets()).filter(({ address }) => allAddresses.includes(address));
    expect(scannedWallets.map(({ score }) => score)).toEqual(allAddresses.map(() => undefined));
  });
});
