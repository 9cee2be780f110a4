/** The client of the risk service against the sandbox: every rehearsal ends as it should. */

import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../../infra/local/sandbox/server.ts";
import { type RiskService, riskService } from "../../../lib/risk-service/client.ts";
import { failureOf } from "./service-stub.ts";

const PROJECTS = [
  { projectId: 1, apiKey: "key-1", webhookSecret: "secret-1" },
  { projectId: 2, apiKey: "key-2", webhookSecret: "secret-2" },
];

/** A client of a sandbox of its own; ten minutes are 600 ms. */
async function client(apiKey = "key-1"): Promise<RiskService> {
  const sandbox = await startSandbox({ port: 0, projects: PROJECTS, timeScale: 1_000 });
  onTestFinished(() => sandbox.close());
  return riskService({ baseUrl: sandbox.url, apiKey: () => apiKey, timeScale: 1_000 });
}

function order(...endings: string[]) {
  const addresses = endings.map((ending) => ({
    address: `0x52908400098527886E0F7030069857D2${ending}`,
    chainId: "1",
  }));
  return { addresses, maxDepth: 3, skipExisting: false };
}

describe("a rehearsal", () => {
  it.each([
    ["cafe0000", "completed", 0],
    ["cafe0019", "completed", 19],
    ["cafe0020", "completed", 20],
    ["cafe0060", "completed", 60],
    ["cafe0061", "completed", 61],
    ["cafe0100", "completed", 100],
    ["cafe2061", "completed", 20],
    ["cafe6120", "completed", 61],
    ["cafe1030", "completed", 10],
    ["cafe50ff", "completed", 50],
    ["cafe0204", "failed", undefined],
    ["cafefa11", "failed", undefined],
    ["cafe0304", "skipped", undefined],
    ["cafe0404", "missing", undefined],
    ["cafe0408", "failed", undefined],
  ])("of %s ends as %s", async (ending, outcome, score) => {
    const service = await client();
    const [scan] = await service.scanRisk(1, order(ending));
    expect([scan?.outcome, scan?.result?.["riskScore"]]).toEqual([outcome, score]);
  });

  it.each(["cafe0102", "cafe0429", "cafe0503", "cafe0ded"])(
    "of %s ends as completed, others with it",
    async (ending) => {
      const service = await client();
      const scans = await service.scanRisk(1, order(ending, "12345678"));
      expect(scans.map(({ outcome }) => outcome)).toEqual(["completed", "completed"]);
    },
  );

  it("of cafe0500 ends with the service unavailable", async () => {
    const service = await client();
    expect(await failureOf(service.scanRisk(1, order("cafe0500")))).toMatchObject({
      name: "ServiceUnavailableError",
      status: 500,
    });
  });

  it("of cafe0408 fails that address alone, among others", async () => {
    const service = await client();
    const scans = await service.scanRisk(1, order("00000001", "cafe0408", "00000002", "00000003"));
    expect(scans.map(({ outcome }) => outcome)).toEqual(["completed", "failed", "completed", "completed"]);
  });
});

describe("the other calls", () => {
  it("give chains and a wallet's status", async () => {
    const service = await client();
    expect(await service.chains(1)).toContainEqual(
      expect.objectContaining({ id: "42161", name: "Arbitrum One" }),
    );
    expect(await service.walletStatus(1, order("cafe0061").addresses[0]?.address ?? "", "1")).toMatchObject({
      status: "flagged",
    });
  });

  it("are refused with a wrong key, and with another project's", async () => {
    const wrong = await client("key-3");
    expect(await failureOf(wrong.chains(1))).toMatchObject({ name: "ServiceUnauthorizedError", status: 401 });
    const others = await client("key-2");
    expect(await failureOf(others.scanRisk(1, order("00000001")))).toMatchObject({
      name: "ServiceUnauthorizedError",
      status: 403,
    });
  });

  it("find no project that there is not", async () => {
    const service = await client();
    expect(await failureOf(service.scanRisk(9, order("00000001")))).toMatchObject({
      name: "ServiceNotFoundError",
      projectId: 9,
    });
  });

  it("skip what was scanned before, where that is asked for", async () => {
    const service = await client();
    await service.scanRisk(1, order("00000001"));
    const scans = await service.scanRisk(1, { ...order("00000001", "00000002"), skipExisting: true });
    expect(scans.map(({ outcome }) => outcome)).toEqual(["skipped", "completed"]);
  });
});
