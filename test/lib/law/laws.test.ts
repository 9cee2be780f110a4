import { describe, expect, it } from "vitest";
import {
  bodyMentionsIllegal,
  isSanctionsList,
  isWorse,
  listsFirst,
  worstFirst,
  worstRisk,
} from "../../../lib/law/laws.ts";

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
    ['{"risk":"no illegal"}', false],
    [JSON.stringify({ data: `${"[".repeat(20)}{"risk":{"level":"illegal"}}${"]".repeat(20)}` }), true],
    [JSON.stringify({ data: `${"[".repeat(100)}{"risk":{"level":"illegal"}}${"]".repeat(100)}` }), false],
    ['{"risk":["illegal"]}', true],
    ['{"risk":{"level":"illegal"}}', true],
    ['{"Risk":"illegal"}', true],
    ['{"risk":"\u200b\uff49\uff4c\uff4c\uff45\uff47\uff41\uff4c\\u0000"}', true],
    ['{"data":"[{\\"risk\\":\\"illegal\\"}]"}', true],
    ['{"data":"[{\\"risk\\":\\"warn\\"}]"}', false],
    ['{"data":" {\\"risk\\":{\\"level\\":\\"illegal\\"}}"}', true],
    ['{"data":"{ no JSON, risk: illegal"}', true],
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
    ['{"brisk":["warn","illegal"]}', false],
    ['{"risk":{"illegal":true}}', true],
    ['{"risk":{"illegal":false}}', false],
    ['{"risk":null,"a":12345678901234567890}', false],
  ])("%s says illegal of a law: %s", (text, says) => {
    expect(bodyMentionsIllegal(Buffer.from(text))).toBe(says);
  });

  it.each([
    ['[{"risk":"illegal"}]', true],
    ['[{"risk":"warn"}]', false],
    ['{"data":{"inflictedLaws":[{"risk":"illegal",}]}}', true],
    ["{'risk': 'Illegal'}", true],
    ['{"data":"{\\"risk\\":\\"illegal\\"}', true],
    ["risk=illegal", true],
    ["riskLevel=illegal", true],
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

  /** `{"risk":{"risk":…}}`, 60 deep. */
  const nested = (inner: string) => `${'{"risk":'.repeat(60)}${inner}${"}".repeat(60)}`;
  const listOf = (count: number, text: string) => JSON.stringify(Array<string>(count).fill(text));
  /** One text that is the JSON of another, `levels` times over; each level adds few characters. */
  const quotedIn = (levels: number) => {
    let text = "[]";
    for (let level = 0; level < levels; level++)
      text = `"${text.replaceAll("\\", "\\u005c").replaceAll('"', "\\u0022")}"`;
    return text;
  };

  it.each<[string, string, boolean]>([
    ["a list of brackets under many risks, 240 KB", nested(listOf(60_000, "[")), true],
    ["the same, 20 KB", nested(listOf(5_000, "[")), true],
    ["the same in one text, 121 KB", JSON.stringify({ data: nested(listOf(24_000, "[")) }), true],
    ["words under many risks", nested(listOf(60_000, "a")), true],
    ["words with accents", nested(listOf(40_000, "\u00f1")), false],
    ["texts quoted in texts", quotedIn(200), true],
    ["fewer of them", quotedIn(60), false],
    ["marks piled on one letter", `a${"\u0301\u0316".repeat(60_000)}`, false],
    ["letters that grow eighteenfold", JSON.stringify({ risk: "\ufdfa".repeat(80_000) }), true],
    ...["risk", 'risk"', "risk:[", "risk\\"].map((text): [string, string, boolean] => [
      text,
      text.repeat(40_000),
      false,
    ]),
  ])("takes little CPU, and counts as illegal past that: %s", (_, text, says) => {
    const body = Buffer.from(text);
    const usedMs = () => {
      const before = process.cpuUsage();
      expect(bodyMentionsIllegal(body)).toBe(says);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    // Other threads of the process compile and collect garbage meanwhile: the least is what the work itself takes.
    let least = usedMs();
    for (let again = 0; again < 4 && least >= 100; again++) least = Math.min(least, usedMs());
    expect(least).toBeLessThan(100);
  });

  it("is searched to the end where it is the largest that is accepted, and its laws warn", () => {
    const law = { name: "LFPIORPI", description: "Aviso", source: "DOF", risk: "warn", country: "mexico" };
    const laws = JSON.stringify({ inflictedLaws: Array(2_400).fill(law) });
    expect(laws.length).toBeGreaterThan(210_000);
    expect(bodyMentionsIllegal(Buffer.from(laws))).toBe(false);
    expect(bodyMentionsIllegal(Buffer.from(JSON.stringify({ data: laws })))).toBe(false);
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
