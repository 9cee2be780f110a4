/** The project that a command is about: the one named, or the only one there is. */

import { NO_PROJECT } from "../../notifications/notification-keys.ts";
import { CommandError, WrongUseError } from "./failure.ts";
import type { Target } from "./target.ts";

/** @throws {CommandError} when the stack does not serve it, or none is named where there are several */
export function chosenProject({ projectIds, name }: Target, named: number | undefined): number {
  const known = projectIds.join(", ");
  if (named !== undefined) {
    if (projectIds.includes(named)) return named;
    throw new CommandError(
      `Project ${named} is not served by ${name} (served: ${known}): add it to projects in cdk.json and deploy, or name another.`,
    );
  }
  const [only, ...others] = projectIds;
  if (only !== undefined && others.length === 0) return only;
  throw new WrongUseError(`Name the project with --project: ${name} serves ${known}.`);
}

/** The projects that something is done for: the one named, or all. */
export function chosenProjects(target: Target, named: number | undefined): readonly number[] {
  return named === undefined ? target.projectIds : [chosenProject(target, named)];
}

/**
 * The projects whose records are looked for: the one named, also where it has left the settings since, or all that the
 * stack serves and what belongs to none.
 */
export function recordedProjects({ projectIds }: Target, named: number | undefined): readonly number[] {
  return named === undefined ? [...new Set([...projectIds, NO_PROJECT])] : [named];
}

/** Said where nothing is found: ` Project 9 is none of those …`; empty where the stack serves the project. */
export function unservedNote({ projectIds, name }: Target, named: number | undefined): string {
  if (named === undefined || projectIds.includes(named)) return "";
  return ` Project ${named} is not served by ${name} (served: ${projectIds.join(", ")}).`;
}
