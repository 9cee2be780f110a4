/** A look-up of a user: the fields that a caller may see, and the line that records what was shown. */

import { type UserRecord, userId as userIdSchema } from "../contract/user.ts";
import type { AuthenticRequest } from "../inbound/endpoint.ts";
import { HttpError, unavailable } from "../inbound/replies.ts";
import { WHILE_CALLER_WAITS } from "../platform/clients.ts";
import { documentClient } from "../platform/document-client.ts";
import { errorPlace } from "../platform/error-place.ts";
import { count, logger } from "../platform/observe.ts";
import type { Project } from "../settings/env-values.ts";
import { InvalidProjectsError, InvalidRecordError } from "./user-item.ts";
import { UserStore } from "./users.ts";

/** Look-ups in one table, by the projects of a deployment. */
export class LookUps {
  readonly #users: UserStore;
  readonly #projects: readonly Project[];

  constructor(table: string, projects: readonly Project[]) {
    this.#users = new UserStore(documentClient(WHILE_CALLER_WAITS), table);
    this.#projects = projects;
  }

  /**
   * Fields of a user that the caller may see; undefined if they may see no such user.
   * @throws {HttpError} 500 where the stored record is not valid, 503 where the table is out of reach
   */
  async find(userId: string, request: AuthenticRequest): Promise<UserRecord | undefined> {
    // An id that no import accepts has no record, and DynamoDB would refuse it as a key.
    if (!userIdSchema.safeParse(userId).success) return undefined;
    const asking = this.#asking(request);
    try {
      const user = await this.#users.getUser(
        userId,
        asking.map(({ id }) => id),
      );
      return user === undefined ? undefined : visibleTo(asking, user.record);
    } catch (error) {
      return refuse(error, userId, request);
    }
  }

  /** If several projects may have asked, the answer must be one that all of them may see. */
  #asking({ projectIds }: AuthenticRequest): readonly Project[] {
    return this.#projects.filter(({ id }) => projectIds === undefined || projectIds.includes(id));
  }
}

/** @returns undefined where the caller may not learn that there is such a user */
function refuse(error: unknown, userId: string, { requestId }: AuthenticRequest): undefined {
  if (!(error instanceof InvalidRecordError)) {
    logger.error("the Users table is out of reach", { requestId, ...errorPlace(error) });
    throw unavailable();
  }
  count("UserRecordInvalid");
  logger.error("a stored user record is not valid", { requestId, userId, paths: error.paths });
  // The projects of the user cannot be read.
  if (error instanceof InvalidProjectsError) return undefined;
  throw new HttpError(500, "The stored record of this user is not valid.");
}

/** `mexico` goes only to a project that enables it. */
function visibleTo(asking: readonly Project[], record: UserRecord): UserRecord {
  if (asking.every(({ mexico }) => mexico)) return record;
  const { mexico: _, ...rest } = record;
  return rest;
}

/** The only line of this function at level INFO: who was shown what of whom, in field names, never in values. */
export function audit(
  { requestId, projectIds = [] }: AuthenticRequest,
  userId: string,
  answer: UserRecord | undefined,
): void {
  count(answer === undefined ? "UserNotFound" : "UserFound");
  logger.info("user look-up", {
    requestId,
    // Undefined where it is not known which project asks.
    projectId: projectIds.length === 1 ? projectIds[0] : undefined,
    userId,
    found: answer !== undefined,
    fields: answer === undefined ? [] : Object.keys(answer),
  });
}
