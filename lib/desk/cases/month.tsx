/** A month: what was reported, what is undecided, and what was filed about it: what an officer does until each 17th. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/desk-links.ts";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { UnreadableCaseError } from "../../cases/case-reading.ts";
import { MonthStore, monthKey, type StoredMonth } from "../../cases/months.ts";
import { refusalsOfMonthFiling } from "../../cases/rules.ts";
import { stateOf } from "../../cases/state.ts";
import { MONTH_FILING_KINDS } from "../../cases/step.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { MONTH as SAID } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { addMonths } from "../../time/calendar.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { forbidden, notFound, page } from "../layout.tsx";
import { momentOf } from "../moment.ts";
import { badRequest, formOf, monthsBeside, parametersOf } from "../parameters.ts";
import { useTranslator } from "../translator.ts";
import { Notices } from "./case-facts.tsx";
import { CaseLine, CaseLines } from "./case-line.tsx";
import { casesOfMonth, isEmpty, MOST_COUNTED, MOST_SHOWN, type MonthCases } from "./month-cases.ts";
import { makeSentStep } from "./sent-step.ts";
import { MONTH, type MonthForm, monthFormIn } from "./step-form.ts";
import { FilingFields, NoteField } from "./step-forms.tsx";
import { FilingLine, StepList } from "./step-list.tsx";
import { NOTHING_SENT, type SentForm, statusOf, Trouble, type Why } from "./trouble.tsx";
import { Unreadable, UnreadableCases } from "./unreadable.tsx";

interface Months {
  cases: CaseQueries;
  months: MonthStore;
  timeZone: string;
  /** The projects of the settings; of another a month is shown where there is anything of it. */
  served: ReadonlySet<number>;
}

interface Unrecorded extends SentForm {
  form: MonthForm;
}

const parameters = z.object({ month: z.optional(z.string().check(z.regex(MONTH))) });

export function addMonth(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const { CASES_TABLE: table, RETENTION_YEARS: years, TIME_ZONE: timeZone } = environment;
  const desk = {
    cases: new CaseQueries(database, table),
    months: new MonthStore(database, table, years),
    timeZone,
    served: new Set(environment.PROJECTS.map(({ id }) => id)),
  };
  app.get("/month", async (context) => {
    const given = parametersOf(context, parameters);
    if (given === undefined) return badRequest(context);
    return show(context, desk, given.month ?? addMonths(momentOf(context).today.slice(0, 7), -1));
  });

  app.post("/month", async (context) => {
    const fields = await formOf(context);
    const form = monthFormIn(fields);
    const { sees, actsIn } = context.var.access;
    if (form === undefined || !sees.includes(form.project)) return notFound(context, FRAME.badRequest);
    if (!actsIn.includes(form.project)) return forbidden(context, CASE.notRecorded, SAID.mayNotAct);
    const why = await record(context, desk, form);
    if (why.length === 0) return context.redirect(linkTo("/month", { month: form.month }), 303);
    return show(context, desk, form.month, { form, fields, why });
  });
}

/** Records what was filed, once. @returns why it was not; empty where it was */
async function record(
  context: DeskContext,
  { months }: Months,
  { project, month, ...sent }: NonNullable<ReturnType<typeof monthFormIn>>,
): Promise<Why[]> {
  const [seen, at] = [await months.read(project, month), momentOf(context)];
  const { why } = await makeSentStep(
    context,
    seen,
    { ...sent, at },
    {
      refusals: () => refusalsOfMonthFiling(sent.wish, { month, steps: seen.steps }, at),
      add: (made) => months.add(project, month, seen, made),
    },
  );
  return why;
}

async function show(context: DeskContext, desk: Months, month: string, unrecorded?: Unrecorded) {
  const { sees, actsIn } = context.var.access;
  const { t } = context.var.translator;
  const projects = await Promise.all(
    sees.map(async (projectId) => {
      const [filed, found] = await Promise.all([
        filedAbout(desk.months, projectId, month),
        casesOfMonth(desk.cases, projectId, month, desk.timeZone),
      ]);
      return { projectId, filed, found };
    }),
  );
  const shown = projects.filter(
    ({ projectId, filed, found }) =>
      desk.served.has(projectId) || filed?.steps !== undefined || filed === undefined || !isEmpty(found),
  );
  const [before, after] = monthsBeside(month, MONTH);
  context.status(statusOf(unrecorded?.why ?? []));
  return page(context, {
    title: t(SAID.title, { month }),
    children: (
      <>
        <nav class="pages" aria-label={t(FRAME.more)}>
          {before && <a href={linkTo("/month", { month: before })}>{t(SAID.before)}</a>}{" "}
          {after && <a href={linkTo("/month", { month: after })}>{t(SAID.after)}</a>}
        </nav>
        <p>{t(SAID.explained, { zone: desk.timeZone })}</p>
        {shown.map(({ projectId, filed, found }) => (
          <section class="panel">
            <h2>{t(FRAME.project, { project: projectId })}</h2>
            {filed === undefined ? <Unreadable of={monthKey(projectId, month)} /> : <Filed of={filed} />}
            {filed !== undefined && actsIn.includes(projectId) ? (
              <FilingForm
                {...{ projectId, month, filed }}
                unrecorded={unrecorded?.form.project === projectId ? unrecorded : undefined}
              />
            ) : undefined}
            <CasesOfMonth of={found} />
          </section>
        ))}
      </>
    ),
  });
}

/** @returns undefined where it is corrupt: the cases of the month are there all the same */
async function filedAbout(
  months: MonthStore,
  projectId: number,
  month: string,
): Promise<StoredMonth | undefined> {
  try {
    return await months.read(projectId, month);
  } catch (error) {
    if (error instanceof UnreadableCaseError) return undefined;
    throw error;
  }
}

interface FilingFormProps {
  projectId: number;
  month: string;
  filed: StoredMonth;
  unrecorded: Unrecorded | undefined;
}

function FilingForm({ projectId, month, filed, unrecorded }: FilingFormProps) {
  const { t } = useTranslator();
  const sent = unrecorded ?? NOTHING_SENT;
  const form = `month-${projectId}`;
  return (
    <details class="acts" open={unrecorded !== undefined}>
      <summary>{t(SAID.record)}</summary>
      <Trouble why={sent.why} form={form} />
      <form method="post" action="/month" aria-label={`${t(SAID.record)}, ${projectId}`} novalidate>
        <input type="hidden" name="project" value={String(projectId)} />
        <input type="hidden" name="month" value={month} />
        <input type="hidden" name="step" value={randomUUID()} />
        <input type="hidden" name="after" value={String(filed.stepCount ?? 0)} />
        <FilingFields form={form} kinds={MONTH_FILING_KINDS} sent={sent} />
        <NoteField form={form} isRequired={false} sent={sent} />
        <button type="submit">{t(CASE_FORM.file)}</button>
      </form>
    </details>
  );
}

/** Filings about it. */
export function Filed({ of: { steps = [] } }: { of: StoredMonth }) {
  const { t } = useTranslator();
  return (
    <>
      <h3>{t(SAID.filed)}</h3>
      {steps.length === 0 ? <p>{t(SAID.nothingFiled)}</p> : <StepList steps={steps} />}
    </>
  );
}

/** Outcomes of its cases. */
function CasesOfMonth({
  of: { undecided, dueWith, reported, filed, filedCount, counts, more, unreadable },
}: {
  of: MonthCases;
}) {
  const { t } = useTranslator();
  return (
    <>
      <UnreadableCases of={unreadable} />
      {more ? <p>{t(SAID.more, { count: MOST_COUNTED })}</p> : undefined}
      <h3>{t(SAID.undecided, { count: undecided.length })}</h3>
      <CaseLines cases={undecided.slice(0, MOST_SHOWN)} />
      {undecided.length > MOST_SHOWN ? <p>{t(SAID.shown, { count: MOST_SHOWN })}</p> : undefined}
      {dueWith.length > 0 ? (
        <>
          <h3>
            {t(dueWith.length > MOST_SHOWN ? SAID.manyDueWith : SAID.dueWith, {
              count: Math.min(dueWith.length, MOST_SHOWN),
            })}
          </h3>
          <CaseLines cases={dueWith.slice(0, MOST_SHOWN)} />
        </>
      ) : undefined}
      <h3>{t(SAID.reported, { count: counts.reported })}</h3>
      <FiledCases of={reported} />
      {counts.reported > reported.length ? <p>{t(SAID.shown, { count: MOST_SHOWN })}</p> : undefined}
      <p>{t(SAID.others, counts)}</p>
      {filedCount > 0 ? (
        <>
          <h3>{t(SAID.filedOtherwise, { count: filedCount })}</h3>
          <FiledCases of={filed} />
          {filedCount > filed.length ? <p>{t(SAID.shown, { count: MOST_SHOWN })}</p> : undefined}
        </>
      ) : undefined}
    </>
  );
}

/** Cases with everything that was filed about each; of one that is not reported, what it is now. */
function FiledCases({ of: cases }: { of: readonly StoredCase[] }) {
  return (
    <ul>
      {cases.map((one) => (
        <li>
          <CaseLine of={one} />
          {one.outcome === "reported" ? undefined : <OutcomeNow of={one} />}
          {stateOf(one).filings.map((filing) => (
            <FilingLine of={filing} />
          ))}
          <Notices of={one} />
        </li>
      ))}
    </ul>
  );
}

function OutcomeNow({ of: { outcome } }: { of: ListedCase }) {
  const { t } = useTranslator();
  return <>, {outcome === undefined ? t(SAID.isUndecided) : t(CASE_OUTCOMES[outcome])}</>;
}
