/** A month or a day of each project as numbers, and what is open by its age. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/desk-links.ts";
import { isEmptyDay } from "../../daily-counts/day-count.ts";
import { dayCsv } from "../../daily-counts/day-csv.ts";
import { type DayRange, DayStore, type StoredDay } from "../../daily-counts/days.ts";
import { type AgeClass, type OpenCases, openByAge } from "../../daily-counts/open-by-age.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { OVERVIEW, OVERVIEW as SAID } from "../../i18n/catalogue/desk/overview.ts";
import { addDays } from "../../time/calendar.ts";
import { ProjectChoice } from "../components/choice.tsx";
import { Bar, Table } from "../components/facts.tsx";
import { CsvLink, csvReply } from "../csv.tsx";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { momentOf } from "../moment.ts";
import {
  badRequest,
  dayFilter,
  monthFilter,
  monthsBeside,
  parametersOf,
  projectFilter,
} from "../parameters.ts";
import { seenOf } from "../sign-in/access.ts";
import { useTranslator } from "../translator.ts";
import { CountTables } from "./count-tables.tsx";
import { DayChart, EveryDay } from "./day-chart.tsx";

const parameters = z.object({
  month: monthFilter,
  day: dayFilter,
  project: projectFilter,
});

/** Requested day or month, of one project or of all that the user may see. */
interface Span {
  month: string;
  day: string | undefined;
  project: number | undefined;
}

export function addOverview(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const days = new DayStore(database, environment.CASES_TABLE);
  const served = new Set(environment.PROJECTS.map(({ id }) => id));
  app.get("/overview", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const span = spanOf(context, asked);
    const projects = await Promise.all(
      seenOf(context.var.access, span.project).map(async (projectId) => ({
        projectId,
        found: await Array.fromAsync(days.of(projectId, rangeOf(span))),
        open: openByAge(await Array.fromAsync(days.open(projectId)), momentOf(context).today),
      })),
    );
    const shown = projects.filter(
      ({ projectId, found, open }) =>
        served.has(projectId) || open.open > 0 || found.some(({ count }) => !isEmptyDay(count)),
    );
    const { t } = context.var.translator;
    const { month, day } = span;
    return page(context, {
      title: day === undefined ? t(SAID.month, { month }) : t(SAID.day, { day }),
      children: (
        <>
          <Filters span={span} projectIds={context.var.access.sees} />
          <p>{t(SAID.explained, { zone: environment.TIME_ZONE })}</p>
          {shown.map(({ projectId, found, open }) => (
            <section class="panel">
              <h2>{t(FRAME.project, { project: projectId })}</h2>
              <Counted span={span} days={found} />
              <OpenTable of={open} />
            </section>
          ))}
          <CsvLink path="/overview" query={{ ...span, month: day === undefined ? month : undefined }} />
        </>
      ),
    });
  });

  app.get("/overview.csv", (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const span = spanOf(context, asked);
    async function* rows() {
      for (const projectId of seenOf(context.var.access, span.project))
        yield* days.of(projectId, rangeOf(span));
    }
    return csvReply(context, `overview-${span.day ?? span.month}`, dayCsv, rows());
  });
}

/** By default the month of yesterday, which is the last day that may be counted. */
function spanOf(context: DeskContext, { month, day, project }: z.infer<typeof parameters>): Span {
  const yesterday = addDays(momentOf(context).today, -1);
  return { month: month ?? (day ?? yesterday).slice(0, "YYYY-MM".length), day, project };
}

function rangeOf({ month, day }: Span): DayRange {
  return day === undefined ? { from: `${month}-01`, to: `${month}-31` } : { from: day, to: day };
}

function Filters({ span, projectIds }: { span: Span; projectIds: readonly number[] }) {
  const { t } = useTranslator();
  const { month, day, project } = span;
  const [before, after] = monthsBeside(month);
  const linkOf = (one: string) => linkTo("/overview", { month: one, project });
  return (
    <>
      <form class="filters" method="get" action="/overview">
        <label>
          {t(SAID.monthField)} <input type="month" name="month" value={month} />
        </label>
        <label>
          {t(SAID.dayField)} <input type="date" name="day" value={day ?? ""} />
        </label>
        <ProjectChoice projectIds={projectIds} chosen={project} />
        <button type="submit">{t(SAID.show)}</button>
      </form>
      <nav class="pages" aria-label={t(FRAME.more)}>
        {before && <a href={linkOf(before)}>{before}</a>}{" "}
        {day === undefined ? undefined : <a href={linkOf(month)}>{month}</a>}{" "}
        {after && <a href={linkOf(after)}>{after}</a>}
      </nav>
    </>
  );
}

function Counted({ span: { month, day }, days }: { span: Span; days: readonly StoredDay[] }) {
  const { t, moment } = useTranslator();
  const last = days
    .map(({ countedAt }) => countedAt)
    .sort()
    .at(-1);
  if (last === undefined) return <p>{t(SAID.nothing)}</p>;
  return (
    <>
      <p>{t(SAID.countedAt, { time: moment(last) })}</p>
      {day === undefined ? (
        <>
          <DayChart month={month} days={days} />
          <EveryDay days={days} />
        </>
      ) : undefined}
      <CountTables of={days.map(({ count }) => count)} />
    </>
  );
}

function OpenTable({ of: { open, byAge, overdue, dueSoon } }: { of: OpenCases }) {
  const { t, count } = useTranslator();
  if (open === 0) return <p>{t(OVERVIEW.noneOpen)}</p>;
  const highest = Math.max(...byAge.map((one) => one.open));
  return (
    <>
      <Table caption={t(OVERVIEW.open, { count: count(open) })}>
        <thead>
          <tr>
            <th scope="col">{t(OVERVIEW.age)}</th>
            <th scope="col">{t(OVERVIEW.undecided)}</th>
          </tr>
        </thead>
        <tbody>
          {byAge.map((one) => (
            <tr>
              <th scope="row">
                <Age of={one} />
              </th>
              <td>
                {count(one.open)}
                <Bar count={one.open} of={highest} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p>{t(OVERVIEW.due, { overdue: count(overdue), soon: count(dueSoon) })}</p>
    </>
  );
}

function Age({ of: { from, to } }: { of: AgeClass }) {
  const { t } = useTranslator();
  if (to === undefined) return <>{t(OVERVIEW.over, { from })}</>;
  return <>{from === 0 ? t(OVERVIEW.upTo, { to }) : t(OVERVIEW.between, { from, to })}</>;
}
