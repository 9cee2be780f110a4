import { describe, expect, it } from "vitest";
import type { DeadlineRule } from "../../../lib/law/deadline-setting.ts";
import {
  deadlinesUnder,
  happenedAt,
  lawsWithoutRule,
  monthlyDeadlines,
  mostSevereFirst,
  rulesFor,
  rulesWith,
} from "../../../lib/law/deadlines.ts";

const LFPIORPI = [{ name: "LFPIORPI", countryCode: "MX" }];

function due(
  timestamp: string | undefined,
  receivedAt: string,
  laws: { name: string; countryCode: string; country?: string }[] = LFPIORPI,
  added: DeadlineRule[] = [],
) {
  const countedFrom = happenedAt(timestamp ?? "", receivedAt) ?? receivedAt;
  return deadlinesUnder(rulesFor(laws, added), countedFrom)[0]?.dueAt ?? "none";
}

const law = (name: string, countryCode = "MX") => ({ name, countryCode });

it("a law with a deadline stands before all others, one for each deadline", () => {
  const many = Array.from({ length: 4_999 }, (_, index) => law(`Law ${index}a`));
  const [first, second] = mostSevereFirst([...many, law("lfpiorpi")], []);
  expect([first, second]).toEqual([law("lfpiorpi"), law("Law 0a")]);
  const spelt = [law("Law 0"), law("LFPIORPI"), law("lfpiorpi")];
  expect(mostSevereFirst(spelt, [])).toEqual([law("LFPIORPI"), law("Law 0"), law("lfpiorpi")]);
});

it("a law without a deadline is named where another law of its country has one", () => {
  const laws = [law("LFPIORPI"), law("Ley Fintech"), law("Ley LD", "GT"), law("MiCA", "EU")];
  expect(lawsWithoutRule(laws, [])).toEqual([law("Ley Fintech")]);
});

it("a law keeps the rule that it had first, and further laws add theirs", () => {
  const rule = (name: string, day: number, countryCode = "MX"): DeadlineRule => ({
    law: name,
    countryCode,
    within: { kind: "day-of-next-month", day, timeZone: "America/Mexico_City" },
    source: "Article 1",
    readOn: "2026-01-01",
  });
  const rules = [rule("A", 15), rule("B", 20)];
  expect(rulesWith(rules, [])).toEqual(rules);
  const german = rule("B", 12, "DE");
  expect(rulesWith(rules, [rule("A", 10), german])).toEqual([...rules, german]);
});

describe("when a transaction happened", () => {
  const received = "2026-03-10T12:00:00.000Z";
  it.each([
    ["2026-03-10T05:00:00-06:00", "2026-03-10T11:00:00.000Z"],
    ["2026-03-10T05:00:00", "2026-03-10T05:00:00.000Z"],
    ["2026-03-10T05:00:00,5", "2026-03-10T05:00:00.500Z"],
    ["2026-03-10T14:00:00Z", "2026-03-10T14:00:00.000Z"],
    ["2026-03-10T14:00:00.001Z", undefined],
    ["2009-01-03T18:15:05Z", "2009-01-03T18:15:05.000Z"],
    ["2008-12-31T23:59:59Z", undefined],
    ["0000-01-01T00:00:00Z", undefined],
    ["yesterday", undefined],
  ])("%s is %s", (timestamp, happened) => {
    expect(happenedAt(timestamp, received)).toBe(happened);
  });

  it("does not depend on the time zone of the machine", () => {
    const before = process.env["TZ"];
    process.env["TZ"] = "America/Mexico_City";
    try {
      expect(happenedAt("2026-03-10T05:00", received)).toBe("2026-03-10T05:00:00.000Z");
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  });
});

describe("the deadline of LFPIORPI", () => {
  it.each([
    [
      "in the middle of a month",
      "2026-03-10T12:00:00Z",
      "2026-03-10T12:01:00.000Z",
      "2026-04-18T05:59:59.999Z",
    ],
    [
      "in the last hour of a month in Mexico City",
      "2026-04-01T05:30:00Z",
      "2026-04-01T05:31:00.000Z",
      "2026-04-18T05:59:59.999Z",
    ],
    [
      "in the first one of the next",
      "2026-04-01T06:00:00Z",
      "2026-04-01T06:01:00.000Z",
      "2026-05-18T05:59:59.999Z",
    ],
    ["in December", "2026-12-31T12:00:00Z", "2026-12-31T12:01:00.000Z", "2027-01-18T05:59:59.999Z"],
    [
      "when the 17th is a Sunday",
      "2026-04-10T12:00:00Z",
      "2026-04-10T12:01:00.000Z",
      "2026-05-18T05:59:59.999Z",
    ],
    [
      "when Mexico had summer time",
      "2022-05-10T12:00:00Z",
      "2022-05-10T12:01:00.000Z",
      "2022-06-18T04:59:59.999Z",
    ],
    [
      "long before it was received",
      "2025-01-10T12:00:00Z",
      "2026-03-10T12:01:00.000Z",
      "2025-02-18T05:59:59.999Z",
    ],
    ["at a time that cannot be read", "yesterday", "2026-03-10T12:01:00.000Z", "2026-04-18T05:59:59.999Z"],
    ["at an unknown time", undefined, "2026-03-10T12:01:00.000Z", "2026-04-18T05:59:59.999Z"],
    ["after it was received", "2026-05-10T12:00:00Z", "2026-03-10T12:01:00.000Z", "2026-04-18T05:59:59.999Z"],
  ])(
    "is the end of the 17th of the next month for a transaction %s",
    (_, timestamp, receivedAt, expected) => {
      expect(due(timestamp, receivedAt)).toBe(expected);
    },
  );

  it("is found by the law's name and the country's code in any case, and by both", () => {
    const [timestamp, receivedAt] = ["2026-03-10T12:00:00Z", "2026-03-10T12:01:00.000Z"];
    expect(due(timestamp, receivedAt, [{ name: "lfpiorpi", countryCode: "mx" }])).toBe(
      "2026-04-18T05:59:59.999Z",
    );
    expect(due(timestamp, receivedAt, [{ name: "LFPIORPI", countryCode: "GT" }])).toBe("none");
    expect(due(timestamp, receivedAt, [{ name: "Ley Fintech", countryCode: "MX" }])).toBe("none");
    expect(due(timestamp, receivedAt, [])).toBe("none");
  });

  it.each([
    ["LFPIORPI\u200b", "MX"],
    ["\u202dlfpiorpi", "mx"],
    ["ＬＦＰＩＯＲＰＩ", "MX\u2060"],
  ])("is that of a name that reads the same: %j of %j", (name, countryCode) => {
    expect(due("2026-03-01T12:00:00Z", "2026-03-01T12:05:00.000Z", [{ name, countryCode }])).toBe(
      "2026-04-18T05:59:59.999Z",
    );
  });
});

describe("the deadline of LFPIORPI, by the names of the law", () => {
  const OFFICIAL =
    "Ley Federal para la Prevención e Identificación de Operaciones con Recursos de Procedencia Ilícita";
  const dueUnder = (name: string, place: { countryCode: string; country?: string }) =>
    due("2026-03-01T12:00:00Z", "2026-03-01T12:05:00.000Z", [{ name, ...place }]);

  it.each([
    OFFICIAL,
    `${OFFICIAL} (LFPIORPI)`,
    OFFICIAL.normalize("NFD").toUpperCase(),
    OFFICIAL.slice(0, 80),
    `${OFFICIAL}, artículo 17, fracción XVI`,
    "LFPIORPI art. 17 XVI",
    "MX_LFPIORPI",
    "L.F.P.I.O.R.P.I.",
    "Reglamento de la LFPIORPI",
    "Ley Antilavado",
    "LEY_ANTILAVADO",
    "Ley Anti-Lavado",
    "Ley Federal Antilavado",
    "Federal Law for the Prevention and Identification of Operations with Resources of Illicit Origin",
    "Federal Law on the Prevention and Identification of Transactions with Illicit Funds",
    "Mexican Anti-Money Laundering Law",
    "Ley Federal contra el Lavado de Dinero",
  ])("is that of %s", (name) => {
    expect(dueUnder(name, { countryCode: "MX" })).toBe("2026-04-18T05:59:59.999Z");
    expect(dueUnder(name, { countryCode: "GT" }), "due under a law of Guatemala").toBe("none");
  });

  it.each([
    "Ley Fintech",
    "Ley de Instituciones de Crédito",
    "Prevención e identificación de riesgos",
    "LFPIORPIS",
    "Ley Federal de Protección de Datos Personales en Posesión de los Particulares",
    "",
  ])("is not that of %s", (name) => {
    expect(dueUnder(name, { countryCode: "MX" })).toBe("none");
  });

  it.each([
    { countryCode: "MX" },
    { countryCode: "mx" },
    { countryCode: "MEX" },
    { countryCode: "484" },
    { countryCode: "México" },
    { countryCode: "", country: "Mexico" },
    { countryCode: "", country: "MÉXICO" },
  ])("is found in the country %j", (place) => {
    expect(dueUnder("LFPIORPI", place)).toBe("2026-04-18T05:59:59.999Z");
  });

  it.each([
    { countryCode: "CO", country: "Mexico" },
    { countryCode: "", country: "New Mexico" },
    { countryCode: "" },
  ])("is not found in the country %j", (place) => {
    expect(dueUnder("LFPIORPI", place)).toBe("none");
  });
});

describe("a rule of the settings", () => {
  const source = "Counsel, 2026-02-01";
  const hours: DeadlineRule = {
    countryCode: "GT",
    law: "Ley LD",
    within: { kind: "hours", hours: 48 },
    source,
    readOn: "2026-02-01",
  };
  const within = { kind: "day-of-next-month", day: 10, timeZone: "America/Mexico_City" } as const;
  const earlier: DeadlineRule = { countryCode: "mx", law: "lfpiorpi", within, source, readOn: "2026-02-01" };
  const laws = [...LFPIORPI, { name: "ley ld", countryCode: "gt" }];

  it("replaces ours under each of its names, or adds one for a name alone", () => {
    const [timestamp, receivedAt] = ["2026-03-10T12:00:00Z", "2026-03-10T12:01:00.000Z"];
    const dueOf = (name: string, rule: DeadlineRule) => due(timestamp, receivedAt, [law(name)], [rule]);
    expect(dueOf("Ley Antilavado", earlier)).toBe("2026-04-11T05:59:59.999Z");
    const ofArticle = { ...earlier, law: "LFPIORPI art. 18" };
    expect(dueOf("LFPIORPI art. 18", ofArticle)).toBe("2026-04-11T05:59:59.999Z");
    expect(dueOf("LFPIORPI", ofArticle)).toBe("2026-04-18T05:59:59.999Z");
    expect(monthlyDeadlines("2026-03", [earlier])).toEqual(["2026-04-11T05:59:59.999Z"]);
    expect(monthlyDeadlines("2026-03", [ofArticle, hours])).toEqual([
      "2026-04-11T05:59:59.999Z",
      "2026-04-18T05:59:59.999Z",
    ]);
  });

  it("adds a law, or replaces ours; the first to be due counts", () => {
    const [timestamp, receivedAt] = ["2026-03-10T12:00:00Z", "2026-03-10T12:01:00.000Z"];
    expect(due(timestamp, receivedAt, laws, [hours])).toBe("2026-03-12T12:00:00.000Z");
    expect(due(timestamp, receivedAt, LFPIORPI, [hours, earlier])).toBe("2026-04-11T05:59:59.999Z");
    expect(rulesFor(laws, [earlier, hours])).toEqual([earlier, hours]);
    expect(rulesFor([...LFPIORPI, ...LFPIORPI], []).map(({ law }) => law)).toEqual(["LFPIORPI"]);
  });
});

it("are all kept, earliest first, and the next one counts once another has passed", () => {
  const law = {
    countryCode: "GT",
    law: "LCLD",
    within: { kind: "hours", hours: 48 } as const,
    source: "Article 1",
    readOn: "2026-01-01",
  };
  const laws = [...LFPIORPI, { name: "LCLD", countryCode: "GT" }];
  const deadlines = deadlinesUnder(rulesFor(laws, [law]), "2026-03-10T12:00:00.000Z");
  expect(deadlines).toMatchObject([
    { dueAt: "2026-03-12T12:00:00.000Z", law: "LCLD", countryCode: "GT" },
    { dueAt: "2026-04-18T05:59:59.999Z", law: "LFPIORPI", countryCode: "MX" },
  ]);
});
