/** The cases of a month: those that its notice is about, and the others that happened in it. */

import pMap from "p-map";
import type { CountLimit } from "../../aws/tables/count-limit.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { isOpen } from "../../cases/case-state.ts";
import {
  filedUrgently,
  filingDues,
  isLate,
  noticesIn,
  pendingOf,
  type SuspicionNotice,
} from "../../cases/due.ts";
import type { Filing } from "../../cases/step.ts";
import { byUrgency, type JudgedCase, judge } from "../../cases/urgency.ts";
import { sumOf } from "../../i18n/text/amounts.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { addMonths, instantOf } from "../../i18n/time/calendar.ts";
import { zonedTimes } from "../../i18n/zoned-time.ts";
import { monthOfNotice } from "../../law/deadlines.ts";

/**
 * The months, `YYYY-MM`, that a case belongs to: those whose notices it is due in, on the clocks of their laws; without one, that in which
 * it happened, or was received, on the officers' clock. None of an operation of an unknown day.
 */
export function monthsOfCases({ timeZone }: Pick<MonthOrder, "timeZone">) {
  const { day } = zonedTimes("en", timeZone);
  return (listedCase: ListedCase): string[] => {
    if (isUndated(listedCase)) return [];
    const due = listedCase.deadlines.flatMap((deadline) => monthOfNotice(deadline) ?? []);
    if (due.length > 0) return due;
    const time = listedCase.happenedAt ?? listedCase.receivedAt;
    return [(day(time) ?? time).slice(0, "YYYY-MM".length)];
  };
}

/** An operation may be received before its month begins: clocks of zones differ by up to 26 hours, and a block's is ahead by up to two. */
const RECEIVED_BEFORE_MS = 28 * 3_600_000;

/** When the first case of a month can have been received. ISO 8601. */
export function receivedFrom(month: string, timeZone: string): string {
  const since = instantOf(`${month}-01T00:00`, timeZone) ?? LAST;
  return new Date(Date.parse(since) - RECEIVED_BEFORE_MS).toISOString();
}

/** Beginning of the month after all others. */
const LAST = "9999-12-31T23:59:59.999Z";

const READ_CONCURRENTLY = 10;

/** `due`: what the notice of the month is about, or something was filed about. `other`: the rest of what happened in it. */
export const MONTH_VIEWS = ["due", "other"] as const;
export type MonthView = (typeof MONTH_VIEWS)[number];

export interface MonthCases extends Record<MonthView, JudgedCase[]> {
  /** Operations of an unknown day that were received in it: they are in no month, and no count has them. */
  undated: JudgedCase[];
  /** Corrupt cases; they are shown nowhere else. */
  unreadable: CaseKey[];
}

interface MonthOrder {
  /** `YYYY-MM`. */
  month: string;
  timeZone: string;
  /** ISO 8601. */
  now: string;
  /** Bounds what is read; where it was reached, there are more cases than are found. */
  limit: CountLimit;
}

/**
 * The cases of a project in a month, as {@link monthsOfCases} has it, the most urgent first, and decided ones by their last decision.
 */
export async function casesOfMonth(
  cases: CaseQueries,
  projectId: number,
  { month, timeZone, now, limit }: MonthOrder,
): Promise<MonthCases> {
  const [since = LAST, until = LAST] = [0, 1].map((months) =>
    instantOf(`${addMonths(month, months)}-01T00:00`, timeZone),
  );
  const monthsOf = monthsOfCases({ timeZone });
  const isOfMonth = (listedCase: ListedCase) => monthsOf(listedCase).includes(month);
  const unreadable: CaseKey[] = [];
  const project = { projectIds: [projectId] };
  // Most were received in the month: where not all may be read, these are.
  const received = await Array.fromAsync(
    limit.of(cases.list({ ...project, since, until }, keeping(unreadable))),
  );
  const ofMonth = received.filter(isOfMonth);
  for (const others of [{ since: receivedFrom(month, timeZone), until: since }, { since: until }])
    for await (const listedCase of limit.of(cases.list({ ...project, ...others }, keeping([]))))
      if (isOfMonth(listedCase)) ofMonth.push(listedCase);
  const inOrder = (some: readonly ListedCase[]) =>
    some.map((listedCase) => judge(listedCase, now)).sort(openFirst);
  // A 24-hour notice that met its own deadline makes no case one of the month's notice.
  const isFiled = ({ dues, filingCount, notices }: ListedCase) =>
    notices.length > 0 || filingCount > filedUrgently({ dues }).length;
  const isOfNotice = (listed: ListedCase) =>
    isFiled(listed) || listed.deadlines.some((deadline) => monthOfNotice(deadline) !== undefined);
  return {
    due: inOrder(ofMonth.filter(isOfNotice)),
    other: inOrder(ofMonth.filter((listedCase) => !isOfNotice(listedCase))),
    undated: inOrder(received.filter(isUndated)),
    unreadable,
  };
}

/** Reports whether a case is about an operation: of any other no amount and no day is lacking. */
function isOfOperation({ kind }: ListedCase): boolean {
  return kind === "notification" || kind === "quarantine";
}

/** Reports whether a case is about an operation of which the service gave no day, or none that can be read. */
function isUndated(listedCase: ListedCase): boolean {
  return isOfOperation(listedCase) && listedCase.happenedAt === undefined;
}

/** The sum of operations in dollars, in exact digits, and the number of those without an amount. */
export function usdOf(cases: readonly JudgedCase[]): { usd: string; unknown: number } {
  return sumOf(
    cases.flatMap(({ listedCase }) => (isOfOperation(listedCase) ? [listedCase.amount?.usd] : [])),
  );
}

export function openFirst(a: JudgedCase, b: JudgedCase): number {
  return (
    Number(isOpen(b.listedCase)) - Number(isOpen(a.listedCase)) ||
    (isOpen(a.listedCase)
      ? byUrgency(a, b)
      : compareTexts(b.listedCase.decidedAt ?? "", a.listedCase.decidedAt ?? ""))
  );
}

/** State of a case beside its deadlines: late, in time, or not yet either; `none`: nothing is due about it. */
type Timeliness = "late" | "in time" | "clock" | "open" | "none";

/** @param now ISO 8601 */
export function timelinessOf({ listedCase, passed, isClockRunning }: JudgedCase, now: string): Timeliness {
  // A 24-hour notice that was late, or given up, says nothing of the notice that a law demands.
  const dues = isOfLaw(listedCase) ? listedCase.dues.filter(({ kind }) => kind === "law") : listedCase.dues;
  const isOpenAndLate = isOpen(listedCase) && passed !== undefined;
  if (isOpenAndLate || (!isOpen(listedCase) && dues.some((due) => isLate(due, now)))) return "late";
  if (isClockRunning) return "clock";
  if (filingDues({ dues }).length === 0) return "none";
  // The service may have moved the transaction behind the receipt of a decided case.
  return isOpen(listedCase) || pendingOf(listedCase).length > 0 ? "open" : "in time";
}

/** Reports whether a law demands a notice about a case. */
function isOfLaw({ dues }: ListedCase): boolean {
  return dues.some(({ kind }) => kind === "law");
}

/** The 24-hour notices of a case whose receipt is late, where {@link timelinessOf} is about other notices. @param now ISO 8601 */
export function lateNoticesOf(listedCase: ListedCase, now: string): SuspicionNotice[] {
  if (!isOpen(listedCase) && !isOfLaw(listedCase)) return [];
  return filedUrgently(listedCase).filter((notice) => isLate(notice, now));
}

/** Numbers of a list's cases: `undecided` and those by outcome add up to `all`. */
export interface MonthCounts {
  all: number;
  undecided: number;
  late: number;
  clock: number;
  /** Undecided ones of which a 24-hour notice is filed: see {@link filedUrgently}. */
  filedUrgently: number;
  /** Undecided ones with {@link lateNoticesOf}: what is still due of them may be in time. */
  lateNotice: number;
  /** The four below add up to it. */
  reported: number;
  reportedInTime: number;
  reportedLate: number;
  /** Reported cases whose receipt does not count, since the service moved the transaction behind it; their next deadline is to come. */
  reportedOpen: number;
  /** Reported cases without a known deadline. */
  reportedOther: number;
  notReportable: number;
  falsePositive: number;
  nothingFound: number;
  /** Exact digits. */
  usd: string;
  /** Operations without an amount in dollars. */
  unknown: number;
}

export function countsOf(cases: readonly JudgedCase[], now: string): MonthCounts {
  const of = (outcome: ListedCase["outcome"]) =>
    cases.filter(({ listedCase }) => listedCase.outcome === outcome);
  const [undecided, reported] = [of(undefined), of("reported")];
  const reportedAs = (...timeliness: Timeliness[]) =>
    reported.filter((judged) => timeliness.includes(timelinessOf(judged, now))).length;
  return {
    all: cases.length,
    undecided: undecided.length,
    late: undecided.filter((judged) => timelinessOf(judged, now) === "late").length,
    clock: undecided.filter(({ isClockRunning }) => isClockRunning).length,
    filedUrgently: undecided.filter(({ listedCase }) => filedUrgently(listedCase).length > 0).length,
    lateNotice: undecided.filter(({ listedCase }) => lateNoticesOf(listedCase, now).length > 0).length,
    reported: reported.length,
    reportedInTime: reportedAs("in time"),
    reportedLate: reportedAs("late"),
    reportedOpen: reportedAs("open", "clock"),
    reportedOther: reportedAs("none"),
    notReportable: of("not-reportable").length,
    falsePositive: of("false-positive").length,
    nothingFound: of("nothing-found").length,
    ...usdOf(cases),
  };
}

/** A case of a list, with its receipts: those of the month notices that it names, then its own. */
export interface MonthRow {
  judged: JudgedCase;
  receipts: Filing[];
}

/** @param unreadable gets those with corrupt events */
export function rowsOf(
  cases: CaseQueries,
  judged: readonly JudgedCase[],
  unreadable: CaseKey[],
): Promise<MonthRow[]> {
  const read = async (row: JudgedCase) => {
    const { filingCount, notices } = row.listedCase;
    const hasOwn = filingCount > 0 || noticesIn(row.listedCase).length > 0;
    const stored = hasOwn ? await cases.readable(row.listedCase, keeping(unreadable)) : undefined;
    const ofMonths = notices.flatMap(({ filing }) => filing ?? []);
    return { judged: row, receipts: [...ofMonths, ...(stored?.filings ?? [])] };
  };
  return pMap(judged, read, { concurrency: READ_CONCURRENTLY });
}
