/** The days of a month and the last weeks as columns, each with its numbers in a table below. */

import { linkTo } from "../../alerts/desk-links.ts";
import type { StoredDay } from "../../daily-counts/days.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { OVERVIEW as SAID } from "../../i18n/catalogue/desk/overview.ts";
import { addDays, addMonths } from "../../time/calendar.ts";
import { ChartKey, ColumnChart, type ColumnPart } from "../components/column-chart.tsx";
import { FlowTable } from "../components/flow-table.tsx";
import { Panel } from "../components/panel.tsx";
import { useTranslator } from "../translator.ts";

/** Share of a column's place that it fills. */
const FILLED = 0.7;

/** Days with a name below them, and those that have it on a phone too. */
const NAMED_DAYS = [1, 5, 10, 15, 20, 25];
const ALWAYS_NAMED = [1, 10, 20];

const RISKS = ["illegal", "warn"] as const;

interface DaysOfMonthProps {
  /** `YYYY-MM`. */
  month: string;
  /** Days of the month, of one project or of several. */
  days: readonly StoredDay[];
}

export function DaysOfMonth({ month, days }: DaysOfMonthProps) {
  const { t, count, shortDay, startOf } = useTranslator();
  const length = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(-2));
  const byDay = Array.from({ length }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, "0")}`;
    const found = days.filter((one) => one.day === day);
    return {
      day,
      numbers: RISKS.map((risk) => found.reduce((sum, one) => sum + one.count.notifications[risk], 0)),
    };
  });
  const [illegal = 0, warn = 0] = RISKS.map((_, index) =>
    byDay.reduce((sum, { numbers }) => sum + (numbers[index] ?? 0), 0),
  );
  const parts: ColumnPart[] = [
    { kind: "illegal", name: t(SAID.keyFlagged), sum: count(illegal) },
    { kind: "warn", name: t(SAID.keyWarn), sum: count(warn) },
  ];
  const place = 100 / length;
  return (
    <Panel title={t(SAID.byDay)} beside={<ChartKey parts={parts} />}>
      <ColumnChart
        parts={parts}
        text={useSummary({ month, byDay, illegal, warn })}
        columns={byDay.map(({ day, numbers }, index) => ({
          x: (index + (1 - FILLED) / 2) * place,
          width: FILLED * place,
          numbers,
          label: NAMED_DAYS.includes(index + 1)
            ? {
                text: shortDay(startOf(day)) ?? day,
                isAlways: ALWAYS_NAMED.includes(index + 1),
              }
            : undefined,
        }))}
      />
      <EveryDay days={days} />
    </Panel>
  );
}

interface Summed {
  month: string;
  byDay: readonly { day: string; numbers: readonly number[] }[];
  illegal: number;
  warn: number;
}

function useSummary({ month, byDay, illegal, warn }: Summed): string {
  const { t, count, monthInWords, inWords } = useTranslator();
  const sumOf = ({ numbers }: Summed["byDay"][number]) => numbers.reduce((sum, one) => sum + one, 0);
  const [most] = byDay.toSorted((a, b) => sumOf(b) - sumOf(a));
  const named = { month: monthInWords(month) };
  if (illegal + warn === 0 || most === undefined) return t(SAID.noneFlagged, named);
  const values = { ...named, day: inWords(most.day), most: count(sumOf(most)) };
  return t(SAID.chart, { ...values, illegal: count(illegal), warn: count(warn) });
}

/** The numbers of the columns, and a page for each day. */
function EveryDay({ days }: Pick<DaysOfMonthProps, "days">) {
  const { t, count } = useTranslator();
  const sorted = days.toSorted((a, b) =>
    a.day === b.day ? a.projectId - b.projectId : a.day < b.day ? 1 : -1,
  );
  return (
    <details class="fold">
      <summary>{t(SAID.everyDay)}</summary>
      <FlowTable
        caption={t(SAID.byDay)}
        columns={[
          { name: t(SAID.dayField) },
          { name: t(FACTS.projectColumn), class: "n" },
          { name: t(FACTS.illegal), class: "n" },
          { name: t(FACTS.warn), class: "n" },
          { name: t(FACTS.noLaw), class: "n" },
          { name: t(SAID.undecided), class: "n" },
        ]}
      >
        {sorted.map(({ projectId, day, count: { notifications, open } }) => (
          <tr>
            <th scope="row">
              <a
                href={linkTo("/overview", { day, project: projectId })}
                aria-label={`${day}, ${t(FRAME.project, { project: projectId })}`}
              >
                {day}
              </a>
            </th>
            <td class="n">{projectId}</td>
            <td class="n">{count(notifications.illegal)}</td>
            <td class="n">{count(notifications.warn)}</td>
            <td class="n">{count(notifications.none)}</td>
            <td class="n">{count(open)}</td>
          </tr>
        ))}
      </FlowTable>
    </details>
  );
}

/** Weeks of decisions that are shown, the present one too. */
export const WEEKS = 8;

interface DecisionsByWeekProps {
  days: readonly StoredDay[];
  /** First day of the present week, `YYYY-MM-DD`. */
  monday: string;
}

export function DecisionsByWeek({ days, monday }: DecisionsByWeekProps) {
  const { t, count, shortDay, startOf } = useTranslator();
  const weeks = Array.from({ length: WEEKS }, (_, index) => {
    const from = addDays(monday, (index + 1 - WEEKS) * 7);
    const found = days.filter(({ day }) => day >= from && day < addDays(from, 7));
    const sum = (field: "decidedInTime" | "decidedLate") =>
      found.reduce((all, one) => all + one.count[field], 0);
    return {
      name: shortDay(startOf(from)) ?? from,
      numbers: [sum("decidedInTime"), sum("decidedLate")],
      isCounted: found.length > 0,
    };
  });
  // Zeros of a week of which no day is counted would read as a week without decisions.
  const counted = weeks.filter(({ isCounted }) => isCounted);
  const [inTime = 0, late = 0] = [0, 1].map((index) =>
    weeks.reduce((sum, { numbers }) => sum + (numbers[index] ?? 0), 0),
  );
  const parts: ColumnPart[] = [
    { kind: "in-time", name: t(SAID.keyInTime), sum: count(inTime) },
    { kind: "late", name: t(SAID.keyLate), sum: count(late) },
  ];
  const place = 100 / WEEKS;
  return (
    <Panel title={t(SAID.byWeek)} beside={<ChartKey parts={parts} />}>
      <ColumnChart
        parts={parts}
        text={t(SAID.weekChart, { inTime: count(inTime), late: count(late) })}
        columns={weeks.map(({ name, numbers }, index) => ({
          x: (index + (1 - FILLED) / 2) * place,
          width: FILLED * place,
          numbers,
          label: { text: name, isAlways: index % 2 === 1 },
        }))}
      />
      <details class="fold">
        <summary>{t(SAID.everyWeek)}</summary>
        <FlowTable
          caption={t(SAID.byWeek)}
          columns={[
            { name: t(SAID.week) },
            { name: t(SAID.keyInTime), class: "n" },
            { name: t(SAID.keyLate), class: "n" },
          ]}
        >
          {counted.toReversed().map(({ name, numbers }) => (
            <tr>
              <th scope="row">{name}</th>
              {numbers.map((number) => (
                <td class="n">{count(number)}</td>
              ))}
            </tr>
          ))}
        </FlowTable>
      </details>
    </Panel>
  );
}
