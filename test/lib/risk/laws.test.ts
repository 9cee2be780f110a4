import { describe, expect, it } from "vitest";
import { parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import {
  bodyMentionsIllegal,
  isWorse,
  mentionsIllegal,
  worstFirst,
  worstRisk,
} from "../../../lib/risk/laws.ts";

const WARN_A = { name: "A", risk: "warn" } as const;
const ILLEGAL_A = { name: "A", risk: "illegal" } as const;
const ILLEGAL_B = { name: "B", risk: "illegal" } as const;

describe("the worst of some laws", () => {
  it.each([
    ["none", []],
    ["warn", [WARN_A]],
    ["illegal", [ILLEGAL_A]],
    ["illegal", [WARN_A, ILLEGAL_B, WARN_A]],
    ["illegal", [ILLEGAL_B, WARN_A]],
  ] as const)("is %s", (worst, laws) => {
    expect(worstRisk(laws)).toBe(worst);
  });

  it.each([
    ["warn", "none", true],
    ["illegal", "warn", true],
    ["illegal", "none", true],
    ["none", "none", false],
    ["illegal", "illegal", false],
    ["none", "warn", false],
    ["warn", "illegal", false],
  ] as const)("%s is worse than %s: %s", (risk, than, worse) => {
    expect(isWorse(risk, than)).toBe(worse);
  });
});

describe("a body that is not the contract", () => {
  it.each([
    ['{"risk":"illegal"}', true],
    ['{"data":{"inflictedLaws":[{},{"risk":" ILLEGAL\\n"}]}}', true],
    ['{"a":[[{"b":{"risk":"Illegal"}}]]}', true],
    ['{"risk":{"risk":"illegal"}}', true],
    ["{}", false],
    ['{"risk":"warn"}', false],
    ['{"risk":"not illegal"}', false],
    ['{"risk":["illegal"]}', true],
    ['{"risk":{"level":"illegal"}}', true],
    ['{"Risk":"illegal"}', true],
    ['{"risk":"\u200b\uff49\uff4c\uff4c\uff45\uff47\uff41\uff4c\\u0000"}', true],
    ['{"data":"[{\\"risk\\":\\"illegal\\"}]"}', true],
    ['{"data":"[{\\"risk\\":\\"warn\\"}]"}', false],
    ['{"data":"{ no JSON, risk: illegal"}', false],
    ['{"risk":"[\\"illegal\\"]"}', true],
    ['{"risk":"{\\"level\\":\\"illegal\\"}"}', true],
    ['{"risk":"\\"illegal\\""}', true],
    ['{"data":"\\"{\\\\\\"risk\\\\\\":\\\\\\"illegal\\\\\\"}\\""}', true],
    ['{"risk":"[\\"warn\\"]"}', false],
    [`{"risk":"${"[".repeat(100)}"}`, false],
    [`{"data":"${"[".repeat(100)}"}`, false],
    ['{"level":"illegal"}', false],
    ['{"riskLevel":"illegal"}', true],
    ['{"law_risk":"ILLEGAL"}', true],
    ['{"risk":"illegal_confirmed"}', true],
    ['{"risk":"Illegal (high)"}', true],
    ['{"risk":"highlyIllegal"}', true],
    ['{"risk":"non-illegal"}', false],
    ['{"risk":"legal"}', false],
    ['{"brisk":"illegal"}', false],
    ['{"risk":{"illegal":true}}', true],
    ['{"risk":{"illegal":false}}', false],
    ['{"risk":null,"a":12345678901234567890}', false],
  ])("%s says illegal of a law: %s", (text, says) => {
    expect(mentionsIllegal(parseObjectExactly(text))).toBe(says);
  });

  it.each([
    ['[{"risk":"illegal"}]', true],
    ['[{"risk":"warn"}]', false],
    ['{"data":{"inflictedLaws":[{"risk":"illegal",}]}}', true],
    ["{'risk': 'Illegal'}", true],
    ['{"data":"{\\"risk\\":\\"illegal\\"}', true],
    ["risk=illegal", true],
    ['{"data":{"risk":"illegal"},"data":0}', true],
    ['{"data":{"risk":"warn"},"data":0}', false],
    ['{"data":{"risk":{"level":"illegal"}}}', true],
    [`${'{"a":'.repeat(100)}{"risk":["illegal"]}${"}".repeat(100)}`, true],
    ['{"risk":"\uff49llegal"', true],
    ['{"risk":"warn","name":"illegal"', false],
    ['"risk"', false],
    ["", false],
  ])("as bytes, an object or none, says illegal of a law: %s is %s", (text, says) => {
    expect(bodyMentionsIllegal(Buffer.from(text))).toBe(says);
  });

  it("says so in UTF-16 too", () => {
    const text = '\ufeff{"risk":"illegal"}';
    expect(bodyMentionsIllegal(Buffer.from(text, "utf16le"))).toBe(true);
    expect(bodyMentionsIllegal(Buffer.from(text, "utf16le").swap16())).toBe(true);
  });

  it("is read in no time, however often it speaks of a risk", () => {
    const begun = performance.now();
    for (const text of ["risk", 'risk"', "risk:[", "risk\\"])
      expect(bodyMentionsIllegal(Buffer.from(text.repeat(60_000)))).toBe(false);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it("says nothing where it is no object at all", () => {
    expect(mentionsIllegal(undefined)).toBe(false);
    expect(mentionsIllegal("illegal")).toBe(false);
  });
});

it("laws that say illegal stand first, and otherwise all as they came", () => {
  const risks = ["warn", "illegal", "warn", "illegal", "warn"] as const;
  const laws = risks.map((risk, at) => ({ risk, at }));
  expect(worstFirst(laws).map(({ at }) => at)).toEqual([1, 3, 0, 2, 4]);
});
