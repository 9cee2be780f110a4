/** Survey of a JSON text before it is parsed. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { depthOf, parseObjectExactly, readObject } from "../../../lib/contract/exact-json.ts";
import { decimalText, digits } from "../../../lib/contract/numbers.ts";
import { cpuTimeOf } from "../../support/cpu-time.ts";
import { jsonObject } from "./json-text.ts";
import { oddNumber } from "./odd-numbers.ts";

describe("the depth of a JSON text", () => {
  it.each([
    ["1", 0],
    ['"[[["', 0],
    ["{}", 1],
    ["[]", 1],
    ['{"a":[{}]}', 3],
    ['{"a":{},"b":{}}', 2],
    ['{"a":"[[[["}', 1],
    [String.raw`{"a":"\"[[[["}`, 1],
    [String.raw`{"a":"\\","b":[[1]]}`, 3],
    [String.raw`{"a":"\\\"[[[","b":[1]}`, 2],
    [String.raw`{"\\":[[]]}`, 3],
    ['{"a":"[[[', 1],
  ])("of %s is %i", (text, depth) => {
    expect(depthOf(text)).toBe(depth);
  });

  it("is what a recursive count says", () => {
    fc.assert(
      fc.property(jsonObject, (value) => {
        expect(depthOf(JSON.stringify(value))).toBe(countedDepth(value));
      }),
    );
  });

  it("is found in a text of hostile size at little cost", async () => {
    const cost = await cpuTimeOf(() => {
      expect(depthOf("[".repeat(300_000))).toBe(300_000);
      expect(depthOf(`{"a":"${"\\".repeat(300_000)}"}`)).toBe(1);
      expect(depthOf(`{"a":"${'\\"'.repeat(150_000)}"}`)).toBe(1);
    });
    expect(cost).toBeLessThan(2_000);
  });
});

function countedDepth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(countedDepth));
}

describe("a number that is read to be judged", () => {
  const judgement = (object: Record<string, unknown>) =>
    [digits, decimalText].map((schema) => schema.safeParse(object["a"]).success);

  it.each([
    "1",
    "1000000000000000000",
    "1234567890123456789",
    "3000.55",
    "1.2345e+21",
    "18.0",
    "9".repeat(77),
  ])("is read once where a double does: %s", (number) => {
    const read = readObject(`{"a":${number}}`);
    expect(read.judged()).toBe(read.signed);
  });

  it.each([
    `1.${"0".repeat(120)}`,
    "0.99999999999999999999",
    "9".repeat(78),
    "1e78",
    "1e400",
    "1e-400",
    "1.00000000000000000001",
  ])("is read exactly where a double would be judged otherwise: %s", (number) => {
    const text = `{"a":${number}}`;
    expect(judgement(readObject(text).judged())).toEqual(judgement(parseObjectExactly(text)));
  });

  it("is judged as the same number read exactly, however it is spelt", () => {
    fc.assert(
      fc.property(oddNumber, (number) => {
        const text = `{"a":${number}}`;
        expect(judgement(readObject(text).judged())).toEqual(judgement(parseObjectExactly(text)));
      }),
      { numRuns: 5_000 },
    );
  });
});
