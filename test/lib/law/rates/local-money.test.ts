/** Amounts in local money, with rates in an emulated DynamoDB. */

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { notification } from "../../../../lib/contract/webhook.ts";
import { moneyLookUp } from "../../../../lib/law/rates/local-money.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";
import { ORIGIN } from "../../alerts/invented.ts";

let emulated: EmulatedTables;
let rates: RateStore;

beforeAll(async () => {
  emulated = await startTables({ rates: TABLE_SHAPES.rates });
  rates = new RateStore(emulated.client, "rates");
  await rates.set({ currency: "MXN", day: "2025-08-18", rate: "18.20" });
  await rates.set({ currency: "MXN", day: "2025-08-20", rate: "99.99" });
  await rates.set({ currency: "EUR", day: "2025-08-19", rate: "0.9123456789" });
});

afterAll(() => emulated.stop());

const MONEY = { RATES_TABLE: "rates", TIME_ZONE: "America/Mexico_City" };

const RECEIVED_AT = "2025-08-30T12:00:00.000Z";

const operation = (happenedAt: string, usd = "3000", receivedAt = RECEIVED_AT) => ({
  amount: { usd },
  happenedAt,
  receivedAt,
});

const look = (operations: ReturnType<typeof operation>[], CURRENCIES = ["MXN"]) =>
  moneyLookUp({ ...MONEY, CURRENCIES }, emulated.client)(operations);

test("takes the rate of the local day or of the last of the seven before that has one", async () => {
  // Still 19 August in Mexico: the rate of the 20th does not count.
  const evening = operation("2025-08-20T05:10:57.000Z");
  const lastOne = operation("2025-08-25T12:00:00Z");
  const tooLate = operation("2025-08-28T12:00:00Z");
  const tooEarly = operation("2025-08-17T12:00:00Z");
  const money = await look([evening, lastOne, tooLate, tooEarly]);
  expect(money(evening)).toEqual([
    {
      currency: "MXN",
      rate: "18.20",
      day: "2025-08-18",
      amount: "54600.00",
      exact: "54600",
      uma: { value: "113.14", multiple: "482.58" },
    },
  ]);
  expect(money(lastOne)[0]?.day).toBe("2025-08-20");
  expect([money(tooLate), money(tooEarly)]).toEqual([[], []]);
});

test.each([
  ["is no time", "some day"],
  ["is before the first blockchain", "1910-01-01T12:00:00Z"],
  ["is after the receipt", "9999-12-31T23:59:59-12:00"],
  ["is absent", undefined],
])("takes the rate of the receipt's day where the time of the transaction %s", async (_, happenedAt) => {
  const receivedAt = "2025-08-19T18:00:00.000Z";
  const pastOperation = { amount: { usd: "3000" }, happenedAt, receivedAt };
  const money = await moneyLookUp({ ...MONEY, CURRENCIES: ["MXN"] }, emulated.client)([pastOperation]);
  expect(money(pastOperation)).toMatchObject([{ rate: "18.20", amount: "54600.00" }]);
});

test("many days take the local amounts from none", async () => {
  const usual = operation("2025-08-19T12:00:00Z");
  const old = Array.from({ length: 60 }, (_, index) => operation(`2010-01-01T${index % 24}:00:00Z`));
  const money = await look([...old, usual, operation("2025-08-30T11:00:00Z")]);
  expect(money(usual).map(({ amount }) => amount)).toEqual(["54600.00"]);
});

test("reckons with exact decimals, and leaves out what is no amount", async () => {
  const operationOf = (usd: string) => operation("2025-08-19T12:00:00Z", usd);
  const money = await look([operationOf("1")], ["EUR", "MXN"]);
  expect(money(operationOf("12345678901234567.89")).map(({ amount }) => amount)).toEqual([
    "11263526798628257.89",
    "224691356002469135.60",
  ]);
  expect(money(operationOf("0.005")).map(({ amount }) => amount)).toEqual(["0.00", "0.09"]);
  expect(money(operationOf("1e500"))).toEqual([]);
  expect(money(operationOf("much"))).toEqual([]);
  expect(money({ receivedAt: "2025-08-19T12:00:00.000Z" })).toEqual([]);
});

test("never rejects and never waits: an alert goes out in dollars where rates are out of reach", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const environment = { CURRENCIES: ["MXN"], TIME_ZONE: "UTC" };
  const laterOperation = operation("2025-08-20T12:00:00Z");
  const nowhere = moneyLookUp({ ...environment, RATES_TABLE: "not-there" }, emulated.client);
  expect((await nowhere([laterOperation], 1_000))(laterOperation)).toEqual([]);
  using _hanging = vi.spyOn(emulated.client, "send").mockImplementation(() => new Promise(() => {}));
  const late = await moneyLookUp({ ...environment, RATES_TABLE: "rates" }, emulated.client)(
    [laterOperation],
    50,
  );
  expect(late(laterOperation)).toEqual([]);
});

test("reads nothing where no currency is set, and where nothing is to be said", async () => {
  using send = vi.spyOn(emulated.client, "send");
  await look([operation("2025-08-20T12:00:00Z")], []);
  await look([]);
  await moneyLookUp({ ...MONEY, CURRENCIES: ["MXN"] }, emulated.client)([{ receivedAt: RECEIVED_AT }]);
  expect(send).not.toHaveBeenCalled();
});

const flagged = (id: number) => {
  const notificationFacts = notification.parse(notificationBody({ id, inflictedLaws: [LFPIORPI] }).data);
  return {
    key: `1#${id}`,
    notification: notificationFacts,
    receivedAt: "2025-08-20T05:11:02.000Z",
    firstReceivedAt: "2025-08-20T05:11:02.000Z",
    flaggedLaws: notificationFacts.inflictedLaws,
  };
};

test("is in the mail that an officer in Mexico reads", async () => {
  const money = await look([operation("2025-08-20T05:10:57.000Z")]);
  const origin = { ...ORIGIN, translator: SPANISH, money };
  const { subject, email, slack } = shown(transactionAlert([flagged(42)], origin));
  expect(subject).toBe("[ILEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - usuario u-1");
  expect(email).toBe(`LFPIORPI (México): el servicio señaló una operación del proyecto 1 (riesgo alto).

Notificación:  1#42
Usuario:       u-1
Monto:         1 ETH (USD 3,000.00)
Equivale a:    MXN 54,600.00 al tipo de cambio que registró su empresa: 18.20 por dólar el 18 de agosto de 2025 (aproximado)
En UMA:        482.58 veces la UMA diaria de MXN 113.14 (aproximado; no determina si procede presentar un aviso)
Billetera:     0x1111111111111111111111111111111111111111 en Arbitrum One (red 42161)
Explorador:    https://explorer.example/address/0x1111111111111111111111111111111111111111
Operación:     https://explorer.example/tx/0xabababababababababababababababababababababababababababababababab
Realizada:     19 de agosto de 2025, 23:10:57 (UTC-6)
Recibida:      19 de agosto de 2025, 23:11:02 (UTC-6)

Leyes por gravedad
  SEÑALADA LFPIORPI (México)

Para ver el detalle
  vigia notifications list --stage dev

Vigía no agrega nombre, RFC, CURP ni datos de contacto a este mensaje. Los usuarios aparecen con su identificador interno. Un señalamiento no prueba un ilícito: revise antes de actuar.
`);
  expect(slack.description).toContain(
    "*Equivale a:* MXN 54,600.00 al tipo de cambio que registró su empresa: 18.20 por dólar el 18 de agosto de 2025",
  );
  const group = shown(transactionAlert([flagged(42), flagged(43)], origin)).email;
  expect(group).toContain(
    "    Equivale a:    MXN 54,600.00 al tipo de cambio que registró su empresa: 18.20 por dólar el 18 de agosto de 2025",
  );
  const english = shown(transactionAlert([flagged(42)], { ...ORIGIN, translator: ENGLISH, money })).email;
  expect(english).toContain(
    "Equals:        MXN 54,600.00 at the rate that your company recorded: 18.20 per dollar on August 18, 2025 (approximate)\nIn UMA:        482.58 times the daily UMA of MXN 113.14 (approximate; it does not determine whether a notice is due)\n",
  );
});
