/** JSON read without rounding. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ExactNumber,
  MAX_JSON_DEPTH,
  parseObject,
  parseObjectExactly,
  textOf,
  UnreadableJsonError,
} from "../../../lib/contract/exact-json.ts";
import { MAX_UINT256 } from "./json-text.ts";

describe("reading an object", () => {
  it.each([
    ["nothing", "", "the body is not JSON"],
    ["a cut object", "{", "the body is not JSON"],
    ["other quotes", "{'a':1}", "the body is not JSON"],
    ["NaN", '{"a":NaN}', "the body is not JSON"],
    ["a leading zero", '{"a":01}', "the body is not JSON"],
    ["null", "null", "the body is not a JSON object"],
    ["a list", "[]", "the body is not a JSON object"],
    ["text", '"text"', "the body is not a JSON object"],
    ["a number", "17", "the body is not a JSON object"],
    ["65 levels", `{"a":${"[".repeat(64)}${"]".repeat(64)}}`, "the body is nested deeper than 64 levels"],
    ["200,000 levels", "[".repeat(200_000), "the body is nested deeper than 64 levels"],
  ])("refuses %s", (_what, text, message) => {
    expect(() => parseObject(text)).toThrow(new UnreadableJsonError(message));
    expect(() => parseObjectExactly(text)).toThrow(new UnreadableJsonError(message));
  });

  it("takes 64 levels", () => {
    const text = `{"a":${"[".repeat(MAX_JSON_DEPTH - 1)}${"]".repeat(MAX_JSON_DEPTH - 1)}}`;
    expect(Object.keys(parseObjectExactly(text))).toEqual(["a"]);
  });

  it("keeps a key named __proto__ as a key", () => {
    const read = parseObjectExactly('{"__proto__":{"admin":true},"a":1}');
    expect(Object.keys(read)).toEqual(["__proto__", "a"]);
    expect("admin" in read).toBe(false);
  });

  it("keeps a number as a number where a double prints it as it was sent", () => {
    expect(parseObjectExactly('{"a":[0,-1,1.5,9007199254740991,1e+21]}')).toEqual({
      a: [0, -1, 1.5, 9007199254740991, 1e21],
    });
  });

  it.each([
    "12345678901234567890",
    MAX_UINT256,
    "1.2345e21",
    "1E5",
    "0.0",
    "-0",
    "1.0",
    "1e999999999",
    "0.30000000000000004000",
  ])("keeps %s digit for digit", (source) => {
    const text = `{"a":${source}}`;
    expect(parseObjectExactly(text)).toEqual({ a: new ExactNumber(source) });
    expect(JSON.stringify(parseObjectExactly(text))).toBe(text);
  });

  it("gives back every number as it was sent", () => {
    const number = fc
      .tuple(fc.bigInt(), fc.option(fc.nat()), fc.option(fc.integer({ min: -400, max: 400 })))
      .map(
        ([whole, fraction, exponent]) =>
          `${whole}${fraction === null ? "" : `.${fraction}`}${exponent === null ? "" : `e${exponent}`}`,
      );
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        const text = `{"n":[${numbers.join(",")}]}`;
        const written = JSON.stringify(parseObjectExactly(text));
        // A double's own spelling of the exponent has a plus sign: that alone may differ.
        expect(written.replaceAll("e+", "e")).toBe(text);
      }),
    );
  });
});

describe("the bytes of a body", () => {
  it("are read as UTF-8", () => {
    expect(textOf(Buffer.from("Operación 🦉"))).toBe("Operación 🦉");
  });

  it.each([
    ["a cut character", [0x22, 0xc3, 0x22]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["half of a character", [0xed, 0xa0, 0x80]],
    ["Latin-1", [0x4f, 0xf3]],
  ])("are refused with %s", (_what, bytes) => {
    expect(() => textOf(Uint8Array.from(bytes))).toThrow(
      new UnreadableJsonError("the body is not text in UTF-8"),
    );
  });
});
