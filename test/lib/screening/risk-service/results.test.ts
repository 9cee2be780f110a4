/** What a scan's reply says of each address that was asked for. */

import { describe, expect, it } from "vitest";
import { parseObjectExactly } from "../../../../lib/contract/exact-json.ts";
import { matchResults } from "../../../../lib/screening/risk-service/results.ts";

const EVM = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/** The answer for one address from a reply with these entries, as JSON. */
function answerTo(...entries: readonly (string | object)[]) {
  const texts = entries.map((entry) => {
    const body = typeof entry === "string" ? entry : JSON.stringify(entry).slice(1, -1);
    return `{"address":"${EVM}","chainId":"1"${body === "" ? "" : `,${body}`}}`;
  });
  const results = parseObjectExactly(`{"results":[${texts.join()}]}`)["results"];
  return matchResults([{ address: EVM, chainId: "1" }], Array.isArray(results) ? results : [], 60)[0];
}

it("matches answers to the addresses of the request, in their order, however the service spells and sorts them", () => {
  const entry = (address: string, chainId: unknown, riskScore: number) => ({ address, chainId, riskScore });
  const entries = [
    entry("abc", "5", 4),
    entry(EVM.toLowerCase(), 10, 3),
    entry("Abc", "5", 2),
    entry(EVM.toUpperCase(), "1", 1),
    entry("never asked for", "1", 5),
    entry("any", undefined, 6),
    7,
    null,
    { address: 3 },
  ];
  const addresses = [
    [EVM, "1"],
    ["Abc", "5"],
    [EVM, "10"],
    ["abc", "5"],
    ["any", "9"],
    ["none", "1"],
  ] as const;
  const answers = matchResults(
    addresses.map(([address, chainId]) => ({ address, chainId })),
    entries,
    60,
  );
  expect(answers.map(({ facts: { score } }) => score)).toEqual([1, 2, 3, 4, 6, undefined]);
  expect(answers.at(-1)).toMatchObject({
    outcome: "missing",
    why: "the service's reply leaves the address out",
  });
});

it("an answer's numbers are exact in what is kept of it", () => {
  const answer = answerTo(
    '"status":"completed","riskScore":61.50,"patterns":[{"amountWei":123456789012345678901}]',
  );
  expect(answer).toMatchObject({ outcome: "completed", facts: { score: 61.5 } });
  expect(JSON.stringify(answer?.result)).toContain(
    '"riskScore":61.50,"patterns":[{"amountWei":123456789012345678901}]',
  );
  expect(JSON.stringify(answer?.facts.patterns)).toBe('[{"amountWei":123456789012345678901}]');
});

describe("a score", () => {
  it.each([
    ["61.5", 61.5],
    ["6.15e1", 61.5],
    ["61.50", 61.5],
    ["0.0", 0],
    ["-0", 0],
    ["100", 100],
    ["60.00000000000001", 60.00000000000001],
  ])("of %s is read", (text, score) => {
    const answer = answerTo(`"status":"completed","riskScore":${text}`);
    expect(answer).toMatchObject({ outcome: "completed", facts: { score } });
    expect(Object.is(answer?.facts.score, score)).toBe(true);
  });

  it.each([
    ['"95"', "is not a number that can be read"],
    ["true", "is not a number that can be read"],
    ["[95]", "is not a number that can be read"],
    ["-1", "of -1 is below 0"],
    ["1e999", "is not a number that can be read"],
    ["60.00000000000000001", "of 60.00000000000000001 cannot be kept exactly"],
    ["123456789012345678901", "of 123456789012345678901 cannot be kept exactly"],
    ["1e-200", "of 1e-200 cannot be kept exactly"],
  ])("of %s fails, and is never taken for another one", (text, why) => {
    expect(answerTo(`"status":"completed","riskScore":${text}`)).toMatchObject({
      outcome: "failed",
      facts: {},
      why: `the service's answer cannot be kept: its riskScore ${why}`,
    });
  });

  it("that is missing is unknown, never 0, and no all-clear", () => {
    expect(answerTo({ status: "completed" })).toMatchObject({
      outcome: "failed",
      facts: {},
      why: "the service's answer has no riskScore",
    });
    expect(answerTo({ status: "completed", suspiciousActivity: true })).toMatchObject({
      outcome: "completed",
      facts: { suspicious: true },
    });
  });
});

it.each(['"yes"', "1", '"true"', "[]"])("suspicious activity of %s fails with any score", (text) => {
  expect(answerTo(`"status":"completed","riskScore":10,"suspiciousActivity":${text}`)).toMatchObject({
    outcome: "failed",
    why: "the service's answer cannot be kept: its suspiciousActivity is neither true nor false",
  });
});

it("a risk beside a field of a wrong type counts, and says what is wrong", () => {
  expect(answerTo('"status":"completed","riskScore":"12","suspiciousActivity":true')).toMatchObject({
    outcome: "completed",
    facts: { suspicious: true },
    why: "its riskScore is not a number that can be read",
  });
  expect(answerTo('"status":"completed","riskScore":95,"suspiciousActivity":"no"')).toMatchObject({
    outcome: "completed",
    facts: { score: 95 },
  });
});

describe("a status", () => {
  it.each([
    ["completed, in any case", { status: " COMPLETED ", riskScore: 5 }, "completed"],
    ["absent, with a score", { riskScore: 5 }, "completed"],
    ["absent, without a score", {}, "failed"],
    ["skipped", { status: "skipped", riskScore: 5 }, "skipped"],
    ["failed", { status: "failed", riskReason: "no node" }, "failed"],
    ["unknown: no all-clear", { status: "error", riskScore: 0 }, "failed"],
    ["unknown, with a risk", { status: "error", riskScore: 95 }, "completed"],
    ["skipped, with a risk", { status: "skipped", suspiciousActivity: true }, "completed"],
    ["a number", { status: 200, riskScore: 5 }, "failed"],
  ])("that is %s", (_, entry, outcome) => {
    expect(answerTo(entry)?.outcome).toBe(outcome);
  });

  it("of no answer gives the service's reason and no facts", () => {
    expect(answerTo({ status: "failed", riskReason: "no node", riskScore: 0 })).toMatchObject({
      facts: {},
      why: "no node",
    });
  });
});

it.each([
  [
    "the highest score",
    [{ riskScore: 10 }, { riskScore: 90 }],
    { outcome: "completed", facts: { score: 90 } },
  ],
  [
    "a risk beside one that cannot be kept",
    [{ riskScore: "x" }, { riskScore: 90 }],
    { outcome: "completed", facts: { score: 90 } },
  ],
  ["what cannot be kept beside an all-clear", [{ riskScore: 5 }, { riskScore: "x" }], { outcome: "failed" }],
  [
    "what is suspicious",
    [{ riskScore: 30 }, { riskScore: 5, suspiciousActivity: true }],
    { facts: { suspicious: true } },
  ],
])("of several entries for an address %s counts", (_, entries, expected) => {
  expect(answerTo(...entries)).toMatchObject(expected);
  expect(answerTo(...entries.toReversed())).toMatchObject(expected);
  expect(answerTo(...entries)?.why).toContain(
    "the reply holds 2 entries for the address, of which the worst counts",
  );
});
