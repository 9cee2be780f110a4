/** The cases of a month, by how they ended. */

import pMap from "p-map";
import { instantOf } from "../../language/zoned-instant.ts";
import type { ListedCase, StoredCase } from "../../store/cases/case.ts";
import type { CaseQueries } from "../../store/cases/case-queries.ts";

/** How many cases of a month are counted, and how many of a kind are shown. */
export const MOST_COUNTED = 2_000;
export const MOST_SHOWN = 100;

const PAGE = 200;
const READ_CONCURRENTLY = 10;

export interface MonthCases {
  undecided: ListedCase[];
  /** With their steps; the newest ones alone. */
  reported: StoredCase[];
  counts: { reported: number; notReportable: number; falsePositive: number };
  /** Whether there are more than are counted. */
  more: boolean;
}

/** @param month `YYYY-MM`, of the time of receipt in a time zone */
export async function casesOfMonth(
  cases: CaseQueries,
  projectId: number,
  month: string,
  timeZone: string,
): Promise<MonthCases> {
  const begin = instantOf(`${month}-01T00:00`, timeZone) ?? month;
  let order = instantOf(`${monthBeside(month, 1)}-01T00:00`, timeZone);
  const found: ListedCase[] = [];
  let more = order !== undefined;
  while (more && order !== undefined && found.length <= MOST_COUNTED) {
    const from = { side: "older" as const, order };
    const page = await cases.page({ projectIds: [projectId], closed: true, from, size: PAGE });
    const inside = page.cases.filter(({ receivedAt }) => receivedAt >= begin);
    found.push(...inside);
    order = inside.at(-1)?.order;
    more = page.older && inside.length === page.cases.length;
  }
  const counted = found.slice(0, MOST_COUNTED);
  const of = (outcome: ListedCase["outcome"]) => counted.filter((one) => one.outcome === outcome);
  const reported = await pMap(of("reported").slice(0, MOST_SHOWN), (one) => cases.get(one), {
    concurrency: READ_CONCURRENTLY,
  });
  return {
    undecided: of(undefined),
    reported: reported.filter((one) => one !== undefined),
    counts: {
      reported: of("reported").length,
      notReportable: of("not-reportable").length,
      falsePositive: of("false-positive").length,
    },
    more: found.length > MOST_COUNTED,
  };
}

/** The month that is so many behind another. @param month `YYYY-MM` */
export function monthBeside(month: string, steps: number): string {
  const time = new Date(`${month}-01T00:00:00Z`);
  time.setUTCMonth(time.getUTCMonth() + steps);
  return time.toISOString().slice(0, 7);
}
