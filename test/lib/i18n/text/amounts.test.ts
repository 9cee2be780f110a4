import { describe, expect, it } from "vitest";
import { decimalOf, sumOf, tokenUnits, usd } from "../../../../lib/i18n/text/amounts.ts";

describe("an amount in token units", () => {
  it.each([
    ["1000000000000000000", 18, "1"],
    ["1500000000000000000", 18, "1.5"],
    ["1", 18, "0.000000000000000001"],
    ["0", 18, "0"],
    ["1234567890", 6, "1,234.56789"],
    ["1234567", 0, "1,234,567"],
    [
      "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      18,
      "115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457.584007913129639935",
    ],
  ])("is exact: %s at %d decimals is %s", (value, decimals, shown) => {
    expect(tokenUnits(value, decimals)).toBe(shown);
  });
});

describe("an amount in USD", () => {
  it.each([
    ["3000", "3,000.00"],
    ["3000.5", "3,000.50"],
    ["0.1", "0.10"],
    ["1234567.891", "1,234,567.891"],
    ["12345678901234567890.12", "12,345,678,901,234,567,890.12"],
    ["1e3", "1,000.00"],
    ["1.2345e+2", "123.45"],
    ["5e-7", "0.0000005"],
    ["-12.5", "-12.50"],
    ["0", "0.00"],
    ["0.10", "0.10"],
    ["0.100", "0.10"],
    ["1.50000", "1.50"],
    ["1e-1", "0.10"],
    ["25e-2", "0.25"],
    ["12e-1", "1.20"],
    ["1.5e10", "15,000,000,000.00"],
    ["5e-10", "0.0000000005"],
    ["1000.5e-2", "10.005"],
    ["0000", "0.00"],
    ["1e-300", "1e-300"],
    ["1e300", "1e300"],
    ["-1.5e-99", "-1.5e-99"],
  ])("shows at least cents and every digit sent: %s is %s", (amount, shown) => {
    expect(usd(amount)).toBe(shown);
  });

  it("is rounded where a sum has more digits than any amount that was sent", () => {
    expect(usd(sumOf(["1e308", "3000"]).usd)).toBe("1.00000000000000000000e+308");
    expect(usd(sumOf(["3000", "0.1"]).usd)).toBe("3,000.10");
  });

  it.each(["about 3", "3 or so", "1e1000", ""])(
    "stays as it is where it is no number to show: %s",
    (amount) => {
      expect(usd(amount)).toBe(amount);
    },
  );
});

describe("decimals", () => {
  it.each([
    ["0.1", "0.2", "0.3"],
    ["9007199254740993", "0.01", "9007199254740993.01"],
    ["1e3", "2.5e-2", "1000.025"],
    ["-5", "2.25", "-2.75"],
    ["1.50", "0.50", "2"],
  ])("add up exactly: %s and %s are %s", (a, b, sum) => {
    expect(
      decimalOf(a)
        ?.plus(decimalOf(b) ?? 0)
        .toFixed(),
    ).toBe(sum);
  });

  it.each(["1e999999999", "1e-999999999", "9".repeat(401), "three", ""])("are no %s", (text) => {
    expect(decimalOf(text)).toBeUndefined();
  });
});
