/** The page of a month: what its notice is about, when that is due, how much is decided, and what was filed. */

import { MOST_COUNTED } from "../../aws/tables/count-limit.ts";
import { asksForNotice, reachIn } from "../../cases/accumulation.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { addMonths } from "../../i18n/time/calendar.ts";
import { monthlyDeadlines } from "../../law/deadlines.ts";
import type { Access } from "../frame/access.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CsvButton } from "../kit/csv.tsx";
import { monthLink } from "../kit/links.ts";
import { RowPager } from "../kit/list-page.tsx";
import { ProjectMenu } from "../kit/menu.tsx";
import { MonthLinks } from "../kit/month-links.tsx";
import { Panel, useCountText } from "../kit/panel.tsx";
import { PrintButton } from "../kit/print-button.tsx";
import { rowFactsOf } from "../kit/row-facts.ts";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { WorkbookButton } from "../kit/workbook.tsx";
import { CaseLines } from "./case-line.tsx";
import { chosenFrom } from "./decidable.ts";
import { MONTH_VIEWS, type MonthView, rowsOf } from "./month-cases.ts";
import { MonthFigures, nextDue } from "./month-figures.tsx";
import { MonthFiling, type SentFiling } from "./month-filing.tsx";
import { isDueIn, noticeState, owesNotice } from "./month-notice.ts";
import { MonthNotices } from "./month-notices.tsx";
import {
  casesAgainstNothing,
  type MonthDesk,
  type MonthOfProjects,
  type MonthSelection,
  mergedCases,
  monthOfProjects,
  type ProjectMonth,
} from "./month-reading.ts";
import { MonthTable, monthGroups } from "./month-table.tsx";
import { MONTH_FORMAT } from "./step-form.ts";
import { statusOf } from "./trouble.tsx";

/** Rows of a page. */
const PAGE_ROWS = 200;

/** @param sent a form that was not recorded */
export async function showMonth(
  context: DeskContext,
  desk: MonthDesk,
  selection: MonthSelection,
  sent?: SentFiling,
) {
  const { month, view, from, project } = selection;
  const { translator, access } = context.var;
  const { now } = momentOf(context);
  const { projects, isCut } = await monthOfProjects(context, desk, selection);
  const cases = mergedCases(projects, view);
  const groups = monthGroups(cases);
  const unreadable: CaseKey[] = projects.flatMap(({ cases: { unreadable } }) => unreadable);
  const shown = groups.flatMap((group) => group.cases).slice(from - 1, from - 1 + PAGE_ROWS);
  const [rows, facts] = await Promise.all([
    rowsOf(desk.cases, shown, unreadable),
    rowFactsOf(
      shown.map(({ listedCase }) => listedCase),
      desk,
    ),
  ]);
  const dues = monthlyDeadlines(month, desk.rules);
  const owed = (ofProject: ProjectMonth) => isOwedBy(ofProject, month, desk);
  const stateOf = ({ stored }: ProjectMonth) => noticeState(stored, { dues, now });
  const filings = projects
    .filter((ofProject) => owed(ofProject) || ofProject.stored?.steps.length !== 0)
    .map((ofProject) => ({
      ...ofProject,
      state: owed(ofProject) || ofProject.stored === undefined ? stateOf(ofProject) : ("filed" as const),
    }));
  const form = selection.isRecording ? await formFor(projects, selection, access, desk) : undefined;
  context.status(statusOf(sent?.why ?? []));
  return page(context, {
    title: say(MONTH.title, { month: translator.monthInWords(month) }),
    heading: (
      <>
        <span class="capital no-print">{translator.monthInWords(month)}</span>
        <span class="only-print">
          {say(MONTH.printed, {
            month: translator.monthInWords(month),
            projects: say(NOTICE_SHEET.projects, {
              count: projects.length,
              ids: projects.map(({ projectId }) => projectId).join(", "),
            }),
          })}
        </span>
      </>
    ),
    beside: (
      <Beside
        selection={selection}
        projects={projects}
        isCut={isCut}
        dueAt={nextDue(dues, now)}
        access={access}
      />
    ),
    children: (
      <>
        <h2 class="unseen">{say(MONTH.views)}</h2>
        <UnreadableCases of={unreadable} />
        {isCut ? <p>{say(MONTH.cut, { count: MOST_COUNTED })}</p> : undefined}
        {form === undefined ? (
          <MonthFigures
            dues={view === "due" ? dues : []}
            notices={projects.filter(owed).map(stateOf)}
            cases={cases}
            isCut={isCut}
            now={now}
          />
        ) : undefined}
        <MonthNotices month={month} filings={filings} />
        {form !== undefined ? (
          <MonthFiling {...form} sent={sent} dueAt={dues.find((due) => due > now)} />
        ) : rows.length === 0 ? (
          <p class="panel blank">
            {say(
              projects.every(({ cases: { due, other } }) => due.length + other.length === 0)
                ? MONTH.none
                : MONTH.noneListed,
            )}
          </p>
        ) : (
          <MonthTable
            groups={groups}
            rows={rows}
            isCut={isCut}
            dues={dues}
            now={now}
            facts={facts}
            list={ownLink(selection)}
          />
        )}
        <Pages selection={selection} count={cases.length} isCut={isCut} />
        <Undated of={projects.flatMap(({ cases: { undated } }) => undated)} isCut={isCut} />
        <p class="muted">
          <small>{say(MONTH.explained, { zone: desk.timeZone })}</small>
        </p>
      </>
    ),
  });

  function ownLink({ view, from }: MonthSelection): string {
    return monthLink({ month, project, view, from });
  }
}

interface BesideProps extends MonthOfProjects {
  selection: MonthSelection;
  dueAt: string | undefined;
  access: Pick<Access, "sees" | "actsIn">;
}

/** Views with their counts, the months beside, projects, CSV, print, and the way to the form of the notice. */
function Beside({ selection, projects, isCut, dueAt, access: { sees, actsIn } }: BesideProps) {
  const { shortDay } = useTranslator();
  const shown = useCountText({ isAtLeast: isCut });
  const { month, view, project, isRecording } = selection;
  const day = dueAt && shortDay(dueAt);
  const linkOf = (changed: { month?: string; project?: number | undefined; view?: MonthView }) =>
    monthLink({ month, project, view, ...changed });
  const mayRecord = projects.some(
    ({ projectId, stored }) => stored !== undefined && actsIn.includes(projectId),
  );
  return (
    <>
      <nav class="tabs" aria-label={say(MONTH.views)}>
        {MONTH_VIEWS.map((monthView) => (
          <a href={linkOf({ view: monthView })} aria-current={monthView === view ? "page" : undefined}>
            {monthView === "other" ? say(MONTH.other) : day ? say(MONTH.due, { day }) : say(MONTH.dueUnknown)}{" "}
            <span class="count">
              {shown(projects.reduce((sum, { cases }) => sum + cases[monthView].length, 0))}
            </span>
          </a>
        ))}
      </nav>
      <div class="group end">
        <MonthLinks
          label={say(MONTH.beside)}
          before={besideOf(month, -1)}
          after={besideOf(month, 1)}
          linkOf={(other) => linkOf({ month: other })}
        />
        <ProjectMenu projects={sees} chosen={project} linkOf={(chosen) => linkOf({ project: chosen })} />
        <CsvButton path="/month" query={{ month, project, view: view === "due" ? undefined : view }} />
        <WorkbookButton path="/month" query={{ month, project }} name={say(NOTICE_SHEET.download)} isNamed />
        <PrintButton />
        {mayRecord && !isRecording ? (
          <a class="btn main" href={monthLink({ month, project, record: "notice" })}>
            <Icon name="landmark" /> {say(MONTH.record)}
          </a>
        ) : undefined}
      </div>
    </>
  );
}

/** The month before or after, where the page takes it. */
function besideOf(month: string, months: 1 | -1): string | undefined {
  const other = addMonths(month, months);
  return MONTH_FORMAT.test(other) ? other : undefined;
}

/** Operations that no month counts. */
function Undated({ of: undated, isCut }: { of: readonly JudgedCase[]; isCut: boolean }) {
  const shown = useCountText({ isAtLeast: isCut });
  if (undated.length === 0) return undefined;
  return (
    <Panel title={say(MONTH.undated)} count={shown(undated.length)}>
      <p class="muted">{say(MONTH.undatedHelp)}</p>
      <CaseLines cases={undated.slice(0, PAGE_ROWS).map(({ listedCase }) => listedCase)} />
    </Panel>
  );
}

interface PagesProps {
  selection: MonthSelection;
  count: number;
  isCut: boolean;
}

/** Links to the rows before and behind, and which of all are shown. */
function Pages({ selection: { month, project, view, from }, count, isCut }: PagesProps) {
  const countText = useCountText({ isAtLeast: isCut });
  if (count <= PAGE_ROWS) return undefined;
  const linkFrom = (first?: number) => monthLink({ month, project, view, from: first });
  return <RowPager size={PAGE_ROWS} from={from} count={count} total={countText(count)} linkFrom={linkFrom} />;
}

/** As {@link owesNotice} decides. */
function isOwedBy(
  { projectId, cases: { due } }: ProjectMonth,
  month: string,
  { mexican }: MonthDesk,
): boolean {
  return owesNotice({ projectId, due }, { month, mexican });
}

/**
 * What the form of a notice shows of the projects that owe one and in which the officer acts; where none of these owes one, of all of
 * them. Undefined where they act in none.
 */
async function formFor(
  projects: readonly ProjectMonth[],
  { month, project }: MonthSelection,
  { sees, actsIn }: Pick<Access, "sees" | "actsIn">,
  desk: MonthDesk,
) {
  const acting = projects.filter(
    ({ projectId, stored }) => stored !== undefined && actsIn.includes(projectId),
  );
  if (acting.length === 0) return undefined;
  const owing = acting.filter((ofProject) => isOwedBy(ofProject, month, desk));
  const own = owing.length === 0 ? acting : owing;
  // A 24-hour notice alone makes no case one of the month's notice.
  const open = mergedCases(own, "due").filter(
    ({ listedCase }) => isOpen(listedCase) && isDueIn(month, listedCase),
  );
  const reachOf = await reachIn(
    desk,
    open.map(({ listedCase }) => listedCase),
    sees,
  );
  // What is to be filed is in a form that cannot hold all.
  const asks = ({ listedCase }: JudgedCase) => asksForNotice(reachOf(listedCase));
  const { chosen, suspected, more } = chosenFrom([
    ...open.filter(asks),
    ...open.filter((judged) => !asks(judged)),
  ]);
  const undecided = chosen.map(({ listedCase }) => listedCase);
  return {
    projectIds: own.map(({ projectId }) => projectId),
    project,
    month,
    undecided,
    suspected,
    more,
    hasCases: own.some(({ cases: { due, other } }) => due.length + other.length > 0),
    counts: casesAgainstNothing(own),
    folios: foliosIn(projects),
    facts: await rowFactsOf(undecided, desk),
    reachOf,
  };
}

/** Most folios that a form names. */
const MOST_FOLIOS = 10;

/** The folios of a month's notices, the last first, each once: a notice may be in several projects. */
function foliosIn(projects: readonly ProjectMonth[]): string[] {
  const notices = projects.flatMap(({ stored }) => stored?.notices ?? []);
  const monthly = notices.filter(({ filing }) => filing.kind === "monthly");
  return [...new Set(monthly.map(({ filing }) => filing.reference))].toReversed().slice(0, MOST_FOLIOS);
}
