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

type Answers = ScriptedWallet["answers"];

/** @param answers the fields of one entry, also as JSON that JSON.stringify does not write, or all entries */
function odd(
  name: string,
  answers: Record<string, unknown> | string | Answers,
  ...endings: readonly Ending[]
): ScriptedWallet {
  return { name, shard: 3, endings, answers: answersOf(answers) };
}

function answersOf(answers: Record<string, unknown> | string | Answers): Answers {
  if (typeof answers === "function") return answers;
  return (asked) => [typeof answers === "string" ? raw(asked, answers) : entry(asked, answers)];
}

function raw({ address, chainId }: AskedWallet, fields: string): string {
  return `{"address":"${address}","chainId":"${chainId}","status":"completed",${fields}}`;
}

/** Two entries of one wallet. */
function both(first: Record<string, unknown>, second: Record<string, unknown>): Answers {
  return (asked) => [entry(asked, first), entry(asked, second)];
}

/** An entry that spells the address in another way. */
function respelt(riskScore: number, spell: (address: string) => string): Answers {
  return (asked) => [entry({ ...asked, address: spell(asked.address) }, { riskScore })];
}

const CUT = Array.from({ length: 20_000 }, (_, n) => `p-${n}`);
const DEEP = `${"[".repeat(3_000)}${"]".repeat(3_000)}`;

/** One wallet for each odd way, among them some of which the service speaks as it should. */
export const ODD_WALLETS: readonly ScriptedWallet[] = [
  odd("a score of 1e17", '"riskScore":1e17', FAILED, completed(1e17)),
  odd("a score of 1e-200", '"riskScore":1e-200', FAILED, completed(1e-200)),
  odd("a score beyond doubles", '"riskScore":1e400', FAILED),
  odd("a score as text", { riskScore: "55" }, FAILED),
  odd("a score of null", { riskScore: null }, FAILED),
  odd("a score below zero", { riskScore: -5 }, completed(-5), FAILED),
  odd("a level of 450 KB", { riskScore: 21, riskLevel: "x".repeat(450_000) }, completed(21)),
  odd("a reason of 450 KB of emoji", { riskScore: 22, riskReason: "🚩".repeat(110_000) }, completed(22)),
  odd("a lone surrogate in the level", '"riskScore":23,"riskLevel":"high \\ud83d"', completed(23)),
  odd("a lone surrogate in the reason", '"riskScore":24,"riskReason":"\\udea9 flagged"', completed(24)),
  odd("a lone surrogate in the patterns", '"riskScore":25,"patterns":["\\ud83d"],"\\ud83d":1', completed(25)),
  odd("patterns of 300 KB", { riskScore: 26, patterns: CUT }, completed(26)),
  odd("patterns nested 3,000 deep", `"riskScore":27,"patterns":${DEEP}`, completed(27), FAILED),
  odd("the status error with a score of 0", { status: "error", riskScore: 0 }, FAILED),
  odd("the status pending", { status: "pending", riskScore: 12 }, FAILED),
  odd(
    "the status error with a score above the alert score",
    { status: "error", riskScore: 88 },
    completed(88),
  ),
  odd("the status in capitals", { status: "COMPLETED", riskScore: 28 }, completed(28)),
  odd("two results, the worse one last", both({ riskScore: 5 }, { riskScore: 77 }), completed(77)),
  odd("two results, the worse one first", both({ riskScore: 78 }, { riskScore: 5 }), completed(78)),
  odd(
    "failed, and above the alert score in a second result",
    both({ status: "failed" }, { riskScore: 79 }),
    completed(79),
  ),
  odd("two results, one of a status that is not known", both({ riskScore: 6 }, { status: "error" }), FAILED),
  odd("failed, with a score above the alert score", { status: "failed", riskScore: 89 }, completed(89)),
  odd(
    "white space around the address",
    respelt(29, (address) => ` ${address}\n`),
    completed(29),
  ),
  odd("the address in capitals", respelt(30, inCapitals), completed(30)),
  { ...odd("a bech32 address in capitals", respelt(31, inCapitals), completed(31)), address: BECH32 },
  odd(
    "a chain id that is a number",
    (asked) => [raw(asked, '"riskScore":32').replace(`"${asked.chainId}"`, asked.chainId)],
    completed(32),
  ),
  odd(
    "junk beside the result",
    (asked) => ["null", "7", '"x"', "[]", entry(asked, { riskScore: 33 })],
    completed(33),
  ),
  odd(
    "a result of a wallet that nobody asked for",
    (asked) => [
      entry({ ...asked, address: "0xunknown" }, { riskScore: 99 }),
      entry(asked, { riskScore: 34 }),
    ],
    completed(34),
  ),
  odd("a suspicion that is text", { riskScore: 35, suspiciousActivity: "yes" }, completed(35), FAILED),
  odd("a reason that is a number", { riskScore: 36, riskReason: 7 }, completed(36), FAILED),
  odd("an own __proto__", '"riskScore":37,"__proto__":{"riskScore":99}', completed(37)),
  odd(
    "control characters in the level",
    { riskScore: 38, riskLevel: "\u0000\u001b[31mhigh\u0007" },
    completed(38),
  ),
];
