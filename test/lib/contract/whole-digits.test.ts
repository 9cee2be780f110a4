/** A JSON number in any spelling as the digits of a whole number. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseObjectExactly, wholeDigits } from "../../../lib/contract/exact-json.ts";
import { cpuTimeOf } from "../../support/cpu-time.ts";
import { MAX_UINT256 } from "./json-text.ts";

describe("the digits of a whole number", () => {
  it.each([
    ["0", "0"],
    ["-0", "0"],
    ["0.0", "0"],
    ["0e999999999", "0"],
    ["1.0", "1"],
    ["10e-1", "1"],
    ["1000e-3", "1"],
    ["0.001e3", "1"],
    ["12.50e1", "125"],
    ["1e21", "1000000000000000000000"],
    ["1.2345e+21", "1234500000000000000000"],
    ["1.2345E+21", "1234500000000000000000"],
    ["12345678901234567890", "12345678901234567890"],
    ["1000000000000000000", "1000000000000000000"],
    [MAX_UINT256, MAX_UINT256],
    ["1e77", `1${"0".repeat(77)}`],
  ])("of %s are %s", (text, digits) => {
    expect(wholeDigits(text)).toEqual({ digits });
  });

  it.each([
    ["1e78", "digitsAtMost 78"],
    ["1e999999999", "digitsAtMost 78"],
    ["-1", "notNegative"],
    ["-1e-5", "notNegative"],
    ["0.5", "wholeNumber"],
    ["1e-1", "wholeNumber"],
    ["1e-999999999", "wholeNumber"],
    ["12.34e1", "wholeNumber"],
    ["Infinity", "number"],
    ["0x10", "number"],
    ["1_000", "number"],
    ["", "number"],
    [" 1", "number"],
  ])("of %s are refused", (text, wrong) => {
    expect(wholeDigits(text)).toEqual({ wrong });
  });

  it("are at most 78", () => {
    const wrong = "digitsAtMost 78";
    expect(wholeDigits("9".repeat(78))).toEqual({ digits: "9".repeat(78) });
    expect(wholeDigits("9".repeat(79))).toEqual({ wrong });
    expect(wholeDigits(`1.${"0".repeat(398)}`)).toEqual({ digits: "1" });
    expect(wholeDigits(`1.${"0".repeat(399)}`)).toEqual({ wrong });
    expect(wholeDigits("9".repeat(300_000))).toEqual({ wrong });
    expect(wholeDigits(`1e${"9".repeat(300)}`)).toEqual({ wrong });
  });

  it("costs nothing where the text or its exponent is huge", async () => {
    const cost = await cpuTimeOf(() => {
      wholeDigits("0".repeat(300_000));
      wholeDigits(`1${"0".repeat(300_000)}`);
      wholeDigits(`0.${"0".repeat(300_000)}1`);
      wholeDigits("1e999999999");
      parseObjectExactly(`{"a":1${"0".repeat(250_000)}}`);
    });
    expect(cost).toBeLessThan(2_000);
  });

  it("are the same in every spelling", () => {
    const amount = fc.bigInt({ min: 0n, max: BigInt(MAX_UINT256) });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 90 }), (value, shift) => {
        const plain = String(value);
        const padded = plain.padStart(shift + 1, "0");
        const point = padded.length - shift;
        const whole = padded.slice(0, point).replace(/^0+(?=\d)/, "");
        const spelled = `${whole}${shift === 0 ? "" : `.${padded.slice(point)}`}e+${shift}`;
        expect(wholeDigits(spelled)).toEqual({ digits: plain });
        expect(wholeDigits(`${plain}${"0".repeat(shift)}e-${shift}`)).toEqual({ digits: plain });
      }),
    );
  });
});
