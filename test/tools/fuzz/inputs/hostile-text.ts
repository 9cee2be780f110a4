/** Arbitrary text and JSON text, with what breaks programs in it. */

import * as fc from "fast-check";
import { anyText } from "../../../support/any-text.ts";

/** Stands in whatever a case sends: a reply or a log line that holds it is an echo. */
export const CANARY = "cnry7Q";

const ATOMS = [
  CANARY,
  "",
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\r\n",
  "\uffff",
  "\ufeff",
  "\ud800",
  "\udfff",
  "\u202e",
  "\u2028",
  "e\u0301",
  "👩‍👩‍👧‍👦",
  "__proto__",
  "constructor",
  "toString",
  "<!channel>",
  "<script>alert(1)</script>",
  "$" + "{7*7}",
  "%s%n",
  "%2e%2e%2f",
  "../../etc/passwd",
  "' OR 1=1 --",
  "=HYPERLINK(1)",
  "::",
  "a@b.example",
  "https://claim.example/now",
  "illegal",
  "notification",
];

/** Text of any kind; often with the canary in it. */
export const text: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...ATOMS), { maxLength: 4 }).map((atoms) => atoms.join("")),
  },
  { weight: 2, arbitrary: anyText({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((some) => `${CANARY}${some}`) },
);

/** Keys that objects have, or should not have. */
export const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...["type", "data", "id", "risk", "rehearsal", "address", "inflictedLaws", "amount", "value"],
    ...["__proto__", "constructor", "prototype", "toJSON", "hasOwnProperty", "then", "length"],
    ...["0", "1", "10", "4294967295", "-0", "01", "", CANARY],
  ),
  text,
);

const NUMBERS = [
  ...["0", "-0", "1", "-1", "0.1", "1e21", "1E+21", "1.2345e+21", "1e400", "-1e400", "1e-400", "1e999999999"],
  ...["1e-999999999", "9007199254740993", "18.0", "255", "256", "1.0000000000000000000000001", "5e-324"],
  ...["115792089237316195423570985008687907853269984665640564039457584007913129639935", "9".repeat(78)],
  ...["9".repeat(79), "0.".padEnd(130, "3"), `1${"0".repeat(400)}`, "1e77", "1e78", "0e999999999"],
];

const NOT_NUMBERS = ["01", "+1", ".5", "1.", "0x10", "NaN", "Infinity", "1_000", "1e", "--1", "٣", "1n"];

const number: fc.Arbitrary<string> = fc.oneof(
  { weight: 80, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 30, arbitrary: fc.double().filter(Number.isFinite).map(String) },
  { weight: 1, arbitrary: fc.constantFrom(...NOT_NUMBERS) },
);

/** A string as JSON: as usual, all of it escaped, or raw, which is not always JSON. */
const string: fc.Arbitrary<string> = fc
  .tuple(text, fc.constantFrom(...Array<string>(12).fill("usual"), "escaped", "escaped", "raw"))
  .map(([value, form]) => {
    if (form === "usual") return JSON.stringify(value);
    if (form === "raw") return `"${value}"`;
    const units = value.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
    return `"${units.map((unit) => `\\u${unit}`).join("")}"`;
  });

const space = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom("", "", " ", "\n\t") },
  { weight: 1, arbitrary: fc.constant("\u00a0") },
);

const leaf = fc.oneof(
  { weight: 20, arbitrary: number },
  { weight: 20, arbitrary: string },
  { weight: 10, arbitrary: fc.constantFrom("null", "true", "false") },
  { weight: 1, arbitrary: fc.constantFrom("undefined", "", "TRUE", "/* */1") },
);

/** JSON text of any shape, with keys that stand twice and spellings that no printer uses; sometimes not JSON at all. */
export const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(
        fc.tuple(
          key.map((name) => JSON.stringify(name)),
          space,
          tie("json"),
        ),
        { maxLength: 5 },
      )
      .map((pairs) => `{${pairs.map(([name, gap, value]) => `${name}:${gap}${value}`).join(`,`)}}`),
  ),
}));

/** Objects and lists nested around the bound, or far past it; closed, or not. */
export const deep: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.integer({ min: 60, max: 68 }), fc.constantFrom(1_000, 50_000)),
    fc.constantFrom(["[", "]"] as const, ['{"a":', "}"] as const, ['[{"a":', "}]"] as const),
    fc.boolean(),
  )
  .map(([depth, [open, close], closed]) => `${open.repeat(depth)}1${closed ? close.repeat(depth) : ""}`);
