/** Permissions of a user at the desk, by the groups that the issuer gives. */

import { type DeskRole, groupOf } from "../../settings/desk-groups.ts";

/** By project: officers also act. */
export interface Access {
  /** Projects that the user may see. */
  sees: readonly number[];
  /** Projects in which the user may act. */
  actsIn: readonly number[];
}

/** All projects that the user may see, or the requested one of them. */
export function seenOf({ sees }: Access, only: number | undefined): number[] {
  return sees.filter((id) => only === undefined || id === only);
}

/**
 * The access that groups give: `officers` and `auditors` for every project, `officers-<projectId>` and
 * `auditors-<projectId>` for one.
 * @param projectIds those that there is anything of, also of one that has left the settings, and what names none
 * @returns undefined where they give none
 */
export function accessOf(groups: readonly string[], projectIds: readonly number[]): Access | undefined {
  const isIn = (role: DeskRole, projectId: number) =>
    [undefined, projectId].some((scope) => groups.includes(groupOf(role, scope)));
  const actsIn = projectIds.filter((projectId) => isIn("officers", projectId));
  const sees = projectIds.filter((projectId) => actsIn.includes(projectId) || isIn("auditors", projectId));
  return sees.length === 0 ? undefined : { sees, actsIn };
}
