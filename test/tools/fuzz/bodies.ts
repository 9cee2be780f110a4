/** Arbitrary bodies: JSON of any shape, notifications with things wrong, bytes, and texts of a given size. */

import * as fc from "fast-check";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { CANARY, text, weighted } from "./texts.ts";

/** The largest body that is kept. */
export const MOST_KEPT_BYTES = 262_144;

/** Keys that objects have, or should not have. */
const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "type",
    "data",
    "id",
    "risk",
    "address",
    "inflictedLaws",
    "amount",
    "value",
    CANARY,
    "__proto__",
    "constructor",
    "prototype",
    "toJSON",
    "hasOwnProperty",
    "then",
    "length",
    "0",
    "1",
    "10",
    "4294967295",
    "-0",
    "01",
    "",
  ),
  text,
);

const NUMBERS = [
  "0",
  "-0",
  "1",
  "-1",
  "0.1",
  "1e21",
  "1E+21",
  "1.2345e+21",
  "1e400",
  "-1e400",
  "1e-400",
  "1e999999999",
  "1e-999999999",
  "9007199254740993",
  "18.0",
  "255",
  "256",
  "1.0000000000000000000000001",
  "5e-324",
  "115792089237316195423570985008687907853269984665640564039457584007913129639935",
  "9".repeat(78),
  "9".repeat(79),
  "0.".padEnd(130, "3"),
  `1${"0".repeat(400)}`,
  "1e77",
  "1e78",
  "0e999999999",
];

/** Texts that are nearly JSON. */
const NEARLY = [
  "01",
  "+1",
  ".5",
  "1.",
  "0x10",
  "NaN",
  "Infinity",
  "1_000",
  "1e",
  "--1",
  "٣",
  "1n",
  "undefined",
  "",
  "TRUE",
  "/* */1",
  `"${CANARY}\n"`,
  "\u00a01",
];

/** A letter of JSON text as its escape. */
export function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const leaf = weighted(
  [20, fc.constantFrom(...NUMBERS)],
  [8, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)],
  [20, text.map((value) => JSON.stringify(value))],
  [4, text.map((value) => `"${value.split("").map(escaped).join("")}"`)],
  [1, text.map((value) => `"${value}"`)],
  [10, fc.constantFrom("null", "true", "false")],
  [1, fc.constantFrom(...NEARLY)],
);

const member = (value: fc.Arbitrary<string>) =>
  fc
    .tuple(key, fc.constantFrom("", "", " ", "\n\t"), value)
    .map(([name, gap, value]) => `${JSON.stringify(name)}:${gap}${value}`);

/** JSON text of any shape, with keys that stand twice and spellings that no printer uses; sometimes not JSON at all. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc.array(member(tie("json")), { maxLength: 5 }).map((pairs) => `{${pairs.join(",")}}`),
  ),
}));

/** Replacement of a value, as JSON text; undefined removes it. */
export type Put = (value: unknown) => string | undefined;

const put: fc.Arbitrary<Put> = weighted(
  [4, json.map((value) => () => value)],
  [2, text.map((value) => () => JSON.stringify(value))],
  [1, fc.constant(() => undefined)],
  [
    3,
    member(json).map(
      (more): Put =>
        (value) =>
          `${JSON.stringify(value)},${more}`,
    ),
  ],
);

/** JSON text of a value in which each edit was made at a place that its number chooses. */
export function edited(value: unknown, edits: readonly (readonly [number, Put])[]): string {
  let places = 0;
  JSON.stringify(value, (_, inner) => {
    places++;
    return inner;
  });
  const puts: string[] = [];
  let place = 0;
  const marked = JSON.stringify(value, (_, inner: unknown) => {
    const [, change] = edits.find(([at]) => 1 + (at % Math.max(1, places - 1)) === place) ?? [];
    place++;
    if (change === undefined) return inner;
    const replacement = change(inner);
    return replacement === undefined ? undefined : `@put ${puts.push(replacement) - 1}@`;
  });
  return marked.replace(/"@put (\d+)@"/g, (_, at) => puts[Number(at)] ?? "");
}

const edits = weighted<readonly (readonly [number, Put])[]>(
  [4, fc.constant([])],
  [4, fc.array(fc.tuple(fc.nat(), put), { minLength: 1, maxLength: 3 })],
);

const laws = weighted(
  [
    25,
    fc.array(
      fc.constantFrom("illegal", "illegal", "warn").map((risk) => ({ ...LFPIORPI, risk })),
      { maxLength: 3 },
    ),
  ],
  [1, fc.integer({ min: 20, max: 300 }).map((count) => Array(count).fill(LFPIORPI))],
);

/** The text of a notification. Few ids, so that they meet again. */
export const notificationText: fc.Arbitrary<string> = fc
  .tuple(fc.nat(3), fc.constantFrom(1, 1, 1, 2), laws, edits)
  .map(([id, projectId, inflictedLaws, changes]) => {
    const { type, data } = notificationBody({ id, projectId, inflictedLaws, txHash: `0x${CANARY}` });
    const address = { ...data.address, userId: `u-${CANARY}` };
    return edited({ type, data: { ...data, address } }, changes);
  });

/** Bytes with some of them deleted, put in or replaced. */
function damaged(whole: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const damage = fc.tuple(fc.nat(), fc.nat(2), fc.uint8Array({ maxLength: 4 }));
  return fc.tuple(whole, fc.array(damage, { maxLength: 3 })).map(([sound, damages]) => {
    let bytes = Buffer.from(sound);
    for (const [position, deleted, more] of damages) {
      const at = position % (bytes.length + 1);
      bytes = Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + deleted)]);
    }
    return bytes;
  });
}

/** Objects and lists nested around the bound, or far past it; closed, or not. */
const deep: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.integer({ min: 60, max: 68 }), fc.constantFrom(1_000, 50_000)),
    fc.constantFrom(["[", "]"] as const, ['{"a":', "}"] as const, ['[{"a":', "}]"] as const),
    fc.boolean(),
  )
  .map(([depth, [open, close], closed]) => `${open.repeat(depth)}1${closed ? close.repeat(depth) : ""}`);

/** An error's text of exactly so many bytes. */
const atTheBound = fc
  .tuple(fc.constantFrom(262_143, 262_144, 262_145, 300_000), fc.constantFrom("a", "漢", "\\u0000", "\uffff"))
  .map(([size, filling]) => {
    const [head, tail] = [`{"type":"error","data":"${CANARY}`, '"}'];
    const room = size - head.length - tail.length;
    const times = Math.floor(room / Buffer.byteLength(filling));
    return `${head}${filling.repeat(times)}${"x".repeat(room - times * Buffer.byteLength(filling))}${tail}`;
  });

/** As many issues as fit in a body. */
const manyIssues = fc
  .constantFrom("1", "{}", '{"risk":"illegal"}', '{"risk":""}', "[]")
  .map((data) =>
    bodyWith({ inflictedLaws: "@" }, `[${Array(Math.floor(200_000 / (data.length + 1))).fill(data)}]`),
  );

/** A notification in which some JSON text replaces `"@"`. */
export function bodyWith(changes: Record<string, unknown>, value: string): string {
  return JSON.stringify(notificationBody(changes)).replace('"@"', () => value);
}

const ODD = ["", " ", "\ufeff", '\ufeff{"type":"error","data":"x"}', ...'{} [] null "x" \0 {}{}'.split(" ")];

const errorText = fc.oneof(text, json).map((data) => `{"type":"error","data":${JSON.stringify(data)}}`);

const buffer = (content: string | Uint8Array) => Buffer.from(content);

/** A body's bytes, of at most 300,000. */
export const body: fc.Arbitrary<Buffer> = weighted(
  [160, notificationText.map(buffer)],
  [40, errorText.map(buffer)],
  [20, json.map(buffer)],
  [40, damaged(notificationText)],
  [20, fc.uint8Array({ maxLength: 100 }).map(buffer)],
  [20, deep.map((data) => buffer(`{"type":"error","data":${data}}`))],
  [12, fc.constantFrom(...ODD).map(buffer)],
  [4, notificationText.map((content) => Buffer.from(content, "utf16le"))],
  [1, manyIssues.map(buffer)],
  [1, atTheBound.map(buffer)],
);

/** A text of at most about so many bytes, and what a finding calls it. */
export interface Shape {
  name: string;
  textOf(size: number): string;
}

/** Repeats to a size; the units are ASCII. */
function repeated(unit: (index: number) => string, size: number): string {
  const parts: string[] = [];
  for (let [index, length] = [0, 0]; ; index++) {
    const part = unit(index);
    length += part.length + 1;
    if (length > size) return parts.join(",");
    parts.push(part);
  }
}

const UNITS = String.raw`"[" "{" "{\"risk\":" "{\"risk\":\"illegal\"}" [] {} 1 0.1 1e77 "a" "-"`
  .concat(String.raw` "\u0000" {"risk":""} {"risk":"illegal"} {"risk":{"risk":{}}} "\\\""`)
  .split(" ");

const PIECES = String.raw`[ { [[ {" {"risk": {"risk":"illegal", " "" \ \u0022 \u0000 a - 0 0x a@ a.`
  .concat(" https:// < &amp; %25 ABCD010101 漢 \u202e e\u0301 / \n")
  .split(" ")
  .concat(" ");

/** One string that repeats a piece, quoted as JSON once or within a few further strings. */
function quoted(piece: string, times: number, size: number): string {
  const ofCount = (count: number) => {
    let whole = JSON.stringify(piece.repeat(count));
    for (let time = 1; time < times; time++) whole = JSON.stringify(`{"risk":${whole}}`);
    return whole;
  };
  return ofCount(Math.max(1, Math.floor(size / (Buffer.byteLength(ofCount(64)) / 64))));
}

const KEYS: Record<string, (index: number) => string> = {
  "distinct keys": (index) => ((index * 2_654_435_761) >>> 0).toString(36),
  "keys that are numbers": (index) => String((index * 2_654_435_761) >>> 0),
  "one key": () => "risk",
  "keys in order": (index) => `k${String(index).padStart(6, "0")}`,
};

/** The shapes that make work grow faster than its input: lists of one thing, long texts, and many pairs. */
const flat: fc.Arbitrary<Shape> = fc.oneof(
  fc.constantFrom(...UNITS).map((unit) => ({
    name: `repeated ${unit}`,
    textOf: (size: number) => `[${repeated(() => unit, size)}]`,
  })),
  fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 8 })).map(([piece, times]) => ({
    name: `${JSON.stringify(piece)} repeated, quoted ${times} times`,
    textOf: (size: number) => quoted(piece, times, size),
  })),
  fc
    .tuple(fc.constantFrom(...Object.entries(KEYS)), fc.constantFrom("1", '""', "[]", '"illegal"', '{"a":1}'))
    .map(([[kind, keyAt], value]) => ({
      name: `${kind} with ${value}`,
      textOf: (size: number) => `{${repeated((index) => `"${keyAt(index)}":${value}`, size)}}`,
    })),
);

const WRAPS = [
  ["[", "]"],
  ['{"risk":', "}"],
  ['{"a":', "}"],
  ['[{"inflictedLaws":', "}]"],
] as const;

/** Any of them, as it is or nested nearly as deep as is taken. */
export const shape: fc.Arbitrary<Shape> = fc
  .tuple(flat, fc.constantFrom(...WRAPS), fc.constantFrom(0, 0, 28, 58))
  .map(([inner, [open, close], levels]) => {
    const depth = levels / close.length;
    return {
      name: depth === 0 ? inner.name : `${inner.name}, ${depth} times within ${open}…${close}`,
      textOf: (size: number) =>
        `${open.repeat(depth)}${inner.textOf(size - depth * (open.length + close.length))}${close.repeat(depth)}`,
    };
  });
