/** What a scan's answer makes of a wallet: its item, and the history point of the run. */

import { type Crossing, crossings, isAbove } from "../risk/score.ts";
import { type ResultReading, readResult } from "../risk-service/finding.ts";
import type { AddressScan } from "../risk-service/results.ts";
import type { Wallet, WalletOutcome } from "../store/wallets/wallet.ts";
import { packResult, type WalletScan } from "../store/wallets/wallet-scans.ts";
import { shorten } from "../text/cut.ts";

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

/** Whole in `result`; this is for reading. */
const MAX_PATTERNS = 1_000;

/** Why a wallet has no new score, or what was odd, in a sentence or two. */
const MAX_WHY = 500;

/** Reads an answer, which must not be `unanswered`. */
export function readAnswer(before: Wallet, answer: AddressScan, moment: Moment): Reading {
  const finding = readResult(answer.result ?? {});
  const withFinding = scored(before, finding, moment);
  const outcome = outcomeOf(answer.outcome, finding, withFinding);
  const completed = outcome === "completed";
  const after: Wallet = {
    ...(completed ? withFinding : before),
    lastRun: moment.runId,
    lastPass: moment.pass,
    lastOutcome: outcome,
    lastReason: why(answer, completed ? undefined : finding),
  };
  if (isToBeAskedAgain(outcome, moment.pass)) return { wallet: after };
  return { wallet: after, scan: historyPoint(after, finding, answer, moment) };
}

/** What an unclear answer says counts where it is no all-clear. */
function outcomeOf(
  outcome: AddressScan["outcome"],
  { score }: ResultReading,
  withFinding: Wallet,
): WalletOutcome {
  if (outcome === "unanswered") return "failed";
  if (outcome !== "unclear") return outcome;
  return isAbove(score) || crossingsOf(withFinding).length > 0 ? "completed" : "failed";
}

/** Ours first: a failed answer may well give the reason of a good score. */
function why({ reason }: AddressScan, finding: ResultReading | undefined): string | undefined {
  const text = reason ?? finding?.reason;
  return text === undefined || text === "" ? undefined : shorten(text, MAX_WHY);
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
function scored(before: Wallet, finding: ResultReading, { runId, now }: Moment): Wallet {
  const after: Wallet = {
    ...before,
    ...lastTold(before),
    suspicious: finding.suspicious ?? before.suspicious,
    lastOutcome: "completed",
    alert: undefined,
  };
  if (finding.score !== undefined) {
    // Level, reason and patterns explain a score: those of an older one would explain this one wrongly.
    after.score = finding.score;
    after.level = finding.level;
    after.reason = finding.reason;
    after.patterns = patternsText(finding.patterns);
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
  { projectId, chainId, address, previousScore, alert, lastOutcome: outcome = "failed", lastReason }: Wallet,
  finding: ResultReading,
  { result }: AddressScan,
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
          score: finding.score,
          previousScore,
          level: finding.level,
          suspicious: finding.suspicious,
          alert,
          odd: lastReason,
        }
      : {}),
    reason: completed ? finding.reason : lastReason,
    result: result === undefined ? undefined : packResult(result),
  };
}

/** JSON text; where it would be too long to read, how many there are. */
function patternsText(patterns: unknown): string | undefined {
  if (patterns === undefined) return undefined;
  const text = JSON.stringify(patterns);
  if (text.length <= MAX_PATTERNS) return text;
  return Array.isArray(patterns) ? String(patterns.length) : undefined;
}
