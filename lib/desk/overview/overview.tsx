/** Figures of now, and a month or a day as numbers: what came, by which laws, and what became of the cases. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { linkTo } from "../../alerts/desk-links.ts";
import { CaseQueries, type OpenCases } from "../../cases/case-queries.ts";
import { OUTCOMES } from "../../cases/step.ts";
import { type OpenDay, sumDays, worstFirst } from "../../daily-counts/day-count.ts";
import { dayCsv } from "../../daily-counts/day-csv.ts";
import { type DayRange, DayStore, type StoredDay } from "../../daily-counts/days.ts";
import { type AgeClass, openByAge } from "../../daily-counts/open-by-age.ts";
import { OVERVIEW as SAID } from "../../i18n/catalogue/desk/overview.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { addDays } from "../../time/calendar.ts";
import { Bars } from "../components/bars.tsx";
import { Icon } from "../components/icon.tsx";
import { ProjectMenu } from "../components/menu.tsx";
import { MonthLinks } from "../components/month-links.tsx";
import { Panel } from "../components/panel.tsx";
import { csvReply } from "../csv.tsx";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { momentOf } from "../moment.ts";
import { MOST_OPEN } from "../open-count.ts";
import { badRequest, dayFilter, monthFilter, parametersOf, projectFilter } from "../parameters.ts";
import { seenOf } from "../sign-in/access.ts";
import { useTranslator } from "../translator.ts";
import { CountTables } from "./count-tables.tsx";
import { DaysOfMonth, DecisionsByWeek, WEEKS } from "./day-charts.tsx";
import { FiguresNow } from "./figures-now.tsx";

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

/** Laws with a bar; the tables and the CSV have more. */
const MOST_BARS = 6;

export function addOverview(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const days = new DayStore(database, environment.CASES_TABLE);
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/overview", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const span = spanOf(context, asked);
    const { translator, access } = context.var;
    const { t, monthInWords, inWords } = translator;
    const { now, today } = momentOf(context);
    const projectIds = seenOf(access, span.project);
    const all = async (range: DayRange) =>
      (await Promise.all(projectIds.map((id) => Array.fromAsync(days.of(id, range))))).flat();
    const [found, weeks, open] = await Promise.all([
      all(rangeOf(span)),
      all({ from: addDays(mondayOf(today), (1 - WEEKS) * 7), to: today }),
      cases.open(projectIds, MOST_OPEN),
    ]);
    const counted = sumDays(found.map(({ count }) => count));
    // Zeros of a day that is not counted yet would read as a day without anything.
    const isCounted = found.length > 0;
    return page(context, {
      title:
        span.day === undefined
          ? t(SAID.month, { month: monthInWords(span.month) })
          : t(SAID.day, { day: inWords(span.day) }),
      beside: <Beside span={span} projectIds={access.sees} />,
      children: (
        <>
          <FiguresNow
            open={open}
            counted={sumDays(weeks.map(({ count }) => count))}
            project={span.project}
            now={now}
          />
          <div class="two uneven">
            <div class="stack">
              {isCounted && span.day === undefined ? (
                <DaysOfMonth month={span.month} days={found} />
              ) : undefined}
              {weeks.length > 0 ? <DecisionsByWeek days={weeks} monday={mondayOf(today)} /> : undefined}
            </div>
            <div class="stack">
              <ByAge
                days={
                  await openDays(open, translator.day, () =>
                    Promise.all(projectIds.map((id) => Array.fromAsync(days.open(id)))),
                  )
                }
                today={today}
              />
              {isCounted ? <ByLaw laws={counted.laws} /> : undefined}
              {isCounted ? <HowEnded outcomes={counted.outcomes} /> : undefined}
            </div>
          </div>
          {isCounted ? (
            <section class="panel">
              <details class="fold alone">
                <summary>{t(SAID.allFigures)}</summary>
                <CountTables of={counted} />
              </details>
            </section>
          ) : undefined}
          <Counted days={found} zone={environment.TIME_ZONE} />
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

/** Open cases by their day of receipt; of more than are read, the days as they were counted last. */
async function openDays(
  { cases, moreDue, moreOthers }: OpenCases,
  dayOf: (iso: string) => string | undefined,
  counted: () => Promise<OpenDay[][]>,
): Promise<OpenDay[]> {
  if (moreDue || moreOthers) return (await counted()).flat();
  return cases.flatMap(({ receivedAt }) => {
    const day = dayOf(receivedAt);
    return day === undefined ? [] : { day, count: { open: 1, openDue: {} } };
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

/** Monday of a day's week. */
function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The months beside, a month or a day to choose, projects, and CSV. */
function Beside({ span, projectIds }: { span: Span; projectIds: readonly number[] }) {
  const { t } = useTranslator();
  const { month, day, project } = span;
  const linkOf = (changed: { month?: string; project?: number | undefined }) =>
    linkTo("/overview", { month, project, ...changed });
  return (
    <div class="group end">
      <MonthLinks month={month} linkOf={(other) => linkOf({ month: other })} />
      <details class="menu" name="menu">
        <summary class="btn">
          {t(SAID.chooseSpan)} <Icon name="chevronDown" />
        </summary>
        <div>
          <form class="filters" method="get" action="/overview">
            {project === undefined ? undefined : <input type="hidden" name="project" value={project} />}
            <label>
              {t(SAID.monthField)} <input type="month" name="month" value={month} />
            </label>
            <label>
              {t(SAID.dayField)} <input type="date" name="day" value={day ?? ""} />
            </label>
            <button type="submit">{t(SAID.show)}</button>
          </form>
        </div>
      </details>
      <ProjectMenu projects={projectIds} chosen={project} linkOf={(chosen) => linkOf({ project: chosen })} />
      <a
        class="btn quiet"
        href={linkTo("/overview.csv", { ...span, month: day === undefined ? month : undefined })}
      >
        <Icon name="download" /> {"CSV"}
      </a>
    </div>
  );
}

/** Time and rule of the count of a span. */
function Counted({ days, zone }: { days: readonly StoredDay[]; zone: string }) {
  const { t, moment } = useTranslator();
  const last = days
    .map(({ countedAt }) => countedAt)
    .sort()
    .at(-1);
  return (
    <p class="muted">
      <small>
        {last === undefined ? t(SAID.nothing) : t(SAID.countedAt, { time: moment(last) })}{" "}
        {t(SAID.explained, { zone })}
      </small>
    </p>
  );
}

function ByAge({ days, today }: { days: readonly OpenDay[]; today: string }) {
  const { t, count } = useTranslator();
  const { open, byAge } = openByAge(days, today);
  return (
    <Panel title={t(SAID.openByAge)} count={count(open)}>
      {open === 0 ? (
        <p class="muted">{t(SAID.noneOpenNow)}</p>
      ) : (
        <Bars
          caption={t(SAID.openByAge)}
          rows={byAge.map((one) => ({
            name: <Age of={one} />,
            parts: [{ number: one.open, kind: "main-bar" }],
          }))}
        />
      )}
    </Panel>
  );
}

function Age({ of: { from, to } }: { of: AgeClass }) {
  const { t } = useTranslator();
  if (to === undefined) return <>{t(SAID.over, { from })}</>;
  return <>{from === 0 ? t(SAID.upTo, { to }) : t(SAID.between, { from, to })}</>;
}

function ByLaw({ laws }: { laws: ReturnType<typeof sumDays>["laws"] }) {
  const { t } = useTranslator();
  const shown = worstFirst(laws).slice(0, MOST_BARS);
  return (
    <Panel title={t(SAID.byLaw)}>
      {shown.length === 0 ? (
        <p class="muted">{t(SAID.noLaw)}</p>
      ) : (
        <Bars
          caption={t(SAID.byLaw)}
          rows={shown.map(({ name, countryCode, illegal, warn }) => ({
            name: (
              <span title={`${name} (${countryCode})`}>
                <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
              </span>
            ),
            parts: [
              { number: illegal, kind: "illegal" },
              { number: warn, kind: "warn" },
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function HowEnded({ outcomes }: Pick<ReturnType<typeof sumDays>, "outcomes">) {
  const { t, count } = useTranslator();
  return (
    <Panel title={t(SAID.howEnded)} count={count(OUTCOMES.reduce((sum, one) => sum + outcomes[one], 0))}>
      <Bars
        caption={t(SAID.howEnded)}
        rows={OUTCOMES.map((outcome) => ({
          name: <span class="capital">{t(CASE_OUTCOMES[outcome])}</span>,
          parts: [{ number: outcomes[outcome], kind: outcome === "reported" ? "main-bar" : "otherwise" }],
        }))}
      />
    </Panel>
  );
}
