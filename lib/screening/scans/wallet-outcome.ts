/** Effects of a scan's answer on a wallet: its item, and the history point of the run. */

import { shorten } from "../../i18n/text/cut.ts";
import { type ResultReading, readResult, saysRisk } from "../risk-service/result-reading.ts";
import type { AddressScan } from "../risk-service/results.ts";
import { type Crossing, crossings, isAbove } from "../score.ts";
import type { Wallet, WalletOutcome } from "../wallets/wallet.ts";
import { packResult, type WalletScan } from "../wallets/wallet-scans.ts";

/** In which pass of which run an answer came, and when. */
interface Moment {
  runId: string;
  pass: number;
  now: Date;
  /** The score above which a wallet is alerted. */
  line: number;
}

/** A wallet as it is after an answer; `scan` is absent where the run will ask for it again. */
interface Reading {
  wallet: Wallet;
  scan?: WalletScan;
}

/** Requests for an address that failed or is missing, in one run. */
export const MAX_PASSES = 3;

/** Whole in `result`; this is for reading. */
const MAX_PATTERNS = 1_000;

/** Why a wallet has no new score, or what was odd, in a sentence or two. */
const MAX_WHY = 500;

/** Reads an answer, which must not be `unanswered`. */
export function readAnswer(before: Wallet, answer: AddressScan, moment: Moment): Reading {
  const reading = readResult(answer.result ?? {});
  const withReading = scored(before, certain(answer, reading), moment);
  const outcome = outcomeOf(answer.outcome, reading, withReading, moment);
  const completed = outcome === "completed";
  const after: Wallet = {
    ...(completed ? withReading : before),
    lastRun: moment.runId,
    lastPass: moment.pass,
    lastOutcome: outcome,
    lastReason: completed ? oddity(answer) : why(answer, reading),
  };
  if (isToBeAskedAgain(outcome, moment.pass)) return { wallet: after };
  return { wallet: after, scan: historyPoint(after, reading, answer, moment) };
}

/** A status of no answer takes nothing back: that there is no suspicious activity only an answer says. */
function certain({ outcome }: AddressScan, { suspicious, ...reading }: ResultReading): ResultReading {
  return suspicious === true || (suspicious === false && outcome === "completed")
    ? { ...reading, suspicious }
    : reading;
}

/** A risk counts with every status; without a risk an answer is no all-clear unless it is completed. */
function outcomeOf(
  outcome: AddressScan["outcome"],
  reading: ResultReading,
  withReading: Wallet,
  { line }: Moment,
): WalletOutcome {
  if (outcome === "unanswered") return "failed";
  if (outcome === "completed" || !saysRisk(reading)) return outcome;
  return isAbove(reading.score, line) || crossingsOf(withReading, line).length > 0 ? "completed" : outcome;
}

/** Ours first: a failed answer may well give the reason of a good score. */
function why({ reason }: AddressScan, reading: ResultReading): string | undefined {
  const text = reason ?? reading.reason;
  return text === undefined || text === "" ? undefined : shorten(text, MAX_WHY);
}

/** Oddities of an answer that counts. */
function oddity({ outcome, reason }: AddressScan): string | undefined {
  if (reason !== undefined) return shorten(reason, MAX_WHY);
  return outcome === "completed"
    ? undefined
    : `the service's status "${outcome}" comes with a risk, so it is not an all-clear`;
}

/** Reports whether a wallet with this outcome is requested again in the next pass. */
export function isToBeAskedAgain(outcome: WalletOutcome, pass: number): boolean {
  return (outcome === "failed" || outcome === "missing") && pass < MAX_PASSES;
}

/** Kinds of crossing of a wallet when it was last completed. */
export function crossingsOf(
  { score, suspicious, previousScore, previousSuspicious }: Wallet,
  line: number,
): Crossing[] {
  return crossings({ score: previousScore, suspicious: previousSuspicious }, { score, suspicious }, line);
}

/** Facts that the service leaves out stay as last known: unknown is not 0, and not an all-clear. */
function scored(before: Wallet, reading: ResultReading, { runId, now, line }: Moment): Wallet {
  const after: Wallet = {
    ...before,
    ...lastAlerted(before),
    suspicious: reading.suspicious ?? before.suspicious,
    lastOutcome: "completed",
    alert: undefined,
    crossedRun: undefined,
  };
  if (reading.score !== undefined) {
    // Level, reason and patterns explain a score: those of an older one would explain this one wrongly.
    after.score = reading.score;
    after.level = reading.level;
    after.reason = reading.reason;
    after.patterns = patternsText(reading.patterns);
    after.scannedAt = now.toISOString();
    after.scoredRun = runId;
  }
  if (crossingsOf(after, line).length === 0) return after;
  // One that no alert went out for yet is the same crossing still.
  const crossedRun = before.alert === "pending" ? (before.crossedRun ?? runId) : runId;
  return { ...after, alert: "pending", crossedRun };
}

/** Facts to compare the next reading with: an earlier crossing without an alert is still due. */
function lastAlerted({ alert, score, suspicious, previousScore, previousSuspicious }: Wallet) {
  return alert === "pending"
    ? { previousScore, previousSuspicious }
    : { previousScore: score, previousSuspicious: suspicious };
}

function historyPoint(
  {
    projectId,
    chainId,
    address,
    previousScore,
    alert,
    crossedRun,
    lastOutcome: outcome = "failed",
    lastReason,
  }: Wallet,
  reading: ResultReading,
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
          score: reading.score,
          previousScore,
          level: reading.level,
          suspicious: reading.suspicious,
          // Each crossing is at one point: that of the run that found it.
          alert: crossedRun === runId ? alert : undefined,
          odd: lastReason,
        }
      : {}),
    reason: completed ? reading.reason : lastReason,
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
