/** JSON values written as text in ways that mean the same: other white space, other order of keys. */

import * as fc from "fast-check";
import { anyText } from "../../support/any-text.ts";

/** 2^256 - 1, the largest amount that a token contract can hold. */
export const MAX_UINT256 = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

/** A JSON object, a few levels deep, with hostile keys among its keys. */
export const jsonObject: fc.Arbitrary<Record<string, unknown>> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      anyText(),
      fc.array(tie("value"), { maxLength: 4 }),
      entries(tie("value")),
    ),
  }))
  .value.chain((value) => entries(fc.constant(value)));

function entries(value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const key = fc.oneof(
    anyText({ maxLength: 5 }),
    fc.constantFrom("__proto__", "constructor", "toString", "10", "9", "a", "Z", "ñ"),
  );
  return fc
    .array(fc.tuple(key, value), { maxLength: 6 })
    .map((pairs) =>
      JSON.parse(`{${pairs.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(",")}}`),
    );
}

/** `value` as JSON with the keys of objects outside arrays in reverse, and `space` around every token. */
export function rewritten(value: unknown, space: string, reverse = true): string {
  if (Array.isArray(value)) {
    return `[${value.map((entry) => `${space}${rewritten(entry, space, false)}${space}`).join(",")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(
    ([key, entry]) =>
      `${space}${JSON.stringify(key)}${space}:${space}${rewritten(entry, space, reverse)}${space}`,
  );
  return `{${(reverse ? pairs.reverse() : pairs).join(",")}}`;
}
