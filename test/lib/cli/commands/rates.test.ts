/** `vigia rates`, and what the doctor says of them, on an emulated DynamoDB. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { placeWithTables } from "../support/tables.ts";
import type { Place } from "../support/test-context.ts";
import { jsonLines } from "../support/test-context.ts";

let place: Place;

beforeAll(async () => {
  place = await placeWithTables();
});
afterAll(() => place.remove());

test("sets, lists and deletes rates, digit by digit", async () => {
  const set = await place.vigia("rates set MXN 18.20 --on 2026-02-20");
  expect(set).toEqual({
    code: 0,
    out: "One US dollar was MXN 18.20 on 2026-02-20: set in the local stack.\n",
    err: "",
  });
  await place.vigia("rates set MXN 18.3012345678 --on 2026-02-27");
  expect((await place.vigia("rates list MXN --format csv")).out).toBe(
    "day,currency,rate\n2026-02-27,MXN,18.3012345678\n2026-02-20,MXN,18.20\n",
  );
  expect((await place.vigia("rates delete MXN --on 2026-02-27")).code).toBe(0);
  expect((await place.vigia("rates delete MXN --on 2026-02-27")).code).toBe(1);
  expect((await place.vigia("rates set EUR 0.92 --on 2026-02-20")).err).toBe(
    "Alerts show no EUR: the setting currencies has MXN.\n",
  );
});

test.each([
  [["rates", "set", "MXN", "18,20", "--on", "2026-02-20"], "<rate>: expected a number such as 18.20."],
  [["rates", "set", "MXN", "0.00", "--on", "2026-02-20"], "<rate>: expected a number such as 18.20."],
  [["rates", "set", "pesos", "18.20", "--on", "2026-02-20"], "<currency>: expected the code of a currency"],
  [["rates", "set", "USD", "1", "--on", "2026-02-20"], "<currency>: expected the code of a currency"],
  [["rates", "set", "MXN", "18.20", "--on", "2026-02-30"], "--on: expected a valid day"],
  [["rates", "set", "MXN", "18.20", "--on", "2026-03-05"], "--on: 2026-03-05 is in the future."],
])("refuses %j with one sentence", async (args, message) => {
  const { code, err } = await place.vigia(args);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("the doctor says how old the last rate is, and from 10 January which UMA is not known", async () => {
  const of = async (now: string) => {
    const { out } = await place.vigia("doctor --format jsonl", { now: Date.parse(now) });
    const found: { about: string; state: string; text: string }[] = jsonLines(out);
    return found
      .filter(({ about }) => about === "UMA" || about === "rates of MXN")
      .map(({ state, text }) => [state, text]);
  };
  expect(await of("2026-02-27T12:00:00Z")).toEqual([
    ["ok", "the last is 18.20, of 2026-02-20"],
    ["ok", "of this year is known"],
  ]);
  expect(await of("2027-01-10T12:00:00Z")).toEqual([
    ["warning", "the last is 18.20, of 2026-02-20: new amounts are shown in dollars only"],
    ["warning", "of 2027, which holds from 1 February 2027, is not known: amounts are then shown without it"],
  ]);
});
