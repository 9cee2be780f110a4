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
import { lawKey } from "../../law/laws.ts";
import { type LawCount, type ReceivedCases, receivedIn } from "../../reports/brief/received-cases.ts";
import { casesOfMonth } from "../cases/month-cases.ts";
import {
  mexicanIn,
  NOTICE_STATE_NAMES,
  type NoticeState,
  noticeState,
  owesNotice,
} from "../cases/month-notice.ts";
import { MONTH_FORMAT } from "../cases/step-form.ts";
import type { Desk, DeskEnv } from "../frame/desk-context.ts";
import { page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, parametersOf, projectFilter } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { USD } from "../kit/case-cells.tsx";
import { DataTable, type RowGroup } from "../kit/data-table.tsx";
import { monthLink } from "../kit/links.ts";
import { Menu, ProjectMenu } from "../kit/menu.tsx";
import { MonthLinks } from "../kit/month-links.tsx";
import { useCountText } from "../kit/panel.tsx";
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
        .filter((ofProject) => owesNotice(ofProject, { month, mexican }))
        .map(({ stored }) => noticeState(stored, { dues, now }));
      return {
        month,
        cases: ofProjects.flatMap(({ due, other }) => [...due, ...other]),
        unreadable: ofProjects.flatMap(({ unreadable }) => unreadable),
        undated: ofProjects.flatMap(({ undated }) => undated).length,
        notices,
      };
    };
    const months = await Promise.all(
      Array.from({ length: MONTHS }, (_, index) => readMonth(addMonths(to, 1 + index - MONTHS))),
    );
    const unreadable = months.flatMap((boardMonth) => boardMonth.unreadable);
    const all = months.flatMap((boardMonth) => boardMonth.cases);
    const columns = await Promise.all(
      months.map(async ({ month, cases, notices }) => ({ month, ...(await columnOf(cases, notices, now)) })),
    );
    const total = await columnOf(
      all,
      months.flatMap(({ notices }) => notices),
      now,
    );
    const isBound = limit.isReached || unreadable.length > 0;
    const { monthInWords } = context.var.translator;
    const wish = { to, project, current };
    return page(context, {
      title: say(BOARD.title, { first: monthInWords(addMonths(to, 1 - MONTHS)), last: monthInWords(to) }),
      beside: <Beside {...wish} projects={sees} />,
      children: (
        <>
          <Bound unreadable={unreadable} isBound={isBound} isCut={limit.isReached} />
          <section class="panel board" aria-label={say(BOARD.caption)}>
            <h2 class="unseen">{say(BOARD.caption)}</h2>
            <Figures columns={columns} total={total} wish={wish} isBound={isBound} />
          </section>
          <Undated months={months} isCut={limit.isReached} />
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
  /** Number of the cases that were received in it, and whose operation has no known day: no figure counts them. */
  undated: number;
  /** Of each project that owes one. */
  notices: NoticeState[];
}

/** What no month counts, with a link to the months that name it. */
function Undated({ months, isCut }: { months: readonly BoardMonth[]; isCut: boolean }) {
  const countText = useCountText({ isAtLeast: isCut });
  const { monthInWords } = useTranslator();
  const withUndated = months.filter(({ undated }) => undated > 0);
  if (withUndated.length === 0) return undefined;
  const all = withUndated.reduce((sum, { undated }) => sum + undated, 0);
  return (
    <p>
      {say(BOARD.undated, { count: countText(all) })}{" "}
      {withUndated.map(({ month }, index) => (
        <>
          {index === 0 ? "" : ", "}
          <a href={monthLink({ month, project: undefined })}>{monthInWords(month)}</a>
        </>
      ))}
    </p>
  );
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

/** What the cells of a column say. */
interface BoardColumn {
  figures: BoardFigures;
  notices: readonly NoticeState[];
  laws: Pick<ReceivedCases, "laws" | "otherLaws">;
}

async function columnOf(
  cases: readonly JudgedCase[],
  notices: readonly NoticeState[],
  now: string,
): Promise<BoardColumn> {
  const laws = await receivedIn(flaggedOf(cases).map(({ listedCase }) => listedCase));
  return { figures: figuresOf(cases, now), notices, laws };
}

interface FiguresProps {
  columns: readonly (BoardColumn & { month: string })[];
  total: BoardColumn;
  wish: Wish;
  isBound: boolean;
}

interface Row {
  name: Child;
  more?: string | undefined;
  cell: (column: BoardColumn) => Child;
}

function Figures({ columns, total, wish: { project, current }, isBound }: FiguresProps) {
  const { monthInWords } = useTranslator();
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
        ...columns.map((column) => ({
          name: (
            <>
              <a href={monthLink({ month: column.month, project })}>{monthInWords(column.month)}</a>{" "}
              {column.month === current ? <small>{say(BOARD.soFar)}</small> : undefined}
            </>
          ),
          class: "n",
          cell: ({ cell }: Row) => cell(column),
        })),
        { name: say(BOARD.total), class: "n total", cell: ({ cell }) => cell(total) },
      ]}
    />
  );
}

/** Rows under their headings. A rare one is left out where every month has 0. */
function useGroups({ figures: total, laws }: BoardColumn, isBound: boolean): RowGroup<Row>[] {
  const { shortDay } = useTranslator();
  const count = useCounted(isBound);
  const atLeast = useCounted(true);
  const users = ({ count: number, isBound: isUnknown }: BoardFigures["users"]) =>
    isUnknown ? atLeast(number) : count(number);
  const since = total.overdueSince && shortDay(total.overdueSince);
  return [
    {
      title: say(BOARD.flagged),
      hint: say(BOARD.flaggedHint),
      rows: [
        { name: say(BOARD.transactions), cell: ({ figures: { flagged } }: BoardColumn) => count(flagged) },
        {
          name: say(BOARD.usd),
          more: total.unknown === 0 ? undefined : say(BOARD.unknown, { count: total.unknown }),
          cell: ({ figures: { usd, unknown } }: BoardColumn) => (
            <Dollars of={usd} isBound={isBound || unknown > 0} />
          ),
        },
        {
          name: say(BOARD.users),
          more: say(BOARD.once),
          cell: ({ figures }: BoardColumn) => users(figures.users),
        },
      ],
    },
    { title: say(BOARD.byLaw), hint: say(BOARD.byLawHint), rows: lawRows(laws, count) },
    {
      title: say(BOARD.decided),
      hint: say(BOARD.decidedHint),
      rows: [
        {
          name: say(BOARD.all),
          more: say(BOARD.allHint),
          cell: ({ figures: { all } }: BoardColumn) => count(all),
        },
        ...OUTCOMES.filter((outcome) => outcome !== "nothing-found" || total.outcomes[outcome] > 0).map(
          (outcome): Row => ({
            name: say(CASE_OUTCOMES[outcome]),
            cell: ({ figures: { outcomes } }: BoardColumn) => count(outcomes[outcome]),
          }),
        ),
        { name: say(BOARD.open), cell: ({ figures: { open } }: BoardColumn) => count(open) },
      ],
    },
    {
      title: say(BOARD.deadlines),
      hint: say(BOARD.deadlinesHint),
      rows: [
        {
          name: say(BOARD.notices),
          more: say(BOARD.noticesHint),
          cell: ({ notices }: BoardColumn) => <Notices of={notices} count={count} />,
        },
        { name: say(BOARD.inTime), cell: ({ figures: { filedInTime } }: BoardColumn) => count(filedInTime) },
        { name: say(BOARD.late), cell: ({ figures: { filedLate } }: BoardColumn) => count(filedLate) },
        {
          name: say(BOARD.overdue),
          more: since && say(BOARD.since, { day: since }),
          cell: ({ figures: { overdue } }: BoardColumn) => <Overdue of={overdue} count={count} />,
        },
        {
          name: say(BOARD.share),
          cell: ({ figures }: BoardColumn) => (isBound ? NOTHING : <Share of={figures} />),
        },
        ...(total.filedOther === 0
          ? []
          : [
              {
                name: say(BOARD.filedOther),
                more: say(BOARD.filedOtherHint),
                cell: ({ figures: { filedOther } }: BoardColumn) => count(filedOther),
              },
            ]),
      ],
    },
    {
      title: say(BOARD.suspicions),
      hint: say(BOARD.suspicionsHint),
      rows: [
        {
          name: say(BOARD.suspected),
          cell: ({ figures: { suspicions } }: BoardColumn) => count(suspicions.all),
        },
        {
          name: say(BOARD.noticeInTime),
          cell: ({ figures: { suspicions } }: BoardColumn) => count(suspicions["in time"]),
        },
        {
          name: say(BOARD.noticeLate),
          cell: ({ figures: { suspicions } }: BoardColumn) => count(suspicions.late),
        },
        {
          name: say(BOARD.noticeOverdue),
          cell: ({ figures: { suspicions } }: BoardColumn) => (
            <Overdue of={suspicions.overdue} count={count} />
          ),
        },
        {
          name: say(BOARD.noticeRunning),
          cell: ({ figures: { suspicions } }: BoardColumn) => count(suspicions.running),
        },
        {
          name: say(BOARD.withdrawn),
          cell: ({ figures: { suspicions } }: BoardColumn) => count(suspicions.withdrawn),
        },
      ],
    },
    {
      title: say(BOARD.sanctions),
      hint: say(BOARD.sanctionsHint),
      rows: [
        { name: say(BOARD.cases), cell: ({ figures: { listed } }: BoardColumn) => count(listed) },
        {
          name: say(BOARD.users),
          more: say(BOARD.once),
          cell: ({ figures: { listedUsers } }: BoardColumn) => users(listedUsers),
        },
        { name: say(BOARD.open), cell: ({ figures: { listedOpen } }: BoardColumn) => count(listedOpen) },
      ],
    },
  ];
}

/** How many are in time, late, and not recorded here; of one alone its word. */
function Notices({ of: notices, count }: { of: readonly NoticeState[]; count: (number: number) => Child }) {
  if (notices.length === 0) return <>{NOTHING}</>;
  const states = NOTICE_STATE_NAMES.map((state) => ({
    state,
    number: notices.filter((other) => other === state).length,
  }));
  return states
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => (
      <div class={state === "late" || state === "missing" ? "bad" : undefined}>
        {say(NOTICE_STATES[state])} {notices.length === 1 ? undefined : count(number)}
      </div>
    ));
}

function Overdue({ of: overdue, count }: { of: number; count: (number: number) => Child }) {
  return overdue === 0 ? count(0) : <b class="bad">{count(overdue)}</b>;
}

const NOTHING = "–";

/** Numbers as text, 0 in a paler colour. */
function useCounted(isBound: boolean): (number: number) => Child {
  const count = useCountText({ isAtLeast: isBound });
  return (number) => (number === 0 ? <span class="muted">{count(number)}</span> : count(number));
}

function Dollars({ of: digits, isBound }: { of: string; isBound: boolean }) {
  const exact = dollars(digits);
  const [whole = exact] = exact.split(".");
  return (
    <span class={whole === "0" ? "muted" : undefined} title={`${USD} ${exact}`}>
      {isBound ? say(COMMON.atLeast, { what: whole }) : whole}
    </span>
  );
}

function Share({ of: figures }: { of: BoardFigures }) {
  const { count } = useTranslator();
  const { percent, isCut, filedInTime, all } = shareOf(figures);
  if (percent === undefined) return <>{NOTHING}</>;
  return (
    <>
      <b>{say(isCut ? BOARD.percentOver : BOARD.percent, { percent })}</b>{" "}
      <small>{say(BOARD.of, { some: count(filedInTime), all: count(all) })}</small>
    </>
  );
}

/** The laws of what was flagged, those of which there is most, and all others together. */
function lawRows({ laws, otherLaws }: BoardColumn["laws"], count: (number: number) => Child): Row[] {
  const named = laws.slice(0, MOST_LAWS);
  const names = new Set(named.map(lawKey));
  const isOther = (law: LawCount) => !names.has(lawKey(law));
  const others = (all: BoardColumn["laws"]) =>
    all.laws.filter(isOther).reduce((sum, law) => sum + law.count, all.otherLaws);
  const rows = named.map((law): Row => {
    const { name, countryCode } = law;
    return {
      name: (
        <>
          <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
        </>
      ),
      cell: (column) => count(column.laws.laws.find((other) => lawKey(other) === lawKey(law))?.count ?? 0),
    };
  });
  if (others({ laws, otherLaws }) === 0) return rows;
  return [...rows, { name: say(BOARD.otherLaws), cell: (column) => count(others(column.laws)) }];
}
