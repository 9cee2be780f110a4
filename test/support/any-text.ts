/** Text of any characters. */

import * as fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

/** fast-check's unit `binary` makes a map of all 1.1 million of them in each process, for most of a second. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - SURROGATES.count })
  .map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count), numberOf);

/** The opposite, by which fast-check knows that names such as `__proto__` are made of such characters. */
function numberOf(character: unknown): number {
  const point = typeof character === "string" ? character.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== character)
    throw new Error("expected a character");
  return point < SURROGATES.first ? point : point - SURROGATES.count;
}

/** Text of any characters of Unicode, assigned or not; always well formed. */
export function anyText(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: anyCharacter });
}
