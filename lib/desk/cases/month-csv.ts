/** The cases of a month as CSV: as all lists have them, how each ended, and what was filed about it. */

import { caseCsv } from "../../cases/case-csv.ts";
import type { Filing } from "../../cases/step.ts";
import { type CsvForm, csvForm } from "../../i18n/text/csv.ts";
import type { RowFacts } from "./case-rows.tsx";
import { type MonthRow, timelinessOf } from "./month-cases.ts";

const IN_TIME = { late: "late", "in time": "in time", clock: undefined, open: undefined, none: undefined };

/** @param now ISO 8601 */
export function monthCsv({
  now,
  currency,
  localOf,
}: { now: string } & Pick<RowFacts, "currency" | "localOf">): CsvForm<MonthRow> {
  const localIn = ({ judged: { one } }: MonthRow) => localOf(one)[0];
  const filed = ({ stored }: MonthRow, field: keyof Filing) =>
    stored?.filings.map((filing) => filing[field]).join("; ");
  const further = csvForm<MonthRow>({
    localCurrency: () => currency,
    localAmount: (row) => localIn(row)?.amount,
    localRate: (row) => localIn(row)?.rate,
    outcome: ({ judged: { one } }) => one.outcome ?? "open",
    decidedAt: ({ judged: { one } }) => one.decidedAt,
    filingKinds: (row) => filed(row, "kind"),
    references: (row) => filed(row, "reference"),
    receiptsOf: (row) => filed(row, "receivedOn"),
    inTime: ({ judged }) => IN_TIME[timelinessOf(judged, now)],
  });
  return {
    csvHeader: [...caseCsv.csvHeader, ...further.csvHeader],
    csvCells: (row) => [...caseCsv.csvCells(row.judged.one), ...further.csvCells(row)],
  };
}
