/** `vigia rates`, on an emulated DynamoDB. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";

let place: PlaceWithTables;

beforeAll(async () => {
  place = await placeWithTables();
});
afterAll(() => place.remove());

test("sets rates, digit by digit, and says of which currency no alert shows amounts", async () => {
  expect((await place.vigia("rates set MXN 18.20 --on 2026-02-20")).out).toContain(
    "was MXN 18.20 on 2026-02-20",
  );
  await place.vigia("rates set MXN 18.3012345678 --on 2026-02-27");
  const rates = new RateStore(place.database, "rates");
  const set = rates.between("MXN", "2026-02-01", "2026-02-28");
  expect(await Array.fromAsync(set, ({ day, rate }) => [day, rate])).toEqual([
    ["2026-02-27", "18.3012345678"],
    ["2026-02-20", "18.20"],
  ]);
  expect((await place.vigia("rates set EUR 0.92 --on 2026-02-20")).err).toContain("Alerts show no EUR");
});

test.each([
  ["MXN 18,20 --on 2026-02-20", "'rate'. Expected a number"],
  ["MXN 0.00 --on 2026-02-20", "'rate'. Expected a number"],
  ["pesos 18.20 --on 2026-02-20", "'currency'. Expected the code of a currency"],
  ["USD 1 --on 2026-02-20", "'currency'. Expected the code of a currency"],
  ["MXN 18.20 --on 2026-02-30", "Expected a day"],
  ["MXN 18.20 --on 2026-03-05", "--on: 2026-03-05 is in the future."],
])("refuses %j with one sentence", async (args, message) => {
  const { code, err } = await place.vigia(`rates set ${args}`);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
