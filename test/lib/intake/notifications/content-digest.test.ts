/** Equality of bodies. The known answers are of `openssl dgst -sha256`. */

import { describe, expect, it } from "vitest";
import { parseObjectExactly } from "../../../../lib/contract/exact-json.ts";
import { bytesDigest, contentDigest } from "../../../../lib/intake/notifications/content-digest.ts";

function digest(text: string): string {
  return contentDigest(parseObjectExactly(text));
}

describe("the digest of a body", () => {
  it("is known", () => {
    expect(digest('{"a":1}')).toBe("AVq9f1zFei3ZS3WQ8ErYCE");
    expect(digest('{"d":"x","a":[{"c":0.5,"b":1e21}]}')).toBe("9n3wRMKhPr0ZYJFEFcm7EX");
    expect(bytesDigest(Buffer.from([0xff]))).toBe("qBAK5qoZQNC2Y7sxzUZhQu");
  });

  it.each([
    ["white space", '{"a":1,"b":2}', ' {"a" : 1,\n"b":2}'],
    ["the order of keys", '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ["the order of keys in a list", '{"a":[{"b":1,"c":{"d":1,"e":2}}]}', '{"a":[{"c":{"e":2,"d":1},"b":1}]}'],
    ["the spelling of a whole number", '{"a":[1000000000000000000000]}', '{"a":[1.0e+21]}'],
    ["a fraction of zero", '{"a":18}', '{"a":18.0}'],
    ["the spelling of a text", '{"a":"é"}', String.raw`{"a":"\u00e9"}`],
    ["a value that a later one overrules", '{"a":1}', '{"a":2,"a":1}'],
  ])("is not changed by %s", (_, text, other) => {
    expect(digest(other)).toBe(digest(text));
  });

  it.each([
    ["a value", '{"a":1}', '{"a":2}'],
    ["a key", '{"a":1}', '{"b":1}'],
    ["a number's text", '{"a":1}', '{"a":"1"}'],
    ["null", '{"a":null}', "{}"],
    ["the order of a list", '{"a":[1,2]}', '{"a":[2,1]}'],
    ["a list of one", '{"a":[1]}', '{"a":1}'],
    ["a list", '{"a":[]}', '{"a":{}}'],
    ["digits that a double rounds away", '{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ["a fraction", '{"a":0.1}', '{"a":0.10000000000000000001}'],
    ["a number past what a double holds", '{"a":1e400}', '{"a":1e401}'],
    ["a key of the prototype", '{"a":1}', '{"a":1,"__proto__":{"b":1}}'],
  ])("is changed by %s", (_, text, other) => {
    expect(digest(other)).not.toBe(digest(text));
  });
});
