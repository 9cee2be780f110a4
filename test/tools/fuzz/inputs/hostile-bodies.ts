/** Arbitrary bodies: bytes, JSON of the wrong shape, notifications with one thing wrong, and some with nothing wrong. */

import * as fc from "fast-check";
import { LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { CANARY, deep, json, key, text } from "./hostile-text.ts";

/** A field of the contract's, with its own value most of the time. */
function field(valid: unknown): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 50, arbitrary: fc.constant(JSON.stringify(valid)) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: text.map((value) => JSON.stringify(value)) },
  );
}

/** An object of the contract's; now and then a field is missing, or a strange one is added. */
function object(fields: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> {
  const pairs = Object.entries(fields).map(([name, value]) => fc.tuple(fc.constant(name), value));
  const strange = fc.oneof(
    { weight: 25, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(key, json), { maxLength: 2 }) },
  );
  const missing = fc.oneof({ weight: 80, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(8) });
  return fc.tuple(fc.tuple(...pairs), strange, missing).map(([own, others, left]) => {
    const shown = [...own.filter((_, index) => index !== left), ...others];
    return `{${shown.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
  });
}

const { data } = notificationBody({ txHash: `0x${CANARY}` });

const law = object(Object.fromEntries(Object.entries(LFPIORPI).map(([name, value]) => [name, field(value)])));

const laws = fc.oneof(
  { weight: 25, arbitrary: fc.array(law, { maxLength: 3 }).map((all) => `[${all.join(",")}]`) },
  { weight: 1, arbitrary: json },
  {
    weight: 1,
    arbitrary: fc
      .tuple(law, fc.integer({ min: 20, max: 300 }))
      .map(([one, count]) => `[${Array(count).fill(one)}]`),
  },
);

/** The text of a notification. Few ids, so that they meet again. */
export const notificationText: fc.Arbitrary<string> = object({
  type: field("notification"),
  data: object({
    id: fc.oneof({ weight: 30, arbitrary: fc.nat(3).map(String) }, { weight: 1, arbitrary: json }),
    projectId: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom("1", "1", "1", "2") },
      { weight: 1, arbitrary: json },
    ),
    chainId: field(data.chainId),
    address: object({
      id: field(data.address.id),
      userId: field(`u-${CANARY}`),
      address: field(data.address.address),
      description: field(data.address.description),
    }),
    txHash: field(data.txHash),
    timestamp: field(data.timestamp),
    amount: object({ value: field(data.amount.value), usd: field(data.amount.usd) }),
    token: object({
      name: field(data.token.name),
      symbol: field(data.token.symbol),
      decimals: field(data.token.decimals),
      address: field(null),
    }),
    inflictedLaws: laws,
  }),
});

const errorText = object({ type: field("error"), data: field(`service unavailable ${CANARY}`) });

/** A text with some of its bytes struck out, put in or replaced. */
const damaged = fc
  .tuple(
    notificationText,
    fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.uint8Array({ maxLength: 4 })), { maxLength: 3 }),
  )
  .map(([whole, edits]) => {
    let bytes = Buffer.from(whole);
    for (const [position, struck, put] of edits) {
      const at = position % (bytes.length + 1);
      bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + struck)]);
    }
    return bytes;
  });

/** Around the size from which a body is refused, and far past it. */
const large = fc
  .tuple(
    fc.constantFrom(262_144, 262_145, 262_143, 300_000, 1_500_000),
    fc.constantFrom("a", "漢", "\\u0000", "\uffff"),
  )
  .map(([size, filling]) => {
    const [head, tail] = [`{"type":"error","data":"${CANARY}`, '"}'];
    const room = size - head.length - tail.length;
    const filled = filling.repeat(Math.floor(room / Buffer.byteLength(filling)));
    return `${head}${filled.padEnd(filled.length + room - Buffer.byteLength(filled), "x")}${tail}`;
  });

/** As many issues as fit in a body. */
const manyIssues = fc
  .constantFrom("1", "{}", '{"risk":"illegal"}', '{"risk":""}', "[]")
  .map((one) => notificationBodyWith(`[${Array(Math.floor(200_000 / (one.length + 1))).fill(one)}]`));

function notificationBodyWith(inflictedLaws: string): string {
  return JSON.stringify(notificationBody({ inflictedLaws: "@" })).replace('"@"', inflictedLaws);
}

const ODD = [
  "",
  " ",
  "\ufeff",
  '\ufeff{"type":"error","data":"x"}',
  "{}",
  "[]",
  "null",
  '"x"',
  "\u0000",
  "{}{}",
];

/** A body's bytes. */
export const body: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 160, arbitrary: notificationText.map((some) => Buffer.from(some)) },
  { weight: 40, arbitrary: errorText.map((some) => Buffer.from(some)) },
  { weight: 20, arbitrary: json.map((some) => Buffer.from(some)) },
  { weight: 40, arbitrary: damaged },
  { weight: 20, arbitrary: fc.uint8Array({ maxLength: 100 }).map((some) => Buffer.from(some)) },
  { weight: 20, arbitrary: deep.map((some) => Buffer.from(`{"type":"error","data":${some}}`)) },
  { weight: 12, arbitrary: fc.constantFrom(...ODD).map((some) => Buffer.from(some)) },
  { weight: 4, arbitrary: notificationText.map((some) => Buffer.from(some, "utf16le")) },
  { weight: 1, arbitrary: manyIssues.map((some) => Buffer.from(some)) },
  { weight: 1, arbitrary: large.map((some) => Buffer.from(some)) },
);
