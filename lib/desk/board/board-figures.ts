/** Cases in the figures that a board is told: what was flagged, what was decided, and what was filed in time. */

import type { ListedCase } from "../../cases/case.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { isLate, pendingOf } from "../../cases/view.ts";
import { sumOf } from "../../i18n/text/amounts.ts";
import { kindOf } from "../../reports/brief/received-cases.ts";

/** Users, each counted once: a lower bound where a case names none. */
interface UserCount {
  count: number;
  isBound: boolean;
}

/** `open` and the outcomes add up to `all`. */
export interface BoardFigures {
  /** Transactions that the service flagged; warnings are not among them. */
  flagged: number;
  /** Of these, in exact digits: a lower bound where the amount of some is unknown. */
  usd: string;
  unknown: number;
  users: UserCount;
  /** Cases of flagged transactions and all others. */
  all: number;
  open: number;
  outcomes: Record<NonNullable<ListedCase["outcome"]>, number>;
  filedInTime: number;
  filedLate: number;
  /** Filed where no law sets a deadline that is known: neither in time nor late. */
  filedOther: number;
  /** Past a deadline that nothing met, even where something was filed. */
  overdue: number;
  /** The first deadline that these missed. ISO 8601. */
  overdueSince: string | undefined;
  /** Cases under a list of sanctioned persons. */
  listed: number;
  listedUsers: UserCount;
  listedOpen: number;
}

export function figuresOf(cases: readonly JudgedCase[]): BoardFigures {
  const of = (outcome: ListedCase["outcome"]) => cases.filter(({ one }) => one.outcome === outcome).length;
  const [flagged, listed] = [flaggedOf(cases), cases.filter(({ isListed }) => isListed)];
  const filed = (filing: ReturnType<typeof filingOf>) =>
    cases.filter((judged) => filingOf(judged) === filing).length;
  return {
    flagged: flagged.length,
    ...sumOf(flagged.map(({ one }) => one.amount?.usd)),
    users: usersOf(flagged),
    all: cases.length,
    open: of(undefined),
    outcomes: {
      reported: of("reported"),
      "not-reportable": of("not-reportable"),
      "false-positive": of("false-positive"),
      "nothing-found": of("nothing-found"),
    },
    filedInTime: filed("in time"),
    filedLate: filed("late"),
    filedOther: filed("other"),
    overdue: filed("overdue"),
    overdueSince: cases
      .flatMap(({ passed }) => passed ?? [])
      .sort()
      .at(0),
    listed: listed.length,
    listedUsers: usersOf(listed),
    listedOpen: listed.filter(({ one }) => one.outcome === undefined).length,
  };
}

export function flaggedOf(cases: readonly JudgedCase[]): JudgedCase[] {
  return cases.filter(({ one }) => kindOf(one) === "flagged");
}

/** The worst that is to be said of a case and its deadlines; `other`: something was filed, and no deadline is known. */
function filingOf({ one, passed }: JudgedCase): "overdue" | "late" | "in time" | "other" | undefined {
  const { dues, filingCount, notices } = one;
  if (passed !== undefined) return "overdue";
  // What is not overdue has no pending deadline that has passed, at any time.
  if (dues.some((due) => due.metAt !== undefined && isLate(due, due.metAt))) return "late";
  if (dues.some(({ metBy }) => metBy === "filing")) return "in time";
  return filingCount + notices.length === 0 || pendingOf(one).length > 0 ? undefined : "other";
}

/** What was filed in time, of all that was filed or is overdue: what is not due yet is in no share. */
export function shareOf({ filedInTime, filedLate, overdue }: BoardFigures) {
  const all = filedInTime + filedLate + overdue;
  // Cut, not rounded: 1,999 of 2,000 are no 100 %.
  return { filedInTime, all, percent: all === 0 ? undefined : Math.floor((filedInTime * 1_000) / all) / 10 };
}

/** Number of cases of each user that these name, the highest first. */
export function byUser(cases: readonly JudgedCase[]): { userId: string; number: number }[] {
  const counts = new Map<string, number>();
  for (const { one } of cases)
    if (one.userId !== undefined) counts.set(one.userId, (counts.get(one.userId) ?? 0) + 1);
  return [...counts]
    .map(([userId, number]) => ({ userId, number }))
    .sort((a, b) => b.number - a.number || (a.userId < b.userId ? -1 : 1));
}

function usersOf(cases: readonly JudgedCase[]): UserCount {
  return { count: byUser(cases).length, isBound: cases.some(({ one }) => one.userId === undefined) };
}
