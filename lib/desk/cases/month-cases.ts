/** The cases of a month, by how they ended. */

import pMap from "p-map";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { addMonths } from "../../time/calendar.ts";
import { instantOf } from "../../time/zoned-instant.ts";

/** Most cases of a month that are counted, and most of a kind that are shown. */
export const MOST_COUNTED = 2_000;
export const MOST_SHOWN = 100;

/** Beginning of the month after all others. */
const LAST = "9999-12-31T23:59:59.999Z";

const READ_CONCURRENTLY = 10;

export interface MonthCases {
  undecided: ListedCase[];
  /** With their steps; the newest ones alone. */
  reported: StoredCase[];
  /**
   * Cases with a filing that are open, decided otherwise or continued as another, with their steps; the newest ones alone. `counts`
   * has them as they are, and none that is continued.
   */
  filed: StoredCase[];
  /** Number of `filed`. */
  filedCount: number;
  counts: { reported: number; notReportable: number; falsePositive: number };
  /** Open ones that are due in the month after, with what is filed of this one, and were received in another. */
  dueWith: ListedCase[];
  /** True if there are more than are counted. */
  more: boolean;
  /** Corrupt cases; they are shown nowhere else. */
  unreadable: CaseKey[];
}

/** @param month `YYYY-MM`, of the time of receipt in a time zone */
export async function casesOfMonth(
  cases: CaseQueries,
  projectId: number,
  month: string,
  timeZone: string,
): Promise<MonthCases> {
  const [since = LAST, until = LAST, end = LAST] = [0, 1, 2].map((steps) =>
    instantOf(`${addMonths(month, steps)}-01T00:00`, timeZone),
  );
  const found: ListedCase[] = [];
  const unreadable: CaseKey[] = [];
  const onUnreadable = keeping(unreadable);
  for await (const one of cases.list({ projectIds: [projectId], closed: true, since, until }, onUnreadable)) {
    if (found.push(one) > MOST_COUNTED) break;
  }
  const counted = found.slice(0, MOST_COUNTED);
  const of = (outcome: ListedCase["outcome"]) => counted.filter((one) => one.outcome === outcome);
  const withSteps = async (listed: readonly ListedCase[]) => {
    const read = await pMap(listed.slice(0, MOST_SHOWN), (one) => cases.readable(one, onUnreadable), {
      concurrency: READ_CONCURRENTLY,
    });
    return read.filter((one) => one !== undefined);
  };
  const filed = counted.filter(({ outcome, filings = 0 }) => outcome !== "reported" && filings > 0);
  return {
    undecided: of(undefined),
    reported: await withSteps(of("reported")),
    filed: await withSteps(filed),
    filedCount: filed.length,
    counts: {
      reported: of("reported").length,
      notReportable: of("not-reportable").length,
      falsePositive: of("false-positive").length,
    },
    dueWith: await dueWith(cases.due(projectId, until, end), since, until),
    more: found.length > MOST_COUNTED,
    unreadable,
  };
}

export function isEmpty({ undecided, counts, filedCount, dueWith, unreadable }: MonthCases): boolean {
  const found = [undecided.length, filedCount, dueWith.length, unreadable.length, ...Object.values(counts)];
  return found.every((count) => count === 0);
}

/** A transaction of a month's last hours is received in the next one; one that is repeated later, in any. */
async function dueWith(due: AsyncIterable<ListedCase>, since: string, until: string): Promise<ListedCase[]> {
  const found: ListedCase[] = [];
  let read = 0;
  for await (const one of due) {
    if (one.receivedAt < since || one.receivedAt >= until) found.push(one);
    if (++read >= MOST_COUNTED || found.length > MOST_SHOWN) break;
  }
  return found;
}
