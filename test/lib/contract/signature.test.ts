/** The signature of the service's calls. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseObject, parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import {
  canonicalBody,
  isFresh,
  isSignature,
  NO_BODY,
  SIGNATURE_HEADER,
  type SignedParts,
  sign,
  signatureFits,
  signedMessage,
  signedUserPaths,
  TIMESTAMP_HEADER,
} from "../../../lib/contract/signature.ts";
import { jsonObject, rewritten } from "./json-text.ts";
import { KNOWN_ODD_SIGNATURES } from "./known-odd-signatures.ts";
import { KNOWN_SECRET, KNOWN_SIGNATURES, type KnownSignature } from "./known-signatures.ts";

function partsOf({ method, path, body, timestamp }: KnownSignature): SignedParts {
  return {
    method,
    path,
    canonicalBody: body === undefined ? NO_BODY : canonicalBody(parseObject(body)),
    timestamp,
  };
}

describe("the signature", () => {
  it("and its timestamp are in the headers that the service sends", () => {
    expect([SIGNATURE_HEADER, TIMESTAMP_HEADER]).toEqual(["x-wavynode-hmac", "x-wavynode-timestamp"]);
  });

  it.each([...KNOWN_SIGNATURES, ...KNOWN_ODD_SIGNATURES])("answers as known: $name", (signature) => {
    const parts = partsOf(signature);
    expect(signatureFits(signature.signature, signedMessage(parts), KNOWN_SECRET)).toBe(signature.fits);
    if (signature.fits) expect(sign(parts, KNOWN_SECRET)).toBe(signature.signature);
  });

  it("takes the method in any case", () => {
    const parts = { method: "get", path: "/users/123", canonicalBody: NO_BODY, timestamp: "1757050233763" };
    expect(sign(parts, KNOWN_SECRET)).toBe("cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo=");
  });
});

describe("the canonical body", () => {
  it("sorts the keys of objects and leaves arrays, and objects inside them, as they are", () => {
    const body = parseObject('{"b":[{"z":1,"a":2},[{"y":1,"x":2}]],"a":{"d":{"f":1,"e":2},"c":3}}');
    expect(canonicalBody(body)).toBe('{"a":{"c":3,"d":{"e":2,"f":1}},"b":[{"z":1,"a":2},[{"y":1,"x":2}]]}');
  });

  it("sorts capitals before lower case and both before accents", () => {
    expect(canonicalBody(parseObject('{"ñ":1,"a":2,"Z":3,"_":4}'))).toBe('{"Z":3,"_":4,"a":2,"ñ":1}');
  });

  it("prints an exactly read number as it was sent", () => {
    const body = parseObjectExactly('{"b":12345678901234567890,"a":[1.0]}');
    expect(canonicalBody(body)).toBe('{"a":[1.0],"b":12345678901234567890}');
  });

  it("does not depend on the order of keys or on white space", () => {
    fc.assert(
      fc.property(jsonObject, fc.constantFrom("", " ", "\n\t", "\r\n  "), (body, space) => {
        expect(canonicalBody(parseObject(rewritten(body, space)))).toBe(canonicalBody(body));
      }),
    );
  });

  it("says the same as the body it was made of", () => {
    fc.assert(
      fc.property(jsonObject, (body) => {
        expect(JSON.parse(canonicalBody(body))).toEqual(body);
      }),
    );
  });
});

describe("the timestamp", () => {
  const now = 1757050233763;

  it.each([
    ["now", "1757050233763", true],
    ["five minutes old", "1757049933763", true],
    ["a millisecond older than five minutes", "1757049933762", false],
    ["five minutes ahead", "1757050533763", true],
    ["a millisecond more than five minutes ahead", "1757050533764", false],
    ["in seconds", "1757050233", false],
    ["with a sign", "+1757050233763", false],
    ["with a space", " 1757050233763", false],
    ["with a fraction", "1757050233763.0", false],
    ["in hexadecimal", "0x19918f4b3e3", false],
    ["with an exponent", "1.757050233763e12", false],
    ["in other digits", "١٧٥٧٠٥٠٢٣٣٧٦٣", false],
    ["of two headers joined", "1757050233763,1757050233763", false],
    ["empty", "", false],
    ["endless", "1".repeat(5_000), false],
  ])("%s is judged", (_what, timestamp, fresh) => {
    expect(isFresh(timestamp, now)).toBe(fresh);
  });
});

describe("the paths that may have been signed for a user", () => {
  it("are the one received, then both encodings of the id, each once", () => {
    expect(signedUserPaths("/users/José P#1", "José P#1")).toEqual([
      "/users/José P#1",
      "/users/Jos%C3%A9%20P%231",
      "/users/Jos%C3%A9%20P#1",
    ]);
    expect(signedUserPaths("/users/123", "123")).toEqual(["/users/123"]);
  });

  it.each([
    ["maria(1)", "/users/maria%281%29"],
    ["o'higgins", "/users/o%27higgins"],
    ["a*b!", "/users/a%2Ab%21"],
  ])("are also the one in which RFC 3986 encodes %s", (id, path) => {
    expect(signedUserPaths(`/users/${id}`, id)).toEqual([`/users/${id}`, path]);
  });

  it("are the one received alone when the id holds half of a character", () => {
    expect(signedUserPaths("/users/x", "\ud800")).toEqual(["/users/x"]);
  });
});

it.each([
  [`${"A".repeat(43)}=`, true],
  [`${"+/09azAZ".repeat(5)}abw=`, true],
  [`${"A".repeat(42)}B=`, false],
  [`${"A".repeat(42)}E=`, true],
  [`${"A".repeat(44)}=`, false],
  [`${"A".repeat(42)}=`, false],
  [`${"A".repeat(42)}-A=`, false],
  ["A=", false],
  [`${"-".repeat(42)}A=`, false],
  [`${"A".repeat(43)}=\n`, false],
  [` ${"A".repeat(43)}=`, false],
  ["", false],
])("%s has the form of a signature: %s", (text, has) => {
  expect(isSignature(text)).toBe(has);
});
