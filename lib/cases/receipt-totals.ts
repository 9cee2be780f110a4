/** What the portal's receipt says of a notice, against what the notice would cover: neither number is stored a second time. */

import { decimalOf } from "../i18n/text/amounts.ts";
import type { ListedCase } from "./case.ts";
import type { CaseQueries } from "./case-queries.ts";
import type { MonthStore } from "./months.ts";
import { casesOfNotice, type NoticeOrder, noticeWithFolio } from "./record-notice.ts";

/** Totals as an officer copies them from a receipt; what is absent is not compared. */
export interface ReceiptTotals {
  operations: number | undefined;
  /** A decimal number's text. */
  total: string | undefined;
}

/** The same of the cases that a notice would cover. */
export interface CoveredTotals {
  operations: number;
  total: string;
  /** True where the amount of some is unknown: the total is a lower bound. */
  isBound: boolean;
}

export type TotalsRefusal = "countDiffers" | "totalDiffers";

/** Money is filed with two decimals. */
const DECIMALS = 2;

/** Why a notice with this receipt is not recorded; empty where what the officer typed is what it covers. */
export function refusalsOfTotals(typed: ReceiptTotals, covered: CoveredTotals): TotalsRefusal[] {
  return [
    ...(typed.operations === undefined || typed.operations === covered.operations
      ? []
      : (["countDiffers"] as const)),
    ...(typed.total === undefined || isCovered(typed.total, covered) ? [] : (["totalDiffers"] as const)),
  ];
}

/** Reports whether a receipt's total is that of what it covers; where some amounts are unknown, whether it can be. */
function isCovered(typed: string, { total, isBound }: CoveredTotals): boolean {
  const [onReceipt, covered] = [decimalOf(typed)?.round(DECIMALS), decimalOf(total)?.round(DECIMALS)];
  if (onReceipt === undefined || covered === undefined) return false;
  return isBound ? onReceipt.gte(covered) : onReceipt.eq(covered);
}

interface Sources {
  cases: CaseQueries;
  months: MonthStore;
  /** All projects: a receipt is of one notice, in whichever of them. */
  projectIds: readonly number[];
}

/** The cases that a notice would cover, as they are now: those that are ticked, and those that it covers already under the same folio. */
export async function coveredWith(
  { cases, months, projectIds }: Sources,
  { ticked, filing, month }: Pick<NoticeOrder, "ticked" | "filing" | "month">,
): Promise<ListedCase[]> {
  const notice = await noticeWithFolio(months, { month, projectIds, filing });
  const before = notice === undefined ? [] : (await casesOfNotice(months, cases, notice)).inNotice;
  const now = await cases.listedAll(ticked);
  return [...new Map([...before, ...now].map((listedCase) => [listedCase.order, listedCase])).values()];
}
