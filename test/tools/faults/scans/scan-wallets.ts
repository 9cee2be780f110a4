/** The wallets of an emulated scan: what the service answers of each, and what must be known of it in the end. */

import { shardOf } from "../../../../lib/wallets/wallet-keys.ts";
import type { AskedWallet } from "./scripted-service.ts";

export type Outcome = "completed" | "skipped" | "failed" | "missing";

/** Possible ends of a wallet in a run. */
export interface Ending {
  outcome: Outcome | "recent";
  /** Absent where no score is known. */
  score?: number;
}

/** A wallet and the service's word on it. */
export interface ScriptedWallet {
  /** Its name in a report. */
  name: string;
  shard: number;
  /** Its address, if it is not one of the usual ones. */
  address?: string;
  /** The entries of a reply about it, as they are written. */
  answers: (asked: AskedWallet) => readonly string[];
  /** Its possible ends; without a failure, the first few of them as long as `orElse` is not reached. */
  endings: readonly Ending[];
  /** A further end, if a request for it alone, the last one, is never answered. */
  orElse?: readonly Ending[];
}

/** A wallet of a project. */
export interface ScannedWallet extends ScriptedWallet {
  address: string;
}

/** A score above this is alerted. */
export const LINE = 60;

/** An entry of a reply. */
export function entry({ address, chainId }: AskedWallet, fields: Record<string, unknown>): string {
  return JSON.stringify({ address, chainId, status: "completed", riskLevel: "level", ...fields });
}

function scored(name: string, shard: number, score: number): ScriptedWallet {
  return {
    name,
    shard,
    answers: (asked) => [entry(asked, { riskScore: score, riskReason: "because" })],
    endings: [{ outcome: "completed", score }],
  };
}

const SHARD = 3;
const OTHER_SHARD = 6;

/** One page with three passes, and a wallet in another shard. */
export const USUAL_WALLETS: readonly ScriptedWallet[] = [
  scored("score 19", SHARD, 19),
  scored("score 100", SHARD, 100),
  {
    name: "no score",
    shard: SHARD,
    answers: (asked) => [entry(asked, { patterns: [] })],
    endings: [{ outcome: "failed" }],
  },
  {
    name: "failed",
    shard: SHARD,
    answers: (asked) => [entry(asked, { status: "failed", riskReason: "no data" })],
    endings: [{ outcome: "failed" }],
  },
  {
    name: "missing",
    shard: SHARD,
    answers: () => [],
    endings: [{ outcome: "missing" }],
    orElse: [{ outcome: "failed" }],
  },
  {
    name: "skipped",
    shard: SHARD,
    answers: (asked) => [entry(asked, { status: "skipped" })],
    endings: [{ outcome: "skipped" }],
  },
  scored("score 61", OTHER_SHARD, 61),
];

/** Wallets whose scores change from night to night, and that are found out late in a night. */
export const CHANGING_WALLETS: readonly ScriptedWallet[] = [
  {
    name: "better tonight",
    shard: SHARD,
    answers: (asked) => [entry(asked, { riskScore: asked.night === 1 ? 95 : 5 })],
    endings: [{ outcome: "completed", score: 5 }],
  },
  {
    name: "worse tonight",
    shard: SHARD,
    answers: (asked) => [entry(asked, { riskScore: asked.night === 1 ? 5 : 95 })],
    endings: [{ outcome: "completed", score: 95 }],
  },
  {
    name: "failed at first",
    shard: SHARD,
    answers: (asked) => [
      asked.night === 2 && asked.before === 0
        ? entry(asked, { status: "failed" })
        : entry(asked, { riskScore: asked.night === 1 ? 7 : 8 }),
    ],
    endings: [{ outcome: "completed", score: 8 }],
  },
  {
    name: "missing at first",
    shard: SHARD,
    answers: (asked) => (asked.night === 2 && asked.before === 0 ? [] : [entry(asked, { riskScore: 9 })]),
    endings: [{ outcome: "completed", score: 9 }],
  },
];

/** Wallets that cross the line in the first night, and of which the next one says nothing. */
export const CROSSED_WALLETS: readonly ScriptedWallet[] = [
  {
    name: "crossed, and failed since",
    shard: SHARD,
    answers: (asked) => [
      entry(asked, asked.night === 1 ? { riskScore: 95 } : { status: "failed", riskReason: "no data" }),
    ],
    endings: [{ outcome: "failed" }],
  },
  {
    name: "crossed, and skipped since",
    shard: OTHER_SHARD,
    answers: (asked) => [entry(asked, asked.night === 1 ? { riskScore: 96 } : { status: "skipped" })],
    endings: [{ outcome: "skipped" }],
  },
];

/** The addresses of a run's project, in the same shards for each project: every run makes the same calls. */
export function addressesOf(subject: string, wallets: readonly ScriptedWallet[]): ScannedWallet[] {
  return wallets.map((wallet, index) => ({
    ...wallet,
    address: wallet.address ?? addressIn(wallet.shard, subject, index),
  }));
}

function addressIn(shard: number, subject: string, index: number): string {
  const ending = (index + 10).toString(16).padStart(8, "c");
  for (let nonce = 0; ; nonce++) {
    const filler = nonce.toString(16).padStart(22, "a");
    const address = `0x${filler}a${subject}${ending}`;
    if (shardOf(address) === shard) return address;
  }
}
