/** A month: what its notice is about, when that is due, how much is decided, and what was filed. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/messages/desk-links.ts";
import { CountLimit, MOST_COUNTED } from "../../aws/tables/count-limit.ts";
import { type BatchOutcome, decideBatch, type ShownCase } from "../../cases/batch-decision.ts";
import type { ListedCase } from "../../cases/case.ts";
import { type CaseKey, projectOf } from "../../cases/case-keys.ts";
import { UnreadableCaseError } from "../../cases/case-reading.ts";
import type { CaseStore } from "../../cases/cases.ts";
import { type MonthStore, monthKey, type StoredMonth } from "../../cases/months.ts";
import { refusalsOf, refusalsOfMonthFiling } from "../../cases/rules.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { MONTH as SAID, NOTICE_SHEET as SHEET } from "../../i18n/catalogue/desk/month.ts";
import { addMonths } from "../../i18n/time/calendar.ts";
import { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { logUnreadable } from "../../intake/notifications/notification-schema.ts";
import type { DeadlineRule } from "../../law/deadline-setting.ts";
import { monthlyDeadlines, monthOfNotice } from "../../law/deadlines.ts";
import { seenOf } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import {
  badRequest,
  choice,
  type FormFields,
  firstRow,
  formOf,
  parametersOf,
  projectFilter,
  valuesIn,
} from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CsvButton, csvReply } from "../kit/csv.tsx";
import { RowPager } from "../kit/list-page.tsx";
import { ProjectMenu } from "../kit/menu.tsx";
import { MonthLinks } from "../kit/month-links.tsx";
import { Panel, useBounded } from "../kit/panel.tsx";
import { type RowFacts, type RowSources, rowFactsOf, rowSources } from "../kit/row-facts.ts";
import { sheetCsv } from "../kit/sheet.ts";
import { Unreadable, UnreadableCases } from "../kit/unreadable.tsx";
import { BatchResult } from "./batch-result.tsx";
import { shownIn } from "./case-address.ts";
import { CaseLines } from "./case-line.tsx";
import {
  casesOfMonth,
  MONTH_VIEWS,
  type MonthCases,
  type MonthView,
  openFirst,
  rowsOf,
} from "./month-cases.ts";
import { MonthFigures, nextDue } from "./month-figures.tsx";
import { MonthFiling, type SentFiling } from "./month-filing.tsx";
import { MonthTable } from "./month-table.tsx";
import { noticeSheet } from "./notice-sheet.ts";
import { firstDayOf, makeSentStep } from "./sent-step.ts";
import { chosenFrom } from "./sheet.tsx";
import { csvColumns, type SheetSources, sheetRowsOf, sixMonthsOf } from "./sheet-columns.ts";
import { MONTH, monthFormIn } from "./step-form.ts";
import { StepList } from "./step-list.tsx";
import { statusOf, type Why } from "./trouble.tsx";

/** Rows of a page. */
const PAGE_ROWS = 200;

interface Months extends RowSources, SheetSources {
  steps: CaseStore;
  months: MonthStore;
  timeZone: string;
  rules: readonly DeadlineRule[];
  /** The projects of the settings; of another a month is shown where there is anything of it. */
  served: ReadonlySet<number>;
  /** Those of Mexican reports: a month without operations is reported, too. */
  mexican: ReadonlySet<number>;
}

/** What became of a form that was sent. */
interface Sent {
  unrecorded?: SentFiling;
  /** Where the notice was recorded, and not all that it covers was decided. */
  outcome?: { of: BatchOutcome; fields: FormFields };
}

const selection = () =>
  z.object({
    month: z.optional(z.string().check(z.regex(MONTH))),
    project: projectFilter,
    view: choice(MONTH_VIEWS),
  });

/** With the number of the first row, and the project of which a filing is recorded. */
const parameters = z.extend(selection(), {
  record: projectFilter,
  from: firstRow(99_999),
});

interface Wish {
  month: string;
  project: number | undefined;
  view: MonthView;
  from: number;
  record: number | undefined;
}

export function addMonth(app: Hono<DeskEnv>, options: Desk): void {
  const { database, environment, stores } = options;
  const { TIME_ZONE: timeZone } = environment;
  const desk = {
    ...stores,
    ...rowSources(options),
    // A row stands also where its notification cannot be read.
    notifications: new NotificationQueries(database, environment.NOTIFICATIONS_TABLE, logUnreadable),
    timeZone,
    rules: environment.DEADLINES,
    served: new Set(environment.PROJECTS.map(({ id }) => id)),
    mexican: new Set(environment.PROJECTS.flatMap(({ id, mexico }) => (mexico ? [id] : []))),
  };
  app.get("/month", async (context) => {
    const given = parametersOf(context, parameters);
    if (given === undefined) return badRequest(context);
    return show(context, desk, wishOf(context, desk, given));
  });

  app.get("/month.csv", async (context) => {
    const given = parametersOf(context, selection());
    if (given === undefined) return badRequest(context);
    const wish = wishOf(context, desk, given);
    const { projects } = await projectsOf(context, desk, wish);
    const judged = merged(projects, wish.view);
    const facts = await rowFactsOf(
      judged.map(({ one }) => one),
      desk,
    );
    const sixMonths = await sixMonthsOf(desk.cases, {
      projectIds: idsOf(projects),
      month: wish.month,
      timeZone,
    });
    const { now } = momentOf(context);
    const columns = csvColumns({ translator: context.var.translator, ...facts, sixMonths, now });
    return csvReply(context, `month-${wish.month}`, sheetCsv(columns), rowsInTurn(judged, desk, facts));
  });

  app.get("/month.xlsx", async (context) => {
    const given = parametersOf(context, selection());
    if (given === undefined) return badRequest(context);
    const wish = wishOf(context, desk, given);
    const { projects, isCut } = await projectsOf(context, desk, wish);
    return noticeSheet(context, desk, {
      ...{ month: wish.month, projectIds: idsOf(projects), isCut, due: merged(projects, "due") },
      undated: projects.flatMap(({ found }) => found.undated).length,
      unreadable: projects.flatMap(({ found }) => found.unreadable).length,
    });
  });

  app.post("/month", async (context) => {
    const fields = await formOf(context);
    const form = monthFormIn(fields, timeZone);
    const ticked = shownIn(await valuesIn(context, "case"));
    const { sees, actsIn } = context.var.access;
    const isOfProject = ticked?.every((one) => projectOf(one) === form?.project) ?? false;
    if (form === undefined || ticked === undefined || !isOfProject || !sees.includes(form.project))
      return notFound(context, FRAME.badRequest);
    const { month, project } = form;
    if (!actsIn.includes(project)) return forbidden(context, CASE.notRecorded, SAID.mayNotAct);
    const why = await record(context, desk, form);
    const wish = wishOf(context, desk, { month, project });
    if (why.length > 0)
      return show(context, desk, { ...wish, record: project }, { unrecorded: { fields, why, ticked } });
    // Of nothing to report no case is decided: an officer confirmed that none requires a notice.
    if (form.filing === "nothing-to-report")
      return context.redirect(linkTo("/month", { month, project }), 303);
    const outcome = await decideCovered(context, desk, form, ticked);
    if (outcome.decided.length === ticked.length)
      return context.redirect(linkTo("/month", { month, project }), 303);
    return show(context, desk, wish, { outcome: { of: outcome, fields } });
  });
}

/** Decides what a notice covers, with its receipt. One that changed since it was shown is left out. */
function decideCovered(
  context: DeskContext,
  { steps }: Months,
  { step, month, wish: { filing, note } }: NonNullable<ReturnType<typeof monthFormIn>>,
  ticked: readonly ShownCase[],
): Promise<BatchOutcome> {
  const { access, person, translator } = context.var;
  const { monthInWords } = translator;
  const at = momentOf(context);
  const words = note ?? say(SAID.inNotice, { month: monthInWords(month) });
  const decision = { kind: "decide", outcome: "reported", filing, note: words } as const;
  return decideBatch(steps, {
    ...{ shown: ticked, batchId: step, actsIn: access.actsIn },
    refusals: (storedCase) =>
      refusalsOf(decision, { ...storedCase, firstDay: firstDayOf(context, storedCase) }, at),
    decision: { ...decision, at: at.now, by: { subject: person.subject, name: person.name } },
  });
}

/** By default the month of which the next notice is due. */
function wishOf(
  context: DeskContext,
  { rules }: Months,
  { month, view = "due", from = 1, project, record }: { [Part in keyof Wish]?: Wish[Part] | undefined },
): Wish {
  const { today, now } = momentOf(context);
  const current = today.slice(0, "YYYY-MM".length);
  const last = addMonths(current, -1);
  const isLastDue = monthlyDeadlines(last, rules).some((due) => due > now);
  return { month: month ?? (isLastDue ? last : current), view, from, project, record };
}

/** Records what was filed, once. @returns why it was not; empty where it was */
async function record(
  context: DeskContext,
  desk: Months,
  { project, month, ...sent }: NonNullable<ReturnType<typeof monthFormIn>>,
): Promise<Why[]> {
  const { months, cases } = desk;
  const [seen, at] = [await months.read(project, month), momentOf(context)];
  const isDoubted = sent.filing === "nothing-to-report" && sent.confirmed === undefined;
  const found = isDoubted
    ? await casesOfMonth(cases, project, { ...desk, month, now: at.now, limit: new CountLimit() })
    : undefined;
  const { undecided, filed } = found === undefined ? { undecided: 0, filed: 0 } : againstNothing(found);
  const { why } = await makeSentStep(
    context,
    seen,
    { ...sent, at },
    {
      refusals: () => [
        ...refusalsOfMonthFiling(sent.wish, { month, steps: seen.steps }, at),
        ...(undecided + filed > 0 ? (["notNothing"] as const) : []),
      ],
      add: (made) => months.add(project, month, seen, made),
    },
  );
  return why;
}

/** Cases that contradict a report of a month without notices. */
function againstNothing({ due, other, undated }: MonthCases) {
  const all = [...due, ...other, ...undated];
  return {
    undecided: all.filter(({ one }) => one.outcome === undefined).length,
    filed: all.filter(({ one }) => one.filingCount > 0).length,
  };
}

/** Rows that are read at a time for the list as CSV. */
const ROWS_AT_ONCE = 200;

async function* rowsInTurn(judged: readonly JudgedCase[], desk: Months, facts: RowFacts) {
  for (let first = 0; first < judged.length; first += ROWS_AT_ONCE)
    yield* await sheetRowsOf(judged.slice(first, first + ROWS_AT_ONCE), desk, facts);
}

function idsOf(projects: readonly ProjectMonth[]): number[] {
  return projects.map(({ projectId }) => projectId);
}

interface MonthOfProjects {
  projects: ProjectMonth[];
  /** True if not all cases were read: numbers of them are lower bounds. */
  isCut: boolean;
}

interface ProjectMonth {
  projectId: number;
  /** Undefined where it is corrupt: the cases of the month are there all the same. */
  filed: StoredMonth | undefined;
  found: MonthCases;
}

/** The month of each project that is asked for, and has anything of it or is in the settings. */
async function projectsOf(
  context: DeskContext,
  { cases, months, timeZone, served }: Months,
  { month, project }: Wish,
): Promise<MonthOfProjects> {
  const { now } = momentOf(context);
  const limit = new CountLimit();
  const projects = await Promise.all(
    seenOf(context.var.access, project).map(async (projectId) => {
      const [filed, found] = await Promise.all([
        filedAbout(months, projectId, month),
        casesOfMonth(cases, projectId, { month, timeZone, now, limit }),
      ]);
      return { projectId, filed, found };
    }),
  );
  const shown = projects.filter(
    ({ projectId, filed, found }) =>
      served.has(projectId) ||
      filed === undefined ||
      filed.steps.length > 0 ||
      Object.values(found).some((some) => some.length > 0),
  );
  return { projects: shown, isCut: limit.isReached };
}

/** The cases of several projects in their order. */
function merged(projects: readonly ProjectMonth[], view: MonthView): JudgedCase[] {
  return projects.flatMap(({ found }) => found[view]).sort(openFirst);
}

async function show(context: DeskContext, desk: Months, wish: Wish, { unrecorded, outcome }: Sent = {}) {
  const { month, view, from } = wish;
  const { translator, access } = context.var;
  const { monthInWords } = translator;
  const { now } = momentOf(context);
  const { projects, isCut } = await projectsOf(context, desk, wish);
  const cases = merged(projects, view);
  const unreadable: CaseKey[] = projects.flatMap(({ found }) => found.unreadable);
  const undated = projects.flatMap(({ found }) => found.undated);
  const shown = cases.slice(from - 1, from - 1 + PAGE_ROWS);
  const [rows, facts] = await Promise.all([
    rowsOf(desk.cases, shown, unreadable),
    rowFactsOf(
      shown.map(({ one }) => one),
      desk,
    ),
  ]);
  const { project } = wish;
  const list = linkTo("/month", {
    ...{ month, project, view: view === "due" ? undefined : view, from: from === 1 ? undefined : from },
  });
  const dues = monthlyDeadlines(month, desk.rules);
  const dueAt = nextDue(dues, now);
  const filings = projects.filter(
    ({ projectId, filed, found }) =>
      desk.mexican.has(projectId) || found.due.length > 0 || filed?.steps.length !== 0,
  );
  const filing = await filingOn(projects, wish, access.actsIn, desk);
  context.status(statusOf(unrecorded?.why ?? []));
  return page(context, {
    title: say(SAID.title, { month: monthInWords(month) }),
    heading: <span class="capital">{monthInWords(month)}</span>,
    beside: <Beside {...{ wish, projects, isCut, dueAt, access }} />,
    children: (
      <>
        <UnreadableCases of={unreadable} />
        {isCut ? <p>{say(SAID.cut, { count: MOST_COUNTED })}</p> : undefined}
        {outcome === undefined ? undefined : (
          <section class="panel" role="alert" tabindex={-1} data-focus>
            <p>
              <b>{say(SAID.recordedWith)}</b>
            </p>
            <BatchResult of={outcome.of} sent={outcome.fields} />
          </section>
        )}
        <MonthFigures {...{ filings, dues, cases, isCut, now }} />
        {filing !== undefined ? (
          <MonthFiling {...filing} sent={unrecorded} dueAt={dues.find((due) => due > now)} />
        ) : rows.length === 0 ? (
          <p class="panel blank">{say(SAID.none)}</p>
        ) : (
          <MonthTable {...{ rows, now, facts, list }} />
        )}
        <Pages wish={wish} count={cases.length} isCut={isCut} />
        <Undated of={undated} isCut={isCut} />
        {projects.map(({ projectId, filed }) => (
          <Panel
            title={say(SAID.filed, { project: projectId })}
            beside={
              filed === undefined ||
              filing !== undefined ||
              !access.actsIn.includes(projectId) ? undefined : (
                <RecordLink month={month} project={projectId} />
              )
            }
          >
            {filed === undefined ? <Unreadable of={monthKey(projectId, month)} /> : <Filed of={filed} />}
          </Panel>
        ))}
        <p class="muted">
          <small>{say(SAID.explained, { zone: desk.timeZone })}</small>
        </p>
      </>
    ),
  });
}

interface BesideProps extends MonthOfProjects {
  wish: Wish;
  dueAt: string | undefined;
  access: { sees: readonly number[]; actsIn: readonly number[] };
}

/** Views with their counts, the months beside, projects, CSV, print, and the way to the filing. */
function Beside({ wish, projects, isCut, dueAt, access: { sees, actsIn } }: BesideProps) {
  const { shortDay } = useTranslator();
  const shown = useBounded(isCut);
  const { month, view, project } = wish;
  const day = dueAt && shortDay(dueAt);
  const linkOf = (changed: { month?: string; project?: number | undefined; view?: MonthView }) => {
    const { view: wanted, ...rest } = { month, project, view, ...changed };
    return linkTo("/month", { ...rest, view: wanted === "due" ? undefined : wanted });
  };
  const [filing] = projects.filter(
    ({ projectId, filed }) => filed !== undefined && actsIn.includes(projectId),
  );
  return (
    <>
      <nav class="tabs" aria-label={say(SAID.views)}>
        {MONTH_VIEWS.map((one) => (
          <a href={linkOf({ view: one })} {...(one === view ? { "aria-current": "page" } : {})}>
            {one === "other" ? say(SAID.other) : day ? say(SAID.due, { day }) : say(SAID.dueUnknown)}{" "}
            <span class="count">
              {shown(projects.reduce((sum, { found }) => sum + found[one].length, 0))}
            </span>
          </a>
        ))}
      </nav>
      <div class="group end">
        <MonthLinks
          label={say(SAID.beside)}
          before={besideOf(month, -1)}
          after={besideOf(month, 1)}
          linkOf={(other) => linkOf({ month: other })}
        />
        <ProjectMenu projects={sees} chosen={project} linkOf={(chosen) => linkOf({ project: chosen })} />
        <CsvButton path="/month" query={{ month, project, ...(view === "due" ? {} : { view }) }} />
        <a class="btn" href={linkTo("/month.xlsx", { month, project })}>
          <Icon name="fileSpreadsheet" /> {say(SHEET.download)}
        </a>
        <button
          type="button"
          class="quiet icon"
          aria-label={say(FRAME.print)}
          title={say(FRAME.print)}
          hidden
          data-print
        >
          <Icon name="printer" />
        </button>
        {filing === undefined || wish.record !== undefined ? undefined : (
          <RecordLink month={month} project={filing.projectId} isMain />
        )}
      </div>
    </>
  );
}

/** The month before or after, where the page takes it. */
function besideOf(month: string, months: 1 | -1): string | undefined {
  const other = addMonths(month, months);
  return MONTH.test(other) ? other : undefined;
}

/** Operations that no month counts. */
function Undated({ of: undated, isCut }: { of: readonly JudgedCase[]; isCut: boolean }) {
  const shown = useBounded(isCut);
  if (undated.length === 0) return undefined;
  return (
    <Panel title={say(SAID.undated)} count={shown(undated.length)}>
      <p class="muted">{say(SAID.undatedHelp)}</p>
      <CaseLines cases={undated.slice(0, PAGE_ROWS).map(({ one }) => one)} />
    </Panel>
  );
}

/** Links to the rows before and behind, and which of all are shown. */
function Pages({ wish, count, isCut }: { wish: Wish; count: number; isCut: boolean }) {
  const total = useBounded(isCut)(count);
  const { month, project, view, from } = wish;
  if (count <= PAGE_ROWS) return undefined;
  const linkFrom = (first?: number) => linkTo("/month", { month, project, view, from: first });
  return <RowPager size={PAGE_ROWS} {...{ from, count, total, linkFrom }} />;
}

/** @returns undefined where it is corrupt */
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

/** What the form of a project's filing shows; undefined where none is asked for, or may be recorded. */
async function filingOn(
  projects: readonly ProjectMonth[],
  { month, record }: Wish,
  actsIn: readonly number[],
  desk: Months,
) {
  const { projectId, filed, found } = projects.find((one) => one.projectId === record) ?? {};
  if (projectId === undefined || filed === undefined || found === undefined) return undefined;
  if (!actsIn.includes(projectId)) return undefined;
  // A 24-hour notice alone makes no case one of the month's notice.
  const isOfNotice = ({ deadlines }: ListedCase) =>
    deadlines.some((deadline) => monthOfNotice(deadline) === month);
  const open = found.due.filter(({ one }) => one.outcome === undefined && isOfNotice(one));
  const { chosen, suspected, more } = chosenFrom(open);
  const undecided = chosen.map(({ one }) => one);
  return {
    projectId,
    month,
    filed,
    undecided,
    suspected,
    more,
    counts: againstNothing(found),
    facts: await rowFactsOf(undecided, desk),
  };
}

/** Leads to the form of a project's filing. */
function RecordLink({
  month,
  project,
  isMain = false,
}: {
  month: string;
  project: number;
  isMain?: boolean;
}) {
  return (
    <a class={isMain ? "btn main" : "btn"} href={linkTo("/month", { month, project, record: project })}>
      <Icon name="landmark" /> {say(SAID.record)}
    </a>
  );
}

/** Filings about it. */
function Filed({ of: { steps } }: { of: StoredMonth }) {
  return steps.length === 0 ? <p>{say(SAID.nothingFiled)}</p> : <StepList steps={steps} />;
}
