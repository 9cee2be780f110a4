/** Rules of steps: which a case allows, and the content that each needs. */

import { isCalendarDate } from "../contract/calendar-date.ts";
import { isBlank } from "../i18n/text/cleaning.ts";
import { looksPersonal } from "../i18n/text/masking.ts";
import { isInstant } from "../i18n/time/calendar.ts";
import type { OpenedFacts } from "./case-facts.ts";
import { canonicalJson } from "./chain.ts";
import {
  type Filing,
  filingOf,
  MAX_NOTE,
  MAX_REFERENCE,
  type OfficerStep,
  outcomesOf,
  type Step,
  type StepRequest,
} from "./step.ts";
import { type CaseView, pendingNotice } from "./view.ts";

/** Why a step is not made; the catalogue has a sentence for each. */
export type Refusal =
  | "alreadyTaken"
  | "notOwner"
  | "alreadyDecided"
  | "notDecided"
  | "notReported"
  | "notRevised"
  | "notSuspected"
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
  | "referencePersonal"
  | "receiptMissing"
  | "receiptNoDay"
  | "receiptNoTime"
  | "receiptTooEarly"
  | "receiptInFuture"
  | "monthToCome"
  | "knownNoTime"
  | "knownInFuture"
  | "knownTooEarly";

/** The moment at which a step is made. */
export interface Moment {
  /** ISO 8601, UTC. */
  now: string;
  /** The day where the officers are, `YYYY-MM-DD`. */
  today: string;
  /** Subject of the officer who makes it. */
  officer: string;
}

/** Subject of a filing. */
interface Filed {
  /** The first day on which something about it can have been filed, `YYYY-MM-DD`; any day where it is not known. */
  readonly firstDay?: string | undefined;
  /** Kind of the case; of a notification where it is not known. */
  readonly kind?: OpenedFacts["kind"] | undefined;
}

/** A moment, and the subject of a filing at that moment. */
type FilingMoment = Moment & Filed;

/** What of a case decides which steps it allows. */
interface CaseState extends Pick<CaseView, "decision" | "dues"> {
  owner?: CaseView["owner"];
  isRevisedSince?: boolean | undefined;
}

/** A case of which nothing is known: it is open, and nothing is due. */
export const OPEN: CaseState = { decision: undefined, dues: [] };

/** Why a step cannot be made in a case of this state; undefined where it can. */
export function refusalOf(wish: StepRequest, found: CaseState & Filed, moment: Moment): Refusal | undefined {
  return refusalsOf(wish, found, moment)[0];
}

/** Every reason to refuse a step, in the order of a form's fields; empty if the step is allowed. */
export function refusalsOf(wish: StepRequest, found: CaseState & Filed, moment: Moment): Refusal[] {
  const ofKind = refusalOfKind(wish.kind, found, moment);
  if (ofKind !== undefined) return [ofKind];
  return [
    ...refusalsOfEarlyFiling(wish, found),
    ...refusalsOfOutcome(wish, found),
    ...refusalsOfWords(wish, { ...moment, firstDay: found.firstDay }),
  ];
}

function refusalsOfOutcome(wish: StepRequest, { kind }: Filed): Refusal[] {
  if (wish.kind !== "decide" || outcomesOf(kind).includes(wish.outcome)) return [];
  return ["outcomeOfOthers"];
}

/** Before the decision only the 24-hour notice is filed: every other filing belongs to the decision. */
function refusalsOfEarlyFiling(wish: StepRequest, { decision }: CaseState): Refusal[] {
  if (wish.kind !== "file" || wish.filing.kind === "24-hour" || decision?.outcome === "reported") return [];
  return [decision === undefined ? "filingTooEarly" : "notReported"];
}

/** Why a filing of a month, `YYYY-MM`, is not recorded; empty where it is. */
export function refusalsOfMonthFiling(
  wish: Extract<StepRequest, { kind: "file" }>,
  { month, steps = [] }: { month: string; steps?: readonly Step[] | undefined },
  moment: Moment,
): Refusal[] {
  if (month > moment.today.slice(0, "YYYY-MM".length)) return ["monthToCome"];
  const { kind, reference } = wish.filing;
  const isThere = steps.some((step) => {
    const filing = filingOf(step);
    return filing?.kind === kind && filing.reference === reference;
  });
  return [
    ...(isThere ? (["referenceTwice"] as const) : []),
    ...refusalsOfWords(wish, { ...moment, firstDay: `${month}-01` }),
  ];
}

/** Reason why a case in this state allows no step of a kind, with any content; undefined if it does. */
export function refusalOfKind(
  kind: StepRequest["kind"],
  { decision, owner, dues, isRevisedSince = false }: CaseState,
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

function refusalsOfWords(wish: StepRequest, moment: FilingMoment): Refusal[] {
  switch (wish.kind) {
    case "take":
    case "release":
    case "assign":
      return [];
    case "note":
    case "reopen":
    case "confirm":
    case "retract":
      return refusalsOfNote(wish.note, true);
    case "suspect":
      return [...refusalsOfKnown(wish.knownSince, moment), ...refusalsOfNote(wish.note, false)];
    case "file":
      return [...refusalsOfFiling(wish.filing, moment), ...refusalsOfNote(wish.note, false)];
    case "decide":
      return [
        ...refusalsOfDecision(wish.outcome === "reported", wish.filing, moment),
        ...refusalsOfNote(wish.note, true),
      ];
  }
}

/** Why a note is not recorded; empty where it is. */
export function refusalsOfNote(note: string | undefined, isRequired: boolean): Refusal[] {
  if (note === undefined || isBlank(note)) return isRequired ? ["noteMissing"] : [];
  if (note.length > MAX_NOTE) return ["noteTooLong"];
  return looksPersonal(note) ? ["notePersonal"] : [];
}

function refusalsOfDecision(
  isReported: boolean,
  filing: Filing | undefined,
  moment: FilingMoment,
): Refusal[] {
  if (!isReported) return filing === undefined ? [] : ["filingNotWanted"];
  return refusalsOfFiling(filing ?? { reference: "", receivedOn: "" }, moment);
}

function refusalsOfFiling(
  { reference, receivedOn, receivedAt = "" }: Partial<Filing> & Pick<Filing, "reference" | "receivedOn">,
  { now, today, firstDay = "" }: FilingMoment,
): Refusal[] {
  const ofDay = refusalOfReceipt(receivedOn, firstDay, today);
  const ofTime = receivedAt === "" ? "receiptNoTime" : receivedAt > now ? "receiptInFuture" : undefined;
  return [refusalOfReference(reference), ofDay ?? ofTime].filter((one) => one !== undefined);
}

function refusalOfReference(reference: string): Refusal | undefined {
  if (isBlank(reference)) return "referenceMissing";
  if (reference.length > MAX_REFERENCE) return "referenceTooLong";
  return looksPersonal(reference) ? "referencePersonal" : undefined;
}

function refusalOfReceipt(receivedOn: string, firstDay: string, today: string): Refusal | undefined {
  if (receivedOn === "") return "receiptMissing";
  if (!isCalendarDate(receivedOn)) return "receiptNoDay";
  if (receivedOn < firstDay) return "receiptTooEarly";
  return receivedOn > today ? "receiptInFuture" : undefined;
}

/** A suspicion is at most a year old, or as old as the case: receipts are accepted from its day on. */
function refusalsOfKnown(knownSince: string, { now, firstDay = now }: FilingMoment): Refusal[] {
  if (!isInstant(knownSince)) return ["knownNoTime"];
  if (knownSince > now) return ["knownInFuture"];
  const aYearBefore = `${String(Number(now.slice(0, 4)) - 1).padStart(4, "0")}${now.slice(4)}`;
  return knownSince < aYearBefore && knownSince < firstDay ? ["knownTooEarly"] : [];
}

/**
 * @param now time at which the form is read: an empty field means this time, which differs whenever the form is sent again
 */
export function isSameStep(step: OfficerStep, wish: StepRequest, now: string): boolean {
  const { number: _number, id: _id, at, by: _by, previous: _previous, retentionYears: _, ...said } = step;
  return canonicalJson(wordsOf(said, at)) === canonicalJson(wordsOf(wish, now));
}

/** An officer's input, without the parts that belong to the moment and the act. */
function wordsOf(wish: StepRequest, at: string): object {
  if (wish.kind === "suspect" && wish.knownSince === at) return { ...wish, knownSince: "now" };
  if (wish.kind !== "decide") return wish;
  const { batch: _batch, ...words } = wish;
  return words;
}
