import { describe, expect, it } from "vitest";
import { newCase } from "../../../lib/cases/new-case.ts";
import { readDelivery } from "../../../lib/intake/delivery.ts";
import type { DeadlineRule } from "../../../lib/law/deadline-setting.ts";
import { recordedNew } from "../../support/deliveries.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";

const GUATEMALA: DeadlineRule = {
  countryCode: "GT",
  law: "Decreto 67-2001",
  within: { kind: "hours", hours: 48 },
  source: "invented",
  readOn: "2026-01-01",
};

const law = (name: string, countryCode: string) => ({
  ...LFPIORPI,
  risk: "illegal" as const,
  name,
  countryCode,
});
const others = (count: number) => Array.from({ length: count }, (_, index) => law(`Law ${index}`, "US"));

/** The case of a content as intake stores it by some rules, opened by others. */
function caseOf(changes: Record<string, unknown>, rules: DeadlineRule[] = [], atIntake = rules) {
  const read = readDelivery(
    {
      body: Buffer.from(JSON.stringify(notificationBody(changes))),
      deliveryId: "d",
      receivedAt: "2025-08-20T05:11:02.000Z",
      signedAt: "2025-08-20T05:11:01.000Z",
      projectId: 1,
    },
    { retentionYears: 10, deadlines: atIntake },
  );
  const { delivered } = recordedNew(read);
  return {
    opened: newCase({ stored: delivered, firstReceivedAt: delivered.receivedAt }, rules),
    item: delivered,
  };
}

it("has every digit of the amount that its notification names", () => {
  const amount = { value: JSON.rawJSON("12345678901234567890"), usd: JSON.rawJSON("123456789012345678.91") };
  expect(caseOf({ amount }).opened).toMatchObject({
    amount: { value: "12345678901234567890", usd: "123456789012345678.91" },
    token: { symbol: "ETH", decimals: 18 },
  });
});

describe("a case of many laws", () => {
  it.each([6, 41, 400])("keeps, of %s illegal ones, the last one that has a deadline", (count) => {
    const { opened, item } = caseOf({ inflictedLaws: [...others(count - 1), LFPIORPI] });
    expect(opened.rules?.map(({ law }) => law)).toEqual(["LFPIORPI"]);
    expect(opened.laws?.[0]).toEqual({ name: "LFPIORPI", countryCode: "MX" });
    expect(opened.laws).toHaveLength(Math.min(40, count));
    expect(opened.lawCount).toBe(count > 40 ? count : undefined);
    expect(item.laws[0]?.name).toBe("LFPIORPI");
  });

  it("knows the deadline of a law that no list of its notification names", () => {
    const inflictedLaws = [...others(60), law("Decreto 67-2001", "GT")];
    const { opened, item } = caseOf({ inflictedLaws }, [GUATEMALA], []);
    expect(item.laws.map(({ name }) => name)).not.toContain("Decreto 67-2001");
    expect(opened.rules).toEqual([GUATEMALA]);
    expect(opened.laws?.[0]?.name).toBe("Decreto 67-2001");
  });

  it("knows the deadline of a law whose name is longer than lists show, and names it as they do", () => {
    const long = { ...GUATEMALA, law: `Decreto 67-2001, ${"y sus reformas ".repeat(15)}de 2001` };
    const { opened } = caseOf({ inflictedLaws: [law(long.law, "GT")] }, [long]);
    expect(opened.rules?.map(({ law }) => law)).toEqual([long.law]);
    expect(opened.laws).toEqual([{ name: `${long.law.slice(0, 199)}…`, countryCode: "GT" }]);
  });

  it("keeps every law that has a deadline, however many there are", () => {
    const rules = Array.from({ length: 8 }, (_, index) => ({
      ...GUATEMALA,
      law: `Law ${index}`,
      countryCode: "US",
    }));
    const { opened } = caseOf({ inflictedLaws: [LFPIORPI, ...others(8)] }, rules);
    expect(opened.laws).toHaveLength(9);
    expect(opened.lawCount).toBeUndefined();
  });
});

it.each([5, 10, 60, 4_998])(
  "a case names the sanctions list and the law with a deadline behind %s others",
  (count) => {
    const guatemalan = Array.from({ length: count }, (_, index) => law(`Law ${index}a`, "GT"));
    const inflictedLaws = [...guatemalan, LFPIORPI, law("OFAC SDN", "US")];
    const { opened, item } = caseOf({ inflictedLaws });
    expect(opened.laws?.slice(0, 3).map(({ name }) => name)).toEqual(["OFAC SDN", "LFPIORPI", "Law 0a"]);
    expect(item.laws.slice(0, 2).map(({ name }) => name)).toEqual(["OFAC SDN", "LFPIORPI"]);
  },
);

it("a case of long names keeps the most severe laws and so many others as have room", () => {
  const long = Array.from({ length: 50 }, (_, index) => law(`Ley ${index} ${"é".repeat(190)}`, "GT"));
  const { opened } = caseOf({ inflictedLaws: [...long, LFPIORPI, law("UN 1267", "UN"), law("OFAC", "US")] });
  expect(opened.laws?.slice(0, 3).map(({ name }) => name)).toEqual(["UN 1267", "LFPIORPI", "OFAC"]);
  expect(opened.laws).toHaveLength(13);
  expect(opened.lawCount).toBe(53);
});

it("a case has the time of its transaction as the service wrote it", () => {
  const timestamp = "2025-07-30T23:00:00-06:00";
  expect(caseOf({ timestamp }).opened.timestamp).toBe(timestamp);
});
