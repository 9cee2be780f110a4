/** Rules of steps: which a case allows, and the content that each needs. */

import { isCalendarDate } from "../contract/calendar-date.ts";
import { isBlank } from "../i18n/text/cleaning.ts";
import { looksPersonal } from "../i18n/text/masking.ts";
import { addMonths, isInstant } from "../i18n/time/calendar.ts";
import type { StoredCase } from "./case.ts";
import { canonicalJson } from "./chain.ts";
import { pendingNotice } from "./due.ts";
import { comparableFolio } from "./folio.ts";
import { endOfReceipt } from "./law-due.ts";
import type { Notice } from "./notices.ts";
import {
  type Filing,
  MAX_NOTE,
  MAX_OPERATIONS,
  MAX_REFERENCE,
  type OfficerStep,
  outcomesOf,
  type StepRequest,
} from "./step.ts";
import { type CaseView, earliestNoticeStart, viewOf } from "./view.ts";

/** Why a step is not made; the catalogue has a sentence for each. */
export type Refusal =
  | "alreadyTaken"
  | "notOwner"
  | "alreadyDecided"
  | "notDecided"
  | "notReported"
  | "notRevised"
  | "notSuspected"
  | "nothingToCorrect"
  | "correctsNothing"
  | "noticePending"
  | "outcomeOfOthers"
  | "noteMissing"
  | "noteTooLong"
  | "notePersonal"
  | "filingNotWanted"
  | "filingTooEarly"
  | "referenceMissing"
  | "referenceTooLong"
  | "referenceTwice"
  | "referenceOfOtherMonth"
  | "referencePersonal"
  | "receiptMissing"
  | "receiptNoDay"
  | "receiptNoTime"
  | "receiptTooEarly"
  | "receiptBeforeSuspicion"
  | "receiptBeforeAmended"
  | "receiptAfterAmendment"
  | "receiptInFuture"
  | "receiptOther"
  | "monthToCome"
  | "knownNoTime"
  | "knownInFuture"
  | "knownTooEarly"
  | "operationsTooMany";

/** The moment at which a step is made. */
export interface Moment {
  /** ISO 8601, UTC. */
  now: string;
  /** The day where the officers are, `YYYY-MM-DD`. */
  today: string;
  /** Subject of the officer who makes it. */
  officer: string;
}

/** Subject of a filing; a case of which nothing is known has no kind, and takes any receipt. */
type Filed = Partial<
  Pick<StoredCase, "kind" | "receivedAt" | "happenedAt" | "opening" | "steps" | "dues" | "filings">
>;

/** The times by which the words of a step are judged: its own, and the first at which something about its subject can have been filed. */
interface FilingMoment extends Moment {
  /** The first day of a receipt, `YYYY-MM-DD`. */
  firstDay?: string | undefined;
  subject?: Filed;
}

/** The facts of a case that decide which steps it allows. */
interface CaseState extends Pick<CaseView, "decision" | "dues"> {
  filings?: CaseView["filings"];
  owner?: CaseView["owner"];
  isRevisedSince?: boolean | undefined;
}

/** A case of which nothing is known: it is open, and nothing is due. */
export const OPEN: CaseState = { decision: undefined, dues: [] };

/** Why a step cannot be made in a case of this state; undefined where it can. */
export function refusalOf(
  request: StepRequest,
  state: CaseState & Filed,
  moment: Moment,
): Refusal | undefined {
  return refusalsOf(request, state, moment)[0];
}

/** Every reason to refuse a step, in the order of a form's fields; empty if the step is allowed. */
export function refusalsOf(request: StepRequest, state: CaseState & Filed, moment: Moment): Refusal[] {
  const ofKind = refusalOfKind(request.kind, state, moment);
  if (ofKind !== undefined) return [ofKind];
  return [
    ...refusalsOfEarlyFiling(request, state),
    ...refusalsOfOutcome(request, state),
    ...refusalsOfWords(request, { ...moment, subject: state }),
    ...refusalsOfCorrection(request, state),
  ];
}

/** A correction is of a filing that stands, and makes no notice of a decided case pending. */
function refusalsOfCorrection(
  request: StepRequest,
  { filings = [], decision, opening, steps = [] }: CaseState & Filed,
): Refusal[] {
  if (request.kind !== "correct") return [];
  const corrected = filings.find(({ id }) => id === request.corrects);
  if (corrected === undefined) return ["nothingToCorrect"];
  if (isRecordedSo(corrected, request.filing)) return ["correctsNothing"];
  const last = steps.at(-1);
  if (decision === undefined || opening === undefined || last === undefined) return [];
  const { by, previous, retentionYears } = { ...decision, ...last };
  const place = { id: "", at: last.at, number: last.number + 1, by, previous, retentionYears };
  const { dues } = viewOf(opening.facts, [...steps, { ...request, ...place }]);
  return pendingNotice({ dues }) === undefined ? [] : ["noticePending"];
}

function refusalsOfOutcome(request: StepRequest, { kind }: Filed): Refusal[] {
  if (request.kind !== "decide" || outcomesOf(kind).includes(request.outcome)) return [];
  return ["outcomeOfOthers"];
}

/** Refusals before the decision, when only the 24-hour notice is filed: every other filing belongs to the decision. */
function refusalsOfEarlyFiling(request: StepRequest, { decision }: CaseState): Refusal[] {
  if (request.kind !== "file" || request.filing.kind === "24-hour" || decision?.outcome === "reported")
    return [];
  return [decision === undefined ? "filingTooEarly" : "notReported"];
}

/** The fields of a form for the notice of a month. */
export interface NoticeRequest {
  filing: Filing;
  note?: string | undefined;
  /** Id of the notice that it amends. */
  amends?: string | undefined;
}

/** The notices of a month, `YYYY-MM`, and of the month before and after it. */
interface MonthNotices {
  month: string;
  notices: readonly Notice[];
  neighbours: readonly Pick<Notice, "filing">[];
}

/** Why a notice of a month is not recorded; empty where it is. */
export function refusalsOfNotice(
  { filing, note, amends }: NoticeRequest,
  { month, notices, neighbours }: MonthNotices,
  moment: Moment,
): Refusal[] {
  if (month > moment.today.slice(0, "YYYY-MM".length)) return ["monthToCome"];
  const same = notices.find((notice) => isSameFolio(notice.filing, filing));
  return [
    ...(same === undefined ? refusalsOfNeighbours(neighbours, filing) : refusalsOfFolio(same.filing, filing)),
    ...refusalsOfFiling(filing, { ...moment, firstDay: firstDayOf(filing, month) }),
    ...refusalsOfAmendment(filing, withAmended(notices, amends)),
    ...refusalsOfOptionalNote(note),
  ];
}

/** Reports whether two receipts are of one notice. */
export function isSameFolio(a: Filing, b: Filing): boolean {
  return comparableFolio(a.reference) === comparableFolio(b.reference);
}

/** Reports whether two receipts have one time. */
export function isSameReceipt(a: Filing, b: Filing): boolean {
  return a.receivedOn === b.receivedOn && a.receivedTime === b.receivedTime;
}

/** Reports whether a correction of a receipt would change nothing: other capitals are another folio here. */
function isRecordedSo(recorded: Filing, filing: Filing): boolean {
  return recorded.reference === filing.reference && isSameReceipt(recorded, filing);
}

/** The same folio adds cases and projects to its notice, which has one kind and one receipt. An amendment has none to add. */
function refusalsOfFolio(recorded: Filing, filing: Filing): Refusal[] {
  if (filing.kind === "amendment" || filing.kind !== recorded.kind) return ["referenceTwice"];
  return isSameReceipt(recorded, filing) ? [] : ["receiptOther"];
}

/** A folio is of one notice, of one month. */
function refusalsOfNeighbours(neighbours: readonly Pick<Notice, "filing">[], filing: Filing): Refusal[] {
  return neighbours.some((notice) => isSameFolio(notice.filing, filing)) ? ["referenceOfOtherMonth"] : [];
}

/** Why a correction of a notice is not recorded; empty where it is. */
export function refusalsOfNoticeCorrection(
  { filing, note }: NoticeRequest,
  { month, notices, neighbours, id }: MonthNotices & { id: string },
  moment: Moment,
): Refusal[] {
  const { own = [], others = [] } = Object.groupBy(notices, ({ recorded }) =>
    recorded.id === id ? "own" : "others",
  );
  const isTaken = others.some((notice) => isSameFolio(notice.filing, filing));
  return [
    // A crash may have left the month of another project without a correction.
    ...(own.every((notice) => isRecordedSo(notice.filing, filing)) ? (["correctsNothing"] as const) : []),
    ...(isTaken ? (["referenceTwice"] as const) : refusalsOfNeighbours(neighbours, filing)),
    ...refusalsOfFiling(filing, { ...moment, firstDay: firstDayOf(filing, month) }),
    ...refusalsOfAmendment(filing, withAmended(notices, own[0]?.recorded.amends)),
    ...refusalsOfAmended(filing, amendmentsOf(notices, id)),
    ...refusalsOfNote(note),
  ];
}

/** The first day on which a notice of a month can be received: a report that it had nothing is of a month that has ended. */
function firstDayOf({ kind }: Filing, month: string): string {
  return `${kind === "nothing-to-report" ? addMonths(month, 1) : month}-01`;
}

/** The notice of an id, with all that it amends: an amendment may amend another one. */
function withAmended(notices: readonly Notice[], id: string | undefined): Notice[] {
  const notice = notices.find(({ recorded }) => recorded.id === id);
  return notice === undefined ? [] : [notice, ...withAmended(notices, notice.recorded.amends)];
}

/** All notices that amend the one of an id, amendments of its amendments too. */
function amendmentsOf(notices: readonly Notice[], id: string): Notice[] {
  return notices
    .filter(({ recorded }) => recorded.amends === id)
    .flatMap((amendment) => [amendment, ...amendmentsOf(notices, amendment.recorded.id)]);
}

/** A notice is amended after it was received. A receipt without a time that can be read is refused as such. */
function refusalsOfAmendment(filing: Filing, amended: readonly Notice[]): Refusal[] {
  if (filing.receivedAt === "") return [];
  const isEarlier = amended.some((notice) => endOfReceipt(filing) < notice.filing.receivedAt);
  return isEarlier ? ["receiptBeforeAmended"] : [];
}

/** The same of the receipt of a notice that others amend. */
function refusalsOfAmended({ receivedAt }: Filing, amendments: readonly Notice[]): Refusal[] {
  const isLater = amendments.some(({ filing }) => endOfReceipt(filing) < receivedAt);
  return isLater ? ["receiptAfterAmendment"] : [];
}

/** Reason why a case in this state allows no step of a kind, with any content; undefined if it does. */
export function refusalOfKind(
  kind: StepRequest["kind"],
  { decision, owner, dues, filings = [], isRevisedSince = false }: CaseState,
  { now, officer }: Moment,
): Refusal | undefined {
  const isNoticePending = pendingNotice({ dues }) !== undefined;
  switch (kind) {
    case "note":
      return undefined;
    case "reopen":
      return decision === undefined ? "notDecided" : undefined;
    case "confirm":
      if (decision === undefined) return "notDecided";
      return isRevisedSince ? undefined : "notRevised";
    case "file":
      return decision === undefined || decision.outcome === "reported" ? undefined : "notReported";
    case "retract":
      return isNoticePending ? undefined : "notSuspected";
    case "correct":
      return filings.length > 0 ? undefined : "nothingToCorrect";
    case "decide":
      if (decision !== undefined) return "alreadyDecided";
      return isNoticePending ? "noticePending" : undefined;
    case "take":
      if (decision !== undefined) return "alreadyDecided";
      return owner !== undefined && now < owner.until ? "alreadyTaken" : undefined;
    case "release":
      return owner?.subject === officer ? undefined : "notOwner";
    default:
      return decision === undefined ? undefined : "alreadyDecided";
  }
}

function refusalsOfWords(request: StepRequest, moment: FilingMoment): Refusal[] {
  switch (request.kind) {
    case "take":
    case "release":
    case "assign":
    case "add":
      return [];
    case "note":
    case "reopen":
    case "confirm":
    case "retract":
      return refusalsOfNote(request.note);
    case "correct":
      return [
        ...refusalsOfFiling(request.filing, { ...moment, subject: subjectOfCorrection(request, moment) }),
        ...refusalsOfNote(request.note),
      ];
    case "suspect":
      return [
        ...refusalsOfOperations(request.operations),
        ...refusalsOfKnown(request.knownSince, moment),
        ...refusalsOfOptionalNote(request.note),
      ];
    case "file":
    case "notice":
      return [...refusalsOfFiling(request.filing, moment), ...refusalsOfOptionalNote(request.note)];
    case "decide":
      return [...refusalsOfDecision(request, moment), ...refusalsOfNote(request.note)];
  }
}

/**
 * The suspicion that waits is of another notice than what is corrected. A folio is corrected also where the service moved a transaction
 * behind the receipt since.
 */
function subjectOfCorrection(
  { corrects, filing }: Extract<StepRequest, { kind: "correct" }>,
  { subject = {} }: FilingMoment,
): Filed {
  const recorded = subject.filings?.find(({ id }) => id === corrects);
  return recorded !== undefined && isSameReceipt(recorded, filing) ? {} : { ...subject, dues: [] };
}

/** Why a note is not recorded that a step must have; empty where it is. */
export function refusalsOfNote(note: string | undefined): Refusal[] {
  return note === undefined || isBlank(note) ? ["noteMissing"] : refusalsOfOptionalNote(note);
}

/** Reasons to refuse a note that a step can do without; empty where it is recorded, or where no note was written. */
function refusalsOfOptionalNote(note: string | undefined): Refusal[] {
  if (note === undefined || isBlank(note)) return [];
  if (note.length > MAX_NOTE) return ["noteTooLong"];
  return looksPersonal(note) ? ["notePersonal"] : [];
}

/** A reported case has a receipt: its own, or that of the notice which covers it, whose words were judged with the notice. */
function refusalsOfDecision(
  { outcome, filing, notice }: Extract<StepRequest, { kind: "decide" }>,
  moment: FilingMoment,
): Refusal[] {
  if (outcome !== "reported") return (filing ?? notice) === undefined ? [] : ["filingNotWanted"];
  if (notice !== undefined) return [];
  return refusalsOfFiling(filing ?? { reference: "", receivedOn: "" }, moment);
}

function refusalsOfFiling(
  filing: Partial<Filing> & Pick<Filing, "reference" | "receivedOn">,
  moment: FilingMoment,
): Refusal[] {
  return [refusalOfReference(filing.reference), refusalOfReceipt(filing, moment)].filter(
    (refusal) => refusal !== undefined,
  );
}

function refusalOfReference(reference: string): Refusal | undefined {
  if (isBlank(reference)) return "referenceMissing";
  if (reference.length > MAX_REFERENCE) return "referenceTooLong";
  return looksPersonal(reference) ? "referencePersonal" : undefined;
}

function refusalOfReceipt(
  { kind, receivedOn, receivedAt = "", receivedTime }: Partial<Filing> & Pick<Filing, "receivedOn">,
  { now, today, firstDay = "", subject = {} }: FilingMoment,
): Refusal | undefined {
  if (receivedOn === "") return "receiptMissing";
  if (!isCalendarDate(receivedOn)) return "receiptNoDay";
  if (receivedOn > today) return "receiptInFuture";
  if (receivedAt === "") return "receiptNoTime";
  if (receivedAt > now) return "receiptInFuture";
  const suspicion = kind === "24-hour" ? pendingNotice({ dues: subject.dues ?? [] }) : undefined;
  // A notice says what was known when it was received: it is not of a later suspicion.
  if (suspicion !== undefined && endOfReceipt({ receivedAt, receivedTime }) < suspicion.since)
    return "receiptBeforeSuspicion";
  const isTooEarly =
    receivedOn < firstDay ||
    endOfReceipt({ receivedAt, receivedTime }) < (earliestReceipt(kind, subject) ?? "");
  return isTooEarly ? "receiptTooEarly" : undefined;
}

/** Reports whether a receipt is from before a case's transaction, and so of another one's notice. */
export function isReceiptTooEarly(filing: Filing, subject: Filed): boolean {
  // A receipt without a time that can be read is refused as such.
  return filing.receivedAt !== "" && endOfReceipt(filing) < (earliestReceipt(filing.kind, subject) ?? "");
}

/** Since when something about a case can have been filed: ISO 8601, undefined where nothing is known of it. */
function earliestReceipt(
  kind: Filing["kind"] | undefined,
  { receivedAt, happenedAt, steps = [] }: Filed,
): string | undefined {
  if (receivedAt === undefined) return undefined;
  if (kind !== "24-hour" && happenedAt !== undefined) return happenedAt;
  return earliestNoticeStart({ receivedAt, happenedAt, steps });
}

/** Why a suspicion does not take so many operations along; empty where it does. */
export function refusalsOfOperations(operations: readonly unknown[] = []): Refusal[] {
  return operations.length > MAX_OPERATIONS ? ["operationsTooMany"] : [];
}

/** A suspicion is at most a year old, or as old as the case: receipts are accepted from its day on. */
function refusalsOfKnown(knownSince: string, { now, subject = {} }: FilingMoment): Refusal[] {
  if (!isInstant(knownSince)) return ["knownNoTime"];
  if (knownSince > now) return ["knownInFuture"];
  const aYearBefore = `${String(Number(now.slice(0, 4)) - 1).padStart(4, "0")}${now.slice(4)}`;
  const isOlder = knownSince < (earliestReceipt("24-hour", subject) ?? now);
  return knownSince < aYearBefore && isOlder ? ["knownTooEarly"] : [];
}

/**
 * @param now time at which the form is read: an empty field means this time, which differs whenever the form is sent again
 */
export function isSameStep(step: OfficerStep, stepRequest: StepRequest, now: string): boolean {
  const { number: _number, id: _id, at, by: _by, previous: _previous, retentionYears: _, ...request } = step;
  return canonicalJson(wordsOf(request, at)) === canonicalJson(wordsOf(stepRequest, now));
}

/** An officer's input, without the parts that belong to the moment and the act. */
function wordsOf(request: StepRequest, at: string): object {
  if (request.kind === "suspect") {
    // What the service said of an operation may be another message by the time at which the form comes again.
    const operations = request.operations?.map(({ name }) => name);
    return { ...request, operations, knownSince: request.knownSince === at ? "now" : request.knownSince };
  }
  if (request.kind !== "decide") return request;
  const { batch: _batch, ...words } = request;
  return words;
}
