/** Every open case, the newest first, read as far as they are consumed. */

import type { CaseQueries } from "../../store/cases/case-queries.ts";

/** How many are read at a time for a file. */
const FILE_PAGE = 500;

export async function* openCases(cases: CaseQueries, projectIds: readonly number[]) {
  let order: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const from = order === undefined ? undefined : { side: "older" as const, order };
    const found = await cases.page({ projectIds, closed: false, size: FILE_PAGE, from });
    yield* found.cases;
    order = found.cases.at(-1)?.order;
    hasMore = found.older && order !== undefined;
  }
}
