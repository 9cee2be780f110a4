/** A wallet after the service's answer, as `risk-service/results.ts` reads it: a pure rule. */

import { shorten } from "../../i18n/text/cut.ts";
import type { AddressAnswer } from "../risk-service/results.ts";
import { exceedances } from "../score.ts";
import { type Exceeded, listText, type Wallet } from "../wallets/wallet.ts";
import { pendingOf, rankOf } from "../wallets/wallet-keys.ts";
import { packResult, type WalletScan } from "../wallets/wallet-scans.ts";

/** The run in which an answer came, and when. */
interface Moment {
  runId: string;
  now: Date;
  /** The score above which a wallet is alerted. */
  threshold: number;
}

/** Attributes of a wallet's item that an answer sets, or removes where they are undefined. */
export type AskedFacts = Pick<Wallet, "askedBy" | "waitingSince" | "outcome" | "why"> &
  Partial<Omit<Wallet, "projectId" | "chainId" | "address">> & { rank?: string | undefined };

interface Screened {
  facts: AskedFacts;
  /** The history point. */
  scan: WalletScan;
  /** What it exceeds since this answer. */
  exceeded: Exceeded | undefined;
}

/** Why a wallet has no new score, or what was odd, in a sentence or two. */
const MAX_WHY = 500;

/** A wallet after an answer. */
export function screened(before: Wallet, answer: AddressAnswer, { runId, now, threshold }: Moment): Screened {
  const at = now.toISOString();
  const { outcome, facts, result } = answer;
  const why = answer.why === undefined ? undefined : shorten(answer.why, MAX_WHY);
  const { projectId, chainId, address } = before;
  const exceeded = outcome === "completed" ? exceededBy(before, facts, runId, threshold) : undefined;
  const scan: WalletScan = {
    projectId,
    chainId,
    address,
    runId,
    scannedAt: at,
    outcome,
    why,
    ...(outcome === "completed" ? { ...scored(facts), previousScore: before.score } : {}),
    exceeded: exceeded?.kinds,
    result: result === undefined ? undefined : packResult(result),
  };
  return {
    facts: {
      askedBy: runId,
      waitingSince: at,
      outcome,
      why,
      ...(outcome === "completed" ? newFacts(before, facts, at) : {}),
      ...(exceeded === undefined ? {} : pendingFacts(before, exceeded, at)),
    },
    scan,
    exceeded,
  };
}

/** An item that cannot be read counts as asked for in vain. */
export function unreadableFacts(runId: string, now: Date): AskedFacts {
  return {
    askedBy: runId,
    waitingSince: now.toISOString(),
    outcome: "failed",
    why: "its item cannot be read",
  };
}

type Facts = AddressAnswer["facts"];

function scored({ score, level, reason, suspicious }: Facts) {
  return { score, level, reason, suspicious };
}

/** Facts that the service leaves out stay as last known: unknown is not 0, and not an all-clear. */
function newFacts(before: Wallet, facts: Facts, at: string): Partial<AskedFacts> {
  const { score, level, reason, suspicious } = facts;
  return {
    ...(suspicious === undefined ? {} : { suspicious }),
    // Level, reason and patterns explain a score: those of an older one would explain this one wrongly.
    ...(score === undefined
      ? {}
      : {
          score,
          level,
          reason,
          patterns: listText(facts.patterns),
          scannedAt: at,
          previousScore: before.score,
          rank: rankOf(score),
        }),
  };
}

function exceededBy(before: Wallet, facts: Facts, runId: string, threshold: number): Exceeded | undefined {
  const after = { score: facts.score ?? before.score, suspicious: facts.suspicious ?? before.suspicious };
  const kinds = exceedances(before, after, threshold);
  return kinds.length === 0 ? undefined : { runId, kinds, score: after.score, previousScore: before.score };
}

/** An alert that is pending is one with this one: it says the highest score, and where the wallet came from. */
function pendingFacts(
  { pending, exceeded: first }: Wallet,
  exceeded: Exceeded,
  at: string,
): Partial<AskedFacts> {
  if (pending === undefined || first === undefined)
    return { exceeded, pending: pendingOf(exceeded.score, at) };
  const scores = [first.score, exceeded.score].filter((score) => score !== undefined);
  const score = scores.length === 0 ? undefined : Math.max(...scores);
  const kinds = [...new Set([...first.kinds, ...exceeded.kinds])];
  return { exceeded: { ...first, runId: exceeded.runId, kinds, score }, pending: pendingOf(score, at) };
}
