import { describe, expect, it } from "vitest";
import { parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import { isWorse, mentionsIllegal, worstFirst, worstRisk } from "../../../lib/risk/laws.ts";

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
    ['{"risk":null,"a":12345678901234567890}', false],
  ])("%s says illegal of a law: %s", (text, says) => {
    expect(mentionsIllegal(parseObjectExactly(text))).toBe(says);
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
