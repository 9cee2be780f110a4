/** The answer for each address that was asked for, from a scan's reply. */

import { ExactNumber, isObject } from "../../contract/exact-json.ts";
import type { ScanAddress } from "../../contract/scan.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { isAbove } from "../score.ts";

/** Facts about a wallet's risk, as far as they can be kept; absent is unknown. */
interface RiskFacts {
  score?: number | undefined;
  level?: string | undefined;
  reason?: string | undefined;
  suspicious?: boolean | undefined;
  patterns?: unknown;
}

/**
 * `completed`: its facts count. `skipped`, `failed`: as the service says; `failed` also where its answer cannot be kept, or
 * comes under a status that is not known. `missing`: the reply leaves the address out.
 */
type AnswerOutcome = "completed" | "skipped" | "failed" | "missing";

export interface AddressAnswer {
  outcome: AnswerOutcome;
  facts: RiskFacts;
  /** Why there is no score, or what is odd about the answer, in words for a person. */
  why?: string | undefined;
  /** The service's entry, as it came, with exact numbers; absent if it sent none. */
  result?: Readonly<Record<string, unknown>>;
}

/** Answers for `asked`, in the same order, for any order and spelling of the reply's entries. */
export function matchResults(
  addresses: readonly ScanAddress[],
  entries: readonly unknown[],
  threshold: number,
): AddressAnswer[] {
  const byAddress = Map.groupBy(entries.filter(isAddressed), ({ address }) => comparableAddress(address));
  return addresses.map(({ address, chainId }): AddressAnswer => {
    const own = (byAddress.get(comparableAddress(address)) ?? []).filter((entry) =>
      isOnChain(entry, chainId),
    );
    const [answer, ...others] = own
      .map((entry) => readEntry(entry, threshold))
      .toSorted(worstFirst(threshold));
    if (answer === undefined)
      return { outcome: "missing", facts: {}, why: "the service's reply leaves the address out" };
    if (others.length === 0) return answer;
    const why = `the reply holds ${own.length} entries for the address, of which the worst counts`;
    return { ...answer, why: answer.why === undefined ? why : `${answer.why}; ${why}` };
  });
}

type Entry = Record<string, unknown> & { address: string };

function isAddressed(entry: unknown): entry is Entry {
  return isObject(entry) && typeof entry["address"] === "string";
}

/** An entry that names no chain speaks for the address on any. */
function isOnChain({ chainId }: Entry, wantedChain: string): boolean {
  if (chainId === undefined || chainId === null) return true;
  const named = chainId instanceof ExactNumber ? chainId.source : chainId;
  return (typeof named === "string" || typeof named === "number") && String(named).trim() === wantedChain;
}

/** Results that exceed come first, then those without an answer, then the higher score. */
function worstFirst(threshold: number) {
  const rank = ({ outcome, facts }: AddressAnswer) =>
    saysRisk(facts, threshold) ? 2 : outcome === "completed" ? 0 : 1;
  return (a: AddressAnswer, b: AddressAnswer) =>
    rank(b) - rank(a) || (b.facts.score ?? -1) - (a.facts.score ?? -1);
}

/** A risk counts under any status; without one only a completed answer counts. */
function saysRisk({ score, suspicious }: RiskFacts, threshold: number): boolean {
  return isAbove(score, threshold) || suspicious === true;
}

function readEntry(result: Entry, threshold: number): AddressAnswer {
  const { facts, wrong } = readFacts(result);
  const value = result["status"];
  const status = typeof value === "string" ? value.trim().toLowerCase() : (value ?? undefined);
  const isDone = status === "completed" || (status === undefined && facts.score !== undefined);
  const named = typeof value === "string" ? `"${shorten(value, 40)}"` : "it gives";
  if (saysRisk(facts, threshold)) {
    const why = wrong ?? (isDone ? undefined : `a risk under the service's status ${named}`);
    return { outcome: "completed", facts, result, why };
  }
  const failed = (why: string): AddressAnswer => ({ outcome: "failed", facts: {}, result, why });
  if (wrong !== undefined) return failed(`the service's answer cannot be kept: ${wrong}`);
  // A night in which the field has another name must not look complete: every score would be unknown.
  if (isDone)
    return facts.score === undefined
      ? failed("the service's answer has no riskScore")
      : { outcome: "completed", facts, result };
  if (status === "skipped" || status === "failed")
    return { outcome: status, facts: {}, result, why: facts.reason };
  return failed(`the service's status ${named} is unknown, so it is not an all-clear`);
}

/** The entry is kept whole beside them; these are for reading. */
const MAX_LEVEL = 100;
const MAX_REASON = 500;

/** @returns the facts that can be read, and what is wrong with another, in words for a person */
function readFacts(entry: Entry): { facts: RiskFacts; wrong: string | undefined } {
  const { score, wrong: wrongScore } = readScore(entry["riskScore"]);
  const { suspicious, wrong: wrongFlag } = readFlag(entry["suspiciousActivity"]);
  const facts = {
    score,
    level: textIn(entry["riskLevel"], MAX_LEVEL),
    reason: textIn(entry["riskReason"], MAX_REASON),
    suspicious,
    patterns: entry["patterns"] ?? undefined,
  };
  return { facts, wrong: wrongScore ?? wrongFlag };
}

function readFlag(value: unknown): { suspicious?: boolean; wrong?: string } {
  if (value === undefined || value === null) return {};
  if (typeof value === "boolean") return { suspicious: value };
  return { wrong: "its suspiciousActivity is neither true nor false" };
}

/** DynamoDB keeps no number nearer to 0 than this. */
const LEAST_SCORE = 1e-130;

function readScore(value: unknown): { score?: number; wrong?: string } {
  if (value === undefined || value === null) return {};
  const source = value instanceof ExactNumber ? value.source : value;
  const score = value instanceof ExactNumber ? Number(value.source) : value;
  if (typeof score !== "number" || !Number.isFinite(score))
    return { wrong: "its riskScore is not a number that can be read" };
  // A score that says nothing of a risk must not be taken for the least one.
  if (score < 0) return { wrong: `its riskScore of ${score} is below 0` };
  const isExact = typeof source === "number" || digitsIn(source) === digitsIn(String(score));
  if (!isExact || score > Number.MAX_SAFE_INTEGER || (score !== 0 && score < LEAST_SCORE))
    return { wrong: `its riskScore of ${shorten(String(source), 40)} cannot be kept exactly` };
  // Minus zero would be kept as 0 and compared as -0.
  return { score: score + 0 };
}

/** The digits that count: `60.50`, `6.05e1` and `60.5` have the same. */
function digitsIn(source: unknown): string {
  const [mantissa = ""] = String(source).toLowerCase().split("e");
  return mantissa.replace(/[-.]/g, "").replace(/^0+|0+$/g, "");
}

function textIn(value: unknown, most: number): string | undefined {
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isText ? shorten(String(value), most) : undefined;
}
