/** Why nothing was recorded, said where a form is shown again: everything at once, and beside the fields. */

import type { TotalsRefusal } from "../../cases/receipt-totals.ts";
import type { Refusal } from "../../cases/rules.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { REFUSALS } from "../../i18n/catalogue/desk/steps.ts";
import type { FormFields } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import type { CasesAgainstNothing } from "./month-reading.ts";

export type Why =
  | Refusal
  | TotalsRefusal
  | "countNoNumber"
  | "totalNoNumber"
  | "outcomeMissing"
  | "operationsOfSuspicion"
  | "notNothing"
  | "coversNothing"
  | "changedMeanwhile";

/** Reasons whose sentence has numbers, and is made where they are. */
const WITH_NUMBERS = ["notNothing", "countDiffers", "totalDiffers"] as const satisfies readonly Why[];

type WithNumbers = (typeof WITH_NUMBERS)[number];

function hasNumbers(why: Why): why is WithNumbers {
  return WITH_NUMBERS.some((reason) => reason === why);
}

/** A form that was sent and not recorded: its fields, and why. */
export interface SentForm {
  fields: FormFields;
  why: readonly Why[];
}

export const NOTHING_SENT: SentForm = { fields: {}, why: [] };

/** Fields that can be wrong, with what can be wrong with each. */
const REASONS = {
  outcome: ["outcomeMissing", "outcomeOfOthers"],
  filing: ["filingNotWanted", "filingTooEarly", "notReported"],
  reference: [
    "referenceMissing",
    "referenceTooLong",
    "referenceTwice",
    "referenceOfOtherMonth",
    "referencePersonal",
  ],
  receivedOn: [
    "receiptMissing",
    "receiptNoDay",
    "receiptNoTime",
    "receiptTooEarly",
    "receiptBeforeSuspicion",
    "receiptBeforeAmended",
    "receiptAfterAmendment",
    "receiptInFuture",
    "receiptOther",
  ],
  operations: ["countNoNumber", "countDiffers"],
  total: ["totalNoNumber", "totalDiffers"],
  knownSince: ["knownNoTime", "knownInFuture", "knownTooEarly"],
  note: ["noteMissing", "noteTooLong", "notePersonal"],
  confirmed: ["notNothing"],
} as const satisfies Record<string, readonly Why[]>;

type FieldName = keyof typeof REASONS;

const NAMES = Object.keys(REASONS).filter((name): name is FieldName => name in REASONS);

/** Reports whether a reason is one of a field's. */
function isOf(name: FieldName, why: Why): boolean {
  return REASONS[name].some((reason) => reason === why);
}

/** The id of a field. @param form tells the forms of a page apart */
export function fieldId(form: string, name: FieldName): string {
  return `${form}-${name}`;
}

/** Sentence about a field's problem; undefined if it has no problem. */
export function problemOf({ why }: SentForm, name: FieldName): string | undefined {
  const reason = why.find((refusal) => isOf(name, refusal));
  return reason === undefined || hasNumbers(reason) ? undefined : say(REFUSALS[reason]);
}

interface TroubleProps {
  why: readonly Why[];
  /** The counts of a month that speak against a notice of nothing to report. */
  counts?: CasesAgainstNothing;
}

/** Says that nothing was recorded, and why where it is no field's fault: what is wrong with a field stands beside it. */
export function Trouble({ why, counts }: TroubleProps) {
  if (why.length === 0) return undefined;
  const sentences = why.flatMap((reason) =>
    reason === "notNothing"
      ? againstNothing(counts)
      : hasNumbers(reason) || NAMES.some((name) => isOf(name, reason))
        ? []
        : say(REFUSALS[reason]),
  );
  return (
    <p class="errors" role="alert" tabindex={-1} data-focus={sentences.length === 0 ? undefined : true}>
      {[say(CASE.notRecorded), ...sentences].join(" ")}
    </p>
  );
}

function againstNothing(counts: CasesAgainstNothing | undefined): string[] {
  if (counts === undefined) return [];
  const { projectIds, ...numbers } = counts;
  const projects = say(NOTICE_SHEET.projects, { count: projectIds.length, ids: projectIds.join(", ") });
  return [say(MONTH.notNothing, { ...numbers, projects })];
}

/** The status of a page that says so. */
export function statusOf(why: readonly Why[]): 200 | 409 | 422 {
  return why.length === 0 ? 200 : why.includes("changedMeanwhile") ? 409 : 422;
}
