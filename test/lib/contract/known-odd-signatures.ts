/** Known answers of the signature for odd bodies and odd headers, computed with `openssl dgst -hmac`. */

import { type KnownSignature, posted, signedLookUp, unfit } from "./known-signatures.ts";

export const KNOWN_ODD_SIGNATURES: readonly KnownSignature[] = [
  posted(
    "a key named __proto__ is signed like any other",
    '{"type":"error","data":"x","__proto__":{"b":1,"a":2}}',
    "Q+vasfWi+CVYyEv/847toxfyOIkREHDNMR36SX0Czjo=",
  ),
  unfit(
    posted(
      "a key named __proto__ left out of what was signed",
      '{"type":"error","data":"x"}',
      "Q+vasfWi+CVYyEv/847toxfyOIkREHDNMR36SX0Czjo=",
    ),
  ),
  posted(
    "objects in arrays in arrays keep their order of keys",
    '{"z":[[{"b":1,"a":[3,1,2]}]],"type":"error","data":"x","a":{"y":[{"d":1,"c":2}],"x":null}}',
    "JPLF8uELcQMjY0DR7tSPh6ulLFOUzYTFnCL8jcaU1u8=",
  ),
  unfit(
    posted(
      "keys of an object in an array put in another order",
      '{"z":[[{"a":[3,1,2],"b":1}]],"type":"error","data":"x","a":{"y":[{"d":1,"c":2}],"x":null}}',
      "JPLF8uELcQMjY0DR7tSPh6ulLFOUzYTFnCL8jcaU1u8=",
    ),
  ),
  posted("an empty object signs as no body does", "{}", "J5ZQWgHAGSVuvDt0gj1UdxL1otdpr2jwzcgkV0Tfjwk="),
  {
    name: "no body on a POST",
    method: "POST",
    path: "/webhook",
    body: undefined,
    timestamp: "1757050233763",
    signature: "J5ZQWgHAGSVuvDt0gj1UdxL1otdpr2jwzcgkV0Tfjwk=",
    fits: true,
  },
  signedLookUp(
    "the encoding of a path is lower-cased with it",
    "/users/Jos%C3%A9%20P",
    "9BiI/ATU1n8K4o/jcbrOk+9hhQDK2Hv4sLk+i3/V1Is=",
  ),
  posted(
    "keys that are whole numbers come first, as JSON.stringify prints them",
    '{"type":"error","10":1,"data":"x","9":2}',
    "eGTa/POiyRJ2f80dXqpd7LuzCVYhxfKTynuwDw7TtiQ=",
  ),
  posted(
    "numbers in other spellings are signed as a double prints them",
    '{"type":"error","n":[1000000000000000000000,12345e17,-0.0,0.0000001],"data":"x"}',
    "LfL/GlGD9UCsg61Kr0DB0r0ROaZm3sUOnGcLGUP8nkA=",
  ),
  posted(
    "half of a character is signed as its escape",
    String.raw`{"type":"error","data":"\ud800 \u00f1 🦉"}`,
    "BxBxXjM0dJsMDbcSPZEyyObn9lt7g7BkI0lPw4AYzzo=",
  ),
  unfit(signedLookUp("an empty signature", "/users/123", "")),
  unfit(
    signedLookUp(
      "the right signature with a byte more",
      "/users/123",
      "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awo=\n",
    ),
  ),
  unfit(
    posted(
      "the right signature in base64url",
      '{"type":"error","data":"x","__proto__":{"b":1,"a":2}}',
      "Q-vasfWi-CVYyEv_847toxfyOIkREHDNMR36SX0Czjo=",
    ),
  ),
  unfit(
    signedLookUp(
      "44 characters, one of them of several bytes",
      "/users/123",
      "cXbMRKLHHCQLVIONfyykk7nz3KXi0QhEHAACdpf7Awoñ",
    ),
  ),
];
