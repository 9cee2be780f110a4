/** GET /users/{userId}: check who asks, read the one record, answer what the project may see, leave an audit line. */

import { WHILE_CALLER_WAITS } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { signedUserPaths } from "../lib/contract/signature.ts";
import { type UserRecord, userId as userIdSchema } from "../lib/contract/user.ts";
import { type AuthenticRequest, endpoint } from "../lib/inbound/endpoint.ts";
import { HttpError, ok, unavailable } from "../lib/inbound/replies.ts";
import { getUserEnv, type Project, readEnvironment } from "../lib/runtime/env.ts";
import { errorName } from "../lib/runtime/error-name.ts";
import { count, logger } from "../lib/runtime/observe.ts";
import { InvalidProjectsError, InvalidRecordError, UserStore } from "../lib/store/users.ts";

const environment = readEnvironment(getUserEnv, process.env);
const users = new UserStore(documentClient(WHILE_CALLER_WAITS), environment.USERS_TABLE);

export const handler = endpoint({
  environment,
  maxBodyBytes: 0,
  signedPaths: (request) => signedUserPaths(request.path, userIdOf(request)),
  async answer(request) {
    const userId = userIdOf(request);
    const asking = askingProjects(request);
    const record = await find(userId, asking, request);
    const answer = record === undefined ? undefined : visibleTo(asking, record);
    audit(request, userId, answer);
    if (answer === undefined) throw new HttpError(404, "There is no such user.");
    return ok(answer);
  },
});

function userIdOf({ pathParameters }: { pathParameters: Record<string, string | undefined> }): string {
  return pathParameters["userId"] ?? "";
}

/** Where it is not known which of several projects asks, what is answered must be for all of them. */
function askingProjects({ projectIds }: AuthenticRequest): readonly Project[] {
  return environment.PROJECTS.filter(({ id }) => projectIds === undefined || projectIds.includes(id));
}

async function find(
  userId: string,
  asking: readonly Project[],
  { requestId }: AuthenticRequest,
): Promise<UserRecord | undefined> {
  // An id that no import accepts has no record, and DynamoDB would refuse it as a key.
  if (!userIdSchema.safeParse(userId).success) return undefined;
  try {
    const projectIds = asking.map(({ id }) => id);
    return (await users.getUser(userId, projectIds))?.record;
  } catch (error) {
    if (error instanceof InvalidRecordError) {
      count("UserRecordInvalid");
      logger.error("a stored user record is not valid", { requestId, userId, paths: error.paths });
      // Whose the user is cannot be read, so nobody is told that there is one.
      if (error instanceof InvalidProjectsError) return undefined;
      throw new HttpError(500, "The stored record of this user is not valid.");
    }
    logger.error("the Users table is out of reach", {
      requestId,
      error: errorName(error),
    });
    throw unavailable();
  }
}

/** `mexico` goes only to a project that enables it. */
function visibleTo(asking: readonly Project[], record: UserRecord): UserRecord {
  if (asking.every(({ mexico }) => mexico)) return record;
  const { mexico: _, ...rest } = record;
  return rest;
}

/** The only line of this function at level INFO: who was shown what of whom, in field names, never in values. */
function audit(
  { requestId, projectIds = [] }: AuthenticRequest,
  userId: string,
  answer: UserRecord | undefined,
) {
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
