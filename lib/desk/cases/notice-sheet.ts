/** The notice sheet: one file of Excel, with a row for each operation that is due in a month. */

import type { JudgedCase } from "../../cases/urgency.ts";
import { NOTICE_SHEET as SAID } from "../../i18n/catalogue/desk/month.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import { addMonths } from "../../i18n/time/calendar.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { say } from "../frame/translator.ts";
import { type RowSources, rowFactsOf } from "../kit/row-facts.ts";
import { workbookReply } from "../kit/workbook.tsx";
import { countsOf } from "./month-cases.ts";
import {
  MONTHS_ADDED,
  type SheetSources,
  sheetColumns,
  sheetRowsOf,
  sheetSums,
  sixMonthsOf,
} from "./sheet-columns.ts";

/** Rows of a sheet: more would take longer than API Gateway waits. */
const MOST_ROWS = 2_000;

interface SheetOfMonth {
  /** `YYYY-MM`. */
  month: string;
  projectIds: readonly number[];
  due: readonly JudgedCase[];
  /** True if there are more cases than were read. */
  isCut: boolean;
  /** Numbers of operations that it lacks: of unknown day, and corrupt. */
  undated: number;
  unreadable: number;
}

export async function noticeSheet(
  context: DeskContext,
  desk: SheetSources & RowSources & { timeZone: string },
  { month, projectIds, due, isCut, undated, unreadable }: SheetOfMonth,
) {
  const { translator, person } = context.var;
  const { count, monthInWords, short } = translator;
  const now = new Date().toISOString();
  const judged = due.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1)).slice(0, MOST_ROWS);
  const [facts, sixMonths] = await Promise.all([
    rowFactsOf(
      judged.map(({ one }) => one),
      desk,
    ),
    sixMonthsOf(desk.cases, { projectIds, month, timeZone: desk.timeZone }),
  ]);
  const rows = await sheetRowsOf(judged, desk, facts);
  const columns = sheetColumns({ translator, ...facts, sixMonths });
  const isShort = isCut || sixMonths === undefined || judged.length < due.length;
  const currency = facts.local?.currency;
  const withoutRate = rows.filter(({ judged: { one }, local }) => one.amount?.usd && !local).length;
  const name = `notice-sheet-${month}${isShort ? `-cut-after-${rows.length}-rows` : ""}`;
  return workbookReply(context, name, {
    name: say(SAID.tab, { month }),
    columns,
    rows,
    below: sheetSums(columns, rows, translator),
    timeZone: desk.timeZone,
    above: [
      say(SAID.title, {
        month: monthInWords(month),
        projects: say(SAID.projects, { ids: projectIds.join(", ") }),
        made: short(now) ?? now,
        who: person.name,
        zone: desk.timeZone,
      }),
      [
        ...(isShort ? [say(SAID.cut, { count: count(MOST_ROWS) })] : []),
        say(SAID.unknown, {
          amounts: count(countsOf(judged, now).unknown),
          ...{ undated: count(undated), unreadable: count(unreadable) },
          since: monthInWords(addMonths(month, 1 - MONTHS_ADDED)),
          until: monthInWords(month),
        }),
        ...(currency === undefined
          ? []
          : [say(SAID.money, { currency }), say(SAID.withoutRate, { currency, count: count(withoutRate) })]),
        say(WORKBOOK.asText),
      ].join(" "),
    ],
  });
}

function timeOf({ one }: JudgedCase): string {
  return one.happenedAt ?? one.receivedAt;
}
