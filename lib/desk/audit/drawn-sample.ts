/** Requests to the page for audits, and the sample of a period that answers them, with its chains checked. */

import { firstOf } from "../../aws/tables/query.ts";
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
import { drawSample } from "../../cases/integrity/sample.ts";
import { AUDIT } from "../../i18n/catalogue/desk/audit.ts";
import type { CsvForm } from "../../i18n/text/csv.ts";
import { addDays, addMonths } from "../../i18n/time/calendar.ts";
import { type Access, seenOf } from "../frame/access.ts";
import { calendarDay } from "../frame/parameters.ts";
import { type DeskTranslator, say } from "../frame/translator.ts";

export const DEFAULT_SIZE = 25;

/** As the form has it; days are still any text. */
interface AskedAudit {
  since?: string | undefined;
  until?: string | undefined;
  project?: number | undefined;
  size?: string | undefined;
  seed?: string | undefined;
}

/** Requested days, by the officers' time zone, both included. */
export interface AuditOrder {
  since: string;
  until: string;
  project: number | undefined;
  size: number;
  seed: string;
}

/** `none`: nothing is drawn before a period and a seed are said. */
export type AuditWish =
  | { kind: "none" }
  | { kind: "refused"; why: string }
  | { kind: "order"; order: AuditOrder; filter: CaseFilter };

interface Asker {
  access: Access;
  translator: DeskTranslator;
}

export function wishIn(query: AskedAudit, { access, translator }: Asker): AuditWish {
  const { startOf } = translator;
  const { since, until, project, size = DEFAULT_SIZE, seed } = query;
  if (since === undefined || until === undefined || seed === undefined) return { kind: "none" };
  const refused = (why: string): AuditWish => ({ kind: "refused", why });
  for (const [day, field] of [
    [since, AUDIT.since],
    [until, AUDIT.until],
  ] as const)
    if (!calendarDay.safeParse(day).success) return refused(say(AUDIT.noDay, { field: say(field) }));
  if (until < since) return refused(say(AUDIT.reversed));
  const projectIds = seenOf(access, project);
  if (projectIds.length === 0) return refused(say(AUDIT.noProject, { projects: access.sees.join(", ") }));
  return {
    kind: "order",
    order: { since, until, project, size: Number(size), seed },
    filter: { since: startOf(since), until: startOf(until, 1), projectIds },
  };
}

/** Most cases of a population: more take longer than API Gateway waits. */
export const MOST_COUNTED = 20_000;

/** Chains that are checked at once, with one read each. */
export const MOST_CHECKED = 2_000;

/**
 * `too many`: there are more cases than may be read, and no sample of them. `unreadable`: corrupt cases of the period,
 * which are counted and drawn like all others: otherwise a corrupted case would escape the audit.
 */
export type DrawnSample =
  | { kind: "drawn"; total: number; cases: SampledCase[]; unreadable: CaseKey[] }
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
  return { kind: "drawn", total: sample.total, cases, unreadable };
}

/** The keys of a sample's cases, from one place in its order on; undefined where no sample is drawn. */
export async function drawnKeys(
  queries: CaseQueries,
  filter: CaseFilter,
  { seed, size }: Pick<AuditOrder, "seed" | "size">,
  { first, count }: { first: number; count: number },
): Promise<CaseKey[] | undefined> {
  const sample = await drawSample(queries.all(filter, keeping([])), { seed, size, most: MOST_COUNTED });
  if (sample.isCut) return undefined;
  return sample.drawn.slice(first - 1, first - 1 + count).map(({ item: listedCase }) => listedCase);
}

/** The last quarter that is over, by its days. @param today `YYYY-MM-DD` */
export function lastQuarter(today: string): { since: string; until: string } {
  const month = Number(today.slice(5, 7));
  const begins = addMonths(today.slice(0, "YYYY-MM".length), -((month - 1) % 3) - 3);
  return { since: `${begins}-01`, until: addDays(`${addMonths(begins, 3)}-01`, -1) };
}

/** Result of checking the newest chains of a period, with those that cannot be read. */
export interface CheckedPeriod {
  count: number;
  broken: CheckedChain[];
  /** True if there are more. */
  more: boolean;
}

export async function checkedPeriod(queries: CaseQueries, filter: CaseFilter): Promise<CheckedPeriod> {
  const caseKeys = await firstOf(queries.keys(filter), MOST_CHECKED);
  const checked = await Array.fromAsync(checkedChains(queries, caseKeys.slice(0, MOST_CHECKED)));
  return {
    count: checked.length,
    broken: checked.filter(({ problems }) => problems.length > 0),
    more: caseKeys.length > MOST_CHECKED,
  };
}

export const sampleCsv: CsvForm<SampledCase> = {
  csvHeader: ["digest", ...caseCsv.csvHeader, "steps", "chain"],
  csvCells: ({ digest, listedCase, checked }) => [
    digest,
    ...(listedCase.kind === "unreadable"
      ? unreadableCells(caseCsv.csvHeader, listedCase)
      : caseCsv.csvCells(listedCase)),
    checked?.events,
    checked === undefined ? "expired" : checked.problems.length === 0 ? "holds" : "does not hold",
  ],
};
