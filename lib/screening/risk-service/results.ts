/** Outcome for each requested address, from a scan's reply. */

import { isObject } from "../../contract/exact-json.ts";
import type { ScanAddress } from "../../contract/scan.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { type ResultEntry, type ResultReading, readResult, saysRisk } from "./result-reading.ts";

/**
 * `completed`: the service answered for it, which does not promise a score. `skipped`, `failed`: as the service says;
 * `failed` also where it gave no answer in time, one that cannot be kept, or one under a status that is not known. What
 * the result of these says is no all-clear, and may well be a risk. `missing`: the reply leaves it out. `unanswered`:
 * the caller's time ran out before the service answered.
 */
type ScanOutcome = "completed" | "skipped" | "failed" | "missing" | "unanswered";

/** Outcome for one address. */
export interface AddressScan {
  /** As it was asked for, not as the service spells it. */
  address: string;
  chainId: string;
  outcome: ScanOutcome;
  /** The service's entry, as it came; absent if it sent none. Read it with {@link readResult}. */
  result?: ResultEntry;
  /** Why there is no score to keep, or what is odd about the result, in words for a person. */
  reason?: string;
  /** If `unanswered` after a time-out: the most addresses for the next request. */
  nextRequestSize?: number;
}

interface Entry {
  address: string;
  /** Undefined where the entry does not say; it then speaks for the address on any chain. */
  chainId: string | undefined;
  outcome: ScanOutcome;
  reading: ResultReading;
  result: ResultEntry;
  reason?: string;
}

/** Outcomes of `asked`, in the same order, for any order and spelling of the reply's entries. */
export function matchResults(asked: readonly ScanAddress[], entries: readonly unknown[]): AddressScan[] {
  const byAddress = Map.groupBy(
    entries.map(readEntry).filter((entry) => entry !== undefined),
    (entry) => comparableAddress(entry.address),
  );
  return asked.map(({ address, chainId }): AddressScan => {
    const own = (byAddress.get(comparableAddress(address)) ?? []).filter(
      (entry) => entry.chainId === undefined || entry.chainId === chainId,
    );
    const entry = worst(own);
    if (entry === undefined) {
      return { address, chainId, outcome: "missing", reason: "the service's reply leaves the address out" };
    }
    const { outcome, result, reason } = entry;
    // A night in which the field has another name must not look complete: every score would be unknown.
    if (outcome === "completed" && own.every(({ reading }) => reading.score === undefined))
      return { address, chainId, outcome: "failed", result, reason: "the service's answer has no riskScore" };
    return { address, chainId, outcome, result, ...(reason === undefined ? {} : { reason }) };
  });
}

function readEntry(entry: unknown): Entry | undefined {
  if (!isObject(entry) || typeof entry["address"] !== "string") return undefined;
  const reading = readResult(entry);
  return {
    address: entry["address"].trim(),
    chainId: chainIn(entry["chainId"]),
    reading,
    result: entry,
    ...outcomeOf(entry["status"], reading),
  };
}

/** An entry that names no chain was not requested. */
function chainIn(chainId: unknown): string | undefined {
  if (chainId === undefined || chainId === null) return undefined;
  return typeof chainId === "string" || typeof chainId === "number" ? String(chainId).trim() : "";
}

/** A status that is not known is no `completed`: `"status": "error"` comes with a score of 0. */
function outcomeOf(status: unknown, reading: ResultReading): Pick<Entry, "outcome" | "reason"> {
  const { wrongScore, odd } = reading;
  const known = typeof status === "string" ? status.trim().toLowerCase() : status;
  if (known === "skipped" || known === "failed") return { outcome: known };
  if (wrongScore !== undefined) {
    return { outcome: "failed", reason: `the service's answer cannot be kept: ${wrongScore}` };
  }
  if (known === "completed" || ((known === undefined || known === null) && saysRisk(reading))) {
    return {
      outcome: "completed",
      ...(odd === undefined ? {} : { reason: `not as the interface says: ${odd}` }),
    };
  }
  const named = typeof status === "string" ? `"${shorten(status, 40)}"` : "it gives";
  return {
    outcome: "failed",
    reason: `the service's status ${named} is unknown, so it is not an all-clear`,
  };
}

/**
 * Of several entries for one address what is worst for it: the highest score, suspicious if any of them is. One that
 * cannot be kept or understood leaves no all-clear, and takes nothing of a risk that another one reports.
 */
function worst(own: readonly Entry[]): Entry | undefined {
  const [first, ...others] = own.toSorted((a, b) => doubt(b) - doubt(a) || byRisk(a, b));
  if (first === undefined || others.length === 0) return first;
  const [risk = first] = own.filter(({ reading }) => saysRisk(reading)).toSorted(byRisk);
  const suspicious = own.some(({ reading }) => reading.suspicious === true);
  const reason = `the reply holds ${own.length} entries for the address, of which the worst counts`;
  return {
    ...first,
    result: suspicious ? { ...risk.result, suspiciousActivity: true } : risk.result,
    reason: first.reason === undefined ? reason : `${first.reason}; ${reason}`,
  };
}

/** Distance of an entry from an answer. */
function doubt({ outcome, reading, reason }: Entry): number {
  if (outcome !== "failed" || reason === undefined) return 0;
  return reading.wrongScore === undefined ? 1 : 2;
}

/** Facts that come with the service's own `failed` and `skipped` count no less than others. */
function byRisk(a: Entry, b: Entry): number {
  return score(b) - score(a) || CLEAR.indexOf(b.outcome) - CLEAR.indexOf(a.outcome);
}

const CLEAR: readonly ScanOutcome[] = ["skipped", "failed", "completed"];

function score({ reading }: Entry): number {
  return reading.score ?? -1;
}
