/** The notice sheet: one file of Excel, with a row for each operation of a month that is filed, or to be filed, and a sheet to read first. */

import { asksForNotice, reachIn } from "../../cases/accumulation.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { WORKBOOK } from "../../i18n/catalogue/desk/workbook.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { type DeskTranslator, say } from "../frame/translator.ts";
import { MXN } from "../kit/case-cells.tsx";
import { type RowFacts, type RowSources, rowFactsOf } from "../kit/row-facts.ts";
import { workbookReply } from "../kit/workbook.tsx";
import { countsOf } from "./month-cases.ts";
import { hasUrgentNotice, partsOf } from "./month-ticks.tsx";
import { type SheetRow, type SheetSources, sheetColumns, sheetRowsOf, sheetSums } from "./sheet-columns.ts";

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
  const { translator, person, access } = context.var;
  const { count, moment, monthInWords } = translator;
  const now = new Date().toISOString();
  const filed = due.filter(({ listedCase }) => listedCase.outcome === "reported");
  const open = due.filter(({ listedCase }) => isOpen(listedCase));
  const decidable = open.filter(({ notice }) => notice === undefined);
  const query = [...filed, ...decidable].map(({ listedCase }) => listedCase);
  const reachOf = await reachIn(desk, query, access.sees);
  const toFile = decidable.filter(({ listedCase }) => asksForNotice(reachOf(listedCase)));
  const urgent = toFile.filter(({ listedCase }) => hasUrgentNotice(listedCase));
  const { below, unknown } = partsOf(
    decidable.map(({ listedCase }) => listedCase),
    reachOf,
  );
  const chosen = [...filed, ...toFile].sort((a, b) => compareTexts(timeOf(a), timeOf(b)));
  const judged = chosen.slice(0, MOST_ROWS);
  const facts = await rowFactsOf(
    judged.map(({ listedCase }) => listedCase),
    desk,
  );
  const rows = await sheetRowsOf(judged, desk);
  const columns = sheetColumns({ translator, ...facts, reachOf, now });
  const isShort = isCut || judged.length < chosen.length;
  const file = say(NOTICE_SHEET.file, { month });
  const sumsOf = (
    name: typeof NOTICE_SHEET.filed | typeof NOTICE_SHEET.pending,
    isOf: (row: SheetRow) => boolean,
  ) => {
    const some = rows.filter(isOf);
    return sheetSums(say(name, { count: count(some.length) }), columns, some, facts);
  };
  return workbookReply(context, isShort ? say(WORKBOOK.cutFile, { file, count: rows.length }) : file, {
    name: say(NOTICE_SHEET.tab, { month }),
    columns,
    rows,
    below: [
      sumsOf(NOTICE_SHEET.filed, (row) => row.judged.listedCase.outcome === "reported"),
      sumsOf(NOTICE_SHEET.pending, (row) => row.judged.listedCase.outcome !== "reported"),
    ],
    timeZone: desk.timeZone,
    above: [
      say(NOTICE_SHEET.title, {
        month: monthInWords(month),
        projects: say(NOTICE_SHEET.projects, { count: projectIds.length, ids: projectIds.join(", ") }),
        madeAt: moment(now),
        who: person.name,
        zone: desk.timeZone,
      }),
      ...(isShort ? [say(NOTICE_SHEET.cut, { count: count(MOST_ROWS) })] : []),
    ],
    about: [
      say(NOTICE_SHEET.holds, {
        filed: count(filed.length),
        toFile: count(toFile.length),
      }),
      ...(urgent.length === 0 ? [] : [say(NOTICE_SHEET.holdsUrgent, { count: count(urgent.length) })]),
      say(NOTICE_SHEET.leavesOut),
      say(NOTICE_SHEET.leftOtherwise, { count: count(due.length - filed.length - open.length) }),
      say(NOTICE_SHEET.leftBelow, { count: count(below.length) }),
      say(NOTICE_SHEET.leftUnknown, { count: count(unknown.length) }),
      say(NOTICE_SHEET.leftPending, { count: count(open.length - decidable.length) }),
      say(NOTICE_SHEET.undated, { count: count(undated) }),
      say(NOTICE_SHEET.unreadable, { count: count(unreadable) }),
      say(NOTICE_SHEET.rfc),
      say(NOTICE_SHEET.unknown),
      say(NOTICE_SHEET.noDollars, { count: count(countsOf(judged, now).unknown) }),
      ...ratesWords(judged, facts, translator),
      say(WORKBOOK.asText),
    ],
  });
}

/** A sentence about the days of the rates; none where the company has no currency beside dollars. */
export function ratesWords(
  cases: readonly JudgedCase[],
  { local }: Pick<RowFacts, "local">,
  { count, day }: DeskTranslator,
): string[] {
  if (local === undefined) return [];
  const priced = cases.filter(({ listedCase }) => listedCase.amount?.usd !== undefined);
  const days = priced.map((judgedCase) => ({
    rate: local.amountOf(judgedCase.listedCase)?.day,
    operation: day(timeOf(judgedCase)),
  }));
  const earlier = days.filter(({ rate, operation }) => rate !== undefined && rate !== operation).length;
  const none = cases.filter(({ listedCase }) => local.amountOf(listedCase)?.amount === undefined).length;
  return [
    say(NOTICE_SHEET.rates, { currency: local.currency, earlier: count(earlier), none: count(none) }),
    ...(local.currency === MXN ? [say(NOTICE_SHEET.cutUnits)] : []),
  ];
}

function timeOf({ listedCase }: JudgedCase): string {
  return listedCase.happenedAt ?? listedCase.receivedAt;
}
