/** To whom an officer can hand cases over. */

import type { Colleague } from "../../cases/batch-decision.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { accessOf } from "../frame/access.ts";
import type { Desk, DeskContext } from "../frame/desk-context.ts";

/** Finds those who may be given cases of some projects. */
export type ColleaguesOf = (context: DeskContext, projectIds: readonly number[]) => Promise<Colleague[]>;

/**
 * Officers who did something in one of the projects of late, and those who signed in within hours and may act there, by their names, without
 * the one who asks. No list has all who may act: the issuer of the sign-in knows them, and names the groups of a person at the sign-in.
 */
export function colleaguesIn({ stores, environment }: Pick<Desk, "stores" | "environment">): ColleaguesOf {
  const groups = {
    projectIds: environment.PROJECTS.map(({ id }) => id),
    names: environment.OIDC_GROUP_NAMES,
  };
  return async ({ var: { person } }, projectIds) => {
    const projects = [...new Set(projectIds)];
    const [acted, signedIn] = await Promise.all([
      Promise.all(projects.map((projectId) => stores.cases.officers(projectId))),
      stores.sessions.signedIn(Date.now()),
    ]);
    const colleagues = new Map<string, Colleague>();
    const add = (subject: string, name: string, projectId: number) => {
      const ownProjects = colleagues.get(subject)?.projectIds ?? [];
      if (!ownProjects.includes(projectId))
        colleagues.set(subject, { subject, name, projectIds: [...ownProjects, projectId] });
    };
    for (const [index, officers] of acted.entries())
      for (const { subject, name } of officers) add(subject, name, projects[index] ?? 0);
    for (const { subject, name, groups: theirs } of signedIn)
      for (const projectId of accessOf(theirs, groups)?.actsIn ?? [])
        if (projects.includes(projectId)) add(subject, name, projectId);
    return [...colleagues.values()]
      .filter(({ subject }) => subject !== person.subject)
      .sort((a, b) => compareTexts(a.name, b.name));
  };
}
