/** The notice sheet as a program opens it: row by row what the service sent, and what officers decided. */

import { strFromU8, unzipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { beforeAll, expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import type { NewStep } from "../../../../lib/cases/step.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { ChainStore } from "../../../../lib/screening/chains.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../../support/case-steps.ts";
import { readAt, recordRead } from "../../../support/deliveries.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const LAWS = [{ name: "LFPIORPI", countryCode: "MX" }];
const HASH = `0x${"ab".repeat(32)}`;
const WALLET = `0x${"1".repeat(40)}`;
const SHEET = "/month.xlsx?month=2026-02&project=1";

interface Sent {
  id: number;
  timestamp: string;
  userId?: string;
  /** Digits, in the token's smallest unit. */
  value?: string;
  usd?: string;
  symbol?: string;
  decimals?: number;
  receivedAt?: string;
  dueAt?: string;
}

/** Receives a transaction, and opens its case. */
async function sendNotification(
  {
    id,
    timestamp,
    userId = "u-1",
    value = "2941180",
    usd,
    symbol = "USDT",
    decimals = 6,
    receivedAt = timestamp,
    dueAt = "2026-03-18T05:59:59.999Z",
  }: Sent,
  ...steps: NewStep[]
) {
  const token = { symbol, decimals };
  const body = {
    id,
    chainId: 1,
    timestamp,
    txHash: HASH.replace("ab", String(id)),
    address: { id: 1, userId, address: WALLET, description: "" },
    token: { ...token, name: symbol, address: null },
  };
  const store = new NotificationStore(desk.client, "Notifications");
  const { delivered } = await recordRead(readAt(receivedAt, body), store);
  await desk.cases.open(
    String(id),
    {
      ...caseOfNotification(delivered),
      kind: "notification",
      risk: "illegal",
      laws: LAWS,
      chainId: "1",
      address: WALLET,
      userId,
      timestamp: timestamp,
      receivedAt,
      token,
      amount: { value, ...(usd === undefined ? {} : { usd }) },
      dueAt,
    },
    ...steps,
  );
}

beforeAll(async () => {
  const rates = new RateStore(desk.client, "Rates");
  await rates.set({ currency: "MXN", day: "2026-02-03", rate: "18.50" });
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
  const decided = "2026-02-20T12:00:00.000Z";
  // Behind the second in its day: rows are in the order of the transactions.
  await sendNotification({ id: 12, timestamp: "2026-02-05T02:30:15.000Z", usd: "1500.25", userId: "=1+1" });
  await sendNotification(
    { id: 11, timestamp: "2026-02-03T17:20:05.000Z", usd: "8930", receivedAt: "2026-02-03T17:21:00.000Z" },
    newStep("a", decided, {
      ...REPORTED,
      filing: { ...REPORTED.filing, reference: "AVI-2" },
    }),
  );
  await sendNotification(
    { id: 13, timestamp: "2026-02-06T12:00:00.000Z", userId: "u-3", symbol: "constructor" },
    newStep("b", decided, NOT_REPORTABLE),
  );
  // Of a double the amount would lose its last digits, and the dollars their cents.
  await sendNotification({
    id: 14,
    timestamp: "2026-02-07T12:00:00.000Z",
    userId: "u-4",
    value: "12345678901234567890",
    usd: "123456789012345678.91",
    symbol: "ETH",
    decimals: 18,
  });
  // Together they reach the threshold; the next one does not, and of the last it is not known.
  await sendNotification({ id: 15, timestamp: "2026-02-08T12:00:00.000Z", usd: "700", userId: "u-5" });
  await sendNotification({ id: 16, timestamp: "2026-02-08T13:00:00.000Z", usd: "700", userId: "u-5" });
  await sendNotification({ id: 17, timestamp: "2026-02-08T14:00:00.000Z", usd: "700", userId: "u-6" });
  await sendNotification({ id: 18, timestamp: "2026-02-08T15:00:00.000Z", userId: "u-7" });
  await sendNotification(
    { id: 19, timestamp: "2026-02-08T16:00:00.000Z", usd: "9000", userId: "u-8" },
    newStep("c", decided, { kind: "suspect", knownSince: decided }),
  );
  // Filed although it is below the threshold, and without a rate.
  await sendNotification(
    { id: 20, timestamp: "2026-02-12T12:00:00.000Z", usd: "5", userId: "u-9" },
    newStep("d", decided, { ...REPORTED, filing: { ...REPORTED.filing, reference: "AVI-3" } }),
  );
  await desk.cases.open("undated", { receivedAt: "2026-02-08T12:00:00.000Z", userId: "u-1" });
});

const opened = async (language?: string, path = SHEET) => {
  const { status, file = new Uint8Array() } = await officer(path, undefined, language);
  expect(status).toBe(200);
  const lines = await readSheet(Buffer.from(file), 2);
  return { file, rows: await readSheet(Buffer.from(file)), about: lines.map(([line]) => line) };
};

it("has a row for each operation of the month that is filed or to be filed, and no other", async () => {
  const { rows, about } = await opened();
  const [title, headings, ...body] = rows;
  expect(title?.[0]).toMatch(/^Notice sheet · February 2026 · project 1 · made .* by olga\.officer@company/);
  expect(about.slice(0, 8)).toEqual([
    "Filed: 2. Undecided, and to be filed by their threshold: 4.",
    "Not in this file:",
    "– decided otherwise: 1",
    "– undecided, and below their threshold: 1",
    "– undecided, and it is not known whether they reach their threshold: 1",
    "– undecided, with a pending 24-hour notice: 1",
    "– with a transaction date that is not known, and so in no month: 1",
    "– that cannot be read: 0",
  ]);
  expect(about[8]).toMatch(/^The RFC is not at the desk: /);
  expect(headings).toEqual([
    "Case",
    "Transaction",
    "Hash",
    "Address",
    "Chain",
    "Asset",
    "Amount",
    "USD",
    "MXN",
    "UMA",
    "Day of the rate",
    "User",
    "Law",
    "Notice threshold",
    "UMA with others",
    "Decision",
    "Reference (folio)",
    "Receipt (acuse)",
    "In time?",
  ]);
  const hash = (id: number) => HASH.replace("ab", String(id));
  const at = (time: string) => new Date(`2026-02-${time}Z`);
  const empty = null;
  const blanks = (cells: number) => Array<null>(cells).fill(null);
  const day = new Date("2026-02-03T00:00Z");
  const receipt = new Date("2026-03-02T00:00Z");
  const onChain = (id: number) => [hash(id), WALLET, "Ethereum"];
  expect(body).toEqual([
    [
      "1#11",
      at("03T11:20:05"),
      ...onChain(11),
      "USDT",
      2.94118,
      8930,
      165205,
      1408.27,
      day,
      "u-1",
      "LFPIORPI",
      "alone",
      empty,
      "notice filed",
      "AVI-2",
      receipt,
      "in time",
    ],
    // The 5th in UTC is the 4th in Mexico City.
    [
      "1#12",
      at("04T20:30:15"),
      ...onChain(12),
      "USDT",
      2.94118,
      1500.25,
      27754.63,
      236.59,
      day,
      "=1+1",
      "LFPIORPI",
      "alone",
      ...blanks(4),
      "late",
    ],
    [
      "1#14",
      at("07T06:00:00"),
      ...onChain(14),
      "ETH",
      "12.34567890123456789",
      "123456789012345678.91",
      "2283950596728395059.84",
      "19469359787983931.97",
      day,
      "u-4",
      "LFPIORPI",
      "alone",
      ...blanks(4),
      "late",
    ],
    [
      "1#15",
      at("08T06:00:00"),
      ...onChain(15),
      "USDT",
      2.94118,
      700,
      12950,
      110.39,
      day,
      "u-5",
      "LFPIORPI",
      "with 1#16",
      220.78,
      ...blanks(3),
      "late",
    ],
    [
      "1#16",
      at("08T07:00:00"),
      ...onChain(16),
      "USDT",
      2.94118,
      700,
      12950,
      110.39,
      day,
      "u-5",
      "LFPIORPI",
      "with 1#15",
      220.78,
      ...blanks(3),
      "late",
    ],
    [
      "1#20",
      at("12T06:00:00"),
      ...onChain(20),
      "USDT",
      2.94118,
      5,
      ...blanks(3),
      "u-9",
      "LFPIORPI",
      "not known",
      empty,
      "notice filed",
      "AVI-3",
      receipt,
      "in time",
    ],
    ["Filed: 2", ...blanks(6), 8935, 165205, 1408.27, ...blanks(9)],
    [
      "To be filed: 4",
      ...blanks(6),
      "123456789012348579.16",
      // The UMA of all pesos, and not the sum of what is cut in each row.
      "2283950596728448714.47",
      "19469359787984389.34",
      ...blanks(9),
    ],
  ]);
});

it("says how many have the rate of an earlier day, and how many have none", async () => {
  expect((await opened()).about.join("\n")).toContain(
    "With the rate of a day before the transaction's: 4. Without an amount in MXN, for lack of a rate or of dollars, and in no sum of it: 1.",
  );
  expect((await opened("es")).about.join("\n")).toContain(
    "Con el de un día anterior al de la operación: 4. Sin monto en MXN, por falta de tipo de cambio o de dólares, y en ninguna suma: 1.",
  );
});

it("is called in the officer's language", async () => {
  const names = await Promise.all(
    ["en", "es"].flatMap((language) =>
      [SHEET, "/month.csv?month=2026-02", "/inbox.xlsx"].map(
        async (path) => (await officer(path, undefined, language)).fileName,
      ),
    ),
  );
  expect(names).toEqual([
    "notice-2026-02.xlsx",
    "month-2026-02.csv",
    expect.stringMatching(/^inbox-\d{4}-\d\d-\d\d\.xlsx$/),
    "aviso-2026-02.xlsx",
    "mes-2026-02.csv",
    expect.stringMatching(/^bandeja-\d{4}-\d\d-\d\d\.xlsx$/),
  ]);
});

const HEADINGS_ES = [
  "Caso",
  "Operación",
  "Hash",
  "Dirección",
  "Red",
  "Activo",
  "Monto",
  "USD",
  "MXN",
  "UMA",
  "Día del tipo de cambio",
  "Usuario",
  "Ley",
  "Umbral de aviso",
  "UMA con otras",
  "Dictamen",
  "Folio",
  "Acuse",
  "¿A tiempo?",
];

it("has its headings in the officer's language, and runs nothing of its contents", async () => {
  const { rows, file, about } = await opened("es");
  expect(rows[0]?.[0]).toMatch(/^Hoja del aviso · febrero de 2026 · proyecto 1 · elaborada el /);
  expect(about[8]).toContain("El RFC no está en el escritorio: tómelo del registro de cada usuario");
  expect(rows[1]).toEqual(HEADINGS_ES);
  expect(rows[2]?.[15]).toBe("aviso presentado");
  expect(rows[5]?.[13]).toBe("con 1#16");
  const sheet = strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).toContain("<row");
  expect(sheet).not.toContain("<f");
});

it("is offered on the month, as CSV too, which Excel opens with its accents and local times", async () => {
  expect((await officer("/month?month=2026-02&project=1")).text).toContain(
    'href="/month.xlsx?month=2026-02&amp;project=1"',
  );
  const { file, text } = await officer("/month.csv?month=2026-02&project=1", undefined, "es");
  expect([...(file ?? []).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header, ...lines] = text.trimEnd().split("\n");
  // The same columns, of every case on the page.
  expect(header).toBe(HEADINGS_ES.join());
  expect(lines).toHaveLength(10);
  expect(lines).toContain(
    `1#11,2026-02-03 11:20:05,${HASH.replace("ab", "11")},${WALLET},Ethereum,USDT,2.94118,8930,165205.00,1408.27,2026-02-03,` +
      "u-1,LFPIORPI,por sí sola,,aviso presentado,AVI-2,2026-03-02,a tiempo",
  );
  expect(lines.find((line) => line.startsWith("1#13,"))).toContain(",no procede aviso,");
  expect(text).toContain(",'=1+1,");
});

it("has nothing of a project that its officer does not see", async () => {
  const other = await desk.signedIn("officers-2");
  const { file = new Uint8Array() } = await other(SHEET);
  expect((await readSheet(Buffer.from(file))).slice(2)).toEqual([
    expect.arrayContaining(["Filed: 0"]),
    expect.arrayContaining(["To be filed: 0"]),
  ]);
});

it("ends after 2,000 rows, and says so on top", async () => {
  const times = { receivedAt: "2020-02-03T12:00:00.000Z", timestamp: "2020-02-03T12:00:00.000Z" };
  const key = await desk.cases.open("first", { ...times, dueAt: "2020-03-18T05:59:59.999Z" });
  const { head } = (await new CaseQueries(desk.client, "Cases").raw(key)) ?? {};
  const copies = Array.from({ length: 2_000 }, (_, index) => ({
    ...head,
    subject: `notification#1#copy-${index}`,
    order: `${times.receivedAt}#${index}`,
  }));
  await putItems(desk.client, "Cases", copies);
  const { file = new Uint8Array() } = await officer("/month.xlsx?month=2020-02&project=1");
  const rows = await readSheet(Buffer.from(file));
  expect(rows).toHaveLength(3 + 2_000 + 2);
  expect(rows[1]?.[0]).toMatch(/^INCOMPLETE: there are more than 2,000 rows/);
  expect(rows.at(-1)?.[0]).toBe("To be filed: 2,000");
});
