/** How a sample is printed: each case with its digest and whether its chain holds, also one that somebody spoilt. */

import { unreadableCells } from "../../../cases/case-csv.ts";
import type { SampledCase } from "../../../cases/integrity/checked-chains.ts";
import type { View } from "../../output/rows.ts";
import { caseView } from "./case-view.ts";
import { chainText } from "./chain-text.ts";

export const sampleView: View<SampledCase> = {
  columns: [
    { header: "digest", value: ({ digest }) => digest.slice(0, 12) },
    ...caseView.columns.map(({ style: _, ...column }) => ({
      ...column,
      value: ({ one }: SampledCase) =>
        one.kind === "unreadable" ? (unreadableCells([column.header], one)[0] ?? "") : column.value(one),
    })),
    { header: "chain", value: chainOf },
  ],
  json: (row) => ({ digest: row.digest, ...caseJson(row), chain: chainOf(row) }),
  csvHeader: ["digest", ...caseView.csvHeader, "chain"],
  csvCells: ({ one, ...row }) => [
    row.digest,
    ...(one.kind === "unreadable" ? unreadableCells(caseView.csvHeader, one) : caseView.csvCells(one)),
    chainOf(row),
  ],
};

function caseJson({ one }: SampledCase): object {
  return one.kind === "unreadable"
    ? { case: one.subject, opened: one.opened, kind: one.kind }
    : Object(caseView.json(one));
}

function chainOf({ checked }: Pick<SampledCase, "checked">): string {
  return checked === undefined ? "expired" : chainText(checked.problems, checked.steps);
}
