/** Groups and claims of who signs in to the desk, as the user pool, the command and the desk know them. */

/** The roles at the desk: each is a group for all projects, and one for each project. */
const DESK_ROLES = ["officers", "auditors"] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

/** `officers`, or `officers-2` for one project. */
export function groupOf(role: DeskRole, projectId?: number): string {
  return projectId === undefined ? role : `${role}-${projectId}`;
}

/** What the issuer calls groups of the desk: names by {@link groupOf}. A group that is not in it has the desk's name there. */
export type GroupNames = Readonly<Record<string, string>>;

/** A group of the desk, as {@link groupOf} writes it. */
export const DESK_GROUP = new RegExp(`^(?:${DESK_ROLES.join("|")})(?:-([1-9]\\d{0,15}))?$`);

/** The name under which the issuer sends a group. */
export function nameAtIssuer(names: GroupNames, role: DeskRole, projectId?: number): string {
  const group = groupOf(role, projectId);
  return names[group] ?? group;
}

/** The pool's attribute for the end of a user's access, ISO 8601. */
export const UNTIL_ATTRIBUTE = "until";

/** The same as claims and calls name it. */
export const UNTIL_CLAIM = `custom:${UNTIL_ATTRIBUTE}`;
