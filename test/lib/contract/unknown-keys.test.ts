import { expect, it } from "vitest";
import { unknownKeysIn } from "../../../lib/contract/unknown-keys.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";

it("finds no unknown key in a body of the contract", () => {
  const { data } = notificationBody({ inflictedLaws: [LFPIORPI] });
  expect(unknownKeysIn({ type: "notification", data })).toEqual([]);
  expect(unknownKeysIn({ type: "error", data: "The indexer is late." })).toEqual([]);
});

it("names a key at any depth by its path, and one of several laws once", () => {
  const { data } = notificationBody({
    inflictedLaws: [
      { ...LFPIORPI, level: 1 },
      { ...FINTECH_LAW, level: 2 },
    ],
    amount: { value: 1, usd: 2, eur: 3 },
  });
  expect(unknownKeysIn({ type: "notification", data: { ...data, overallRisk: 9 }, v: 2 })).toEqual([
    "data.amount.eur",
    "data.inflictedLaws[].level",
    "data.overallRisk",
    "v",
  ]);
});

it("does not look into what is unknown", () => {
  const { data } = notificationBody({});
  expect(unknownKeysIn({ type: "notification", data: { ...data, more: { name: 1 } } })).toEqual([
    "data.more",
  ]);
});

it("names twenty keys at most", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`key${n}`, n]));
  expect(unknownKeysIn({ type: "notification", ...many })).toHaveLength(20);
});
