/** Groups and claims of who signs in to the desk, as the user pool, the command and the desk know them. */

/** The roles at the desk: each is a group for all projects, and one for each project. */
const DESK_ROLES = ["officers", "auditors"] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** `officers`, or `officers-2` for one project. */
export function groupOf(role: DeskRole, projectId: number | undefined): string {
  return projectId === undefined ? role : `${role}-${projectId}`;
}

/** The pool's attribute for the end of a user's access, ISO 8601. */
export const UNTIL_ATTRIBUTE = "until";

/** The same as claims and calls name it. */
export const UNTIL_CLAIM = `custom:${UNTIL_ATTRIBUTE}`;
