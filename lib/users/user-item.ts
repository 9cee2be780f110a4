/** An item of the Users table: the User record that it holds, and the projects that may look it up. */

import { USERS_KEY } from "../aws/tables/keys.ts";
import { issuesOf } from "../contract/issues.ts";
import { misspellsProjects, type UserRecord, userProjects, userRecord } from "../contract/user.ts";

/** An item that does not hold a User record. `paths` names the fields that are wrong, never what they hold. */
export class InvalidRecordError extends Error {
  override name = "InvalidRecordError";
  readonly paths: readonly string[];
  /** Owner of the item, if it differs from the requested one. */
  userId?: string;
  constructor(paths: readonly string[]) {
    super(`The stored record of this user is not valid in ${paths.join(", ")}: write it again.`);
    this.paths = paths;
  }
}

/** An item that does not say which projects may look the user up: none may know of it. */
export class InvalidProjectsError extends InvalidRecordError {
  override name = "InvalidProjectsError";
  constructor() {
    super(["projects"]);
  }
}

/** A user and their record, as one line of an import or one item of the table. */
export interface User {
  userId: string;
  record: UserRecord;
  /** The projects that may look the user up; all of the stack where absent. It is no part of the record. */
  projects?: readonly number[] | undefined;
}

/** The SDK quotes a number that a double cannot hold in its error's text, and that number is personal data. */
export async function readable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.message.includes("options.wrapNumbers"))
      throw new InvalidRecordError(["a number"]);
    throw error;
  }
}

/** A user, or the error that names whose item holds none. */
export function userIn(item: Record<string, unknown>): User | InvalidRecordError {
  try {
    const projects = projectsOf(item);
    return { userId: String(item[USERS_KEY.partition]), record: recordIn(item), projects };
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    error.userId = String(item[USERS_KEY.partition]);
    return error;
  }
}

/** The record of an item. @throws {InvalidRecordError} */
export function recordIn(item: Record<string, unknown>): UserRecord {
  const result = userRecord.safeParse(item);
  if (result.success) return result.data;
  throw new InvalidRecordError([...new Set(issuesOf(result.error).map(({ path }) => path))]);
}

/** The projects that may look an item's user up. @throws {InvalidProjectsError} */
export function projectsOf(item: Record<string, unknown>): number[] | undefined {
  const { success, data } = userProjects.safeParse(item["projects"]);
  if (!success || misspellsProjects(item)) throw new InvalidProjectsError();
  return data;
}

/** Stored item of a user. */
export function itemOf({ userId, record, projects }: User): Record<string, unknown> {
  return { ...record, projects, [USERS_KEY.partition]: userId };
}
