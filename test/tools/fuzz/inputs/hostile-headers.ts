/** Arbitrary headers: enormous, repeated, in any case, and timestamps that are almost numbers. */

import * as fc from "fast-check";
import { SIGNATURE_HEADER } from "../../../../lib/contract/signature.ts";
import { CANARY } from "./hostile-text.ts";

/** Names and values in turn, as they go over the wire. */
export type RawHeaders = string[];

/** A name in any mixture of capitals. */
export function anyCase(name: string): fc.Arbitrary<string> {
  return fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((capitals) => [...name].map((one, index) => (capitals[index] ? one.toUpperCase() : one)).join(""));
}

const names = fc.constantFrom(
  ...["__proto__", "constructor", "tostring", "host", "cookie", "x-api-key", "x-api-header", "authorization"],
  ...["x-forwarded-for", "x-http-method-override", "x-amzn-trace-id", "content-encoding", "x-vigia-local"],
  ...[`${SIGNATURE_HEADER}-2`, "x_wavynode_hmac", CANARY.toLowerCase()],
);

const values = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(CANARY, "", "gzip", "DELETE", `ApiKey ${CANARY}`, "a=b; c=d", "127.0.0.1"),
  },
  { weight: 1, arbitrary: fc.constantFrom(9_000, 60_000).map((length) => CANARY.padEnd(length, "x")) },
);

/** Headers that authenticate nobody. */
export const otherHeaders: fc.Arbitrary<RawHeaders> = fc
  .array(fc.tuple(names.chain(anyCase), values), { maxLength: 4 })
  .map((pairs) => pairs.flat());

/** Content types; AWS hands the body over as text or as base64 by them. */
export const contentType: fc.Arbitrary<RawHeaders> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<RawHeaders>(["content-type", "application/json"]) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        ...[
          "application/json; charset=utf-16",
          "text/plain",
          "application/octet-stream",
          "multipart/form-data",
        ],
        ...["application/vnd.api+json", "APPLICATION/JSON", "application/jsonp", "", "json", CANARY],
      )
      .map((type) => ["Content-Type", type]),
  },
  { weight: 1, arbitrary: fc.constant<RawHeaders>([]) },
);

/** What a timestamp header says in place of `now`: wrong by some milliseconds, or almost a number. */
export const timestampText: fc.Arbitrary<(now: number) => string> = fc.oneof(
  fc
    .constantFrom(...[-86_400_000, -360_000, -311_000, -60_000, 60_000, 311_000, 360_000, 86_400_000, 1e15])
    .map((shift) => (now: number) => String(now + shift)),
  fc.constantFrom<(now: number) => string>(
    (now) => ` ${now}`,
    (now) => `${now} `,
    (now) => `${now}.0`,
    (now) => `+${now}`,
    (now) => `-${now}`,
    (now) => `${now}n`,
    (now) => `0${now}`,
    (now) => `0000${now}`,
    (now) => `0x${now.toString(16)}`,
    (now) => now.toExponential(),
    (now) => String(now / 1000),
    (now) => String(Math.floor(now / 1000)),
    (now) => new Date(now).toISOString(),
    (now) => `${now},${now}`,
    (now) => `${now}\n`,
    (now) => [...String(now)].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(""),
    (now) => `${now}${"0".repeat(300)}`,
    () => "",
    () => "0",
    () => "NaN",
    () => "Infinity",
    () => "null",
  ),
);

/** What becomes of a good signature: it is not one any more. */
export const spoiltSignature: fc.Arbitrary<(good: string) => string> = fc.constantFrom<
  (good: string) => string
>(
  () => "",
  (good) => good.toLowerCase(),
  (good) => good.slice(0, -1),
  (good) => `${good}=`,
  (good) => ` ${good}`,
  (good) => `${good},${good}`,
  (good) => good.replaceAll("+", "-").replaceAll("/", "_").replace("=", "-"),
  (good) => Buffer.from(good, "base64").toString("hex"),
  (good) => Buffer.from(good, "base64").toString("latin1"),
  // The last digit before the sign has two bits that decode to nothing: the same bytes, spelt in another way.
  (good) => respelt(good),
  (good) => `${good[0] === "A" ? "B" : "A"}${good.slice(1)}`,
  () => "é".repeat(22),
  () => "A".repeat(100_000),
  () => `${"A".repeat(43)}=`,
);

function respelt(good: string): string {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const last = digits.indexOf(good.at(-2) ?? "A");
  return `${good.slice(0, -2)}${digits[last ^ 1]}=`;
}
