/**
 * Records the notice of a month: its event in the month of each project that it is over, and then the decision of each case that it covers.
 * What a crash leaves open is decided later, by the list that stands beside the event.
 */

import { createHash } from "node:crypto";
import pMap from "p-map";
import { sumOf } from "../i18n/text/amounts.ts";
import { addMonths } from "../i18n/time/calendar.ts";
import { monthOfNotice } from "../law/deadlines.ts";
import {
  type BatchOutcome,
  decideShown,
  type ReadShown,
  readShown,
  type ShownCases,
  stepIdOf,
} from "./batch-decision.ts";
import type { ListedCase, StoredCase } from "./case.ts";
import { type CaseKey, monthIn, type ShownCase } from "./case-keys.ts";
import type { CaseQueries } from "./case-queries.ts";
import { isOpen } from "./case-state.ts";
import { BusyCaseError, type CaseStore } from "./cases.ts";
import { canonicalJson, digestOfCases } from "./chain.ts";
import { pendingNotice } from "./due.ts";
import { comparableFolio } from "./folio.ts";
import type { MonthStore, StoredMonth } from "./months.ts";
import type { Notice } from "./notices.ts";
import {
  isReceiptTooEarly,
  isSameFolio,
  isSameReceipt,
  type Moment,
  type NoticeRequest,
  type Refusal,
  refusalsOf,
  refusalsOfNotice,
  refusalsOfNoticeCorrection,
} from "./rules.ts";
import { type CoveredCases, type Filing, hasStep, type NewStep, type Person, type Step } from "./step.ts";

/** Tries of an event behind events that others add to a month at the same time. */
const MOST_ATTEMPTS = 10;

/** Months that are read at once. */
const READ_CONCURRENTLY = 10;

interface NoticeStores {
  months: MonthStore;
  steps: CaseStore;
  /** All projects: a folio is one notice in the months of whichever of them. */
  projectIds: readonly number[];
}

/** The officer who acts, when, and the projects in which they may. */
interface Acting {
  by: Person;
  at: Moment;
  actsIn: readonly number[];
}

export interface NoticeOrder extends NoticeRequest, Acting {
  /** Id that the form made, the same when it is sent again. */
  formId: string;
  /** `YYYY-MM`. */
  month: string;
  /** The projects that it is over. */
  projectIds: readonly number[];
  ticked: readonly ShownCase[];
  /** Number of the last event of each project's month when the form was shown, by ascending project; absent of a form without it. */
  after?: readonly number[] | undefined;
  /** What the decision of each case says where the officer wrote nothing. */
  decisionNote: string;
}

/** What became of a form. */
export type NoticeOutcome =
  /** Nothing was recorded. `receiptTooEarlyFor` are the ticked cases whose transaction the receipt precedes. */
  | { kind: "refused"; reasons: Refusal[]; receiptTooEarlyFor: ListedCase[] }
  /** Nothing was recorded: a ticked case changed since it was shown, is gone, or is of other months, or another officer recorded something of the month at this moment. */
  | { kind: "changed-meanwhile" }
  | { kind: "recorded"; noticeId: string; outcome: BatchOutcome };

/**
 * Records it once, with every ticked case or not at all. The same folio again adds the ticked cases to the notice that is there, in
 * whichever projects it is.
 */
export async function recordNotice(stores: NoticeStores, order: NoticeOrder): Promise<NoticeOutcome> {
  const { months } = stores;
  const { formId, month, ticked, at, actsIn } = order;
  const projectIds = order.projectIds.toSorted((a, b) => a - b);
  const ownMonths = await Promise.all(projectIds.map((projectId) => months.read(projectId, month)));
  const otherIds = stores.projectIds.filter((projectId) => !projectIds.includes(projectId));
  const allMonths = [...ownMonths, ...(await readableMonths(months, month, otherIds))];
  const notices = noticesIn(allMonths);
  const noticeId = noticeIdOf(notices, order);
  const read = await readShown(stores.steps, ticked, actsIn);
  const recordedIn = await Promise.all(
    ownMonths.map((stored) => hasRecorded(months, stored, order, noticeId, casesIn(stored, read))),
  );
  // After a crash its form is sent again: what it has begun goes on, also where the rules would refuse it by then.
  const isBegun = recordedIn.includes(true);
  const decision = decisionOf(order, noticeId, formId);
  if (!isBegun) {
    const { reasons, receiptTooEarlyFor, isChanged } = refusalsOfCases(read, decision);
    const isGone = read.cases.length + read.unreadable.length < ticked.length;
    const isOfOthers = !read.cases.every(({ storedCase }) => isOfMonth(month, storedCase));
    const neighbours = await neighboursOf(stores, month);
    reasons.unshift(...refusalsOfNotice(order, { month, notices, neighbours }, at));
    if (reasons.length > 0) return { kind: "refused", reasons: [...new Set(reasons)], receiptTooEarlyFor };
    if (isChanged || isGone || isOfOthers || !isAsShown(ownMonths, order.after))
      return { kind: "changed-meanwhile" };
  }
  for (const [index, stored] of ownMonths.entries()) {
    if (recordedIn[index] === true) continue;
    // Nothing else of the month was recorded in any project meanwhile. Once a month has the notice, the others follow.
    const unchanged = index === 0 && !isBegun ? allMonths.filter((other) => other !== stored) : undefined;
    const appended = await appendToMonth(months, stored, order, noticeId, casesIn(stored, read), unchanged);
    if (appended === "changed-meanwhile") return { kind: "changed-meanwhile" };
  }
  const outcome = await decideCovered(stores.steps, read, decision);
  // What this very form decided is recorded, whatever became of the case since.
  const isCovered = (storedCase: StoredCase) =>
    storedCase.notices.some(({ id }) => id === noticeId) || hasStep(storedCase, stepIdOf(formId, storedCase));
  // For another form, a notice that had all cases before may have none of them now: they were reopened since.
  if (isBegun && ticked.length > 0 && ![...outcome.decided, ...outcome.leftOut].some(isCovered)) {
    const { reasons, receiptTooEarlyFor } = refusalsOfCases(read, decision);
    return reasons.length === 0
      ? { kind: "changed-meanwhile" }
      : { kind: "refused", reasons: [...new Set(reasons)], receiptTooEarlyFor };
  }
  return { kind: "recorded", noticeId, outcome };
}

/** Decides the cases of a notice that is recorded: also those to which a colleague added a note, or which one took, in that moment. */
async function decideCovered(
  steps: CaseStore,
  read: ShownCases,
  decision: ReturnType<typeof decisionOf>,
): Promise<BatchOutcome> {
  const outcome = await decideShown(steps, read, decision);
  const asShown = new Set(
    read.cases.filter(({ key, storedCase }) => isLeftOpen(key, storedCase)).map(({ key }) => nameOfKey(key)),
  );
  const overtaken = outcome.leftOut.filter(
    (storedCase) => isOpen(storedCase) && asShown.has(nameOfKey(storedCase)),
  );
  if (overtaken.length === 0) return outcome;
  const cases = overtaken.map((storedCase) => ({ key: storedCase, storedCase }));
  const again = await decideShown(steps, { cases, unreadable: [] }, decision, outcome.decided.length);
  return {
    decided: [...outcome.decided, ...again.decided],
    leftOut: [...outcome.leftOut.filter((storedCase) => !overtaken.includes(storedCase)), ...again.leftOut],
    refused: [...outcome.refused, ...again.refused],
    unreadable: outcome.unreadable,
  };
}

/** A month in some projects, in their order. One that cannot be read keeps no other from its notice. */
async function readableMonths(
  months: MonthStore,
  month: string,
  projectIds: readonly number[],
): Promise<StoredMonth[]> {
  const read = await pMap(projectIds, (projectId) => months.readable(projectId, month), {
    concurrency: READ_CONCURRENTLY,
  });
  return read.filter((stored) => stored !== undefined);
}

/** The notices of the months before and after one, in all projects: a folio of long ago is not looked for. */
export async function neighboursOf(
  { months, projectIds }: Pick<NoticeStores, "months" | "projectIds">,
  month: string,
): Promise<Notice[]> {
  const beside = [addMonths(month, -1), addMonths(month, 1)];
  const read = await Promise.all(beside.map((other) => readableMonths(months, other, projectIds)));
  return noticesIn(read.flat());
}

/** Reports whether months have no event more than when a form was shown. */
function isAsShown(months: readonly StoredMonth[], after: readonly number[] | undefined): boolean {
  return after === undefined || months.every(({ stepCount }, index) => stepCount === after[index]);
}

/** Reports whether the notice of a month can cover a case: where laws demand notices of months, those months' alone. */
function isOfMonth(month: string, { deadlines }: Pick<StoredCase, "deadlines">): boolean {
  const due = deadlines.flatMap((deadline) => monthOfNotice(deadline) ?? []);
  return due.length === 0 || due.includes(month);
}

/** Why ticked cases cannot be covered: by a rule, or because they changed since they were shown. */
function refusalsOfCases(
  { cases }: ShownCases,
  { refusals }: ReturnType<typeof decisionOf>,
): { reasons: Refusal[]; receiptTooEarlyFor: StoredCase[]; isChanged: boolean } {
  const changed = cases.filter(({ key, storedCase }) => !isLeftOpen(key, storedCase));
  const refused = cases
    .filter((shown) => !changed.includes(shown))
    .map(({ storedCase }) => ({ storedCase, reasons: refusals(storedCase) }));
  return {
    reasons: refused.flatMap(({ reasons }) => reasons),
    receiptTooEarlyFor: refused
      .filter(({ reasons }) => reasons.includes("receiptTooEarly"))
      .map(({ storedCase }) => storedCase),
    isChanged: changed.length > 0,
  };
}

/**
 * The id of a folio's notice: of the one that is there, or made from the folio, so that officers who record it at once record one notice.
 * A folio that another notice had before it was corrected takes the form's id.
 */
function noticeIdOf(notices: readonly Notice[], { formId, month, filing }: NoticeOrder): string {
  const sameFolio = notices.find((notice) => isSameFolio(notice.filing, filing));
  if (sameFolio !== undefined) return sameFolio.recorded.id;
  const ofFolio = idFrom(month, comparableFolio(filing.reference));
  return notices.some(({ recorded }) => recorded.id === ofFolio) ? formId : ofFolio;
}

function idFrom(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** Reports whether a month has what an order records: the same form sent again, or another one that says the same. */
async function hasRecorded(
  months: MonthStore,
  stored: StoredMonth,
  { filing, amends, by }: NoticeOrder,
  noticeId: string,
  cases: readonly ReadShown[],
): Promise<boolean> {
  const notice = noticeOf(stored, noticeId);
  if (notice === undefined || notice.filing.kind !== filing.kind || notice.recorded.amends !== amends)
    return false;
  if (!isSameReceipt(notice.filing, filing)) return false;
  if (cases.length === 0) return notice.recorded.by.subject === by.subject;
  const covered = await namesOfTicked(months, stored, notice);
  return cases.every(({ key }) => covered.has(nameOfKey(key)));
}

async function namesOfTicked(months: MonthStore, stored: StoredMonth, notice: Notice): Promise<Set<string>> {
  const lists = await tickedFor(months, { notice, months: [stored] });
  return new Set(lists.flatMap(({ shown }) => shown).map(nameOfKey));
}

/** The cases of a month's project. */
function casesIn(stored: StoredMonth, { cases }: ShownCases): ReadShown[] {
  const { projectId } = monthIn(stored) ?? {};
  return cases.filter(({ storedCase }) => storedCase.projectId === projectId);
}

/**
 * Appends the notice to a project's month, or adds to it the cases that it does not cover.
 * @param unchanged the other months, where this is the first one; undefined where another month has the notice already
 */
async function appendToMonth(
  months: MonthStore,
  seen: StoredMonth,
  order: NoticeOrder,
  noticeId: string,
  cases: readonly ReadShown[],
  unchanged: readonly StoredMonth[] | undefined,
): Promise<"made" | "changed-meanwhile"> {
  let stored = seen;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const recorded = noticeOf(stored, noticeId);
    const covered = recorded && (await namesOfTicked(months, stored, recorded));
    const added = cases.filter(({ key }) => covered?.has(nameOfKey(key)) !== true);
    if (recorded !== undefined && !isSameReceipt(recorded.filing, order.filing)) return "changed-meanwhile";
    // The notice is there already, and an event without further cases would say nothing.
    if (recorded !== undefined && added.length === 0) return "made";
    const event =
      recorded === undefined ? noticeEvent(order, noticeId, added) : addition(order, noticeId, added);
    const outcome = await months.add(
      stored,
      event,
      added.map(({ key }) => key),
      unchanged,
    );
    if (outcome.kind === "made") return "made";
    const isOfOthers = outcome.stored.stepCount === stored.stepCount;
    stored = outcome.stored;
    // Another officer's event came first: beside one of this folio, in this month, the cases are added. Any other may be about the same.
    if (unchanged !== undefined && (isOfOthers || noticeOf(stored, noticeId) === undefined))
      return "changed-meanwhile";
  }
  throw new BusyCaseError(seen);
}

function noticeEvent(
  { filing, note, projectIds, amends, by, at }: NoticeOrder,
  id: string,
  cases: readonly ReadShown[],
): NewStep {
  const covers = cases.length === 0 ? undefined : coveredCases(cases);
  return { kind: "notice", id, at: at.now, by, filing, projectIds: [...projectIds], covers, amends, note };
}

function addition({ by, at }: NoticeOrder, notice: string, cases: readonly ReadShown[]): NewStep {
  const covers = coveredCases(cases);
  return { kind: "add", id: idFrom(notice, covers.digest), at: at.now, by, notice, covers };
}

function coveredCases(cases: readonly ReadShown[]): CoveredCases {
  return {
    count: cases.length,
    ...sumOf(cases.map(({ storedCase }) => storedCase.amount?.usd)),
    digest: digestOfCases(cases.map(({ key }) => key)),
  };
}

/** The decision of each case that a notice covers. @param batchId of the event by which it does */
function decisionOf(
  { filing, month, note, decisionNote, by, at }: Omit<NoticeOrder, "ticked" | "formId" | "projectIds">,
  noticeId: string,
  batchId: string,
) {
  const decision = {
    kind: "decide",
    outcome: "reported",
    notice: { month, id: noticeId },
    note: note ?? decisionNote,
  } as const;
  return {
    batchId,
    decision: { ...decision, at: at.now, by },
    refusals: (storedCase: StoredCase) =>
      isReceiptTooEarly(filing, storedCase)
        ? (["receiptTooEarly"] as const)
        : refusalsOf(decision, storedCase, at),
  };
}

/** A notice with what the months of its projects say of it. */
export interface NoticeInMonths {
  notice: Notice;
  /** The months of the projects that it is over, of those that were read. */
  months: StoredMonth[];
}

/** The projects in whose months a notice is, in the order of those. */
export function projectsOfNotice({ months }: Pick<NoticeInMonths, "months">): number[] {
  return months.flatMap((stored) => monthIn(stored)?.projectId ?? []);
}

/** A notice by its id, in the months of some projects, ascending, as far as they can be read; undefined if no month has it. */
export async function noticeIn(
  months: MonthStore,
  { month, id, projectIds }: { month: string; id: string; projectIds: readonly number[] },
): Promise<NoticeInMonths | undefined> {
  const ascending = projectIds.toSorted((a, b) => a - b);
  return noticeAmong(await readableMonths(months, month, ascending), id);
}

/** A notice by its id in one month of some projects; undefined if none of them has it. */
export function noticeAmong(months: readonly StoredMonth[], id: string): NoticeInMonths | undefined {
  const having = months.filter((stored) => noticeOf(stored, id) !== undefined);
  const [notice, ...others] = having.flatMap((stored) => noticeOf(stored, id) ?? []);
  if (notice === undefined) return undefined;
  const additions = [notice, ...others].flatMap((ofMonth) => ofMonth.additions);
  return { notice: { ...notice, additions }, months: having };
}

/** The notice of an id in a month. */
export function noticeOf({ notices }: StoredMonth, id: string): Notice | undefined {
  return notices.find(({ recorded }) => recorded.id === id);
}

/** The cases that were ticked for a notice, as they are now. */
export interface CasesOfNotice {
  inNotice: ListedCase[];
  /** Open and unchanged: recording stopped before them. */
  undecided: ListedCase[];
  /** Cases that are not in it for another reason. */
  others: ListedCase[];
}

export async function casesOfNotice(
  months: MonthStore,
  cases: CaseQueries,
  noticeInMonths: NoticeInMonths,
): Promise<CasesOfNotice> {
  const { id } = noticeInMonths.notice.recorded;
  const lists = await tickedFor(months, noticeInMonths);
  const shown = new Map(lists.flatMap((list) => list.shown).map((key) => [nameOfKey(key), key]));
  const listed = await cases.listedAll([...shown.values()]);
  const isIn = ({ notices }: ListedCase) => notices.some((notice) => notice.id === id);
  const isLeft = (listedCase: ListedCase) => {
    const key = shown.get(nameOfKey(listedCase));
    return key !== undefined && isLeftOpen(key, listedCase) && pendingNotice(listedCase) === undefined;
  };
  return {
    inNotice: listed.filter(isIn),
    undecided: listed.filter(isLeft),
    others: listed.filter((listedCase) => !isIn(listedCase) && !isLeft(listedCase)),
  };
}

function nameOfKey({ subject, opened }: CaseKey): string {
  return `${subject} ${opened}`;
}

/** A notice whose recording stopped before all of its cases were decided. */
export interface IncompleteNotice {
  projectId: number;
  /** `YYYY-MM`. */
  month: string;
  /** Number of its cases that are still open, and unchanged. */
  undecided: number;
}

/** The incomplete notices of some months of a project. */
export async function incompleteNotices(
  months: MonthStore,
  cases: CaseQueries,
  projectId: number,
  ofMonths: readonly string[],
): Promise<IncompleteNotice[]> {
  const incomplete: IncompleteNotice[] = [];
  for (const month of ofMonths) {
    const stored = await months.readable(projectId, month);
    if (stored === undefined) continue;
    for (const notice of stored.notices) {
      const { undecided } = await casesOfNotice(months, cases, { notice, months: [stored] });
      if (undecided.length > 0) incomplete.push({ projectId, month, undecided: undecided.length });
    }
  }
  return incomplete;
}

/** The cases that were ticked for a notice, with the event that covers them. */
async function tickedFor(
  months: MonthStore,
  { notice, months: stored }: NoticeInMonths,
): Promise<{ eventId: string; shown: ShownCase[] }[]> {
  const eventIds = (month: StoredMonth) => {
    const { recorded, additions } = noticeOf(month, notice.recorded.id) ?? notice;
    return [recorded, ...additions].map(({ id }) => id);
  };
  return Promise.all(
    stored.flatMap((month) =>
      eventIds(month).map(async (eventId) => ({ eventId, shown: await months.ticked(month, eventId) })),
    ),
  );
}

/** Decides the ticked cases of a notice that are still open, and unchanged since they were ticked. */
export async function completeNotice(
  stores: NoticeStores,
  notice: NoticeInMonths,
  acting: Acting & { month: string; decisionNote: string },
): Promise<void> {
  const { recorded, filing } = notice.notice;
  for (const { eventId, shown } of await tickedFor(stores.months, notice)) {
    const read = await readShown(stores.steps, shown, acting.actsIn);
    const order = { ...acting, filing, note: recorded.note };
    await decideShown(stores.steps, read, decisionOf(order, recorded.id, eventId));
  }
}

/** Reports whether a ticked case waits for its decision still. */
function isLeftOpen({ stepCount }: ShownCase, state: Pick<StoredCase, "outcome" | "stepCount">): boolean {
  return isOpen(state) && state.stepCount === stepCount;
}

interface CorrectionOrder extends NoticeRequest, Pick<Acting, "by" | "at"> {
  formId: string;
  /** Number of the last event of each month when the form was shown, in their order. */
  after: readonly number[];
  /** The cases that it covers, as they are now. */
  covered: readonly ListedCase[];
}

/** The month in all other projects than the first of a notice's, as it was read for its form. */
function othersOf(
  allMonths: readonly StoredMonth[],
  [first, ...more]: readonly StoredMonth[],
): StoredMonth[] {
  return allMonths
    .filter(({ subject }) => subject !== first?.subject)
    .map((month) => more.find(({ subject }) => subject === month.subject) ?? month);
}

/** The month of a notice, `YYYY-MM`. */
function monthOf([first]: readonly StoredMonth[]): string {
  return monthIn(first ?? { subject: "" })?.month ?? "";
}

/** Corrects the receipt of a notice in every month that has it. @returns why not, and the cases that the receipt precedes */
export async function correctNotice(
  stores: Pick<NoticeStores, "months" | "projectIds">,
  { notice, months: stored }: NoticeInMonths,
  order: CorrectionOrder,
): Promise<{ reasons: Refusal[]; receiptTooEarlyFor: ListedCase[] } | "changed-meanwhile" | "made"> {
  const { formId, filing, note = "", by, at, covered, after } = order;
  const { id } = notice.recorded;
  const recorded = stored.flatMap(({ steps }) => steps.filter((step) => step.id === formId));
  const isSame = (step: Step) =>
    step.kind === "correct" && canonicalJson([step.filing, step.note]) === canonicalJson([filing, note]);
  // A form that is sent again with other words is another correction, made before its officer saw this one.
  if (!recorded.every(isSame)) return "changed-meanwhile";
  if (recorded.length === stored.length) return "made";
  const isSentAgain = recorded.length > 0;
  const allMonths = await readableMonths(stores.months, monthOf(stored), stores.projectIds);
  if (!isSentAgain) {
    const having = allMonths.filter((month) => noticeOf(month, id) !== undefined);
    if (having.length !== stored.length || !isAsShown(stored, after)) return "changed-meanwhile";
    const notices = noticesIn(allMonths);
    const month = monthOf(stored);
    const neighbours = await neighboursOf(stores, month);
    const reasons = refusalsOfNoticeCorrection(order, { month, notices, neighbours, id }, at);
    // A folio is corrected also where the service moved a transaction behind the receipt since.
    const isMoved = !isSameReceipt(notice.filing, filing);
    const receiptTooEarlyFor = isMoved
      ? covered.filter((coveredCase) => isReceiptTooEarly(filing, coveredCase))
      : [];
    if (receiptTooEarlyFor.length > 0 && !reasons.includes("receiptTooEarly"))
      reasons.push("receiptTooEarly");
    if (reasons.length > 0) return { reasons, receiptTooEarlyFor };
  }
  const event = { kind: "correct", id: formId, at: at.now, by, corrects: id, filing, note } as const;
  for (const [index, month] of stored.entries()) {
    let seen = month;
    for (let attempt = 1; ; attempt++) {
      const unchanged = index === 0 && !isSentAgain ? othersOf(allMonths, stored) : [];
      const outcome = await stores.months.add(seen, event, [], unchanged);
      if (outcome.kind !== "conflict") break;
      // Another officer's correction came first; once a month has this one, the others follow.
      if (index === 0 && !isSentAgain) return "changed-meanwhile";
      if (attempt === MOST_ATTEMPTS) throw new BusyCaseError(month);
      seen = outcome.stored;
    }
  }
  return "made";
}

/** The notice of a folio in a month, in whichever project it is; undefined if no month that can be read has it. */
export async function noticeWithFolio(
  months: MonthStore,
  { month, projectIds, filing }: { month: string; projectIds: readonly number[]; filing: Filing },
): Promise<NoticeInMonths | undefined> {
  const read = await readableMonths(months, month, projectIds);
  const sameFolio = noticesIn(read).find((notice) => isSameFolio(notice.filing, filing));
  return sameFolio && noticeAmong(read, sameFolio.recorded.id);
}

function noticesIn(months: readonly StoredMonth[]): Notice[] {
  return months.flatMap(({ notices }) => notices);
}
