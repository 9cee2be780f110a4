/** Pesos and UMA of one operation, wherever they are shown: by the rate and the UMA of the operation's day. */

import { beforeAll, expect, it } from "vitest";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { notification } from "../../../../lib/contract/webhook.ts";
import { moneyLookUp } from "../../../../lib/law/rates/local-money.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH } from "../../../support/translators.ts";
import { ORIGIN } from "../../alerts/invented.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

beforeAll(async () => {
  const rates = new RateStore(desk.client, "Rates");
  for (const [day, rate] of [
    ["2025-12-31", "18.00"],
    ["2026-01-02", "20.00"],
    ["2026-01-31", "18.00"],
    ["2026-02-01", "20.00"],
  ] as const)
    await rates.set({ currency: "MXN", day, rate });
});

it("are without UMA where no law of Mexico flags it", async () => {
  const amount = { value: "1000000000000000000", usd: "1320" };
  const times = { receivedAt: "2026-02-02T18:00:00.000Z", timestamp: "2026-02-02T18:00:00.000Z" };
  const laws = [{ name: "Ley LD", countryCode: "GT" }];
  await desk.cases.open("gt", { ...times, amount, laws });
  await desk.cases.open("both", {
    ...times,
    amount,
    laws: [...laws, { name: "LFPIORPI", countryCode: "MX" }],
  });
  const stripOf = async (id: string) =>
    /<dl class="strip.*?<\/dl>/s.exec((await officer(`/c/1.${id}`)).text)?.[0];
  expect(await stripOf("gt")).toContain("MXN 26,400.00<");
  expect(await stripOf("both")).toContain("MXN 26,400.00 · 225.04 UMA");
});

it.each([
  [
    "n-1",
    "on the last day on which a UMA holds",
    "2026-02-01T05:30:00.000Z",
    "2026-02-01T18:00:00.000Z",
    "2026-01",
  ],
  ["n-2", "on the last day of a year", "2026-01-01T05:30:00.000Z", "2026-01-02T18:00:00.000Z", "2025-12"],
])(
  "of an operation %s are the same in inbox, case, month, CSV and mail (%s)",
  async (id, _, happenedAt, receivedAt, month) => {
    const amount = { value: "1000000000000000000", usd: "1320" };
    const dueAt = `${month === "2026-01" ? "2026-02" : "2026-01"}-18T05:59:59.999Z`;
    await desk.cases.open(id, {
      userId: id,
      amount,
      timestamp: happenedAt,
      receivedAt,
      dueAt,
      risk: "illegal",
    });
    const [inbox, ofCase, ofMonth, csv] = await Promise.all(
      [`/?user=${id}`, `/c/1.${id}`, `/month?month=${month}`, `/month.csv?month=${month}`].map(
        async (path) => (await officer(path)).text,
      ),
    );
    expect(inbox).toContain("<span>23,760.00</span>");
    expect(ofCase).toContain("≈ MXN 23,760.00 · 210.00 UMA");
    expect(ofMonth).toContain("<span>23,760.00</span>");
    expect(csv).toContain(",1320,23760.00,210.00,");
    const body = { timestamp: happenedAt, amount: { value: 1, usd: 1320 }, inflictedLaws: [LFPIORPI] };
    const flagged = notification.parse(notificationBody(body).data);
    const stored = {
      key: "1#1",
      notification: flagged,
      receivedAt,
      firstReceivedAt: receivedAt,
      flaggedLaws: flagged.inflictedLaws,
    };
    const environment = { RATES_TABLE: "Rates", CURRENCIES: ["MXN"], TIME_ZONE: "America/Mexico_City" };
    const money = await moneyLookUp(
      environment,
      desk.client,
    )([{ amount: stored.notification.amount, happenedAt, receivedAt }]);
    const { email } = shown(transactionAlert([stored], { ...ORIGIN, translator: ENGLISH, money }));
    expect(email).toContain("MXN 23,760.00 at the rate that your company recorded: 18.00 per dollar");
    expect(email).toContain("210.00 times the daily UMA of MXN 113.14");
  },
);
