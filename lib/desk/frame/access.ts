/** Permissions of a user at the desk, by the groups that the issuer gives. */

import { TEST_PROJECT } from "../../contract/test-project.ts";
import { type DeskRole, type GroupNames, nameAtIssuer } from "../../settings/desk-groups.ts";

/** The projects that a person may see, and those in which they may act: only officers act. */
export interface Access {
  /** Projects that the user may see. */
  sees: readonly number[];
  /** Projects in which the user may act. */
  actsIn: readonly number[];
}

/** All projects that the user may see, or the requested one of them. */
export function seenOf(access: Access, only: number | undefined): readonly number[] {
  if (only === undefined) return access.sees;
  return maySee(access, only) ? [only] : [];
}

/** Reports whether the user may see what is of a project. Everyone at the desk may see the test project's, which is invented. */
export function maySee({ sees }: Access, projectId: number | undefined): boolean {
  return projectId === TEST_PROJECT || sees.some((id) => id === projectId);
}

/** The projects of what is shown beside something of a project; the test project, which no group has, is alone. */
export function seenBeside(access: Access, projectId: number): readonly number[] {
  return maySee(access, projectId) && !access.sees.includes(projectId) ? [projectId] : access.sees;
}

/** Reports whether the user may act on what is of a project: on the test project's may everyone who may act anywhere. */
export function mayActIn({ actsIn }: Access, projectId: number): boolean {
  return projectId === TEST_PROJECT ? actsIn.length > 0 : actsIn.includes(projectId);
}

/** Groups that open the desk. */
export interface DeskGroups {
  /** Ids of the settings' projects. */
  projectIds: readonly number[];
  names: GroupNames;
}

/**
 * The access that groups give: `officers` and `auditors` for every project, `officers-<projectId>` and
 * `auditors-<projectId>` for one, each under its name with the issuer, character for character.
 * @returns undefined where they give none
 */
export function accessOf(groups: readonly string[], { projectIds, names }: DeskGroups): Access | undefined {
  const isIn = (role: DeskRole, projectId: number) =>
    [undefined, projectId].some((scope) => groups.includes(nameAtIssuer(names, role, scope)));
  const actsIn = projectIds.filter((projectId) => isIn("officers", projectId));
  const sees = projectIds.filter((projectId) => actsIn.includes(projectId) || isIn("auditors", projectId));
  return sees.length === 0 ? undefined : { sees, actsIn };
}
