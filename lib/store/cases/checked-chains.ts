/** Whether the chains of cases hold, as the table has them. */

import pMap from "p-map";
import { type ChainProblem, problemsOfChain } from "../../cases/chain.ts";
import type { CaseKey } from "./case-keys.ts";
import type { CaseQueries } from "./case-queries.ts";

const READ_CONCURRENTLY = 10;

export interface CheckedChain {
  one: CaseKey;
  steps: number;
  problems: ChainProblem[];
}

/** Checks them, in their order; what has expired meanwhile, and a month of which nothing was filed, is left out. */
export async function checkedChains(
  queries: CaseQueries,
  cases: readonly CaseKey[],
): Promise<CheckedChain[]> {
  const checked = await pMap(
    cases,
    async (one) => {
      const chained = await queries.chained(one);
      if (chained === undefined) return [];
      return [{ one, steps: chained.steps?.length ?? 0, problems: problemsOfChain(chained) }];
    },
    { concurrency: READ_CONCURRENTLY },
  );
  return checked.flat();
}
