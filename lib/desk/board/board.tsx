/** A quarter for the board: three months side by side, on one page that can be printed. */

import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/messages/desk-links.ts";
import { CountLimit, MOST_COUNTED } from "../../aws/tables/count-limit.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import { OUTCOMES } from "../../cases/step.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import { BOARD } from "../../i18n/catalogue/desk/board.ts";
import { NOTICE_STATES } from "../../i18n/catalogue/desk/month.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { usd as dollars } from "../../i18n/text/amounts.ts";
import { addMonths } from "../../i18n/time/calendar.ts";
import { monthlyDeadlines } from "../../law/deadlines.ts";
import { type ReceivedCases, receivedIn } from "../../reports/brief/received-cases.ts";
import { casesOfMonth } from "../cases/month-cases.ts";
import {
  mexicanIn,
  NOTICE_STATE_NAMES,
  type NoticeState,
  noticeState,
  saysNotice,
} from "../cases/month-notice.ts";
import { MONTH_FORMAT } from "../cases/step-form.ts";
import type { Desk, DeskEnv } from "../frame/desk-context.ts";
import { page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, parametersOf, projectFilter } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { Bars } from "../kit/bars.tsx";
import { USD } from "../kit/case-cells.tsx";
import { DataTable, type RowGroup } from "../kit/data-table.tsx";
import { monthLink } from "../kit/links.ts";
import { Menu, ProjectMenu } from "../kit/menu.tsx";
import { MonthLinks } from "../kit/month-links.tsx";
import { Panel, useBounded } from "../kit/panel.tsx";
import { PrintButton } from "../kit/print-button.tsx";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { type BoardFigures, figuresOf, flaggedOf, shareOf } from "./board-figures.ts";

const MONTHS = 3;

/** The month of the first blockchain: no transaction is older. */
const FIRST = "2009-01";

/** Months that the menu offers: longer ago the links lead, a quarter each. */
const OFFERED = 12;

const MOST_LAWS = 6;

const parameters = z.object({
  /** The last of the three months. */
  to: z.optional(z.string().check(z.regex(MONTH_FORMAT))),
  project: projectFilter,
});

interface Wish {
  to: string;
  project: number | undefined;
  /** The month that has not ended. */
  current: string;
}

export function addBoard(app: Hono<DeskEnv>, { environment, stores: { cases, months: stored } }: Desk): void {
  const { TIME_ZONE: timeZone } = environment;
  const mexican = mexicanIn(environment.PROJECTS);
  app.get("/board", async (context) => {
    const { now, today } = momentOf(context);
    const current = today.slice(0, "YYYY-MM".length);
    const { to = addMonths(current, -1), project } = parametersOf(context, parameters) ?? { to: "" };
    const { sees } = context.var.access;
    // The test project is in no group, and so in no figure, even where the address names it.
    const projectIds = sees.filter((id) => project === undefined || id === project);
    if (to < FIRST || to > current || projectIds.length === 0) return badRequest(context);
    const limit = new CountLimit();
    const readMonth = async (month: string): Promise<BoardMonth> => {
      const [ofProjects, filings] = await Promise.all([
        Promise.all(projectIds.map((id) => casesOfMonth(cases, id, { month, timeZone, now, limit }))),
        Promise.all(projectIds.map((id) => stored.readable(id, month))),
      ]);
      const dues = monthlyDeadlines(month, environment.DEADLINES);
      const notices = projectIds
        .map((projectId, index) => ({ projectId, stored: filings[index], due: ofProjects[index]?.due ?? [] }))
        .filter((ofProject) => saysNotice(ofProject, { mexican, hasDue: ofProject.due.length > 0 }))
        .map((ofProject) => noticeState(ofProject.stored, dues));
      return {
        month,
        cases: ofProjects.flatMap(({ due, other }) => [...due, ...other]),
        unreadable: ofProjects.flatMap(({ unreadable }) => unreadable),
        notices,
      };
    };
    const months = await Promise.all(
      Array.from({ length: MONTHS }, (_, index) => readMonth(addMonths(to, 1 + index - MONTHS))),
    );
    const unreadable = months.flatMap((boardMonth) => boardMonth.unreadable);
    const all = months.flatMap((boardMonth) => boardMonth.cases);
    const { laws, otherLaws } = await receivedIn(flaggedOf(all).map(({ listedCase }) => listedCase));
    const isBound = limit.isReached || unreadable.length > 0;
    const { monthInWords } = context.var.translator;
    const wish = { to, project, current };
    return page(context, {
      title: say(BOARD.title, { first: monthInWords(addMonths(to, 1 - MONTHS)), last: monthInWords(to) }),
      beside: <Beside {...wish} projects={sees} />,
      children: (
        <>
          <Bound unreadable={unreadable} isBound={isBound} isCut={limit.isReached} />
          <div class="two uneven board">
            <section class="panel" aria-label={say(BOARD.caption)}>
              <Figures months={months} all={all} wish={wish} isBound={isBound} now={now} />
            </section>
            <div class="stack">
              <Laws laws={laws} otherLaws={otherLaws} isBound={isBound} />
            </div>
          </div>
          <p class="muted">
            <small>{say(BOARD.explained, { zone: timeZone, projects: projectIds.join(", ") })}</small>
          </p>
        </>
      ),
    });
  });
}

interface BoardMonth {
  month: string;
  cases: JudgedCase[];
  /** Corrupt cases. */
  unreadable: CaseKey[];
  /** Of each project whose notice is asked for. */
  notices: NoticeState[];
}

/** The ends of quarters before and after the chosen month, all months of a year, projects, and print. */
function Beside({ to, project, current, projects }: Wish & { projects: readonly number[] }) {
  const { monthInWords } = useTranslator();
  const linkOf = (changed: Partial<Wish>) => {
    const wish = { to, project, ...changed };
    return linkTo("/board", { to: wish.to, project: wish.project });
  };
  // Months since a quarter ended: the numbers of the months that end one are multiples of three.
  const past = Number(to.slice("YYYY-".length)) % MONTHS;
  const last = addMonths(current, -1);
  const before = addMonths(to, past === 0 ? -MONTHS : -past);
  const next = addMonths(to, MONTHS - past);
  // What ends in the future is shown up to the last full month.
  const after = next > last ? last : next;
  return (
    <div class="group end">
      <MonthLinks
        label={say(BOARD.beside)}
        before={before >= FIRST ? before : undefined}
        after={after > to ? after : undefined}
        linkOf={(end) => linkOf({ to: end })}
      />
      <Menu
        label={say(BOARD.until)}
        chosen={monthInWords(to)}
        links={Array.from({ length: OFFERED }, (_, index) => addMonths(current, -index)).map((month) => ({
          href: linkOf({ to: month }),
          text: monthInWords(month),
          isCurrent: month === to,
        }))}
      />
      <ProjectMenu projects={projects} chosen={project} linkOf={(chosen) => linkOf({ project: chosen })} />
      <PrintButton />
    </div>
  );
}

interface BoundProps {
  unreadable: readonly CaseKey[];
  isCut: boolean;
  isBound: boolean;
}

/** Why numbers are lower bounds, where they are. */
function Bound({ unreadable, isCut, isBound }: BoundProps) {
  if (!isBound) return undefined;
  return (
    <>
      <UnreadableCases of={unreadable} />
      <p>
        {isCut ? say(BOARD.cut, { count: MOST_COUNTED }) : ""} {say(BOARD.bound)}
      </p>
    </>
  );
}

interface FiguresProps {
  months: readonly BoardMonth[];
  all: readonly JudgedCase[];
  wish: Wish;
  isBound: boolean;
  /** ISO 8601. */
  now: string;
}

interface Row {
  name: string;
  more?: string | undefined;
  cell: (figures: BoardFigures, notices: readonly NoticeState[]) => Child;
}

function Figures({ months, all, wish: { project, current }, isBound, now }: FiguresProps) {
  const { monthInWords } = useTranslator();
  const total = figuresOf(all, now);
  return (
    <DataTable
      caption={say(BOARD.caption)}
      groups={useGroups(total, isBound)}
      columns={[
        {
          name: <span class="unseen">{say(BOARD.figure)}</span>,
          cell: ({ name, more }) => (
            <>
              <span class="capital">{name}</span> {more === undefined ? undefined : <small>{more}</small>}
            </>
          ),
        },
        ...months.map(({ month, cases, notices }) => {
          const figures = figuresOf(cases, now);
          return {
            name: (
              <>
                <a href={monthLink({ month, project })}>{monthInWords(month)}</a>{" "}
                {month === current ? <small>{say(BOARD.soFar)}</small> : undefined}
              </>
            ),
            class: "n",
            cell: ({ cell }: Row) => cell(figures, notices),
          };
        }),
        {
          name: say(BOARD.total),
          class: "n total",
          cell: ({ cell }) =>
            cell(
              total,
              months.flatMap(({ notices }) => notices),
            ),
        },
      ]}
    />
  );
}

/** Rows under their headings. A rare one is left out where every month has 0. */
function useGroups(total: BoardFigures, isBound: boolean): RowGroup<Row>[] {
  const { shortDay } = useTranslator();
  const count = useBounded(isBound);
  const atLeast = useBounded(true);
  const users = ({ count: number, isBound: isUnknown }: BoardFigures["users"]) =>
    isUnknown ? atLeast(number) : count(number);
  const since = total.overdueSince && shortDay(total.overdueSince);
  return [
    {
      title: say(BOARD.flagged),
      hint: say(BOARD.flaggedHint),
      rows: [
        { name: say(BOARD.transactions), cell: ({ flagged }) => count(flagged) },
        {
          name: say(BOARD.usd),
          more: total.unknown === 0 ? undefined : say(BOARD.unknown, { count: total.unknown }),
          cell: ({ usd, unknown }) => <Dollars of={usd} isBound={isBound || unknown > 0} />,
        },
        { name: say(BOARD.users), more: say(BOARD.once), cell: (figures) => users(figures.users) },
      ],
    },
    {
      title: say(BOARD.decided),
      hint: say(BOARD.decidedHint),
      rows: [
        { name: say(BOARD.all), more: say(BOARD.allHint), cell: ({ all }) => count(all) },
        ...OUTCOMES.filter((outcome) => outcome !== "nothing-found" || total.outcomes[outcome] > 0).map(
          (outcome): Row => ({
            name: say(CASE_OUTCOMES[outcome]),
            cell: ({ outcomes }) => count(outcomes[outcome]),
          }),
        ),
        { name: say(BOARD.open), cell: ({ open }) => count(open) },
      ],
    },
    {
      title: say(BOARD.deadlines),
      hint: say(BOARD.deadlinesHint),
      rows: [
        {
          name: say(BOARD.notices),
          more: say(BOARD.noticesHint),
          cell: (_, notices) => <Notices of={notices} count={count} />,
        },
        { name: say(BOARD.inTime), cell: ({ filedInTime }) => count(filedInTime) },
        { name: say(BOARD.late), cell: ({ filedLate }) => count(filedLate) },
        {
          name: say(BOARD.overdue),
          more: since && say(BOARD.since, { day: since }),
          cell: ({ overdue }) => <Overdue of={overdue} count={count} />,
        },
        { name: say(BOARD.share), cell: (figures) => (isBound ? NOTHING : <Share of={figures} />) },
        ...(total.filedOther === 0
          ? []
          : [
              {
                name: say(BOARD.filedOther),
                more: say(BOARD.filedOtherHint),
                cell: ({ filedOther }: BoardFigures) => count(filedOther),
              },
            ]),
      ],
    },
    {
      title: say(BOARD.suspicions),
      hint: say(BOARD.suspicionsHint),
      rows: [
        { name: say(BOARD.suspected), cell: ({ suspicions }) => count(suspicions.all) },
        { name: say(BOARD.noticeInTime), cell: ({ suspicions }) => count(suspicions["in time"]) },
        { name: say(BOARD.noticeLate), cell: ({ suspicions }) => count(suspicions.late) },
        {
          name: say(BOARD.noticeOverdue),
          cell: ({ suspicions }) => <Overdue of={suspicions.overdue} count={count} />,
        },
        { name: say(BOARD.noNotice), cell: ({ suspicions }) => count(suspicions.none) },
      ],
    },
    {
      title: say(BOARD.sanctions),
      hint: say(BOARD.sanctionsHint),
      rows: [
        { name: say(BOARD.cases), cell: ({ listed }) => count(listed) },
        { name: say(BOARD.users), more: say(BOARD.once), cell: ({ listedUsers }) => users(listedUsers) },
        { name: say(BOARD.open), cell: ({ listedOpen }) => count(listedOpen) },
      ],
    },
  ];
}

/** How many are in time, late, and not recorded here; of one alone its word. */
function Notices({ of: notices, count }: { of: readonly NoticeState[]; count: (number: number) => string }) {
  if (notices.length === 0) return <>{NOTHING}</>;
  const states = NOTICE_STATE_NAMES.map((state) => ({
    state,
    number: notices.filter((other) => other === state).length,
  }));
  return states
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => (
      <div class={state === "late" ? "bad" : undefined}>
        {say(NOTICE_STATES[state])} {notices.length === 1 ? undefined : count(number)}
      </div>
    ));
}

function Overdue({ of: overdue, count }: { of: number; count: (number: number) => string }) {
  return overdue === 0 ? <>{count(0)}</> : <b class="bad">{count(overdue)}</b>;
}

const NOTHING = "–";

function Dollars({ of: digits, isBound }: { of: string; isBound: boolean }) {
  const exact = dollars(digits);
  const [whole = exact] = exact.split(".");
  return <span title={`${USD} ${exact}`}>{isBound ? say(COMMON.atLeast, { what: whole }) : whole}</span>;
}

function Share({ of: figures }: { of: BoardFigures }) {
  const { count } = useTranslator();
  const { percent, filedInTime, all } = shareOf(figures);
  if (percent === undefined) return <>{NOTHING}</>;
  return (
    <>
      <b>{say(BOARD.percent, { percent: percent.toFixed(1) })}</b>{" "}
      <small>{say(BOARD.of, { some: count(filedInTime), all: count(all) })}</small>
    </>
  );
}

/** Laws of what was flagged, those of which there is most. */
function Laws({
  laws,
  otherLaws,
  isBound,
}: Pick<ReceivedCases, "laws" | "otherLaws"> & { isBound: boolean }) {
  const others = laws.slice(MOST_LAWS).reduce((sum, { count }) => sum + count, otherLaws);
  const rows = laws.slice(0, MOST_LAWS).map(({ name, countryCode, count }) => ({
    name: (
      <>
        <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
      </>
    ),
    number: count,
  }));
  return (
    <Panel title={say(BOARD.byLaw)}>
      {rows.length === 0 ? (
        <p class="muted">{say(BOARD.noneFlagged)}</p>
      ) : (
        <Bars
          caption={say(BOARD.byLaw)}
          rows={others === 0 ? rows : [...rows, { name: say(BOARD.otherLaws), number: others }]}
          isBound={isBound}
        />
      )}
    </Panel>
  );
}
