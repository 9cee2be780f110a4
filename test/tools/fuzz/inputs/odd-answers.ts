/** Odd ways for the service to answer for one address, each with what must become of the wallet. */

import type { AskedAddress } from "../hostile-service.ts";

/** What a run may make of a wallet, and the score that it must then have, and whether it is suspicious; undefined for any. */
export interface Expected {
  outcomes: readonly ("completed" | "skipped" | "failed" | "missing")[];
  score?: number | null;
  suspicious?: true;
}

/** The entries of a scan's reply for an address, as JSON texts; `reply` in place of the whole reply. */
export interface OddAnswer {
  entries(asked: AskedAddress, text: string): readonly string[];
  expected: Expected;
  reply?: "endless" | "hang up" | "not JSON" | "refused";
}

const COMPLETED = ["completed"] as const;
const FAILED = ["failed"] as const;
const EITHER = ["completed", "failed"] as const;

/** An entry with some fields in place of a plain one's, given as JSON texts. */
function entry({ address, chainId }: AskedAddress, fields: Record<string, string>): string {
  const plain = {
    address: JSON.stringify(address),
    chainId: JSON.stringify(chainId),
    status: '"completed"',
    riskScore: "12",
    riskLevel: '"minimal"',
    riskReason: '"nothing found"',
    suspiciousActivity: "false",
    patterns: "[]",
  };
  const shown = Object.entries({ ...plain, ...fields }).filter(([, value]) => value !== "");
  return `{${shown.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

function odd(fields: Record<string, string>, expected: Expected): OddAnswer {
  return { entries: (asked) => [entry(asked, fields)], expected };
}

/** An answer that spells the address as `spell` does. */
function respelt(spell: (address: string) => string): OddAnswer {
  return {
    entries: (asked) => [entry(asked, { address: JSON.stringify(spell(asked.address)), riskScore: "77" })],
    expected: { outcomes: COMPLETED, score: 77 },
  };
}

function whole(reply: NonNullable<OddAnswer["reply"]>): OddAnswer {
  return { entries: () => [], reply, expected: { outcomes: FAILED } };
}

const LONG = JSON.stringify("long ".repeat(90_000));

const TWICE = (first: string, second: string): OddAnswer => ({
  entries: (asked) => [entry(asked, { riskScore: first }), entry(asked, { riskScore: second })],
  expected: { outcomes: COMPLETED, score: Math.max(Number(first), Number(second)) },
});

/** Two entries, the second first as often as not. */
function both(one: Record<string, string>, other: Record<string, string>, expected: Expected): OddAnswer {
  return {
    entries: (asked, text) => {
      const entries = [entry(asked, one), entry(asked, other)];
      return text.length % 2 === 0 ? entries : entries.toReversed();
    },
    expected,
  };
}

const SUSPICIOUS = { suspiciousActivity: "true" };
const UNKNOWN = { status: '"error"', riskScore: "" };

const FOREIGN =
  '{"address":"0xffffffffffffffffffffffffffffffffffffffff","chainId":"1","status":"completed","riskScore":99}';

/** By what is odd about them. */
export const ODD_ANSWERS = {
  "a plain low score": odd({}, { outcomes: COMPLETED, score: 12 }),
  "a plain high score": odd({ riskScore: "88" }, { outcomes: COMPLETED, score: 88 }),
  "the score 1e17": odd({ riskScore: "1e17" }, { outcomes: EITHER }),
  "the score 1e-200": odd({ riskScore: "1e-200" }, { outcomes: EITHER }),
  "the score 1e400": odd({ riskScore: "1e400" }, { outcomes: EITHER }),
  "a negative score": odd({ riskScore: "-5" }, { outcomes: EITHER }),
  "a score of many digits": odd({ riskScore: `44.${"3".repeat(60)}` }, { outcomes: EITHER }),
  "a score in text": odd({ riskScore: '"88"' }, { outcomes: EITHER }),
  "no score": odd({ riskScore: "" }, { outcomes: EITHER, score: null }),
  "a null score": odd({ riskScore: "null" }, { outcomes: EITHER, score: null }),
  "an unknown status with the score 0": odd(
    { status: '"error"', riskScore: "0" },
    { outcomes: FAILED, score: null },
  ),
  "an unknown status with a high score": odd(
    { status: '"error"', riskScore: "95" },
    { outcomes: COMPLETED, score: 95 },
  ),
  "a status that is a number": odd({ status: "1" }, { outcomes: EITHER }),
  "a status in capitals": odd({ status: '"COMPLETED"' }, { outcomes: COMPLETED, score: 12 }),
  "skipped with a score": odd(
    { status: '"skipped"', riskScore: "0" },
    { outcomes: ["skipped"], score: null },
  ),
  "failed with a score": odd({ status: '"failed"', riskScore: "0" }, { outcomes: FAILED, score: null }),
  "skipped with a high score": odd(
    { status: '"skipped"', riskScore: "61" },
    { outcomes: COMPLETED, score: 61 },
  ),
  "skipped with a suspicion": odd(
    { ...SUSPICIOUS, status: '"skipped"', riskScore: "" },
    { outcomes: COMPLETED, score: null, suspicious: true },
  ),
  "a suspicion with a score in text": odd(
    { ...SUSPICIOUS, riskScore: '"12"' },
    { outcomes: COMPLETED, score: null, suspicious: true },
  ),
  "a suspicion beside a status that is not known": both(SUSPICIOUS, UNKNOWN, {
    outcomes: COMPLETED,
    score: 12,
    suspicious: true,
  }),
  "a suspicion beside a failure": both(
    { ...SUSPICIOUS, status: '"failed"', riskScore: "" },
    {},
    {
      outcomes: COMPLETED,
      score: 12,
      suspicious: true,
    },
  ),
  "a high score beside one that cannot be kept": both(
    { riskScore: "61" },
    { riskScore: "1e17" },
    {
      outcomes: COMPLETED,
      score: 61,
    },
  ),
  "a low score beside a status that is not known": both({}, UNKNOWN, { outcomes: FAILED, score: null }),
  "a low score beside an unknown status with the score 0": both(
    {},
    { status: '"error"', riskScore: "0" },
    { outcomes: FAILED, score: null },
  ),
  "a chain in a list": odd({ chainId: '["999"]' }, { outcomes: ["missing"], score: null }),
  "a low score after a high one": TWICE("95", "5"),
  "a high score after a low one": TWICE("5", "95"),
  "its address in capitals": respelt((address) =>
    /^(0x[0-9a-f]{40}|bc1[0-9a-z]+)$/.test(address) ? address.toUpperCase().replace(/^0X/, "0x") : address,
  ),
  "white space around its address": respelt((address) => ` \t${address}\n`),
  "another chain": odd({ chainId: '"999"' }, { outcomes: ["missing"], score: null }),
  "its chain as a number": {
    entries: (asked) => [entry(asked, { chainId: asked.chainId, riskScore: "44" })],
    expected: { outcomes: COMPLETED, score: 44 },
  },
  "no chain": odd({ chainId: "", riskScore: "44" }, { outcomes: COMPLETED, score: 44 }),
  "a level of 450 KB": odd({ riskLevel: LONG }, { outcomes: COMPLETED, score: 12 }),
  "a reason of 450 KB": odd({ riskReason: LONG }, { outcomes: COMPLETED, score: 12 }),
  "patterns of 450 KB": odd({ patterns: `[${LONG}]` }, { outcomes: COMPLETED, score: 12 }),
  "a level that is a number": odd({ riskLevel: "5" }, { outcomes: EITHER }),
  "half a character": odd(
    { riskLevel: '"a\\ud800"', riskReason: '"\\udfff"', patterns: '["\\ud800"]' },
    { outcomes: COMPLETED, score: 12 },
  ),
  "hostile texts": {
    entries: (asked, text) => {
      const said = JSON.stringify(text);
      return [
        entry(asked, {
          riskScore: "88",
          riskLevel: said,
          riskReason: said,
          patterns: `[${said},{"name":${said}}]`,
        }),
      ];
    },
    expected: { outcomes: COMPLETED, score: 88 },
  },
  "patterns as a count": odd({ patterns: "3" }, { outcomes: COMPLETED, score: 12 }),
  "patterns nested 2,000 deep": odd(
    { patterns: `${"[".repeat(2_000)}${"]".repeat(2_000)}` },
    { outcomes: EITHER },
  ),
  "a suspicion in text": odd({ suspiciousActivity: '"yes"' }, { outcomes: EITHER }),
  "a suspicion": odd({ suspiciousActivity: "true" }, { outcomes: COMPLETED, score: 12 }),
  "keys that objects have": odd(
    Object.fromEntries(["constructor", "toString", "toJSON", "then", "valueOf"].map((key) => [key, "1"])),
    { outcomes: COMPLETED, score: 12 },
  ),
  "another's prototype": {
    entries: (asked) => [
      `${entry(asked, {}).slice(0, -1)},"__proto__":{"riskScore":99,"status":"completed"}}`,
    ],
    expected: { outcomes: COMPLETED, score: 12 },
  },
  "2,000 foreign addresses": {
    entries: (asked) => [...Array<string>(2_000).fill(FOREIGN), entry(asked, { riskScore: "44" })],
    expected: { outcomes: COMPLETED, score: 44 },
  },
  // More than any reply needs: it may be given up.
  "30,000 foreign addresses": {
    entries: (asked) => [...Array<string>(30_000).fill(FOREIGN), entry(asked, { riskScore: "44" })],
    expected: { outcomes: EITHER },
  },
  "entries that are none": {
    entries: (asked) => ["null", "1", '"x"', "[]", "{}", '{"address":1}', entry(asked, { riskScore: "44" })],
    expected: { outcomes: COMPLETED, score: 44 },
  },
  nothing: { entries: () => [], expected: { outcomes: ["missing"], score: null } },
  "a reply that is not JSON": whole("not JSON"),
  "a reply that never ends": whole("endless"),
  "a reply that is refused": whole("refused"),
} satisfies Record<string, OddAnswer>;

export type OddName = keyof typeof ODD_ANSWERS;

/** The names; what takes long comes up less often. */
export const ODD_NAMES = Object.keys(ODD_ANSWERS).filter((name): name is OddName => name in ODD_ANSWERS);
