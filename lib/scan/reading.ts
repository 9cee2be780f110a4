/** What a scan's answer makes of a wallet: its item, and the history point of the run. */

import { type Crossing, crossings } from "../risk.ts";
import type { AddressScan } from "../risk-service-results.ts";
import type { Wallet, WalletOutcome } from "../store/wallet.ts";
import { packResult, type WalletScan } from "../store/wallet-scans.ts";

/** In which pass of which run an answer came, and when. */
export interface Moment {
  runId: string;
  pass: number;
  now: Date;
}

/** A wallet as it is after an answer; `scan` is absent where the run will ask for it again. */
export interface Reading {
  wallet: Wallet;
  scan?: WalletScan;
}

/** An address that failed or is missing is asked for so many times in a run. */
export const MAX_PASSES = 3;

/** Texts of the service are kept whole in `result`; these are for reading. */
const MAX_REASON = 500;
const MAX_PATTERNS = 1_000;

/** Reads an answer, which must not be `unanswered`. */
export function readAnswer(before: Wallet, answer: AddressScan, moment: Moment): Reading {
  const outcome = answer.outcome === "unanswered" ? "failed" : answer.outcome;
  const after: Wallet = {
    ...(outcome === "completed" ? scored(before, answer, moment) : before),
    lastRun: moment.runId,
    lastPass: moment.pass,
    lastOutcome: outcome,
  };
  if (isToBeAskedAgain(outcome, moment.pass)) return { wallet: after };
  return { wallet: after, scan: historyPoint(after, outcome, answer, moment) };
}

/** Whether a wallet with this outcome is asked for again in the next pass. */
export function isToBeAskedAgain(outcome: WalletOutcome, pass: number): boolean {
  return (outcome === "failed" || outcome === "missing") && pass < MAX_PASSES;
}

/** In which ways a wallet crossed the line when it was last completed. */
export function crossingsOf({ score, suspicious, previousScore, previousSuspicious }: Wallet): Crossing[] {
  return crossings({ score: previousScore, suspicious: previousSuspicious }, { score, suspicious });
}

/** What the service leaves out stays as it was last known: unknown is not 0, and not an all-clear. */
function scored(before: Wallet, { result }: AddressScan, { runId, now }: Moment): Wallet {
  const after: Wallet = {
    ...before,
    ...lastTold(before),
    suspicious: result?.suspiciousActivity ?? before.suspicious,
    lastOutcome: "completed",
    alert: undefined,
  };
  if (typeof result?.riskScore === "number") {
    // Level, reason and patterns explain a score: those of an older one would explain this one wrongly.
    after.score = result.riskScore;
    after.level = result.riskLevel ?? undefined;
    after.reason = result.riskReason?.slice(0, MAX_REASON);
    after.patterns = patternsText(result.patterns);
    after.scannedAt = now.toISOString();
    after.scoredRun = runId;
  }
  return crossingsOf(after).length > 0 ? { ...after, alert: "pending" } : after;
}

/** What the next reading is compared with: an earlier crossing that nobody was told of is still to be told. */
function lastTold({ alert, score, suspicious, previousScore, previousSuspicious }: Wallet) {
  return alert === "pending"
    ? { previousScore, previousSuspicious }
    : { previousScore: score, previousSuspicious: suspicious };
}

function historyPoint(
  { projectId, chainId, address, previousScore, alert }: Wallet,
  outcome: WalletOutcome,
  { result, reason }: AddressScan,
  { runId, now }: Moment,
): WalletScan {
  const completed = outcome === "completed";
  return {
    projectId,
    chainId,
    address,
    runId,
    scannedAt: now.toISOString(),
    outcome,
    // A service may well put 0 into a failed result: only a completed one holds a score.
    ...(completed
      ? {
          score: result?.riskScore ?? undefined,
          previousScore,
          level: result?.riskLevel ?? undefined,
          suspicious: result?.suspiciousActivity ?? undefined,
          alert,
        }
      : {}),
    reason: (result?.riskReason ?? reason)?.slice(0, MAX_REASON),
    result: result === undefined ? undefined : packResult(result),
  };
}

/** JSON text; where it would be too long to read, how many there are. */
function patternsText(patterns: unknown): string | undefined {
  if (patterns === undefined || patterns === null) return undefined;
  const text = JSON.stringify(patterns);
  if (text.length <= MAX_PATTERNS) return text;
  return Array.isArray(patterns) ? String(patterns.length) : undefined;
}
