/** The sample of a period as the desk draws it, with its chains checked. */

import { caseCsv, unreadableCells } from "../../cases/case-csv.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseFilter, CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import {
  type CheckedChain,
  checkedChains,
  checkedSample,
  type SampledCase,
} from "../../cases/integrity/checked-chains.ts";
import { drawSample, type Population } from "../../cases/integrity/sample.ts";
import type { CsvForm } from "../../text/csv.ts";
import type { AuditOrder } from "./audit-order.ts";

/** How many cases a population has at most: more take longer than API Gateway waits. */
export const MOST_COUNTED = 20_000;

/** How many chains are checked at once, each with a read of its own. */
export const MOST_CHECKED = 2_000;

/**
 * `too many`: there are more cases than are read, and no sample of them. `unreadable`: those of the period that somebody
 * spoilt, which are counted and drawn as all others: else whoever spoils one would keep it from being looked at.
 */
export type DrawnSample =
  | { kind: "drawn"; population: Population; cases: SampledCase[]; unreadable: CaseKey[] }
  | { kind: "too many" };

export async function drawn(
  queries: CaseQueries,
  filter: CaseFilter,
  { seed, size }: Pick<AuditOrder, "seed" | "size">,
): Promise<DrawnSample> {
  const unreadable: CaseKey[] = [];
  const sample = await drawSample(queries.all(filter, keeping(unreadable)), {
    seed,
    size,
    most: MOST_COUNTED,
  });
  if (sample.isCut) return { kind: "too many" };
  const cases = await checkedSample(queries, sample.drawn);
  return { kind: "drawn", population: sample.population, cases, unreadable };
}

/** What became of checking the newest chains of a period, also of what cannot be read. */
export interface CheckedPeriod {
  count: number;
  broken: CheckedChain[];
  /** Whether there are more. */
  more: boolean;
}

export async function checkedPeriod(queries: CaseQueries, filter: CaseFilter): Promise<CheckedPeriod> {
  const found: CaseKey[] = [];
  for await (const one of queries.keys(filter)) if (found.push(one) > MOST_CHECKED) break;
  const checked = await Array.fromAsync(checkedChains(queries, found.slice(0, MOST_CHECKED)));
  return {
    count: checked.length,
    broken: checked.filter(({ problems }) => problems.length > 0),
    more: found.length > MOST_CHECKED,
  };
}

export const sampleCsv: CsvForm<SampledCase> = {
  csvHeader: ["digest", ...caseCsv.csvHeader, "outcome", "steps", "chain"],
  csvCells: ({ digest, one, checked }) => [
    digest,
    ...(one.kind === "unreadable"
      ? [...unreadableCells(caseCsv.csvHeader, one), undefined]
      : [...caseCsv.csvCells(one), one.outcome ?? "open"]),
    checked?.steps,
    checked === undefined ? "expired" : checked.problems.length === 0 ? "holds" : "does not hold",
  ],
};
