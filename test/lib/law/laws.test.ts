import { describe, expect, it } from "vitest";
import { isWorse, lawKey, worstFirst, worstRisk } from "../../../lib/law/laws.ts";

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

it("laws that say illegal stand first, sanctions lists before others, and otherwise all as they came", () => {
  const risks = ["warn", "illegal", "warn", "illegal", "illegal", "warn"] as const;
  const laws = risks.map((risk, at) => ({ risk, at, name: at === 2 || at === 4 ? "OFAC SDN" : "Law" }));
  expect(worstFirst(laws).map(({ at }) => at)).toEqual([4, 1, 3, 2, 0, 5]);
});

it.each([
  [{ name: "ley  antilavado ", countryCode: "mx" }, true],
  [{ name: "Ley Antilavado", countryCode: "CO" }, false],
  [{ name: "Ley Antilavado 2", countryCode: "MX" }, false],
])("%j is the Ley Antilavado of MX: %s", (law, isSame) => {
  expect(lawKey(law) === lawKey({ name: "Ley Antilavado", countryCode: "MX" })).toBe(isSame);
});

it.each([
  ["names of which a reader sees nothing", "\u200b", "\u200c\u200d"],
  ["long names that differ at their end alone", `${"A".repeat(500)}1`, `${"A".repeat(500)}2`],
])("tells laws apart: %s", (_, name, other) => {
  expect(lawKey({ name, countryCode: "MX" })).not.toBe(lawKey({ name: other, countryCode: "MX" }));
});
