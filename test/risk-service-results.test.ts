/** How the client of the risk service reads what comes back. */

import { describe, expect, it } from "vitest";
import { reply, replyResults, stubService } from "./risk-service-stub.ts";

const EVM = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ORDER = { addresses: [{ address: EVM, chainId: "1" }], maxDepth: 3, skipExisting: false };

describe("what comes back", () => {
  /** What one address is read as when the reply holds these entries. */
  async function readAs(entries: readonly unknown[]) {
    const stub = await stubService((response) => replyResults(response, entries));
    const [scan] = await stub.service.scanRisk(7, ORDER);
    return scan;
  }

  it("is matched to what was asked for, in the order of asking, however the service spells it", async () => {
    const stub = await stubService((response) =>
      replyResults(response, [
        { address: "abc", chainId: "5", status: "completed", riskScore: 4 },
        { address: EVM.toLowerCase(), chainId: 10, status: "completed", riskScore: 3 },
        { address: "Abc", chainId: "5", status: "completed", riskScore: 2 },
        { address: EVM.toUpperCase(), chainId: "1", status: "completed", riskScore: 1 },
        { address: "never asked for", chainId: "1", status: "completed", riskScore: 5 },
      ]),
    );
    const addresses = [
      { address: EVM, chainId: "1" },
      { address: "Abc", chainId: "5" },
      { address: EVM, chainId: "10" },
      { address: "abc", chainId: "5" },
    ];
    const scans = await stub.service.scanRisk(7, { ...ORDER, addresses });
    expect(scans.map(({ address, chainId, result }) => [address, chainId, result?.riskScore])).toEqual([
      [EVM, "1", 1],
      ["Abc", "5", 2],
      [EVM, "10", 3],
      ["abc", "5", 4],
    ]);
  });

  it("is kept whole, unknown fields and open values too", async () => {
    const entry = {
      address: EVM,
      chainId: "1",
      status: "completed",
      riskScore: 61.5,
      riskLevel: "very high",
      patterns: [{ kind: "mixer" }, 3],
      model: "v9",
    };
    expect(await readAs([entry])).toEqual({
      address: EVM,
      chainId: "1",
      outcome: "completed",
      result: entry,
    });
  });

  it.each([
    [{ status: "completed", riskScore: 5 }, "completed"],
    [{ status: "completed" }, "completed"],
    [{ status: "COMPLETED", riskScore: 5 }, "completed"],
    [{ status: "skipped" }, "skipped"],
    [{ status: "skipped", riskScore: 5 }, "skipped"],
    [{ status: "failed" }, "failed"],
    [{ status: "failed", riskScore: 0 }, "failed"],
    [{ status: "partial", riskScore: 5 }, "completed"],
    [{ status: "queued" }, "failed"],
    [{ status: null, riskScore: 5 }, "completed"],
    [{ riskScore: 5 }, "completed"],
    [{}, "failed"],
  ])("%j is %s, and its own status is kept", async (entry, outcome) => {
    const whole = { address: EVM, chainId: "1", ...entry };
    expect(await readAs([whole])).toMatchObject({ outcome, result: whole });
  });

  it("without a score has none", async () => {
    const scan = await readAs([{ address: EVM, chainId: "1", status: "completed", riskScore: null }]);
    expect(scan?.result?.riskScore).toBeNull();
  });

  it("is missing where the reply leaves an address out", async () => {
    expect(await readAs([{ address: EVM, chainId: "10", status: "completed", riskScore: 5 }])).toEqual({
      address: EVM,
      chainId: "1",
      outcome: "missing",
      reason: "the service's reply leaves the address out",
    });
  });

  it("speaks for its address on any chain where it names none", async () => {
    expect(await readAs([{ address: EVM, status: "completed", riskScore: 5 }])).toMatchObject({
      outcome: "completed",
    });
  });

  it("is completed where an address comes twice and one of the entries is", async () => {
    const entries = [
      { address: EVM, chainId: "1", status: "failed" },
      { address: EVM, chainId: "1", status: "completed", riskScore: 5 },
    ];
    expect(await readAs(entries)).toMatchObject({ outcome: "completed", result: { riskScore: 5 } });
  });

  it("costs an address alone where its entry cannot be read", async () => {
    const stub = await stubService((response) =>
      replyResults(response, [
        null,
        { address: 5 },
        { address: "a", chainId: "1", status: "completed", riskScore: "high" },
        { address: "b", chainId: "1", status: "completed", riskScore: 5 },
      ]),
    );
    const addresses = ["a", "b"].map((address) => ({ address, chainId: "1" }));
    expect(await stub.service.scanRisk(7, { ...ORDER, addresses })).toEqual([
      {
        address: "a",
        chainId: "1",
        outcome: "failed",
        reason: "the service's entry for the address cannot be read (riskScore: expected a number)",
      },
      {
        address: "b",
        chainId: "1",
        outcome: "completed",
        result: { address: "b", chainId: "1", status: "completed", riskScore: 5 },
      },
    ]);
  });

  it("is the chains that can be read, their ids as digits", async () => {
    const stub = await stubService((response) =>
      reply(response, 200, {
        success: true,
        data: [{ id: 1, name: "Ethereum" }, { id: "x" }, { id: 10, name: "Optimism" }],
      }),
    );
    expect(await stub.service.chains(7)).toEqual([
      { id: "1", name: "Ethereum" },
      { id: "10", name: "Optimism" },
    ]);
  });
});
