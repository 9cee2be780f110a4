/** Urgency of open cases: the order in which officers see them. */

import { compareTexts } from "../i18n/text/compare-texts.ts";
import { earliest } from "../i18n/time/earliest.ts";
import { isSanctionsList } from "../law/sanctions-lists.ts";
import type { ListedCase } from "./case.ts";
import { isInInbox, isOpen } from "./case-state.ts";
import { pendingNotice, pendingOf, shownDue } from "./due.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The most urgent first. */
const URGENCIES = ["clock", "overdue", "soon", "list", "revised", "later", "none"] as const;
type Urgency = (typeof URGENCIES)[number];

/** A case of the inbox with its place among others. Times are ISO 8601. */
export interface JudgedCase {
  listedCase: ListedCase;
  urgency: Urgency;
  /** First deadline that has passed, and is not met. */
  passed: string | undefined;
  /** First deadline to come. */
  next: string | undefined;
  /** As {@link shownDue} says. */
  due: string | undefined;
  /** End of the 24 hours from a suspicion, without a notice yet; it may have passed. */
  notice: string | undefined;
  /** True while the 24 hours from a suspicion run. */
  isClockRunning: boolean;
  isDueInWeek: boolean;
  /** Officer who looks after it; undefined if it has no officer, or the time has lapsed. */
  owner: ListedCase["owner"];
  /** True if one of its laws is a list of sanctioned persons. */
  isListed: boolean;
}

/** @param now ISO 8601 */
export function judge(listedCase: ListedCase, now: string): JudgedCase {
  const pending = pendingOf(listedCase);
  const [passed, next] = [pending.find(({ at }) => at <= now)?.at, pending.find(({ at }) => at > now)?.at];
  const notice = pendingNotice(listedCase)?.at;
  const isClockRunning = notice !== undefined && notice > now;
  const isDueInWeek = next !== undefined && Date.parse(next) - Date.parse(now) <= WEEK_MS;
  const isListed = listedCase.laws?.some(({ name }) => isSanctionsList(name)) ?? false;
  const owner = listedCase.owner !== undefined && listedCase.owner.until > now ? listedCase.owner : undefined;
  const facts = {
    listedCase,
    next,
    passed,
    due: shownDue(listedCase),
    notice,
    isClockRunning,
    isDueInWeek,
    isListed,
    owner,
  };
  return { ...facts, urgency: urgencyOf(facts) };
}

function urgencyOf({
  listedCase,
  next,
  passed,
  isClockRunning,
  isDueInWeek,
  isListed,
}: Omit<JudgedCase, "urgency">): Urgency {
  if (isClockRunning) return "clock";
  if (passed !== undefined) return "overdue";
  if (isDueInWeek) return "soon";
  if (listedCase.isRevisedSince) return "revised";
  if (isListed) return "list";
  return next === undefined ? "none" : "later";
}

/** A case as it was before it was decided: it keeps its place in a list of open ones. */
export function beforeDecision({ outcome: _outcome, dues, ...listedCase }: ListedCase): ListedCase {
  const unmet = dues.map(({ metAt, metBy, ...due }) => (due.kind === "law" ? due : { ...due, metAt, metBy }));
  return { ...listedCase, dues: unmet };
}

/** The first time at which the clock alone changes how one of these cases is judged. ISO 8601; undefined if it changes none. */
export function firstTurn(cases: readonly JudgedCase[]): string | undefined {
  const turns = cases
    .filter(({ listedCase }) => isInInbox(listedCase))
    .flatMap(({ next, notice, isClockRunning, isDueInWeek, owner }) => [
      next === undefined || isDueInWeek ? next : weekBefore(next),
      isClockRunning ? notice : undefined,
      owner?.until,
    ]);
  return earliest(turns);
}

function weekBefore(iso: string): string {
  return new Date(Date.parse(iso) - WEEK_MS).toISOString();
}

/**
 * Orders open cases by urgency: equally urgent ones by deadline, those that have none by score, the highest first, and then by latest
 * receipt.
 */
export function byUrgency(a: JudgedCase, b: JudgedCase): number {
  return (
    URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency) ||
    compareTexts(deadlineOf(a), deadlineOf(b)) ||
    scoreOf(b) - scoreOf(a) ||
    compareTexts(b.listedCase.order, a.listedCase.order)
  );
}

/**
 * The most severe first, in any state: open cases before decided ones, those of a sanctions list before others, and then
 * as {@link byUrgency}; decided ones by latest receipt.
 */
export function bySeverity(a: JudgedCase, b: JudgedCase): number {
  return (
    Number(isOpen(b.listedCase)) - Number(isOpen(a.listedCase)) ||
    Number(b.isListed) - Number(a.isListed) ||
    (isOpen(a.listedCase) ? byUrgency(a, b) : compareTexts(b.listedCase.order, a.listedCase.order))
  );
}

/** Deadline by which a case is ordered. Cases of sanctions lists are ordered by receipt. */
function deadlineOf({ urgency, passed, next, notice }: JudgedCase): string {
  if (urgency === "clock") return notice ?? "";
  if (urgency === "overdue") return passed ?? "";
  return urgency === "list" ? "" : (next ?? "");
}

/** Score by which a case without a deadline is ordered: one that has none is last. Any other case goes by its deadline and receipt. */
function scoreOf({ urgency, listedCase: { score = -1 } }: JudgedCase): number {
  return urgency === "none" ? score : -1;
}
