/** Forms of a case's page: the step that an officer requests. */

import * as z from "zod/mini";
import type { ReceiptTotals } from "../../cases/receipt-totals.ts";
import { type NoticeRequest, refusalsOfNote } from "../../cases/rules.ts";
import {
  FILING_KINDS,
  type Filing,
  MONTH_FILING_KINDS,
  OUTCOMES,
  STEP_KINDS,
  type StepRequest,
} from "../../cases/step.ts";
import type { OwnFiling } from "../../cases/view.ts";
import { instantOf } from "../../i18n/time/calendar.ts";
import type { FormFields } from "../frame/parameters.ts";
import type { Why } from "./trouble.tsx";

/** `YYYY-MM`. */
export const MONTH_FORMAT = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The number of an event. */
export const eventNumber = () =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/)),
    z.transform((digits) => Number(digits)),
  );

const sending = () => ({
  /** The id of the step: the form has made it. */
  step: z.uuid(),
  /** Number of the last event when the form was shown. */
  after: eventNumber(),
});

const form = z.object({
  act: z.enum(STEP_KINDS),
  filing: z._default(z.enum(FILING_KINDS), "monthly"),
  ...sending(),
});

export type StepForm = z.infer<typeof form>;

/** @returns undefined for what no form of the desk sends */
export function stepForm(fields: FormFields): StepForm | undefined {
  return form.safeParse(fields).data;
}

/** The step that the fields ask for, or why they ask for none. @param now ISO 8601 */
export function wishOf(
  { act, filing: filingKind }: StepForm,
  fields: FormFields,
  { now, timeZone, filings = [] }: { now: string; timeZone: string; filings?: readonly OwnFiling[] },
): StepRequest | Why[] {
  const note = parseNote(fields);
  const noteOrNone = note === "" ? {} : { note };
  const filing = parseFiling(fields, filingKind, timeZone);
  switch (act) {
    case "take":
    case "release":
      return { kind: act };
    case "note":
    case "reopen":
    case "confirm":
    case "retract":
      return { kind: act, note };
    case "suspect":
      return { kind: act, knownSince: parseKnownSince(fields, now, timeZone), ...noteOrNone };
    case "file":
      return { kind: act, filing, ...noteOrNone };
    case "correct": {
      const { corrects = "" } = fields;
      const kind = filings.find(({ id }) => id === corrects)?.kind ?? filingKind;
      return { kind: act, corrects, filing: parseFiling(fields, kind, timeZone), note };
    }
    case "decide": {
      const outcome = OUTCOMES.find((outcome) => outcome === fields["outcome"]);
      if (outcome === undefined) return ["outcomeMissing", ...refusalsOfNote(note)];
      const saysNothing = filing.reference === "" && filing.receivedOn === "";
      return { kind: act, outcome, ...(saysNothing ? {} : { filing }), note };
    }
  }
}

/** `YYYY-MM`. */
export const month = () => z.string().check(z.regex(MONTH_FORMAT));

const noticeForm = z.object({
  month: month(),
  filing: z._default(z.enum(MONTH_FILING_KINDS), "monthly"),
  /** Ticked once the form was refused: it reports nothing, or covers no case, in spite of undecided ones. */
  confirmed: z.optional(z.string()),
  step: z.uuid(),
});

/** A form that records the notice of a month. */
export interface NoticeForm extends NoticeRequest {
  formId: string;
  month: string;
  isConfirmed: boolean;
}

/** @returns undefined for input that no form of the desk sends */
export function parseNoticeForm(fields: FormFields, timeZone: string): NoticeForm | undefined {
  const noticeFields = noticeForm.safeParse(fields).data;
  if (noticeFields === undefined) return undefined;
  return {
    formId: noticeFields.step,
    month: noticeFields.month,
    isConfirmed: noticeFields.confirmed !== undefined,
    ...parseNoticeRequest(fields, noticeFields.filing, timeZone),
  };
}

const WHOLE = /^\d{1,6}$/;

/** An amount as a Mexican receipt has it: thousands apart by commas or not, with its currency or a sign of it or not. */
const AMOUNT =
  /^(?:[A-Z]{3}|\$)?(?<digits>(?:\d{1,3}(?:,\d{3}){1,10}|\d{1,30})(?:\.\d{1,20})?)(?:[A-Z]{3})?$/i;

/** Parses the totals that an officer typed from the portal's receipt. @returns also why each that is no number is refused */
export function parseReceiptTotals({ operations: typedCount, total: typedTotal }: FormFields): {
  totals: ReceiptTotals;
  why: Why[];
} {
  const withoutBlanks = (typed: string | undefined) => parseLine(typed).replaceAll(/\s/g, "");
  const [operations, total] = [withoutBlanks(typedCount), withoutBlanks(typedTotal)];
  const digits = AMOUNT.exec(total)?.groups?.["digits"]?.replaceAll(",", "");
  const count = WHOLE.test(operations) ? Number(operations) : undefined;
  return {
    totals: { operations: count, total: digits },
    why: [
      ...(operations !== "" && count === undefined ? (["countNoNumber"] as const) : []),
      ...(total !== "" && digits === undefined ? (["totalNoNumber"] as const) : []),
    ],
  };
}

/** The notice, of some kind, that a form was filled in for. */
export function parseNoticeRequest(
  fields: FormFields,
  kind: Filing["kind"],
  timeZone: string,
): NoticeRequest {
  const note = parseNote(fields);
  return { filing: parseFiling(fields, kind, timeZone), note: note === "" ? undefined : note };
}

/** A receipt without an hour counts from the beginning of its day: where only the day is known, that day decides. */
function parseFiling<Kind extends Filing["kind"]>(
  { reference, receivedOn, receivedTime = "" }: FormFields,
  kind: Kind,
  timeZone: string,
) {
  const day = parseLine(receivedOn);
  const receivedAt = instantOf(`${day}T${receivedTime === "" ? "00:00" : receivedTime}`, timeZone) ?? "";
  const time = receivedTime === "" ? {} : { receivedTime };
  return { kind, reference: parseLine(reference), receivedOn: day, ...time, receivedAt };
}

/** Browsers send lines with both characters of their ends. */
export function parseNote({ note = "" }: FormFields): string {
  return note.replaceAll("\r\n", "\n").split("\n").map(withoutControls).join("\n").trim();
}

function parseLine(text = ""): string {
  return withoutControls(text).trim();
}

/** A line without control characters, and without those that would show it in another order than it was typed. */
function withoutControls(line: string): string {
  return line
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/\p{Cc}/gu, " ");
}

/** Since when an officer knows: from now on where no time was typed. An invalid time is unchanged, and is refused. */
export function parseKnownSince({ knownSince = "" }: FormFields, now: string, timeZone: string): string {
  return knownSince === "" ? now : (instantOf(knownSince, timeZone) ?? knownSince);
}
