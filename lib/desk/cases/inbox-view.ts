/** Selection of the inbox: the open cases that fit a view and its filters, in their order, and the counts of all views. */

import type { ListedCase } from "../../cases/case.ts";
import type { OpenCases } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import { byUrgency, firstTurn, type JudgedCase, judge } from "../../cases/urgency.ts";
import { decimalOf } from "../../i18n/text/amounts.ts";
import { isSameName } from "../../i18n/text/cleaning.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { isSanctionsList } from "../../law/sanctions-lists.ts";
import { MOST_OPEN } from "../frame/open-count.ts";

export const VIEWS = ["day", "overdue", "week", "mine", "unassigned", "all"] as const;
export type View = (typeof VIEWS)[number];

interface InboxFilter {
  user?: string | undefined;
  law?: string | undefined;
  kind?: ListedCase["kind"] | undefined;
}

export interface InboxSelection {
  rows: JudgedCase[];
  /** Number of cases by view; a lower bound where the view is in `atLeast`. */
  counts: Record<View, number>;
  atLeast: ReadonlySet<View>;
  /** Names of laws among all open cases: lists of sanctioned persons first, then the most frequent. */
  laws: string[];
  /** Open cases that do not fit the law by the laws that they name, of which they have more. */
  unsure: number;
  /** Time at which rows or counts change by the clock alone. ISO 8601; undefined if they never do. */
  turnsAt: string | undefined;
}

/** Laws in the menu of filters. */
const MOST_LAWS = 20;

const IN_VIEW: Record<View, (judged: JudgedCase, officer: string) => boolean> = {
  overdue: ({ passed }) => passed !== undefined,
  day: ({ isClockRunning }) => isClockRunning,
  week: ({ isDueInWeek }) => isDueInWeek,
  mine: ({ owner }, officer) => owner?.subject === officer,
  // A decided case that was revised since is confirmed or reopened on its page: it cannot be taken.
  unassigned: ({ owner, listedCase }) => owner === undefined && isOpen(listedCase),
  all: () => true,
};

export interface InboxWish extends InboxFilter {
  view: View;
  /** The signed-in user, as the issuer knows them. */
  officer: string;
  sort: InboxSort;
}

export type InboxSort = "due" | "amount" | "received";

/** Place of a case in a list, also of one that has just left it. */
export interface Place {
  /** From 0; undefined where it is not in it. */
  index: number | undefined;
  before: ListedCase | undefined;
  after: ListedCase | undefined;
}

/** @param now ISO 8601 */
export function inboxOf(
  open: OpenCases,
  { view, officer, sort, ...filter }: InboxWish,
  now: string,
): InboxSelection {
  const fitting = open.cases
    .filter((listedCase) => fitsInbox(listedCase, filter))
    .map((listedCase) => judge(listedCase, now));
  const inView = (which: View) => fitting.filter((judged) => isInView(judged, { view: which, officer }));
  return {
    rows: inView(view).sort(ORDERS[sort]),
    counts: {
      overdue: inView("overdue").length,
      day: inView("day").length,
      week: inView("week").length,
      mine: inView("mine").length,
      unassigned: inView("unassigned").length,
      all: fitting.length,
    },
    atLeast: new Set(VIEWS.filter((which) => mayLack(open, which, now))),
    laws: lawsOf(open.cases),
    unsure: open.cases.filter((listedCase) => isUnsure(listedCase, filter)).length,
    turnsAt: firstTurn(fitting),
  };
}

/** @param rows in their order */
export function placeIn(rows: readonly JudgedCase[], judgedCase: JudgedCase, sort: InboxWish["sort"]): Place {
  const order = ORDERS[sort];
  const isSame = (row: JudgedCase) => row.listedCase.order === judgedCase.listedCase.order;
  const index = rows.findIndex(isSame);
  return {
    index: index < 0 ? undefined : index,
    before: rows.findLast((row) => !isSame(row) && order(row, judgedCase) < 0)?.listedCase,
    after: rows.find((row) => !isSame(row) && order(row, judgedCase) > 0)?.listedCase,
  };
}

/** Reports whether a case is in a view. */
export function isInView(
  judged: JudgedCase,
  { view, officer }: Pick<InboxWish, "view" | "officer">,
): boolean {
  return IN_VIEW[view](judged, officer);
}

/** Reports whether cases that were not read may be in a view: they are due after the last one that was read. */
function mayLack({ cases, moreDue, moreOthers }: OpenCases, view: View, now: string): boolean {
  if (view === "all" || view === "mine" || view === "unassigned") return moreDue || moreOthers;
  const last = moreDue ? cases[MOST_OPEN - 1] : undefined;
  if (last === undefined) return false;
  const { passed, isDueInWeek } = judge(last, now);
  return passed !== undefined || (view !== "overdue" && isDueInWeek);
}

/** Reports whether a law that a case does not name may make it fit. */
function isUnsure(listedCase: ListedCase, filter: InboxFilter): boolean {
  if (filter.law === undefined || listedCase.lawCount === undefined) return false;
  return fitsInbox(listedCase, { ...filter, law: undefined }) && !fitsInbox(listedCase, filter);
}

/** Reports whether a case fits the filters, in any case of a law's name. */
export function fitsInbox({ userId, laws = [], kind }: ListedCase, filter: InboxFilter): boolean {
  const { user, law } = filter;
  return (
    (user === undefined || userId === user) &&
    (law === undefined || laws.some(({ name }) => isSameName(name, law))) &&
    (filter.kind === undefined || kind === filter.kind)
  );
}

/** The highest amount first, and those without one last. */
function byAmount(a: JudgedCase, b: JudgedCase): number {
  const [first, second] = [usdOf(a), usdOf(b)];
  if (first === undefined || second === undefined)
    return first === second ? byUrgency(a, b) : first === undefined ? 1 : -1;
  return second.cmp(first) || byUrgency(a, b);
}

/** The last receipt first. */
function byReceipt(a: JudgedCase, b: JudgedCase): number {
  return compareTexts(b.listedCase.order, a.listedCase.order);
}

const ORDERS = { due: byUrgency, amount: byAmount, received: byReceipt };

function usdOf({ listedCase: { amount } }: JudgedCase) {
  return amount?.usd === undefined ? undefined : decimalOf(amount.usd);
}

function lawsOf(cases: readonly ListedCase[]): string[] {
  const counts = new Map<string, number>();
  for (const { laws = [] } of cases)
    for (const { name } of laws) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(
      ([a, often], [b, seldom]) => Number(isSanctionsList(b)) - Number(isSanctionsList(a)) || seldom - often,
    )
    .slice(0, MOST_LAWS)
    .map(([name]) => name);
}
