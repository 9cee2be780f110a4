import { describe, expect, it } from "vitest";
import { isSanctionsList, isWorse, listsFirst, worstFirst, worstRisk } from "../../../lib/law/laws.ts";

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

it("laws of one kind alone stay as they came", () => {
  expect(listsFirst([])).toEqual([]);
  expect(listsFirst([WARN_A, ILLEGAL_B])).toEqual([WARN_A, ILLEGAL_B]);
  expect(listsFirst([{ name: "OFAC" }])).toEqual([{ name: "OFAC" }]);
});

describe("a list of sanctioned persons", () => {
  it.each([
    "OFAC",
    "ofac sdn",
    "OFSI consolidated",
    "UNSC",
    "UNSCR 2094",
    "LPB de la UIF",
    "Sanction",
    "EU Sanctions",
    "Sanciones económicas",
    "Lista de Personas Bloqueadas",
    "Blocked Persons",
    `${"x".repeat(195)} OFAC`,
  ])("is what is called %s", (name) => {
    expect(isSanctionsList(name)).toBe(true);
  });

  it.each([
    "UN",
    "ONU",
    "CSNU",
    "United Nations",
    "Naciones Unidas",
    "Security Council",
    "Consejo de Seguridad",
    "Res",
    "Resolution",
    "Resolutions",
    "Resolución",
    "RESOLUCIONES",
    "Committee",
    "Comité",
    "List",
    "Lists",
    "Lista",
    "Listas",
    "Taliban",
    "Al-Qaida",
    "Al Qaida",
    "ISIL",
    "Daesh",
    "",
    "第",
  ])("is the number of a resolution beside %s, and neither alone", (word) => {
    for (const number of ["1267", "1373", "1718", "1988", "2231"]) {
      expect(isSanctionsList(`${number} ${word}`)).toBe(true);
      expect(isSanctionsList(`${word} (${number})`)).toBe(true);
    }
    expect(isSanctionsList(`${word} 1268`)).toBe(false);
  });

  it.each([
    "",
    "LFPIORPI",
    "Ley 1267",
    "Decreto 1373 de 2009",
    "Código 1267",
    "Sanctioned transactions act",
    "UNSCRIPTED",
    "MYOFAC",
    "Decree 1267, restricted",
    `${"x".repeat(200)} OFAC`,
  ])("is not what is called %s", (name) => {
    expect(isSanctionsList(name)).toBe(false);
  });
});
