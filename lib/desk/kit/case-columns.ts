/** Columns that files of Excel have of a case. */

import type { ListedCase } from "../../cases/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { exactUnits } from "../../i18n/text/amounts.ts";
import { type DeskTranslator, say } from "../frame/translator.ts";
import { MXN, UMA, USD } from "./case-cells.tsx";
import { chainName, numberOf } from "./links.ts";
import type { RowFacts } from "./row-facts.ts";
import type { SheetColumn } from "./sheet.ts";

export interface CaseWords extends Pick<RowFacts, "chainOf" | "local"> {
  translator: Pick<DeskTranslator, "onTheClock">;
}

/** Characters of the columns that several files have. */
const MOMENT_WIDTH = 17;
const DAY_WIDTH = 11;
const NUMBER_WIDTH = 16;

export function textColumn<Row>(
  name: string,
  width: number,
  cell: SheetColumn<Row>["cell"],
): SheetColumn<Row> {
  return { name, kind: "text", width, cell };
}

export function numberColumn<Row>(name: string, cell: SheetColumn<Row>["cell"]): SheetColumn<Row> {
  return { name, kind: "number", width: NUMBER_WIDTH, cell };
}

/** @param cell gives a day, as in `2026-10-03` */
export function dayColumn<Row>(name: string, cell: SheetColumn<Row>["cell"]): SheetColumn<Row> {
  return { name, kind: "day", width: DAY_WIDTH, cell };
}

/** @param cell gives a time in ISO 8601; the column shows it by the desk's clock */
export function momentColumn<Row>(
  name: string,
  { onTheClock }: CaseWords["translator"],
  cell: SheetColumn<Row>["cell"],
): SheetColumn<Row> {
  return {
    name,
    kind: "moment",
    width: MOMENT_WIDTH,
    cell: (row) => {
      const time = cell(row);
      return time === undefined ? undefined : onTheClock(time);
    },
  };
}

/** The subject of a case. @param caseOf the case of a row; undefined for a row without one */
export function caseColumns<Row>(
  { translator, chainOf, local: column }: CaseWords,
  caseOf: (row: Row) => ListedCase | undefined,
) {
  const ofCase =
    (cell: SheetColumn<ListedCase>["cell"]): SheetColumn<Row>["cell"] =>
    (row) => {
      const listedCase = caseOf(row);
      return listedCase && cell(listedCase);
    };
  return {
    number: textColumn(say(INBOX.number), 14, ofCase(numberOf)),
    happened: momentColumn(
      say(NOTICE_SHEET.operation),
      translator,
      ofCase(({ happenedAt }) => happenedAt),
    ),
    received: momentColumn(
      say(FACTS.received),
      translator,
      ofCase(({ receivedAt }) => receivedAt),
    ),
    chain: textColumn(
      say(FACTS.chainColumn),
      14,
      ofCase(({ chainId }) => chainName(chainId, chainOf)),
    ),
    asset: textColumn(
      say(NOTICE_SHEET.asset),
      8,
      ofCase(({ token }) => token?.symbol),
    ),
    amount: numberColumn(
      say(FACTS.amount),
      ofCase(({ amount, token }) => amount && token && exactUnits(amount.value, token.decimals)),
    ),
    /** In dollars, in the company's currency, and by the rate of which day. */
    money: [
      numberColumn(
        USD,
        ofCase(({ amount }) => amount?.usd),
      ),
      ...(column === undefined
        ? []
        : [
            numberColumn(
              column.currency,
              ofCase((listedCase) => column.amountOf(listedCase)?.amount),
            ),
          ]),
      ...(column?.currency === MXN
        ? [
            numberColumn(
              UMA,
              ofCase((listedCase) => column.amountOf(listedCase)?.uma?.multiple),
            ),
          ]
        : []),
      ...(column === undefined
        ? []
        : [
            dayColumn(
              say(NOTICE_SHEET.rateDay),
              ofCase((listedCase) => column.amountOf(listedCase)?.day),
            ),
          ]),
    ],
    user: textColumn(
      say(FACTS.user),
      16,
      ofCase(({ userId }) => userId),
    ),
    address: textColumn(
      say(FACTS.address),
      20,
      ofCase(({ address }) => address),
    ),
    laws: textColumn(
      say(FACTS.law),
      16,
      ofCase(({ laws }) => laws?.map(({ name }) => name).join("; ")),
    ),
  };
}
