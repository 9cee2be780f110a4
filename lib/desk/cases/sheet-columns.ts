/** Rows and columns of the files of a notice: each operation with what its notice needs. */

import pMap from "p-map";
import type { ReachOfCase } from "../../cases/accumulation.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { stateWords } from "../../cases/evidence/step-words.ts";
import type { Filing } from "../../cases/step.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { THRESHOLD } from "../../i18n/catalogue/desk/threshold.ts";
import { currentKey, readName } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { say } from "../frame/translator.ts";
import { UMA, USD } from "../kit/case-cells.tsx";
import { type CaseWords, caseColumns, dayColumn, numberColumn, textColumn } from "../kit/case-columns.ts";
import { reachText } from "../kit/reach.tsx";
import type { RowFacts } from "../kit/row-facts.ts";
import type { SheetColumn } from "../kit/sheet.ts";
import { lateNoticesOf, type MonthRow, rowsOf, timelinessOf } from "./month-cases.ts";
import { filingSumOf } from "./month-ticks.tsx";

/** The same in every language. */
const HASH = "Hash";

const READ_CONCURRENTLY = 20;

export interface SheetRow extends MonthRow {
  /** Undefined of what is no transaction, or cannot be read. */
  hash: string | undefined;
}

export interface SheetSources {
  cases: CaseQueries;
  notifications: NotificationQueries;
}

export async function sheetRowsOf(
  judged: readonly JudgedCase[],
  { cases, notifications }: SheetSources,
): Promise<SheetRow[]> {
  const rows = await rowsOf(cases, judged, []);
  const read = async (row: MonthRow): Promise<SheetRow> => {
    const { key, transaction } = readName(notificationNameOf(row.judged.listedCase) ?? "") ?? {};
    const notification =
      key === undefined || transaction === undefined
        ? undefined
        : await notifications.get(currentKey(key, transaction));
    return { ...row, hash: notification?.txHash };
  };
  return pMap(rows, read, { concurrency: READ_CONCURRENTLY });
}

interface SheetWords extends CaseWords {
  reachOf: ReachOfCase;
  /** ISO 8601. */
  now: string;
}

/** What an operation is, in the files of every notice. */
export function operationColumns(words: CaseWords): SheetColumn<SheetRow>[] {
  const ofCase = caseColumns<SheetRow>(words, ({ judged }) => judged.listedCase);
  return [
    ofCase.number,
    ofCase.happened,
    textColumn(HASH, 20, ({ hash }) => hash),
    ofCase.address,
    ofCase.chain,
    ofCase.asset,
    ofCase.amount,
    ...ofCase.money,
    ofCase.user,
    ofCase.laws,
  ];
}

/** Columns of the receipt. @param own the kind of notice that the file is about: another kind is named */
export function receiptColumns(own: Filing["kind"]): SheetColumn<SheetRow>[] {
  return [
    textColumn(say(MONTH.reference), 20, ({ receipts }) =>
      receipts
        .map(({ kind, reference }) => (kind === own ? reference : `${reference} (${say(FILINGS[kind])})`))
        .join("; "),
    ),
    dayColumn(say(MONTH.receipt), ({ receipts }) => receipts.map(({ receivedOn }) => receivedOn).join("; ")),
  ];
}

/** The columns of a month's files. */
export function sheetColumns({ reachOf, now, ...words }: SheetWords): SheetColumn<SheetRow>[] {
  const inTime = { late: say(MONTH.isLate), "in time": say(MONTH.wasInTime) };
  return [
    ...operationColumns(words),
    textColumn(say(THRESHOLD.title), 18, ({ judged }) => reachText(reachOf(judged.listedCase))),
    numberColumn(say(NOTICE_SHEET.withOthers, { unit: UMA }), ({ judged }) => {
      const { reach } = reachOf(judged.listedCase) ?? {};
      return reach?.kind === "together" ? reach.units : undefined;
    }),
    textColumn(
      say(NOTICE_SHEET.outcome),
      16,
      ({ judged: { listedCase } }) => listedCase.outcome && stateWords(listedCase, say),
    ),
    ...receiptColumns("monthly"),
    textColumn(say(MONTH.inTime), 10, ({ judged }) => {
      const timeliness = timelinessOf(judged, now);
      const isNoticeLate = lateNoticesOf(judged.listedCase, now).length > 0;
      const words = [
        ...(timeliness === "late" || timeliness === "in time" ? [inTime[timeliness]] : []),
        ...(isNoticeLate ? [say(MONTH.noticeLate)] : []),
      ];
      return words.join(", ") || undefined;
    }),
  ];
}

/** What a line of sums has under each column: its name with the number of rows, and the sums of what is known. */
export function sheetSums(
  name: string,
  columns: readonly SheetColumn<SheetRow>[],
  rows: readonly SheetRow[],
  facts: Pick<RowFacts, "local">,
): (string | undefined)[] {
  const cases = rows.map(({ judged }) => judged.listedCase);
  const { usd, local, uma } = filingSumOf(cases, facts);
  // Amounts of several assets are not added, nor sums of users, which rows repeat.
  const sums = new Map([
    [USD, usd],
    [facts.local?.currency, local],
    [UMA, uma],
  ]);
  return columns.map((column, index) => {
    if (index === 0) return name;
    const isKnown = rows.some((row) => column.cell(row) !== undefined);
    return isKnown ? sums.get(column.name) : undefined;
  });
}
