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
async function sent(
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
    ...{ id, chainId: 1, timestamp, txHash: HASH.replace("ab", String(id)) },
    address: { id: 1, userId, address: `0x${"1".repeat(40)}`, description: "" },
    token: { ...token, name: symbol, address: null },
  };
  const store = new NotificationStore(desk.client, "Notifications");
  const { stored } = await recordRead(readAt(receivedAt, body), store);
  await desk.cases.open(
    String(id),
    {
      ...{ ...caseOfNotification(stored), kind: "notification", risk: "illegal", laws: LAWS },
      ...{ chainId: "1", userId, timestamp: timestamp, receivedAt, token },
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
      ...{ id: "1", name: "Ethereum", rpc_url: "", explorer_url: "" },
      ...{ currency_symbol: "ETH", currency_decimals: 18 },
    },
  ]);
  const decided = "2026-02-20T12:00:00.000Z";
  // Behind the second in its day: rows are in the order of the transactions.
  await sent({ id: 12, timestamp: "2026-02-05T02:30:15.000Z", usd: "0.25", userId: "=1+1" });
  await sent(
    { id: 11, timestamp: "2026-02-03T17:20:05.000Z", usd: "8930", receivedAt: "2026-02-03T17:21:00.000Z" },
    newStep("a", decided, {
      ...REPORTED,
      filing: { ...REPORTED.filing, reference: "AVI-2" },
    }),
  );
  await sent(
    { id: 13, timestamp: "2026-02-06T12:00:00.000Z", userId: "u-3", symbol: "constructor" },
    newStep("b", decided, NOT_REPORTABLE),
  );
  // Of a double the amount would lose its last digits, and the dollars their cents.
  await sent({
    ...{ id: 14, timestamp: "2026-02-07T12:00:00.000Z", userId: "u-4" },
    ...{ value: "12345678901234567890", usd: "123456789012345678.91" },
    ...{ symbol: "ETH", decimals: 18 },
  });
  // Of the same user: five months before, within the six; before them; and behind the month.
  const dueAt = { september: "2025-10-18T05:59:59.999Z", august: "2025-09-18T05:59:59.999Z" };
  await sent({ id: 1, timestamp: "2025-09-01T06:00:00.000Z", usd: "1000.005", dueAt: dueAt.september });
  await sent({ id: 2, timestamp: "2025-09-01T05:59:59.000Z", usd: "5000", dueAt: dueAt.august });
  await sent({
    id: 3,
    timestamp: "2026-03-02T12:00:00.000Z",
    usd: "5000",
    dueAt: "2026-04-18T05:59:59.999Z",
  });
  const warnedAt = "2025-12-01T12:00:00.000Z";
  await desk.cases.open("warned", {
    ...{ userId: "u-1", risk: "warn", timestamp: warnedAt, receivedAt: warnedAt },
    amount: { value: "1", usd: "7000" },
  });
  await desk.cases.open("undated", { receivedAt: "2026-02-08T12:00:00.000Z", userId: "u-1" });
});

const opened = async (language?: string, path = SHEET) => {
  const { status, file = new Uint8Array() } = await officer(path, undefined, language);
  expect(status).toBe(200);
  return { file, rows: await readSheet(Buffer.from(file)) };
};

it("has a row for each operation that is due in the month, with numbers, dates and texts", async () => {
  const { rows } = await opened();
  const [title, unknown, headings, ...body] = rows;
  expect(title?.[0]).toMatch(/^Notice sheet · February 2026 · projects 1 · made .* by olga\.officer@company/);
  expect(unknown?.[0]).toMatch(
    /^This sheet does not know transactions that the service did not flag, nor fees\. It lacks 1 of unknown day, 0 that cannot be read, and 1 amounts\. .* from September 2025 to February 2026: what the law adds up can be higher\. MXN: /,
  );
  expect(headings).toEqual([
    ...["Case", "Transaction", "Hash", "Chain", "Asset", "Amount", "USD", "MXN of the day"],
    ...["UMA of the day", "User", "Law", "Decision", "Reference (folio)", "User, six months, USD"],
  ]);
  const hash = (id: number) => HASH.replace("ab", String(id));
  const at = (time: string) => new Date(`2026-02-${time}Z`);
  const empty = null;
  expect(body).toEqual([
    [
      ...["1#11", at("03T11:20:05"), hash(11), "Ethereum", "USDT", 2.94118, 8930, 165205, 1408.27],
      ...["u-1", "LFPIORPI", "notice filed", "AVI-2", 9930.005],
    ],
    // The 5th in UTC is the 4th in Mexico City.
    [
      ...["1#12", at("04T20:30:15"), hash(12), "Ethereum", "USDT", 2.94118, 0.25, 4.63, 0.03],
      ...["=1+1", "LFPIORPI", empty, empty, 0.25],
    ],
    [
      ...["1#13", at("06T06:00:00"), hash(13), "Ethereum", "constructor", 2.94118, empty, empty, empty],
      ...["u-3", "LFPIORPI", "no notice due", empty, empty],
    ],
    [
      ...["1#14", at("07T06:00:00"), hash(14), "Ethereum", "ETH", "12.34567890123456789"],
      ...["123456789012345678.91", "2283950596728395059.84", "19469359787983931.97"],
      ...["u-4", "LFPIORPI", empty, empty, "123456789012345678.91"],
    ],
    [
      ...["4 rows", empty, empty, empty, empty, empty, "123456789012354609.16"],
      ...["2283950596728560269.47", "19469359787985340.27", empty, empty, empty, empty, empty],
    ],
  ]);
});

it("counts what has no rate of its day, and has no sum where nothing has one", async () => {
  const { rows } = await opened("en", "/month.xlsx?month=2025-09");
  expect(rows[1]?.[0]).toContain("Without a rate of the day, and in no sum of MXN: 1.");
  expect(rows.at(-1)?.slice(6, 9)).toEqual([1000.005, null, null]);
  const known = (await opened()).rows;
  expect(known[1]?.[0]).toContain("Without a rate of the day, and in no sum of MXN: 0.");
});

it("has its headings in the officer's language, and runs nothing of its contents", async () => {
  const { rows, file } = await opened("es");
  expect(rows[0]?.[0]).toMatch(/^Hoja del aviso · febrero de 2026 · proyectos 1 · elaborada el /);
  expect(rows[1]?.[0]).toMatch(
    /^Esta hoja no conoce las operaciones que el servicio no señaló ni las contraprestaciones\./,
  );
  expect(rows[2]).toEqual([
    ...["Caso", "Operación", "Hash", "Red", "Activo", "Monto", "USD", "MXN del día", "UMA del día"],
    ...["Usuario", "Ley", "Dictamen", "Folio", "Usuario, seis meses, USD"],
  ]);
  expect(rows[3]?.[11]).toBe("aviso presentado");
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
  expect(header).toBe(
    "Caso,Operación,Hash,Red,Activo,Monto,USD,MXN del día,UMA del día,Usuario,Ley,Dictamen,Folio," +
      '"Usuario, seis meses, USD",Dirección,Recibida,Vence,Aviso,Acuse,Dictamen a tiempo',
  );
  expect(lines).toHaveLength(4);
  expect(lines).toContain(
    `1#11,2026-02-03 11:20:05,${HASH.replace("ab", "11")},Ethereum,USDT,2.94118,8930,165205.00,1408.27,u-1,LFPIORPI,` +
      "aviso presentado,AVI-2,9930.005,,2026-02-03 11:21:00,2026-03-17 23:59:59,aviso mensual,2026-03-02,a tiempo",
  );
  expect(text).toContain(",'=1+1,");
});

it("has nothing of a project that its officer does not see", async () => {
  const other = await desk.signedIn("officers-2");
  const { file = new Uint8Array() } = await other(SHEET);
  expect((await readSheet(Buffer.from(file))).slice(3)).toEqual([expect.arrayContaining(["0 rows"])]);
});

it("ends after 2,000 rows, and says so on top", async () => {
  const times = { receivedAt: "2020-02-03T12:00:00.000Z", timestamp: "2020-02-03T12:00:00.000Z" };
  const key = await desk.cases.open("first", { ...times, dueAt: "2020-03-18T05:59:59.999Z" });
  const { head } = (await new CaseQueries(desk.client, "Cases").raw(key)) ?? {};
  const copies = Array.from({ length: 2_000 }, (_, index) => ({
    ...{ ...head, subject: `notification#1#copy-${index}`, order: `${times.receivedAt}#${index}` },
  }));
  await putItems(desk.client, "Cases", copies);
  const { file = new Uint8Array() } = await officer("/month.xlsx?month=2020-02&project=1");
  const rows = await readSheet(Buffer.from(file));
  expect(rows).toHaveLength(3 + 2_000 + 1);
  expect(rows[1]?.[0]).toMatch(/^INCOMPLETE: there are more than 2,000 rows/);
  expect(rows.at(-1)?.[0]).toBe("2,000 rows");
});
