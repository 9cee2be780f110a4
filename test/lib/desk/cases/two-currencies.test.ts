/** A company with two currencies, of which one has no rate: no amount of one stands under the name of the other. */

import { beforeAll, expect, it } from "vitest";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { DESK_VARIABLES } from "../../../support/desk/desk-environment.ts";

const desk = await startDesk(undefined, DESK_VARIABLES.TIME_ZONE, ["MXN", "COP"]);
const officer = await desk.signedIn("officers");
const rates = new RateStore(desk.client, "Rates");

const DAY = "2026-01-02";
const flagged = (id: string, usd: string, happenedAt: string) =>
  desk.cases.open(id, {
    userId: id,
    amount: { value: "1000000000000000000", usd },
    timestamp: happenedAt,
    receivedAt: happenedAt,
    dueAt: "2026-02-18T05:59:59.999Z",
    risk: "illegal",
  });

beforeAll(async () => {
  // Of USD 1,320 on January 2 there is a rate in Colombian pesos alone, of USD 1,000 on January 20 there are both.
  await rates.set({ currency: "COP", day: DAY, rate: "4000.00" });
  await rates.set({ currency: "COP", day: "2026-01-20", rate: "4100.00" });
  await rates.set({ currency: "MXN", day: "2026-01-20", rate: "18.00" });
  await flagged("n-1", "1320", `${DAY}T15:30:00.000Z`);
  await flagged("n-2", "1000", "2026-01-20T15:30:00.000Z");
});

it("shows in the inbox's column of MXN no amount in COP", async () => {
  const { text } = await officer("/");
  expect(text).toContain("MXN ≈");
  expect(text).toContain("18,000.00");
  expect(text).not.toContain("5,280,000.00");
});

it("adds pesos of one currency alone in the sum of what is selected", async () => {
  const { text } = await officer("/?sheet=decide");
  expect(text).toMatch(/<p class="tally">.*≈ MXN 18,000\.00 · 2 users/s);
});

it("has in the month's file an amount in MXN where there is one, and none where there is not", async () => {
  const { text } = await officer("/month.csv?month=2026-01&project=1");
  expect(text).toContain(",1000,18000.00,159.09,2026-01-20,");
  expect(text).toContain(",1320,,,,");
});

it("names the currency of each of an operation's amounts where there is room for all of them", async () => {
  const { text } = await officer("/c/1.n-2");
  expect(text).toContain("MXN 18,000.00");
  expect(text).toContain("COP 4,100,000");
});
