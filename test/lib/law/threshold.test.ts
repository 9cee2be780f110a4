/** When operations reach the amount from which a law demands a notice. The UMA is 113.14 pesos until January 2026, then 117.31. */

import { describe, expect, it } from "vitest";
import { thresholdOf } from "../../../lib/law/deadlines.ts";
import { type CountedOperation, type Reach, reachOf, unitsOf } from "../../../lib/law/threshold.ts";

/** The name of an operation, its day, its pesos where they are known, and its client. */
type Said = [name: string, day: string, pesos?: string | undefined, client?: string, uma?: string];

const MEXICO = thresholdOf([{ law: "LFPIORPI", countryCode: "MX" }]);
if (MEXICO === undefined) throw new Error("The threshold of Mexico is not known.");
const threshold = MEXICO;

function reached(
  said: readonly Said[],
  isWhole?: (client: string) => boolean,
): Record<string, Reach<string>> {
  const operations = said.map(
    ([operation, day, amount, client = "u-1", unit = "117.31"]): CountedOperation<string> => ({
      operation,
      client,
      day,
      value: amount === undefined ? undefined : { amount, unit },
    }),
  );
  return Object.fromEntries(reachOf(operations, threshold, isWhole));
}

it("is 210 UMA over six months in Mexico, under each name of its law, and unknown of another law", () => {
  expect(threshold).toMatchObject({ units: 210, unit: "UMA", months: 6, since: "2025-07-17" });
  const anti = { law: "Ley Federal Antilavado", countryCode: "MX" };
  expect(thresholdOf([{ law: "OFAC SDN", countryCode: "US" }, anti])).toBe(threshold);
  expect(thresholdOf([{ law: "LFPIORPI", countryCode: "CO" }])).toBeUndefined();
  expect(thresholdOf([])).toBeUndefined();
});

describe("an operation reaches it alone", () => {
  it("from 210 UMA on to the centavo, and is cut below it, never rounded up to it", () => {
    // 210 × 117.31 = 24,635.10.
    expect(reached([["a", "2026-03-01", "24635.10"]])).toEqual({ a: { kind: "alone", units: "210.00" } });
    expect(reached([["a", "2026-03-01", "24635.09"]])).toEqual({
      a: { kind: "below", units: "209.99", others: [] },
    });
  });

  it("by the UMA of its own day", () => {
    // 210 × 113.14 = 23,759.40.
    expect(
      reached([
        ["january", "2026-01-31", "23759.40", "u-1", "113.14"],
        ["february", "2026-02-01", "23759.40", "u-2"],
      ]),
    ).toEqual({
      january: { kind: "alone", units: "210.00" },
      february: { kind: "below", units: "202.53", others: [] },
    });
  });

  it("and is added to no other, whose sum stays below", () => {
    expect(
      reached([
        ["large", "2026-03-01", "1801800.00"],
        ["small", "2026-03-02", "16.42"],
      ]),
    ).toEqual({
      large: { kind: "alone", units: "15359.30" },
      small: { kind: "below", units: "0.13", others: [] },
    });
  });

  it("with amounts that a double cannot hold", () => {
    expect(reached([["a", "2026-03-01", "2283950596728395059.84"]])).toEqual({
      a: { kind: "alone", units: "19469359787983931.97" },
    });
  });
});

describe("operations reach it together", () => {
  it("where a client's add up to 210 UMA exactly, and not a centavo below", () => {
    const operationsUntil = (last: string): Said[] => [
      ["a", "2026-03-01", "8000.00"],
      ["b", "2026-03-05", "8000.00"],
      ["c", "2026-04-09", last],
    ];
    expect(reached(operationsUntil("8635.10"))).toEqual({
      a: { kind: "together", units: "210.00", others: ["b", "c"] },
      b: { kind: "together", units: "210.00", others: ["a", "c"] },
      c: { kind: "together", units: "210.00", others: ["a", "b"] },
    });
    expect(reached(operationsUntil("8635.09"))["c"]).toEqual({
      kind: "below",
      units: "209.99",
      others: ["a", "b"],
    });
  });

  it("each by the UMA of its day, exactly", () => {
    // 100 UMA of 113.14 and 110 of 117.31.
    expect(
      reached([
        ["a", "2026-01-31", "11314.00", "u-1", "113.14"],
        ["b", "2026-02-01", "12904.10"],
      ])["b"],
    ).toEqual({ kind: "together", units: "210.00", others: ["a"] });
  });

  it("within six months, the same day of the sixth month included, and not a day later", () => {
    const reachWith = (second: string) =>
      reached([
        ["a", "2026-02-28", "12500.00"],
        ["b", second, "12500.00"],
      ])["b"]?.kind;
    expect(reachWith("2026-08-28")).toBe("together");
    expect(reachWith("2026-08-29")).toBe("below");
    // February has no 31st: six months from 31 August end with its last day.
    const fromAugust = (second: string) =>
      reached([
        ["a", "2026-08-31", "12500.00"],
        ["b", second, "12500.00"],
      ])["a"]?.kind;
    expect(fromAugust("2027-02-28")).toBe("together");
    expect(fromAugust("2027-03-01")).toBe("below");
  });

  it("of the period with the highest sum, and those that no such period holds do not", () => {
    expect(
      reached([
        ["a", "2026-02-01", "5000.00"],
        ["b", "2026-07-01", "9000.00"],
        ["c", "2026-12-01", "16000.00"],
      ]),
    ).toEqual({
      a: { kind: "below", units: "119.34", others: ["b"] },
      b: { kind: "together", units: "213.11", others: ["c"] },
      c: { kind: "together", units: "213.11", others: ["b"] },
    });
  });

  it("of one client alone", () => {
    expect(
      reached([
        ["a", "2026-03-01", "20000.00"],
        ["b", "2026-03-01", "20000.00", "u-2"],
      ]),
    ).toEqual({
      a: { kind: "below", units: "170.48", others: [] },
      b: { kind: "below", units: "170.48", others: [] },
    });
  });
});

describe("it is not known", () => {
  it("of an operation without a value, and of those that it may be added to", () => {
    expect(
      reached([
        ["a", "2026-03-01", "100.00"],
        ["unknown", "2026-04-01"],
        ["far", "2026-11-01", "100.00"],
        ["large", "2026-04-01", "30000.00"],
      ]),
    ).toEqual({
      a: { kind: "unknown", lacking: ["unknown"] },
      unknown: { kind: "unknown", lacking: ["unknown"] },
      far: { kind: "below", units: "0.85", others: [] },
      large: { kind: "alone", units: "255.73" },
    });
  });

  it("for small operations if not all of the client's were read, and is known for one that reaches it alone", () => {
    const operations: Said[] = [
      ["a", "2026-03-01", "100.00"],
      ["b", "2026-03-01", "12400.00", "u-2"],
      ["c", "2026-03-01", "12400.00", "u-2"],
      ["large", "2026-04-01", "30000.00"],
    ];
    expect(reached(operations, () => false)).toEqual({
      a: { kind: "unknown", lacking: [] },
      b: { kind: "together", units: "211.40", others: ["c"] },
      c: { kind: "together", units: "211.40", others: ["b"] },
      large: { kind: "alone", units: "255.73" },
    });
  });
});

it("says nothing of an operation before the threshold held", () => {
  expect(reached([["a", "2025-07-16", "99999.00", "u-1", "113.14"]])).toEqual({});
  expect(reached([["a", "2025-07-17", "99999.00", "u-1", "113.14"]])).toMatchObject({ a: { kind: "alone" } });
});

it("adds values of several units exactly, and of none to nothing", () => {
  expect(
    unitsOf([
      { amount: "11314.00", unit: "113.14" },
      { amount: "12904.09", unit: "117.31" },
    ]),
  ).toBe("209.99");
  expect(unitsOf([])).toBe("0.00");
});
