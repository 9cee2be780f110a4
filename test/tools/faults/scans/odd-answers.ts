/** Odd ways in which a service may speak of a wallet, each with how the wallet may end: none costs another wallet. */

import { type Ending, entry, type ScriptedWallet } from "./scan-wallets.ts";
import type { AskedWallet } from "./scripted-service.ts";

/** Of a public test vector, so that its form is right. */
const BECH32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

const FAILED: Ending = { outcome: "failed" };

/** An address that the service spells in other capitals. */
function inCapitals(address: string): string {
  return address.startsWith("0x") ? `0x${address.slice(2).toUpperCase()}` : address.toUpperCase();
}

function completed(score: number): Ending {
  return { outcome: "completed", score };
}

/** JSON that JSON.stringify does not write. */
function raw({ address, chainId }: AskedWallet, fields: string): string {
  return `{"address":"${address}","chainId":"${chainId}","status":"completed",${fields}}`;
}

type Odd = readonly [
  name: string,
  answers: ScriptedWallet["answers"],
  endings: readonly Ending[],
  address?: string,
];

const ODD: readonly Odd[] = [
  ["a score of 1e17", (asked) => [raw(asked, '"riskScore":1e17')], [FAILED, completed(1e17)]],
  ["a score of 1e-200", (asked) => [raw(asked, '"riskScore":1e-200')], [FAILED, completed(1e-200)]],
  ["a score beyond doubles", (asked) => [raw(asked, '"riskScore":1e400')], [FAILED]],
  ["a score as text", (asked) => [entry(asked, { riskScore: "55" })], [FAILED]],
  ["a score of null", (asked) => [entry(asked, { riskScore: null })], [FAILED]],
  ["a score below zero", (asked) => [entry(asked, { riskScore: -5 })], [completed(-5), FAILED]],
  [
    "a level of 450 KB",
    (asked) => [entry(asked, { riskScore: 21, riskLevel: "x".repeat(450_000) })],
    [completed(21)],
  ],
  [
    "a reason of 450 KB of emoji",
    (asked) => [entry(asked, { riskScore: 22, riskReason: "🚩".repeat(110_000) })],
    [completed(22)],
  ],
  [
    "a lone surrogate in the level",
    (asked) => [raw(asked, '"riskScore":23,"riskLevel":"high \\ud83d"')],
    [completed(23)],
  ],
  [
    "a lone surrogate in the reason",
    (asked) => [raw(asked, '"riskScore":24,"riskReason":"\\udea9 flagged"')],
    [completed(24)],
  ],
  [
    "a lone surrogate in the patterns",
    (asked) => [raw(asked, '"riskScore":25,"patterns":["\\ud83d"],"\\ud83d":1')],
    [completed(25)],
  ],
  [
    "patterns of 300 KB",
    (asked) => [
      entry(asked, { riskScore: 26, patterns: Array.from({ length: 20_000 }, (_, n) => `p-${n}`) }),
    ],
    [completed(26)],
  ],
  [
    "patterns nested 3,000 deep",
    (asked) => [raw(asked, `"riskScore":27,"patterns":${"[".repeat(3_000)}${"]".repeat(3_000)}`)],
    [completed(27), FAILED],
  ],
  [
    "the status error with a score of 0",
    (asked) => [entry(asked, { status: "error", riskScore: 0 })],
    [FAILED],
  ],
  ["the status pending", (asked) => [entry(asked, { status: "pending", riskScore: 12 })], [FAILED]],
  [
    "the status error with a score above the alert score",
    (asked) => [entry(asked, { status: "error", riskScore: 88 })],
    [completed(88)],
  ],
  [
    "the status in capitals",
    (asked) => [entry(asked, { status: "COMPLETED", riskScore: 28 })],
    [completed(28)],
  ],
  [
    "two results, the worse one last",
    (asked) => [entry(asked, { riskScore: 5 }), entry(asked, { riskScore: 77 })],
    [completed(77)],
  ],
  [
    "two results, the worse one first",
    (asked) => [entry(asked, { riskScore: 78 }), entry(asked, { riskScore: 5 })],
    [completed(78)],
  ],
  [
    "failed, and above the alert score in a second result",
    (asked) => [entry(asked, { status: "failed" }), entry(asked, { riskScore: 79 })],
    [completed(79)],
  ],
  [
    "two results, one of a status that is not known",
    (asked) => [entry(asked, { riskScore: 6 }), entry(asked, { status: "error" })],
    [FAILED],
  ],
  [
    "failed, with a score above the alert score",
    (asked) => [entry(asked, { status: "failed", riskScore: 89 })],
    [completed(89)],
  ],
  [
    "white space around the address",
    (asked) => [entry({ ...asked, address: ` ${asked.address}\n` }, { riskScore: 29 })],
    [completed(29)],
  ],
  [
    "the address in capitals",
    (asked) => [entry({ ...asked, address: inCapitals(asked.address) }, { riskScore: 30 })],
    [completed(30)],
  ],
  [
    "a bech32 address in capitals",
    (asked) => [entry({ ...asked, address: inCapitals(asked.address) }, { riskScore: 31 })],
    [completed(31)],
    BECH32,
  ],
  [
    "a chain id that is a number",
    (asked) => [raw(asked, '"riskScore":32').replace(`"${asked.chainId}"`, asked.chainId)],
    [completed(32)],
  ],
  [
    "junk beside the result",
    (asked) => ["null", "7", '"x"', "[]", entry(asked, { riskScore: 33 })],
    [completed(33)],
  ],
  [
    "a result of a wallet that nobody asked for",
    (asked) => [
      entry({ ...asked, address: "0xunknown" }, { riskScore: 99 }),
      entry(asked, { riskScore: 34 }),
    ],
    [completed(34)],
  ],
  [
    "a suspicion that is text",
    (asked) => [entry(asked, { riskScore: 35, suspiciousActivity: "yes" })],
    [completed(35), FAILED],
  ],
  [
    "a reason that is a number",
    (asked) => [entry(asked, { riskScore: 36, riskReason: 7 })],
    [completed(36), FAILED],
  ],
  [
    "an own __proto__",
    (asked) => [raw(asked, '"riskScore":37,"__proto__":{"riskScore":99}')],
    [completed(37)],
  ],
  [
    "control characters in the level",
    (asked) => [entry(asked, { riskScore: 38, riskLevel: "\u0000\u001b[31mhigh\u0007" })],
    [completed(38)],
  ],
];

/** One wallet for each odd way, among them some of which the service speaks as it should. */
export const ODD_WALLETS: readonly ScriptedWallet[] = ODD.map(([name, answers, endings, address]) => ({
  name,
  shard: 3,
  answers,
  endings,
  ...(address === undefined ? {} : { address }),
}));
