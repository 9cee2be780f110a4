/** Rows and columns of a month as a file: each operation with what its notice needs. */

import type Big from "big.js";
import pMap from "p-map";
import { CountLimit } from "../../aws/tables/count-limit.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { stateWords } from "../../cases/evidence/step-words.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { MONTH, NOTICE_SHEET as SAID } from "../../i18n/catalogue/desk/month.ts";
import { FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { decimalOf, sumOf } from "../../i18n/text/amounts.ts";
import { addMonths } from "../../i18n/time/calendar.ts";
import { currentKey, readName } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { LocalAmount } from "../../law/rates/local-amount.ts";
import { kindOf } from "../../reports/brief/received-cases.ts";
import type { DeskTranslator } from "../frame/translator.ts";
import { say } from "../frame/translator.ts";
import { type CaseWords, caseColumns, numberColumn, textColumn } from "../kit/case-columns.ts";
import type { RowFacts } from "../kit/row-facts.ts";
import type { SheetColumn } from "../kit/sheet.ts";
import { type MonthRow, monthsOfCases, receivedFrom, rowsOf, timelinessOf } from "./month-cases.ts";

/** The same in every language. */
const HASH = "Hash";

const READ_CONCURRENTLY = 20;

/** Months of which a user's flagged operations are added, up to the sheet's own. */
export const MONTHS_ADDED = 6;

export interface SheetRow extends MonthRow {
  /** Undefined of what is no transaction, or cannot be read. */
  hash: string | undefined;
  /** In the currency of the column, where there is a rate. */
  local: LocalAmount | undefined;
}

export interface SheetSources {
  cases: CaseQueries;
  notifications: NotificationQueries;
}

export async function sheetRowsOf(
  judged: readonly JudgedCase[],
  { cases, notifications }: SheetSources,
  { local }: Pick<RowFacts, "local">,
): Promise<SheetRow[]> {
  const rows = await rowsOf(cases, judged, []);
  const read = async (row: MonthRow): Promise<SheetRow> => {
    const { one } = row.judged;
    const { key, transaction } = readName(notificationNameOf(one) ?? "") ?? {};
    const found =
      key === undefined || transaction === undefined
        ? undefined
        : await notifications.get(currentKey(key, transaction));
    return { ...row, hash: found?.txHash, local: local?.amountOf(one) };
  };
  return pMap(rows, read, { concurrency: READ_CONCURRENTLY });
}

interface AddedMonths {
  projectIds: readonly number[];
  /** The last one, `YYYY-MM`. */
  month: string;
  timeZone: string;
}

/** Sums in dollars by the user's id: exact digits. */
type Sums = ReadonlyMap<string, string>;

/** Flagged operations of each user in six months; undefined where not all could be read: a lower bound would mislead. */
export async function sixMonthsOf(
  cases: CaseQueries,
  { projectIds, month, timeZone }: AddedMonths,
): Promise<Sums | undefined> {
  const first = addMonths(month, 1 - MONTHS_ADDED);
  const monthsOf = monthsOfCases({ timeZone });
  const since = receivedFrom(first, timeZone);
  const sums = new Map<string, Big>();
  const limit = new CountLimit();
  for await (const one of limit.of(cases.list({ projectIds, since }))) {
    const { userId, amount } = one;
    const usd = decimalOf(amount?.usd ?? "");
    // A case that an officer opened may be of a warning.
    if (userId === undefined || usd === undefined || kindOf(one) !== "flagged") continue;
    if (!monthsOf(one).some((its) => its >= first && its <= month)) continue;
    sums.set(userId, usd.plus(sums.get(userId) ?? 0));
  }
  if (limit.isReached) return undefined;
  return new Map([...sums].map(([userId, sum]) => [userId, sum.toFixed()]));
}

interface SheetWords extends CaseWords {
  sixMonths: Sums | undefined;
}

/** The columns of the file for Excel. */
export function sheetColumns({ sixMonths, ...words }: SheetWords): SheetColumn<SheetRow>[] {
  const ofCase = caseColumns<SheetRow>(words, ({ judged }) => judged.one);
  return [
    ofCase.number,
    ofCase.happened,
    textColumn(HASH, 20, ({ hash }) => hash),
    ofCase.chain,
    ofCase.asset,
    ofCase.amount,
    ...ofCase.money,
    ofCase.user,
    ofCase.laws,
    textColumn(say(SAID.outcome), 16, ({ judged: { one } }) => one.outcome && stateWords(one, say)),
    textColumn(say(MONTH.reference), 20, ({ receipts }) =>
      receipts.map(({ reference }) => reference).join("; "),
    ),
    numberColumn(say(SAID.sixMonths), ({ judged: { one } }) => one.userId && sixMonths?.get(one.userId)),
  ];
}

/** The same and more, for a spreadsheet of one's own. @param now ISO 8601 */
export function csvColumns(words: SheetWords & { now: string }): SheetColumn<SheetRow>[] {
  const { onTheClock } = words.translator;
  const ofCase = caseColumns<SheetRow>(words, ({ judged }) => judged.one);
  const text = (name: string, cell: SheetColumn<SheetRow>["cell"]) => textColumn(name, 0, cell);
  const IN_TIME = { late: say(MONTH.isLate), "in time": say(MONTH.wasInTime) };
  return [
    ...sheetColumns(words),
    ofCase.address,
    ofCase.received,
    text(say(CASE.due), ({ judged: { due } }) => due && onTheClock(due)),
    text(say(SAID.filing), ({ receipts }) => receipts.map(({ kind }) => say(FILINGS[kind])).join("; ")),
    text(say(MONTH.receipt), ({ receipts }) => receipts.map(({ receivedOn }) => receivedOn).join("; ")),
    text(say(MONTH.inTime), ({ judged }) => {
      const timeliness = timelinessOf(judged, words.now);
      return timeliness === "late" || timeliness === "in time" ? IN_TIME[timeliness] : undefined;
    }),
  ];
}

/** What the last line has under each column: the number of rows, and the sums of what is known. */
export function sheetSums(
  columns: readonly SheetColumn<SheetRow>[],
  rows: readonly SheetRow[],
  { count }: DeskTranslator,
): (string | undefined)[] {
  // Neither are amounts of several assets added, nor the sums of users, which rows repeat.
  const added = columns.filter(({ kind }) => kind === "number").slice(1, -1);
  return columns.map((column, index) => {
    if (index === 0) return say(SAID.rows, { count: count(rows.length) });
    if (!added.includes(column)) return undefined;
    const { usd, unknown } = sumOf(rows.map((row) => column.cell(row)));
    return unknown === rows.length ? undefined : usd;
  });
}
