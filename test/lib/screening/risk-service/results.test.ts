/** Replies, as the client of the risk service reads them. */

import { describe, expect, it } from "vitest";
import { reply, replyResults, stubService } from "./service-stub.ts";

const EVM = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ORDER = { addresses: [{ address: EVM, chainId: "1" }], maxDepth: 3 };

describe("what comes back", () => {
  /** Reading of one address from a reply with these entries. */
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
    expect(scans.map(({ address, chainId, result }) => [address, chainId, result?.["riskScore"]])).toEqual([
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
    [{ status: "completed" }, "failed"],
    [{ status: "completed", risk_score: 5, suspiciousActivity: false }, "failed"],
    [{ status: "COMPLETED", riskScore: 5 }, "completed"],
    [{ status: "skipped" }, "skipped"],
    [{ status: "skipped", riskScore: 5 }, "skipped"],
    [{ status: "failed" }, "failed"],
    [{ status: "failed", riskScore: 0 }, "failed"],
    [{ status: " Completed ", riskScore: 5 }, "completed"],
    [{ status: "partial", riskScore: 5 }, "failed"],
    [{ status: "error", riskScore: 0 }, "failed"],
    [{ status: "", riskScore: 0 }, "failed"],
    [{ status: 200, riskScore: 5 }, "failed"],
    [{ status: "error", suspiciousActivity: true }, "failed"],
    [{ status: "queued" }, "failed"],
    [{ status: "completed", riskScore: 1e17 }, "failed"],
    [{ status: "completed", riskScore: 1e-200 }, "failed"],
    [{ status: "completed", riskScore: -1 }, "failed"],
    [{ status: "completed", riskScore: "5" }, "failed"],
    [{ status: "completed", riskScore: true }, "failed"],
    [{ status: "completed", riskScore: 5, riskLevel: 3, riskReason: [], suspiciousActivity: 2 }, "completed"],
    [{ status: null, riskScore: 5 }, "completed"],
    [{ riskScore: 5 }, "completed"],
    [{}, "failed"],
  ])("%j is %s, and its own status is kept", async (entry, outcome) => {
    const whole = { address: EVM, chainId: "1", ...entry };
    expect(await readAs([whole])).toMatchObject({ outcome, result: whole });
  });

  it("without a score has none, and is no all-clear", async () => {
    const scan = await readAs([{ address: EVM, chainId: "1", status: "completed", riskScore: null }]);
    expect(scan?.result?.["riskScore"]).toBeNull();
    expect(scan).toMatchObject({
      outcome: "failed",
      reason: "the service's answer has no riskScore",
    });
  });

  it("is missing where the reply leaves an address out", async () => {
    expect(await readAs([{ address: EVM, chainId: "10", status: "completed", riskScore: 5 }])).toEqual({
      address: EVM,
      chainId: "1",
      outcome: "missing",
      reason: "the service's reply leaves the address out",
    });
  });

  it.each([[["10"]], [{ id: 1 }], [true], [""]])(
    "speaks for no chain where it names it as %j",
    async (chainId) => {
      expect((await readAs([{ address: EVM, chainId, status: "completed", riskScore: 5 }]))?.outcome).toBe(
        "missing",
      );
    },
  );

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

  it("is no all-clear if an address comes twice and one status is unknown", async () => {
    const entries = [
      { address: EVM, chainId: "1", status: "completed", riskScore: 5 },
      { address: EVM, chainId: "1", status: "error" },
    ];
    expect((await readAs(entries))?.outcome).toBe("failed");
    expect((await readAs(entries.toReversed()))?.outcome).toBe("failed");
  });

  it.each(["failed", "skipped"])("of the status %s keeps the risk that it comes with", async (status) => {
    const entry = { address: EVM, chainId: "1", status, riskScore: 95, suspiciousActivity: true };
    expect(await readAs([entry])).toEqual({ address: EVM, chainId: "1", outcome: status, result: entry });
  });

  it.each<[string, object[], string, object]>([
    [
      "with one that failed",
      [{ riskScore: 30, suspiciousActivity: true }, { status: "error" }],
      "failed",
      { riskScore: 30, suspiciousActivity: true },
    ],
    [
      "with a score that cannot be kept",
      [{ riskScore: 50 }, { riskScore: 1e17 }],
      "failed",
      { riskScore: 50 },
    ],
    [
      "where one that cannot be kept has it",
      [{ riskScore: 30 }, { riskScore: "high", suspiciousActivity: true }],
      "failed",
      { riskScore: 30, suspiciousActivity: true },
    ],
    [
      "under no known status",
      [{ riskScore: 0 }, { status: "error", riskScore: 0 }],
      "failed",
      { riskScore: 0 },
    ],
    [
      "under the service's own failed",
      [{ riskScore: 30 }, { status: "failed", riskScore: 50 }],
      "failed",
      { riskScore: 50 },
    ],
    [
      "with nothing said in the other",
      [{}, { status: "skipped", suspiciousActivity: true }],
      "failed",
      { status: "skipped", suspiciousActivity: true },
    ],
  ])("keeps the risk of an address that comes twice: %s", async (_, entries, outcome, result) => {
    const whole = entries.map((entry) => ({ address: EVM, chainId: "1", status: "completed", ...entry }));
    expect(await readAs(whole)).toMatchObject({ outcome, result });
    expect(await readAs(whole.toReversed())).toMatchObject({ outcome, result });
  });

  it.each<[string, unknown[], number | undefined]>([
    ["of two scores the higher", [{ riskScore: 80 }, { riskScore: 5 }], 80],
    ["in any order", [{ riskScore: 5 }, { riskScore: 80 }], 80],
    [
      "a score without a status that is known, above the alert score",
      [{ riskScore: 5 }, { status: "error", riskScore: 90 }],
      90,
    ],
  ])("is what is worst for an address that comes twice: %s", async (_, entries, score) => {
    const whole = entries.map((entry) => ({
      address: EVM,
      chainId: "1",
      status: "completed",
      ...Object(entry),
    }));
    const scan = await readAs(whole);
    expect(scan?.result?.["riskScore"]).toBe(score);
    expect(scan?.reason).toContain("the reply holds 2 entries for the address, of which the worst counts");
  });

  it("is no all-clear where one of two scores cannot be kept", async () => {
    const entries = [5, 1e17].map((riskScore) => ({
      address: EVM,
      chainId: "1",
      status: "completed",
      riskScore,
    }));
    expect((await readAs(entries))?.outcome).toBe("failed");
  });

  it("is suspicious where an address comes twice and one of the entries says so", async () => {
    const entries = [
      { address: EVM, chainId: "1", status: "completed", riskScore: 30, suspiciousActivity: false },
      { address: EVM, chainId: "1", status: "completed", riskScore: 5, suspiciousActivity: true },
    ];
    expect((await readAs(entries))?.result).toMatchObject({ riskScore: 30, suspiciousActivity: true });
  });

  it.each([
    ["white space around it", " 0xAb1 ", "0xAb1\n"],
    ["hex of any length in another case", `0x${"Ab".repeat(32)}`, `0X${"aB".repeat(32)}`],
    [
      "bech32 in capitals",
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    ],
    [
      "bech32 asked for in capitals",
      "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    ],
  ])("is matched as chains compare addresses: %s", async (_, address, answered) => {
    const stub = await stubService((response) =>
      replyResults(response, [{ address: answered, chainId: " 1 ", status: "completed", riskScore: 7 }]),
    );
    const [scan] = await stub.service.scanRisk(7, { ...ORDER, addresses: [{ address, chainId: "1" }] });
    expect(scan).toMatchObject({ address, outcome: "completed", result: { riskScore: 7 } });
  });

  it("is not matched where the case may matter", async () => {
    const stub = await stubService((response) =>
      replyResults(response, [{ address: "tqn9y2khe", chainId: "1", status: "completed", riskScore: 7 }]),
    );
    const [scan] = await stub.service.scanRisk(7, {
      ...ORDER,
      addresses: [{ address: "TQn9Y2khE", chainId: "1" }],
    });
    expect(scan?.outcome).toBe("missing");
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
        result: { address: "a", chainId: "1", status: "completed", riskScore: "high" },
        reason: "the service's answer cannot be kept: its riskScore is not a number that can be read",
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

  it("is a thousand chains at most, with names that are cut and without addresses that cannot be", async () => {
    const odd = {
      id: 0,
      name: "é".repeat(5_000),
      explorer_url: `https://${"x".repeat(600)}.example`,
      rpc_url: null,
      currency_symbol: "\ud800",
      currency_decimals: 1e300,
    };
    const data = [odd, ...Array.from({ length: 20_000 }, (_, id) => ({ id: id + 1, name: "" }))];
    const stub = await stubService((response) => reply(response, 200, { success: true, data }));
    const chains = await stub.service.chains(7);
    expect(chains).toHaveLength(1_000);
    expect(chains[0]).toEqual({ id: "0", name: `${"é".repeat(99)}…`, currency_symbol: "\ufffd" });
  });
});
