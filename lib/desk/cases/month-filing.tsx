/** Recording the notice of a month, in place: what it covers is ticked, and is decided with its receipt. */

import { randomUUID } from "node:crypto";
import type { ReachOfCase } from "../../cases/accumulation.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { ShownCase } from "../../cases/case-keys.ts";
import type { CoveredTotals } from "../../cases/receipt-totals.ts";
import { MONTH_FILING_KINDS } from "../../cases/step.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { MONTH } from "../../i18n/catalogue/desk/month.ts";
import { THRESHOLD } from "../../i18n/catalogue/desk/threshold.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { USD } from "../kit/case-cells.tsx";
import { Field } from "../kit/field.tsx";
import { idOfCase, monthLink } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";
import type { RowFacts } from "../kit/row-facts.ts";
import type { CasesAgainstNothing } from "./month-reading.ts";
import { DecideBelow, hasUrgentNotice, LeftOut, partsOf, TickedSum, TickedTable } from "./month-ticks.tsx";
import { EarlyCases } from "./notice.tsx";
import { parseReceiptTotals } from "./step-form.ts";
import { FilingFields, LeftOutByNotice, NoteField } from "./step-forms.tsx";
import { fieldId, NOTHING_SENT, problemOf, type SentForm, Trouble } from "./trouble.tsx";

/** Why a notice was not recorded. */
export interface NoticeRefusal extends Pick<SentForm, "why"> {
  /** Cases whose transaction the receipt precedes. */
  receiptTooEarlyFor?: readonly ListedCase[];
  /** What the notice would cover, where the receipt says something else. */
  covered?: CoveredTotals | undefined;
}

/** A form that was not recorded, with the cases that it had ticked. */
export interface SentFiling extends SentForm, NoticeRefusal {
  ticked: readonly ShownCase[];
}

interface MonthFilingProps {
  /** The projects that it can be over. */
  projectIds: readonly number[];
  /** The project of the page that it stands on. */
  project: number | undefined;
  month: string;
  /** Undecided cases that the form can cover, and how many more there are. */
  undecided: readonly ListedCase[];
  more: number;
  /** Undecided cases that cannot be decided before their 24-hour notice. */
  suspected: readonly ListedCase[];
  /** False of a month of which no case is known. */
  hasCases: boolean;
  /** As in {@link Trouble}. */
  counts: CasesAgainstNothing;
  /** Folios of the month's notices: the same one again adds to its notice. */
  folios: readonly string[];
  facts: RowFacts;
  reachOf: ReachOfCase;
  /** Undefined before it was sent: the notice covers what asks for one. */
  sent: SentFiling | undefined;
  /** ISO 8601; undefined where no month counts, or all have passed. */
  dueAt: string | undefined;
}

/** Tells its fields apart. */
const FORM = "month";

export function MonthFiling({ projectIds, project, month, sent, dueAt, ...covered }: MonthFilingProps) {
  const { short, monthInWords } = useTranslator();
  const { undecided, more, suspected, hasCases, counts, folios, facts, reachOf } = covered;
  const form = sent ?? NOTHING_SENT;
  const parts = partsOf(undecided, reachOf);
  const ticked = sent === undefined ? parts.toFile : tickedIn(undecided, sent);
  return (
    <>
      <form
        class="selected case filing"
        method="post"
        action="/month"
        aria-label={say(MONTH.record)}
        novalidate
      >
        {projectIds.map((projectId) => (
          <input type="hidden" name="project" value={String(projectId)} />
        ))}
        {project === undefined ? undefined : <input type="hidden" name="page" value={String(project)} />}
        <input type="hidden" name="month" value={month} />
        <input type="hidden" name="step" value={randomUUID()} />
        <div class="panel acts fields">
          <h2>{say(MONTH.record)}</h2>
          <Trouble why={form.why} counts={counts} />
          {form.why.includes("notNothing") ? <Confirmed label={say(MONTH.nothingAllTheSame)} /> : undefined}
          {form.why.includes("coversNothing") ? <Confirmed label={say(MONTH.noCaseAllTheSame)} /> : undefined}
          <EarlyCases cases={sent?.receiptTooEarlyFor ?? []} />
          <FilingFields form={FORM} kinds={MONTH_FILING_KINDS} sent={form} />
          {folios.length === 0 ? undefined : (
            <p class="fine of-notice" dir="auto">
              {say(MONTH.sameFolio, { folios: folios.join(", ") })}
            </p>
          )}
          <TotalsFields sent={form} covered={sent?.covered} currency={facts.local?.currency ?? USD} />
          <NoteField form={FORM} isRequired={false} sent={form} />
        </div>
        {/* Behind the note: without a session only the first bytes of a form are read. */}
        <Panel title={say(MONTH.covers)}>
          {undecided.length > 0 ? (
            <TickedTable parts={parts} ticked={new Set(ticked)} facts={facts} reachOf={reachOf} />
          ) : undefined}
          {undecided.length + suspected.length === 0 ? (
            <p>{say(hasCases ? MONTH.allDecided : MONTH.none)}</p>
          ) : undefined}
          <p class="fine">
            {say(MONTH.coversHelp, { note: say(MONTH.inNotice, { month: monthInWords(month) }) })}{" "}
            {say(THRESHOLD.scope)} {undecided.some(hasUrgentNotice) ? say(CASE.bothNotices) : ""}
          </p>
        </Panel>
        <div class="panel acts remainder">
          <LeftOut parts={parts} facts={facts} form={BELOW} />
          <LeftOutByNotice cases={suspected} />
          {more === 0 ? undefined : <p class="warns">{say(MONTH.notCovered, { count: more })}</p>}
        </div>
        <div class="panel acts finish">
          {undecided.length > 0 ? <TickedSum of={ticked} facts={facts} /> : undefined}
          <p class="warns unticked">
            <span data-unticked={say(MONTH.unticked)} />
            {dueAt === undefined ? undefined : (
              <small> {say(MONTH.lateAfter, { due: short(dueAt) ?? dueAt })}</small>
            )}
          </p>
          <div class="pair">
            <button type="submit" class="main">
              <span class="of-notice">{say(undecided.length === 0 ? MONTH.record : MONTH.recordDecide)}</span>
              <span class="of-report">{say(MONTH.recordReport)}</span>
            </button>
            <a class="btn" href={monthLink({ month, project })}>
              {say(MONTH.cancel)}
            </a>
          </div>
        </div>
      </form>
      <DecideBelow id={BELOW} cases={parts.below} />
    </>
  );
}

function Confirmed({ label }: { label: string }) {
  return (
    <label class="check">
      <input type="checkbox" name="confirmed" id={fieldId(FORM, "confirmed")} /> {label}
    </label>
  );
}

/** Id of the form that decides what is below its threshold. */
const BELOW = "below";

function tickedIn(undecided: readonly ListedCase[], { ticked }: SentFiling): ListedCase[] {
  const keys = new Set(ticked.map(idOfCase));
  return undecided.filter((listedCase) => keys.has(idOfCase(listedCase)));
}

interface TotalsFieldsProps {
  sent: SentForm;
  covered: CoveredTotals | undefined;
  currency: string;
}

/** What the receipt says of the whole notice, to be compared with what is ticked. */
function TotalsFields({ sent, covered, currency }: TotalsFieldsProps) {
  const { count, money } = useTranslator();
  const { operations = "", total = "" } = sent.fields;
  const { totals: typed } = parseReceiptTotals(sent.fields);
  const differs = (why: "countDiffers" | "totalDiffers", onReceipt: string, inNotice: string) =>
    sent.why.includes(why) ? say(MONTH.countDiffers, { typed: onReceipt, covered: inNotice }) : undefined;
  const countProblem =
    covered && differs("countDiffers", count(typed.operations ?? 0), count(covered.operations));
  const totalProblem =
    covered && differs("totalDiffers", money(typed.total ?? "0", currency), totalWords(covered));
  return (
    <div class="totals of-notice">
      <div class="pair">
        <Field
          id={fieldId(FORM, "operations")}
          label={say(MONTH.operations)}
          problem={countProblem ?? problemOf(sent, "operations")}
        >
          {(attributes) => (
            <input
              name="operations"
              value={operations}
              inputmode="numeric"
              autocomplete="off"
              {...attributes}
            />
          )}
        </Field>
        <Field
          id={fieldId(FORM, "total")}
          label={say(MONTH.total, { currency })}
          problem={totalProblem ?? problemOf(sent, "total")}
        >
          {(attributes) => (
            <input name="total" value={total} inputmode="decimal" autocomplete="off" {...attributes} />
          )}
        </Field>
      </div>
      <p class="fine">{say(MONTH.totalsHelp)}</p>
    </div>
  );

  function totalWords({ total: sum, isBound }: CoveredTotals): string {
    const what = money(sum, currency);
    return isBound ? say(COMMON.atLeast, { what }) : what;
  }
}
