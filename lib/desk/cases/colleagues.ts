/** To whom an officer can hand cases over. */

import type { Colleague } from "../../cases/batch-decision.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import type { DeskContext } from "../frame/desk-context.ts";

/** Officers who did something in one of these projects of late, without the one who asks. */
export async function colleaguesOf(
  { var: { person } }: DeskContext,
  cases: CaseQueries,
  projectIds: readonly number[],
): Promise<Colleague[]> {
  const found = new Map<string, Colleague>();
  for (const projectId of new Set(projectIds))
    for (const officer of await cases.officers(projectId)) {
      const known = found.get(officer.subject) ?? { ...officer, projectIds: [] };
      found.set(officer.subject, { ...known, projectIds: [...known.projectIds, projectId] });
    }
  return [...found.values()].filter(({ subject }) => subject !== person.subject);
}
