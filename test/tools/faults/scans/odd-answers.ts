/**
 * Odd ways in which a service may speak of a wallet, each with how the wallet must end: none costs another wallet. Here are those that
 * once kept a run from its end, or a wallet from its score; `test/support/servers/odd-service.ts` has all that are known.
 */

import { type Ending, entry, type ScriptedWallet } from "./scan-wallets.ts";

/** Of a public test vector, so that its form is right. */
const BECH32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** @param answers the fields of each entry */
function odd(name: string, ending: Ending, ...answers: Record<string, unknown>[]): ScriptedWallet {
  return {
    ...{ name, shard: 3, endings: [ending] },
    answers: (asked) => answers.map((fields) => entry(asked, fields)),
  };
}

const FAILED: Ending = { outcome: "failed" };

function completed(score: number): Ending {
  return { outcome: "completed", score };
}

export const ODD_WALLETS: readonly ScriptedWallet[] = [
  odd("a score of 1e-200", FAILED, { riskScore: 1e-200 }),
  odd("a level of 450 KB", completed(21), { riskScore: 21, riskLevel: "x".repeat(450_000) }),
  odd("the status error with a score of 0", FAILED, { status: "error", riskScore: 0 }),
  odd("the status error with a score above the alert score", completed(88), {
    status: "error",
    riskScore: 88,
  }),
  odd("two results, the worse one last", completed(77), { riskScore: 5 }, { riskScore: 77 }),
  odd("two results, the worse one first", completed(78), { riskScore: 78 }, { riskScore: 5 }),
  {
    ...odd("a bech32 address in capitals", completed(31), { address: BECH32.toUpperCase(), riskScore: 31 }),
    address: BECH32,
  },
];
