/** Arbitrary user ids in a path, in every encoding that a client may think of. */

import * as fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";
import { CANARY } from "./hostile-text.ts";

/** Ids as a company may have them, and as nobody should. */
const id = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(`u-${CANARY}`, "José García", "a@b:c,d;e=f&g", "漢字", "#1", "Straße", "İ"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("50%", "a/b", "who?", ".", "..", "...", "%41", "%2541", "a%00b", "__proto__"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("a\u0000b", "\u007f", "a\nb", "\u202e", "x".repeat(3_000), "é".repeat(1_025)),
  },
  { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }) },
  {
    weight: 2,
    arbitrary: anyText({ minLength: 1, maxLength: 8 }),
  },
);

type Encoder = (id: string) => string;

function everyByte(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

const encoder: fc.Arbitrary<Encoder> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(encodeURIComponent) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Encoder>(
      encodeURI,
      everyByte,
      (text) => everyByte(text).toUpperCase(),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => encodeURIComponent(text).replaceAll("%20", "+"),
      (text) => encodeURIComponent(text).toLowerCase(),
      (text) => encodeURIComponent(text).toUpperCase(),
      (text) => `${encodeURIComponent(text)}/`,
      (text) => `${encodeURIComponent(text)}?id=other`,
      (text) => `${encodeURIComponent(text)}%3Fid=other`,
      (text) => `${encodeURIComponent(text)};v=1`,
      (text) => `other%2F..%2F${encodeURIComponent(text)}`,
    ),
  },
);

const BROKEN = [
  "/users/%",
  "/users/%zz",
  "/users/%25zz",
  "/users/%C0%80",
  "/users/%ED%A0%80",
  "/users/",
  "/users//",
];

/** The target of a request for a user. */
export const userTarget: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: fc.tuple(id, encoder).map(([text, encode]) => `/users/${encode(text)}`) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
);
