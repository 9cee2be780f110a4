/** The days of a month as columns, drawn here: no script, and every number in a table below. */

import { linkTo } from "../../alerts/desk-links.ts";
import type { StoredDay } from "../../daily-counts/days.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { OVERVIEW } from "../../i18n/catalogue/desk/overview.ts";
import { Table } from "../components/facts.tsx";
import { useTranslator } from "../translator.ts";

const WIDTH = 620;
const HEIGHT = 120;
/** No month has more days. */
const MOST_DAYS = 31;
const COLUMN = WIDTH / MOST_DAYS;

/** Days of one month, the first one first. */
export interface DaysOfMonth {
  month: string;
  days: readonly StoredDay[];
}

export function DayChart({ month, days }: DaysOfMonth) {
  const { t } = useTranslator();
  const highest = Math.max(0, ...days.map(flagged));
  const text = useSummary({ month, days }, highest);
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text} class="chart">
        {days.map((one) => (
          <Column of={one} highest={highest} />
        ))}
      </svg>
      <figcaption>
        {text} {highest > 0 ? t(OVERVIEW.chartLegend) : ""}
      </figcaption>
    </figure>
  );
}

function flagged({ count: { notifications } }: StoredDay): number {
  return notifications.illegal + notifications.warn;
}

function useSummary({ month, days }: DaysOfMonth, highest: number): string {
  const { t, count } = useTranslator();
  const most = days.find((one) => flagged(one) === highest);
  if (highest === 0 || most === undefined) return t(OVERVIEW.noneFlagged, { month });
  const sum = (risk: "illegal" | "warn") => days.reduce((all, one) => all + one.count.notifications[risk], 0);
  return t(OVERVIEW.chart, {
    month,
    day: most.day,
    illegal: count(sum("illegal")),
    warn: count(sum("warn")),
    most: count(highest),
  });
}

function Column({ of: { day, count }, highest }: { of: StoredDay; highest: number }) {
  const heightOf = (number: number) => (highest === 0 ? 0 : (number / highest) * HEIGHT);
  const [illegal, warn] = [heightOf(count.notifications.illegal), heightOf(count.notifications.warn)];
  const x = (Number(day.slice(-2)) - 1) * COLUMN + 1;
  const rect = (kind: "illegal" | "warn", height: number, below: number) =>
    height === 0 ? undefined : (
      <rect
        x={x.toFixed(1)}
        y={(HEIGHT - below - height).toFixed(1)}
        width={(COLUMN - 2).toFixed(1)}
        height={height.toFixed(1)}
        class={kind}
      />
    );
  return (
    <>
      {rect("illegal", illegal, 0)}
      {rect("warn", warn, illegal)}
    </>
  );
}

/** The numbers of the columns, and a page for each day. */
export function EveryDay({ days }: Pick<DaysOfMonth, "days">) {
  const { t, count } = useTranslator();
  return (
    <details>
      <summary>{t(OVERVIEW.everyDay)}</summary>
      <Table caption={t(OVERVIEW.byDay)}>
        <thead>
          <tr>
            <th scope="col">{t(OVERVIEW.dayField)}</th>
            <th scope="col">{t(FACTS.illegal)}</th>
            <th scope="col">{t(FACTS.warn)}</th>
            <th scope="col">{t(FACTS.noLaw)}</th>
            <th scope="col">{t(OVERVIEW.undecided)}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ projectId, day, count: { notifications, open } }) => (
            <tr>
              <th scope="row">
                <a
                  href={linkTo("/overview", { day, project: projectId })}
                  aria-label={`${day}, ${t(FRAME.project, { project: projectId })}`}
                >
                  {day}
                </a>
              </th>
              <td>{count(notifications.illegal)}</td>
              <td>{count(notifications.warn)}</td>
              <td>{count(notifications.none)}</td>
              <td>{count(open)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
