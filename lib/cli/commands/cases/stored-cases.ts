/** The cases of a stack, read page by page. */

import type { ListedCase } from "../../../store/cases/case.ts";
import { CaseQueries } from "../../../store/cases/case-queries.ts";
import { documents } from "../../core/aws.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

const PAGE = 100;

export function casesOf(target: Target): CaseQueries {
  return new CaseQueries(documents(target), casesTableOf(target));
}

/** @throws {CommandError} where the stack has no desk, and so no cases */
export function casesTableOf(target: Target): string {
  const { cases } = target.tables;
  if (cases === undefined)
    throw new CommandError(
      `There are no cases in ${target.name}: it has no desk. Set desk in cdk.json and deploy; lib/desk/README.md has more.`,
    );
  return cases;
}

/** Which cases are wanted; times of receipt as ISO 8601. */
export interface CaseFilter {
  projectIds: readonly number[];
  /** Whether those that are decided are wanted too. */
  closed: boolean;
  since?: string | undefined;
  until?: string | undefined;
}

/** The cases that fit, the newest first. */
export async function* listCases(
  queries: CaseQueries,
  { projectIds, closed, since = "", until }: CaseFilter,
): AsyncGenerator<ListedCase> {
  let order = until;
  for (;;) {
    const from = order === undefined ? undefined : { side: "older" as const, order };
    const { cases, older } = await queries.page({ projectIds, closed, from, size: PAGE });
    for (const one of cases) {
      if (one.receivedAt < since) return;
      yield one;
    }
    order = cases.at(-1)?.order;
    if (!older || order === undefined) return;
  }
}
