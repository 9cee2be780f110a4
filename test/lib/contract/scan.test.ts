/** The scan's request and reply, and the other replies of the service. */

import { describe, expect, it } from "vitest";
import { apiKeyValue } from "../../../lib/contract/api-key.ts";
import { chain } from "../../../lib/contract/chain.ts";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { scanReport, scanRequest, scanResult } from "../../../lib/contract/scan.ts";
import { walletStatus } from "../../../lib/contract/wallet-status.ts";

describe("a scan request", () => {
  const address = { address: "0x1", chainId: "1" };

  it.each([
    [{ addresses: [address] }, undefined],
    [{ addresses: Array(50).fill(address), maxDepth: 7, skipExisting: false }, undefined],
    [{ addresses: [], maxDepth: 3 }, "addresses: expected at least 1 entry"],
    [{ addresses: Array(51).fill(address) }, "addresses: expected at most 50 entries"],
    [{ addresses: [address], maxDepth: 0 }, "maxDepth: expected at least 1"],
    [{ addresses: [address], maxDepth: 8 }, "maxDepth: expected at most 7"],
    [{ addresses: [address], maxDepth: 2.5 }, "maxDepth: expected a whole number"],
    [{ addresses: [{ address: "0x1", chainId: 1 }] }, "addresses.0.chainId: expected text"],
    [{ addresses: [{ chainId: "1" }] }, "addresses.0.address: expected text"],
    [{ addresses: "0x1" }, "addresses: expected a list"],
  ])("is judged: %j", (request, issues) => {
    const reading = scanRequest.safeParse(request);
    expect(reading.success ? undefined : issuesLine(issuesOf(reading.error))).toBe(issues);
  });
});

describe("a scan result", () => {
  it.each([
    [{ address: "0x1" }],
    [{ address: "0x1", chainId: "1", status: "failed", riskScore: null, riskLevel: null, patterns: null }],
    [{ address: "0x1", chainId: "1", status: "queued", riskLevel: "very high", patterns: 3 }],
    [
      {
        address: "0x1",
        chainId: "1",
        status: "completed",
        riskScore: 61.5,
        patterns: [{ a: 1 }, "mixer"],
        extra: [],
      },
    ],
  ])("is kept as it comes: %j", (result) => {
    expect(scanResult.parse(result)).toEqual(result);
  });

  it("has its chain's id as text even where it comes as a number", () => {
    expect(scanResult.parse({ address: "0x1", chainId: 42161 }).chainId).toBe("42161");
  });

  it("without a score has no score", () => {
    expect(scanResult.parse({ address: "0x1", status: "completed" }).riskScore).toBeUndefined();
  });

  it.each([
    [{ chainId: "1" }, "address: expected text"],
    [{ address: "0x1", riskScore: "12" }, "riskScore: expected a number"],
    [{ address: "0x1", suspiciousActivity: "no" }, "suspiciousActivity: expected true or false"],
    ["0x1", "expected an object"],
  ])("is refused: %j", (result, issues) => {
    const reading = scanResult.safeParse(result);
    expect(reading.success ? undefined : issuesLine(issuesOf(reading.error))).toBe(issues);
  });

  it("does not take a prototype from a key of that name", () => {
    const read = scanResult.parse(JSON.parse('{"address":"0x1","__proto__":{"riskScore":5}}'));
    expect(read.riskScore).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });
});

describe("the other replies", () => {
  it("a report needs its results alone", () => {
    expect(scanReport.parse({ results: [{ odd: true }] })).toEqual({ results: [{ odd: true }] });
    expect(scanReport.safeParse({ summary: { total: 1 } }).success).toBe(false);
    expect(scanReport.safeParse({ summary: { total: "1" }, results: [] }).success).toBe(false);
  });

  it("a chain's id is digits", () => {
    expect(chain.parse({ id: 42161, name: "Arbitrum One", layer: 2 })).toEqual({
      id: "42161",
      name: "Arbitrum One",
      layer: 2,
    });
  });

  it("a wallet's status keeps lists of any shape", () => {
    const status = {
      status: "under review",
      tags: ["cex", { id: 1 }],
      lastTxs: [{ hash: "0x1" }, "0x2"],
      lastDapps: null,
    };
    expect(walletStatus.parse(status)).toEqual(status);
  });
});

it("an API key is sent as ApiKey and the key", () => {
  expect(apiKeyValue("invented")).toBe("ApiKey invented");
});

it.each([
  [{ id: 1, name: "Ethereum", rpc_url: null, explorer_url: "https://etherscan.example" }, undefined],
  [{ id: 1 }, "name: expected text"],
  [{ id: 1, name: "Ethereum", explorer_url: 1 }, "explorer_url: expected text"],
  [{ id: 1, name: "Ethereum", currency_decimals: "18" }, "currency_decimals: expected a number"],
])("a chain is judged: %j", (value, issues) => {
  const reading = chain.safeParse(value);
  expect(reading.success ? undefined : issuesLine(issuesOf(reading.error))).toBe(issues);
});
