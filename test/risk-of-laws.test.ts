import { describe, expect, it } from "vitest";
import { parseObjectExactly } from "../lib/contract/exact-json.ts";
import { isAggravated, isWorse, mentionsIllegal, worstFirst, worstRisk } from "../lib/risk-of-laws.ts";

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

describe("a later word on a transaction", () => {
  it.each([
    ["the same", [ILLEGAL_A], [ILLEGAL_A], false],
    ["of no law any more", [ILLEGAL_A], [], false],
    ["of a warning where there was nothing", [], [WARN_A], true],
    ["of a warning where there was one", [WARN_A], [WARN_A, WARN_A], false],
    ["of illegal where there was a warning of the same law", [WARN_A], [ILLEGAL_A], true],
    ["of another law that says illegal", [ILLEGAL_A], [ILLEGAL_A, ILLEGAL_B], true],
    ["of another law in place of the first", [ILLEGAL_A], [ILLEGAL_B], true],
    [
      "of illegal where a law only warned beside an illegal one",
      [ILLEGAL_B, WARN_A],
      [ILLEGAL_B, ILLEGAL_A],
      true,
    ],
    ["of a warning beside an illegal law", [ILLEGAL_A], [ILLEGAL_A, { name: "C", risk: "warn" }], false],
  ] as const)("%s is worse: %s", (_, first, later, worse) => {
    expect(isAggravated(first, later)).toBe(worse);
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
    ['{"risk":["illegal"]}', false],
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
