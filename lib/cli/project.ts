/** The project that a command is about: the one named, or the only one there is. */

import { Failure, WrongUse } from "./failure.ts";
import type { Target } from "./target.ts";

/** @throws {Failure} when the stack does not serve it, or none is named where there are several */
export function chosenProject({ projectIds, name }: Target, named: number | undefined): number {
  const known = projectIds.join(", ");
  if (named !== undefined) {
    if (projectIds.includes(named)) return named;
    throw new Failure(
      `Project ${named} is none of those that ${name} serves (${known}): add it to projects in cdk.json and deploy, or name another.`,
    );
  }
  const [only, ...others] = projectIds;
  if (only !== undefined && others.length === 0) return only;
  throw new WrongUse(`Say which project with --project: ${name} serves ${known}.`);
}

/** The projects that a list is about: the one named, or all. */
export function chosenProjects(target: Target, named: number | undefined): readonly number[] {
  return named === undefined ? target.projectIds : [chosenProject(target, named)];
}
