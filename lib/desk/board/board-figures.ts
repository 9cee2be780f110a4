/** Cases in the figures that a board is told: what was flagged, what was decided, and what was filed in time. */

import type { ListedCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import { isLate, noticesIn, pendingOf, type SuspicionNotice } from "../../cases/due.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
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
  /** Their sum, in exact digits: a lower bound where the amount of some is unknown. */
  usd: string;
  unknown: number;
  users: UserCount;
  /** Cases of flagged transactions and all others. */
  all: number;
  open: number;
  outcomes: Record<NonNullable<ListedCase["outcome"]>, number>;
  /** Cases by the deadlines of laws alone: 24-hour notices are counted by suspicion. */
  filedInTime: number;
  filedLate: number;
  /** Reported where no law sets a deadline that is known: neither in time nor late. */
  filedOther: number;
  /** Past a law's deadline that nothing met, even where something was filed. */
  overdue: number;
  /** The first deadline that these missed. ISO 8601. */
  overdueSince: string | undefined;
  /** The others add up to `all`. */
  suspicions: Record<"all" | SuspicionOutcome, number>;
  /** Cases under a list of sanctioned persons. */
  listed: number;
  listedUsers: UserCount;
  listedOpen: number;
}

/** Outcome of the 24-hour notice of a suspicion; it is `running` before its 24 hours end. */
type SuspicionOutcome = "in time" | "late" | "overdue" | "running" | "withdrawn";

/** @param now ISO 8601 */
export function figuresOf(cases: readonly JudgedCase[], now: string): BoardFigures {
  const of = (outcome: ListedCase["outcome"]) =>
    cases.filter(({ listedCase }) => listedCase.outcome === outcome).length;
  const [flagged, listed] = [flaggedOf(cases), cases.filter(({ isListed }) => isListed)];
  const filed = (filing: ReturnType<typeof filingOf>) =>
    cases.filter((judged) => filingOf(judged, now) === filing).length;
  const suspicions = cases.flatMap(({ listedCase }) => noticesIn(listedCase));
  const suspicionsWith = (outcome: SuspicionOutcome) =>
    suspicions.filter((notice) => outcomeOf(notice, now) === outcome).length;
  return {
    flagged: flagged.length,
    ...sumOf(flagged.map(({ listedCase }) => listedCase.amount?.usd)),
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
      .flatMap(({ listedCase }) => missedIn(listedCase, now))
      .sort()
      .at(0),
    suspicions: {
      all: suspicions.length,
      "in time": suspicionsWith("in time"),
      late: suspicionsWith("late"),
      overdue: suspicionsWith("overdue"),
      running: suspicionsWith("running"),
      withdrawn: suspicionsWith("withdrawn"),
    },
    listed: listed.length,
    listedUsers: usersOf(listed),
    listedOpen: listed.filter(({ listedCase }) => isOpen(listedCase)).length,
  };
}

export function flaggedOf(cases: readonly JudgedCase[]): JudgedCase[] {
  return cases.filter(({ listedCase }) => kindOf(listedCase) === "flagged");
}

/** The deadlines of laws that passed without a filing. */
function missedIn(listedCase: ListedCase, now: string): string[] {
  return pendingOf(listedCase)
    .filter((due) => due.kind === "law" && due.at <= now)
    .map(({ at }) => at);
}

/** The worst that is to be said of a case and its laws' deadlines; `other`: it was reported, and no deadline of it is known. */
function filingOf(
  { listedCase }: JudgedCase,
  now: string,
): "overdue" | "late" | "in time" | "other" | undefined {
  if (missedIn(listedCase, now).length > 0) return "overdue";
  const laws = listedCase.dues.filter(({ kind }) => kind === "law");
  // A case that is not overdue has no pending deadline that has passed, at any time.
  if (laws.some((due) => due.metAt !== undefined && isLate(due, due.metAt))) return "late";
  if (laws.some(({ metBy }) => metBy === "filing")) return "in time";
  const isNothingPending = laws.every(({ metBy }) => metBy !== undefined);
  return listedCase.outcome === "reported" && isNothingPending ? "other" : undefined;
}

function outcomeOf(notice: SuspicionNotice, now: string): SuspicionOutcome {
  if (notice.metBy === "filing") return isLate(notice, now) ? "late" : "in time";
  if (notice.metBy !== undefined) return "withdrawn";
  return notice.at <= now ? "overdue" : "running";
}

/** The share that was filed in time, of all that was filed or is overdue. What is not due yet is in no share. */
export function shareOf({ filedInTime, filedLate, overdue }: BoardFigures) {
  const all = filedInTime + filedLate + overdue;
  if (all === 0) return { filedInTime, all, percent: undefined, isCut: false };
  const percent = Math.floor((filedInTime * 100) / all);
  // Cut, not rounded: 1,999 of 2,000 are no 100 %, and the page says “over”.
  return { filedInTime, all, percent, isCut: percent * all !== filedInTime * 100 };
}

function usersOf(cases: readonly JudgedCase[]): UserCount {
  const userIds = new Set(cases.flatMap(({ listedCase }) => listedCase.userId ?? []));
  return { count: userIds.size, isBound: cases.some(({ listedCase }) => listedCase.userId === undefined) };
}
