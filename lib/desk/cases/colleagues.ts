/** To whom an officer can hand cases over. */

import type { CaseQueries } from "../../cases/case-queries.ts";
import type { Person } from "../../cases/step.ts";
import type { DeskContext } from "../frame/desk-context.ts";

/** An officer, and the projects in which they did something of late. */
export type Colleague = Person & { projectIds: number[] };

/** Officers who did something in one of these projects of late, without the one who asks. */
export async function colleaguesOf(
  { var: { person } }: DeskContext,
  cases: CaseQueries,
  projectIds: readonly number[],
): Promise<Colleague[]> {
  const found = new Map<string, Colleague>();
  for (const projectId of projectIds)
    for (const officer of await cases.officers(projectId)) {
      const known = found.get(officer.subject) ?? { ...officer, projectIds: [] };
      found.set(officer.subject, { ...known, projectIds: [...known.projectIds, projectId] });
    }
  return [...found.values()].filter(({ subject }) => subject !== person.subject);
}
