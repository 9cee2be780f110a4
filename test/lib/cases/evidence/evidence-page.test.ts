/** What people read in a pack: the page of a case, and the index of all. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import type { CaseKey } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { evidenceSourcesOf } from "../../../../lib/cases/evidence/evidence-files.ts";
import { evidencePack } from "../../../../lib/cases/evidence/evidence-pack.ts";
import { nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { moneyLookUp } from "../../../../lib/law/rates/local-money.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { ChainStore } from "../../../../lib/screening/chains.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../../support/case-steps.ts";
import { readAt, readBodyAt, recordRead } from "../../../support/deliveries.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { unpack } from "../../../support/evidence.ts";
import { StoredCases } from "../../../support/stored-cases.ts";

const TIME_ZONE = "America/Mexico_City";
const MONEY = { RATES_TABLE: "rates", CURRENCIES: ["MXN"], TIME_ZONE };

const { client, stop } = await startTables(TABLE_SHAPES);
afterAll(stop);
const cases = new StoredCases(client, "cases");
const notifications = new NotificationQueries(client, "notifications");
const store = new NotificationStore(client, "notifications");

/** In the last minutes of February in Mexico City, in March by UTC; received when a dollar was worth more. */
const FACTS = {
  userId: "u-7",
  address: `0x${"a".repeat(40)}`,
  chainId: "42161",
  amount: { value: "1500000000000000000", usd: "3000" },
  token: { symbol: "ETH", decimals: 18 },
  laws: [{ name: "LFPIORPI", countryCode: "MX" }],
  timestamp: "2026-03-01T05:50:00.000Z",
  receivedAt: "2026-03-05T12:00:00.000Z",
  dueAt: "2026-03-18T05:59:59.999Z",
};

beforeAll(async () => {
  await new ChainStore(client, "chains").put([
    { id: "42161", name: "Arbitrum One", rpc_url: "", currency_symbol: "ETH", currency_decimals: 18 },
  ]);
  const rates = new RateStore(client, "rates");
  for (const [day, rate] of [
    ["2026-02-28", "18.20"],
    ["2026-03-01", "19.00"],
    ["2026-03-05", "20.00"],
  ] as const)
    await rates.set({ currency: "MXN", day, rate });
});

async function packed(language: "en" | "es", ...keys: CaseKey[]) {
  const queries = new CaseQueries(client, "cases");
  const items = await Promise.all(keys.map((key) => queries.raw(key)));
  const tables = { alerts: "alerts", walletScans: "walletScans", chains: "chains" };
  const money = moneyLookUp(MONEY, client);
  const pack = evidencePack(
    items.flatMap((item) => item ?? []),
    evidenceSourcesOf(client, tables, { cases: queries, notifications, money }),
    { language, timeZone: TIME_ZONE, now: new Date("2026-03-10T12:00:00Z") },
  );
  const { folder, paths } = unpack(Buffer.concat(await Array.fromAsync(pack)));
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const pages = paths.filter((path) => path.endsWith("page.html")).map(read);
  return { folder, paths, read, pages };
}

/** Names and values of a page's facts. */
function factsIn(page = ""): Record<string, string> {
  const matches = page.matchAll(/<dt>([^<]*)<\/dt><dd><bdi>([^<]*)<\/bdi><\/dd>/g);
  return Object.fromEntries([...matches].map(([, name = "", value = ""]) => [name, value]));
}

/** Texts of a page's events. */
function eventsIn(page = ""): string[] {
  const [, list = ""] = /<ol>(.*?)<\/ol>/s.exec(page) ?? [];
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text = ""]) =>
    text
      .replaceAll("</strong>", "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

it("has every digit of an amount in tokens and in USD", async () => {
  const amount = { value: "12345678901234567890", usd: "123456789012345678.91" };
  const { pages } = await packed("en", await cases.open("8", { ...FACTS, amount }));
  expect(Object.values(factsIn(pages[0]))).toEqual(
    expect.arrayContaining(["12.34567890123456789 ETH", "123,456,789,012,345,678.91"]),
  );
});

it("tells the operation's date, network, and its worth in tokens, USD, MXN and UMA on that day", async () => {
  const key = await cases.open("7", FACTS);
  const { pages } = await packed("en", key);
  expect(factsIn(pages[0])).toEqual({
    Case: "notification#1#7",
    State: "open",
    Due: "2026-03-17 23:59:59 (LFPIORPI, MX)",
    Project: "1",
    "Date of the transaction": "2026-02-28 23:50:00",
    Received: "2026-03-05 06:00:00",
    User: "u-7",
    Wallet: FACTS.address,
    Chain: "Arbitrum One (chain 42161)",
    Laws: "LFPIORPI (MX)",
    Amount: "1.5 ETH",
    "In USD": "3,000.00",
    Equals:
      "MXN 54,600.00 at the rate that your company recorded: 18.20 per dollar on February 28, 2026 (approximate)",
    "In UMA":
      "465.43 times the daily UMA of MXN 117.31 (approximate; it does not determine whether a notice is due)",
  });
});

it("tells its opening and every event, in local time, whose zone it says once", async () => {
  const key = await cases.open(
    "8",
    FACTS,
    newStep("a", "2026-03-05T15:00:00.000Z", { kind: "take" }),
    newStep("b", "2026-03-05T16:00:00.000Z", { kind: "note", note: "Asked the branch." }),
    newStep("c", "2026-03-06T02:00:00.000Z", REPORTED),
  );
  const { pages } = await packed("en", key);
  expect(pages[0]).toContain("Times are in America/Mexico_City (UTC-6);");
  expect(eventsIn(pages[0])).toEqual([
    "2026-03-05 06:00:00: Vigía opened the case: LFPIORPI (MX); the transaction happened 2026-02-28 23:50:00",
    "2026-03-05 09:00:00: olga.officer@company.example took it (id olga)",
    "2026-03-05 10:00:00: olga.officer@company.example noted (id olga) Asked the branch.",
    "2026-03-05 20:00:00: olga.officer@company.example decided: notice filed (id olga) monthly notice, reference AVI-2026-3, receipt (acuse) of March 2, 2026 Over the threshold.",
  ]);
});

it("has the hash of the transaction, where its notification is there", async () => {
  const read = readAt("2026-03-05T12:00:00.000Z", { id: 70 });
  const { delivered } = await recordRead(read, store);
  const key = await cases.open("70", { ...FACTS, subject: `notification#${nameOf(delivered)}` });
  const { pages } = await packed("es", key);
  expect(pages[0]).toMatch(
    /Alertas, [^<]*<\/h2>\s*<p>ninguna<\/p>\s*<h2>Calificaciones[^<]*<\/h2>\s*<p>ninguna</,
  );
  expect(factsIn(pages[0])).toMatchObject({
    "Hash de la operación": `0x${"ab".repeat(32)}`,
    "Fecha de la operación": "28 de febrero de 2026, 23:50:00",
    Red: "Arbitrum One (red 42161)",
    "En UMA": expect.stringContaining("465.43"),
  });
});

it("has an index of all its cases, to open and as a table", async () => {
  const open = await cases.open("9", { ...FACTS, userId: "=1+1" });
  const decided = newStep("a", "2026-03-06T02:00:00.000Z", NOT_REPORTABLE);
  const shut = await cases.open("10", { ...FACTS, laws: [], dueAt: "none" }, decided);
  const { folder, paths, read } = await packed("es", open, shut);
  const folders = paths.filter((path) => path.endsWith("page.html")).map((path) => path.split("/")[0]);
  expect(read("index.csv").split("\n")).toEqual([
    "\ufeffCaso,Asunto,Usuario,Leyes,Estado,Vence,Vence (UTC),Carpeta",
    `1#9,Operación señalada por el servicio,'=1+1,LFPIORPI (MX),abierto,"17 de marzo de 2026, 23:59:59 (UTC-6)",2026-03-18T05:59:59.999Z,${folders[0]}`,
    `1#10,Operación,u-7,ninguna,no procede aviso,sin plazo conocido,,${folders[1]}`,
    "",
  ]);
  const page = read("index.html");
  const links = [...page.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, link = "", text]) => ({
    text,
    exists: existsSync(join(folder, link)),
  }));
  expect(links).toEqual([
    { text: "verify.html", exists: true },
    { text: "1#9", exists: true },
    { text: "1#10", exists: true },
  ]);
  expect(page).toContain('<th scope="col">Estado</th>');
  expect(page).toContain("node verify.mjs (responde en inglés)");
  expect(page).toContain("<td>17 de marzo de 2026, 23:59:59 (UTC-6)</td>");
});

const unreadable = async (at: string) => {
  const { delivered } = await recordRead(readBodyAt(at, JSON.stringify({ at })), store);
  return nameOf(delivered);
};

it("tells a case of unreadable messages that went on as it is, with the messages of this case alone", async () => {
  const [first, second, ofNext] = [
    await unreadable("2026-03-02T10:05:00.000Z"),
    await unreadable("2026-03-02T10:30:00.000Z"),
    await unreadable("2026-03-02T14:00:00.000Z"),
  ];
  const key = { subject: "unreadable#1", opened: "2026-03-02T10" };
  const facts = { kind: "quarantine", delivery: "d-1", receivedAt: "2026-03-02T10:05:00.000Z" } as const;
  const revisionStep = (delivery: string, at: string) =>
    cases.store.openForUnreadable(
      { ...key, ...facts, delivery, opened: at.slice(0, 13), projectId: 1, receivedAt: at },
      second,
      new Set([delivery]),
      new Date(at),
    );
  await cases.open("", { ...key, ...facts }, newStep("a", "2026-03-02T10:10:00.000Z", NOT_REPORTABLE));
  await revisionStep("d-2", "2026-03-02T10:30:00.000Z");
  const goesOn = (await packed("en", key)).pages[0];
  expect(factsIn(goesOn)["State"]).toBe("open");
  expect(eventsIn(goesOn).at(-1)).toContain("Another message of the service could not be read");
  await cases.step(key, newStep("b", "2026-03-02T11:00:00.000Z", NOT_REPORTABLE));
  await revisionStep("d-3", "2026-03-02T14:00:00.000Z");
  expect(factsIn((await packed("en", key)).pages[0])["State"]).toBe("no notice due");
  // The next case has the later messages, also if an officer opens this one again.
  await cases.step(key, newStep("c", "2026-03-02T15:00:00.000Z", { kind: "reopen", note: "Look again." }));
  const again = (await packed("en", key)).pages[0];
  expect(factsIn(again)["State"]).toBe("open");
  const named = [...(again ?? "").matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, name]) => name);
  expect(named).toEqual([second, first]);
  const next = (await packed("en", { ...key, opened: "2026-03-02T14" })).pages[0];
  expect([...(next ?? "").matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, name]) => name)).toEqual([ofNext]);
});
