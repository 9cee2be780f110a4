/** JSON numbers as no sender should spell them, and as some do. */

import * as fc from "fast-check";

const digit = fc.constantFrom(..."0123456789");

function digitsOf(maxLength: number) {
  return fc.oneof(
    fc.string({ unit: digit, minLength: 1, maxLength }),
    fc.string({ unit: fc.constantFrom("0", "9"), minLength: 1, maxLength }),
    fc.nat({ max: maxLength - 1 }).map((length) => "9".repeat(length + 1)),
    fc.nat({ max: maxLength - 1 }).map((length) => "0".repeat(length + 1)),
  );
}

const whole = digitsOf(90).map((digits) => digits.replace(/^0+(?=.)/, ""));
const fraction = fc.option(
  fc.tuple(digitsOf(130), fc.constantFrom("", "1", "5")).map(([digits, last]) => `.${digits}${last}`),
  { nil: "" },
);
const exponent = fc.option(
  fc
    .tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.oneof(fc.nat(90), fc.nat(400)))
    .map((parts) => parts.join("")),
  { nil: "" },
);

/** Any JSON number: long, tiny, with zeros before and behind, in any notation, at the edge of 78 digits and of doubles. */
export const oddNumber = fc.oneof(
  fc.tuple(fc.constantFrom("", "", "-"), whole, fraction, exponent).map((parts) => parts.join("")),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    "1.7976931348623157e308",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "0.1e1",
    "10e-1",
    "-0",
    "-0.0",
    "-0e5",
    "1e999999999",
    "1e-999999999",
  ),
);
