/** Invented scores, patterns and statuses: the same for the same address and depth, and fitting each other. */

import { createHash } from "node:crypto";
import type { ScanResult } from "../../../lib/contract/scan.ts";
import { comparableAddress } from "../../../lib/contract/wallet-address.ts";
import type { WalletStatus } from "../../../lib/contract/wallet-status.ts";
import { bandOf, WATCH_FROM } from "../../../lib/screening/score.ts";
import { INVESTIGATE_ABOVE } from "../../../lib/settings/limits.ts";
import { behaviourOf } from "./endings.ts";

const MILD_PATTERNS = [
  "new_wallet",
  "high_frequency",
  "bridge_hopping",
  "round_amounts",
  "dormant_then_active",
];
const SEVERE_PATTERNS = [
  "mixer_exposure",
  "layering",
  "sanctioned_counterparty",
  "peel_chain",
  "stolen_funds",
];

/** The service gives no higher one. */
const MAX_SCORE = 100;

/** The score of an ordinary address, 0 to 100: seven in ten minimal, two to watch, one to investigate. */
export function inventedScore(address: string, depth: number): number {
  const [kind = 0, place = 0] = bytesOf(`${comparableAddress(address)} ${depth}`);
  if (kind < 179) return place % WATCH_FROM;
  if (kind < 230) return WATCH_FROM + (place % (INVESTIGATE_ABOVE - WATCH_FROM + 1));
  return INVESTIGATE_ABOVE + 1 + (place % (MAX_SCORE - INVESTIGATE_ABOVE));
}

/** A completed result with level, reason, patterns and the suspicious flag that fit the score. */
export function inventedResult(
  address: string,
  chainId: string,
  score: number,
  depth: number,
  suspicious = bandOf(score) === "investigate",
): ScanResult {
  const patterns = patternsOf(address, score, suspicious);
  return {
    address,
    chainId,
    status: "completed",
    riskScore: score,
    riskLevel: levelOf(score),
    riskReason: reasonOf(score, depth, patterns),
    suspiciousActivity: suspicious,
    patterns,
  };
}

/** The compliance status of a wallet, fitting the score that it would be given at the usual depth. */
export function inventedStatus(address: string): WalletStatus {
  const behaviour = behaviourOf(address);
  const score = behaviour?.kind === "score" ? behaviour.scores[1] : inventedScore(address, 3);
  const hash = createHash("sha256").update(comparableAddress(address)).digest("hex");
  const flagged = { status: "flagged", tags: ["high-risk", "under-review"] };
  const monitored = { status: "monitored", tags: ["watchlist"] };
  const clean = { status: "clean", tags: [] };
  return {
    ...(bandOf(score) === "investigate" ? flagged : score >= WATCH_FROM ? monitored : clean),
    lastTxs: [`0x${hash}`, `0x${hash.split("").reverse().join("")}`],
    lastDapps: bytesOf(address)[0] % 2 === 0 ? ["Uniswap"] : [],
  };
}

function levelOf(score: number): string {
  if (score < WATCH_FROM) return "minimal";
  if (score < 40) return "low";
  if (score <= INVESTIGATE_ABOVE) return "medium";
  return score <= 80 ? "high" : "critical";
}

function patternsOf(address: string, score: number, suspicious: boolean): string[] {
  if (score < WATCH_FROM && !suspicious) return [];
  const [mild = 0, severe = 0] = bytesOf(`patterns ${comparableAddress(address)}`);
  const patterns = [MILD_PATTERNS[mild % MILD_PATTERNS.length]];
  if (suspicious) patterns.push(SEVERE_PATTERNS[severe % SEVERE_PATTERNS.length]);
  if (score > 80) patterns.push(SEVERE_PATTERNS[(severe + 1) % SEVERE_PATTERNS.length]);
  return patterns.filter((pattern) => pattern !== undefined);
}

function reasonOf(score: number, depth: number, patterns: readonly string[]): string {
  if (patterns.length === 0) return `No exposure to flagged addresses within ${depth} hops.`;
  const seen = patterns.map((pattern) => pattern.replaceAll("_", " ")).join(", ");
  const exposure =
    bandOf(score) === "investigate" ? "Close to flagged addresses" : "Some distance from flagged addresses";
  return `${exposure} within ${depth} hops: ${seen}.`;
}

function bytesOf(text: string): [number, number] {
  const hash = createHash("sha256").update(text).digest();
  return [hash.readUInt8(0), hash.readUInt8(1)];
}
