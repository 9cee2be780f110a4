/** The cases of a day as numbers: no person, wallet or transaction is in them. */

import type { ListedCase } from "../../cases/case.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { lawKey } from "../../law/laws.ts";

/** Number of cases under a law. */
export interface LawCount {
  countryCode: string;
  name: string;
  count: number;
}

/** How long something took, in milliseconds; times are undefined where there was nothing. */
export interface Durations {
  count: number;
  medianMs: number | undefined;
  longestMs: number | undefined;
}

type ReceivedKind = "flagged" | "unreadable" | "wallet" | "other";

export interface ReceivedCases {
  /** Cases of flagged transactions, of unreadable messages, of wallets, and others, which officers opened. */
  kinds: Record<ReceivedKind, number>;
  /** Laws of the transactions, the one with the most cases first. */
  laws: LawCount[];
  /** Laws that cases of very many laws do not name, each case as often as it has one. */
  otherLaws: number;
  /** From receipt to decision, of what is decided. */
  toDecision: Durations;
  /** True if not all were read: the numbers are lower bounds, and the times of a part. */
  isCut: boolean;
}

/** The facts of a case that are counted. */
export type CountedCase = Pick<
  ListedCase,
  "kind" | "risk" | "laws" | "lawCount" | "receivedAt" | "decidedAt"
>;

/** Counts cases as they are read. */
export async function receivedIn(
  cases: AsyncIterable<CountedCase> | Iterable<CountedCase>,
): Promise<Omit<ReceivedCases, "isCut">> {
  const kinds = { flagged: 0, unreadable: 0, wallet: 0, other: 0 };
  const laws = new Map<string, LawCount>();
  const decidedAfter: number[] = [];
  let otherLaws = 0;
  for await (const listedCase of cases) {
    const { laws: named = [], lawCount = named.length, receivedAt, decidedAt } = listedCase;
    kinds[kindOf(listedCase)] += 1;
    otherLaws += Math.max(0, lawCount - named.length);
    if (decidedAt !== undefined)
      decidedAfter.push(Math.max(0, Date.parse(decidedAt) - Date.parse(receivedAt)));
    const ofCase = Map.groupBy(named, lawKey);
    for (const [key, [first]] of ofCase) {
      if (first === undefined) continue;
      const { countryCode, name, count } = laws.get(key) ?? { ...first, count: 0 };
      laws.set(key, { countryCode, name, count: count + 1 });
    }
  }
  return {
    kinds,
    laws: [...laws.values()].sort((a, b) => b.count - a.count || compareTexts(lawKey(a), lawKey(b))),
    otherLaws,
    toDecision: durationsOf(decidedAfter),
  };
}

export function kindOf({ kind, risk }: Pick<ListedCase, "kind" | "risk">): ReceivedKind {
  if (kind === "notification" && risk === "illegal") return "flagged";
  if (kind === "quarantine") return "unreadable";
  return kind === "wallet" ? "wallet" : "other";
}

function durationsOf(all: readonly number[]): Durations {
  const sorted = all.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    // Half of them were done within this time.
    medianMs: sorted[Math.ceil(sorted.length / 2) - 1],
    longestMs: sorted.at(-1),
  };
}
