/** JSON and form texts of a given size in the shapes that make work grow faster than its input. */

import * as fc from "fast-check";

/** Repeats to a size in bytes; the units are ASCII. */
function repeated(unit: (index: number) => string, between: string, size: number): string {
  const parts: string[] = [];
  for (let [index, length] = [0, 0]; ; index++) {
    const part = unit(index);
    length += part.length + between.length;
    if (length > size) return parts.join(between);
    parts.push(part);
  }
}

const UNITS = [
  ...['"["', '"{"', '"{\\"risk\\":"', '"{\\"risk\\":\\"illegal\\"}"', '"["', "[]", "{}", "1", "0.1", "1e77"],
  ...['"\\u0000"', '"a"', '{"risk":""}', '{"risk":"illegal"}', '{"risk":{"risk":{}}}', '"\\\\\\""', '"-"'],
];

/** A list of one thing. */
const list = fc.constantFrom(...UNITS).map((unit) => ({
  name: `repeated ${unit}`,
  of: (size: number) => `[${repeated(() => unit, ",", size)}]`,
}));

const PIECES = [
  ...[
    "[",
    "{",
    "[[",
    '{"',
    '{"risk":',
    '{"risk":"illegal",',
    '"',
    '""',
    "\\",
    "\\u0022",
    "\\u0000",
    "a",
    "-",
    "0",
  ],
  ...[
    " ",
    "\n",
    "0x",
    "a@",
    "a.",
    "https://",
    "<",
    "&amp;",
    "%25",
    "ABCD010101",
    "漢",
    "\u202e",
    "e\u0301",
    "/",
  ],
];

/** One string that repeats a piece, quoted as JSON once or within a few further strings. */
const text = fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 8 })).map(([piece, times]) => ({
  name: `${JSON.stringify(piece)} repeated, quoted ${times} times`,
  of(size: number) {
    const quoted = (count: number) => {
      let whole = piece.repeat(count);
      for (let time = 0; time < times; time++)
        whole = JSON.stringify(time === 0 ? whole : `{"risk":${whole}}`);
      return whole;
    };
    const most = size / (Buffer.byteLength(quoted(64)) / 64);
    return quoted(Math.max(1, Math.floor(most)));
  },
}));

const KEYS: Record<string, (index: number) => string> = {
  "distinct keys": (index) => ((index * 2_654_435_761) >>> 0).toString(36),
  "keys that are numbers": (index) => String((index * 2_654_435_761) >>> 0),
  "one key": () => "risk",
  "keys in order": (index) => `k${String(index).padStart(6, "0")}`,
};

const VALUES = ["1", '""', "[]", '"illegal"', '{"a":1}'];

/** An object of many pairs. */
const pairs = fc
  .tuple(fc.constantFrom(...Object.keys(KEYS)), fc.constantFrom(...VALUES))
  .map(([kind, value]) => ({
    name: `${kind} with ${value}`,
    of: (size: number) => `{${repeated((index) => `"${KEYS[kind]?.(index)}":${value}`, ",", size)}}`,
  }));

const WRAPS = [
  ["[", "]"],
  ['{"risk":', "}"],
  ['{"a":', "}"],
  ['[{"inflictedLaws":', "}]"],
] as const;

export interface Shape {
  /** What a finding names. */
  name: string;
  /** A JSON value of at most about so many bytes. */
  of(size: number): string;
}

/** Any of them, as it is or nested nearly as deep as is taken. */
export const shape: fc.Arbitrary<Shape> = fc
  .tuple(
    fc.oneof(list, text, pairs),
    fc.constantFrom(...WRAPS),
    fc.oneof(fc.constant(0), fc.constantFrom(28, 58)),
  )
  .map(([inner, [open, close], times]) => {
    const depth = open.length > 8 && open.startsWith("[") ? times / 2 : times;
    return {
      name: depth === 0 ? inner.name : `${inner.name}, ${depth} times within ${open}…${close}`,
      of: (size: number) =>
        `${open.repeat(depth)}${inner.of(size - depth * (open.length + close.length))}${close.repeat(depth)}`,
    };
  });

/** Queries and forms. */
export const formShape: fc.Arbitrary<Shape> = fc
  .constantFrom(
    ...["a&", "a=1&", "&", "=", "%41", "%", "+", "a[]=1&", "a;", "note=%F0%9F%98%80&", "step=1&", "note="],
  )
  .map((unit) => ({ name: `the form ${unit} repeated`, of: (size) => unit.repeat(size / unit.length) }));
