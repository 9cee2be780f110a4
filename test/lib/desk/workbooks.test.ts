/** The inbox and a sample as files of Excel, as a program opens them. */

import { strFromU8, unzipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import { RateStore } from "../../../lib/law/rates/rates.ts";
import { ChainStore } from "../../../lib/screening/chains.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { startDesk } from "../../support/desk/desk-app.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const LAWS = [{ name: "LFPIORPI", countryCode: "MX" }];
const ADDRESS = `0x${"1".repeat(40)}`;
const SAMPLE = "since=2026-02-01&until=2026-02-28&seed=s1&size=3";

beforeAll(async () => {
  await new RateStore(desk.client, "Rates").set({ currency: "MXN", day: "2026-02-03", rate: "18.50" });
  await new ChainStore(desk.client, "Chains").put([
    {
      id: "1",
      name: "Ethereum",
      rpc_url: "",
      explorer_url: "",
      currency_symbol: "ETH",
      currency_decimals: 18,
    },
  ]);
  const common = { laws: LAWS, risk: "illegal", chainId: "1", address: ADDRESS } as const;
  await desk.cases.open("11", {
    ...common,
    userId: "=1+1",
    receivedAt: "2026-02-03T17:21:00.000Z",
    timestamp: "2026-02-03T17:20:05.000Z",
    amount: { value: "2941180", usd: "8930" },
    token: { symbol: "USDT", decimals: 6 },
    dueAt: "2026-03-18T05:59:59.999Z",
  });
  await desk.cases.open("12", {
    ...common,
    userId: "00123",
    receivedAt: "2026-02-07T12:00:00.000Z",
    timestamp: "2026-02-07T12:00:00.000Z",
    amount: { value: "12345678901234567890", usd: "123456789012345678.91" },
    token: { symbol: "ETH", decimals: 18 },
  });
  await desk.cases.open(
    "13",
    { userId: "u-3", receivedAt: "2026-02-08T12:00:00.000Z" },
    newStep("d", "2026-02-09T12:00:00.000Z", NOT_REPORTABLE),
  );
});

/** A file, its rows, and the parts that Excel reads beside them. */
async function opened(path: string, language = "en") {
  const { status, file = new Uint8Array() } = await officer(path, undefined, language);
  expect(status).toBe(200);
  const parts = unzipSync(file);
  const textOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  return {
    rows: await readSheet(Buffer.from(file)),
    about: await readSheet(Buffer.from(file), 2),
    sheet: textOf("xl/worksheets/sheet1.xml"),
    workbook: textOf("xl/workbook.xml"),
    texts: textOf("xl/sharedStrings.xml"),
  };
}

const at = (time: string) => new Date(`2026-02-${time}Z`);

describe("the inbox for Excel", () => {
  it("has the open cases of the page in its order, with numbers, times and texts", async () => {
    const { rows, about } = await opened("/inbox.xlsx");
    const [title, headings, ...body] = rows;
    expect(title?.[0]).toMatch(
      /^Inbox · All · made .* by olga\.officer@company\.example · times in America\/Mexico_City$/,
    );
    expect(about).toEqual([["A number of more than 15 digits is a text, since Excel would change it."]]);
    expect(headings).toEqual([
      "Case",
      "Due",
      "State",
      "Kind",
      "Law",
      "USD",
      "MXN",
      "UMA",
      "Day of the rate",
      "Amount",
      "Asset",
      "User",
      "Address",
      "Chain",
      "Score",
      "Owner",
      "Transaction",
      "Received",
    ]);
    expect(body).toEqual([
      [
        "1#11",
        new Date("2026-03-17T23:59:59Z"),
        "open",
        "Flagged transaction",
        "LFPIORPI",
        8930,
        165205,
        1408.27,
        new Date("2026-02-03T00:00Z"),
        2.94118,
        "USDT",
        "=1+1",
        ADDRESS,
        "Ethereum",
        null,
        null,
        at("03T11:20:05"),
        at("03T11:21:00"),
      ],
      [
        "1#12",
        null,
        "open",
        "Flagged transaction",
        "LFPIORPI",
        "123456789012345678.91",
        "2283950596728395059.84",
        "19469359787983931.97",
        new Date("2026-02-03T00:00Z"),
        "12.34567890123456789",
        "ETH",
        "00123",
        ADDRESS,
        "Ethereum",
        null,
        null,
        at("07T06:00:00"),
        at("07T06:00:00"),
      ],
    ]);
  });

  it("has what its filters leave, and names them", async () => {
    const { rows } = await opened("/inbox.xlsx?user=00123&sort=received&law=LFPIORPI");
    expect(rows[0]?.[0]).toMatch(/^Inbox · All · Law: LFPIORPI · User: 00123 · made /);
    expect(rows.slice(2).map(([number]) => number)).toEqual(["1#12"]);
    expect((await opened("/inbox.xlsx?user=u-without-cases")).rows).toHaveLength(2);
  });

  it("is offered beside the list, with the list's filters", async () => {
    expect((await officer("/?user=00123&sort=amount")).text).toContain(
      'href="/inbox.xlsx?user=00123&amp;sort=amount"',
    );
  });

  it("has texts that look like Excel's own codes as they are", async () => {
    const key = await desk.cases.open("14", {
      userId: "_x0041_x0042_",
      receivedAt: "2026-03-10T12:00:00.000Z",
    });
    const { texts } = await opened("/inbox.xlsx?user=_x0041_x0042_");
    expect(texts).toContain("<t>_x005F_x0041_x005F_x0042_</t>");
    await desk.cases.step(key, newStep("d14", "2026-03-11T12:00:00.000Z", NOT_REPORTABLE));
  });

  it("runs nothing of its contents", async () => {
    const { sheet } = await opened("/inbox.xlsx");
    expect(sheet).toContain("<row");
    expect(sheet).not.toContain("<f");
  });
});

describe("a sample for Excel", () => {
  it("has each drawn case, its decision and whether its chain holds", async () => {
    const { rows } = await opened(`/audit.xlsx?${SAMPLE}`);
    expect(rows[0]?.[0]).toMatch(
      /^Sample · February 1, 2026 – February 28, 2026 · 3 of 3 cases · seed s1 · made .* · times in America\/Mexico_City$/,
    );
    const [headings, ...body] = rows.slice(1);
    expect(headings?.slice(0, 6)).toEqual([
      "Case",
      "State",
      "Chain of steps",
      "Kind",
      "Received",
      "Transaction",
    ]);
    expect(body.map((row) => row.slice(0, 3)).toSorted()).toEqual([
      ["1#11", "open", "intact, 1 step"],
      ["1#12", "open", "intact, 1 step"],
      ["1#13", "no notice due", "intact, 2 steps"],
    ]);
    for (const row of body) expect(row.at(-1)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is drawn of a period and a seed alone, and offered on the page that has drawn it", async () => {
    expect(await officer("/audit.xlsx?since=2026-02-01")).toMatchObject({ status: 404 });
    expect((await officer(`/audit?${SAMPLE}`)).text).toContain('href="/audit.xlsx?');
  });
});

describe.each([
  ["the inbox", "/inbox.xlsx", { en: "Inbox", es: "Bandeja" }, "A2:R4"],
  ["a sample", `/audit.xlsx?${SAMPLE}`, { en: "Sample", es: "Muestra" }, "A2:Q5"],
  ["a month", "/month.xlsx?month=2026-02&project=1", { en: "Notice 2026-02", es: "Aviso 2026-02" }, "A2:S3"],
])("the file of %s", (_, path, tab, table) => {
  it.each(["en", "es"] as const)("has a tab in the reader's language: %s", async (language) => {
    const { workbook } = await opened(path, language);
    expect(workbook).toContain(`name="${tab[language]}"/>`);
    expect(workbook).toContain(`name="${{ en: "About", es: "Lea esto" }[language]}"/>`);
  });

  it("has a filter under its headings", async () => {
    const { sheet, workbook } = await opened(path);
    expect(sheet).toContain(`<autoFilter ref="${table}"/>`);
    const [, last = "", row = ""] = /:([A-Z]+)(\d+)/.exec(table) ?? [];
    expect(workbook).toContain(`hidden="1">'${tab.en}'!$A$2:$${last}$${row}</definedName>`);
  });

  it("is printed on the country's paper, one page wide, with its headings on each", async () => {
    const { sheet, workbook } = await opened(path);
    expect(sheet).toMatch(/<worksheet[^>]*><sheetPr><pageSetUpPr fitToPage="1"\/><\/sheetPr>/);
    expect(sheet).toContain(
      '<pageSetup paperSize="1" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    );
    expect(workbook).toContain(
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'${tab.en}'!$2:$2</definedName>`,
    );
  });
});
