/** GET /users/{userId}: check who asks, read the one record, answer what the project may see, leave an audit line. */

import { documentClient } from "../lib/aws/document-client.ts";
import { signedUserPaths } from "../lib/contract/signature.ts";
import { type UserRecord, userId as userIdSchema } from "../lib/contract/user.ts";
import { getUserEnv, readEnvironment } from "../lib/env.ts";
import { type AuthenticRequest, endpoint } from "../lib/inbound/endpoint.ts";
import { ok, Refusal, unavailable } from "../lib/inbound/replies.ts";
import { count, logger } from "../lib/observe.ts";
import { StoredRecordInvalid, UserStore } from "../lib/store/users.ts";

const environment = readEnvironment(getUserEnv, process.env);
const users = new UserStore(documentClient(), environment.USERS_TABLE);

export const handler = endpoint({
  environment,
  bodyRequired: false,
  signedPaths: (request) => signedUserPaths(request.path, userIdOf(request)),
  async answer(request) {
    const userId = userIdOf(request);
    const record = await find(userId, request);
    const answer = record === undefined ? undefined : visibleTo(request.projectId, record);
    audit(request, userId, answer);
    if (answer === undefined) throw new Refusal(404, "There is no such user.");
    return ok(answer);
  },
});

function userIdOf({ pathParameters }: { pathParameters: Record<string, string | undefined> }): string {
  return pathParameters["userId"] ?? "";
}

async function find(userId: string, { requestId }: AuthenticRequest): Promise<UserRecord | undefined> {
  // An id that no import accepts has no record, and DynamoDB would refuse it as a key.
  if (!userIdSchema.safeParse(userId).success) return undefined;
  try {
    return await users.getUser(userId);
  } catch (error) {
    if (error instanceof StoredRecordInvalid) {
      count("UserRecordInvalid");
      logger.error("a stored user record is not valid", { requestId, userId, paths: error.paths });
      throw new Refusal(500, "The stored record of this user is not valid.");
    }
    logger.error("the Users table is out of reach", {
      requestId,
      error: error instanceof Error ? error.name : "unknown",
    });
    throw unavailable();
  }
}

/** `mexico` goes only to a project that enables it; under `none`, where the project is unknown, only if all do. */
function visibleTo(projectId: number | undefined, record: UserRecord): UserRecord {
  const asking = environment.PROJECTS.filter(({ id }) => projectId === undefined || id === projectId);
  if (asking.every(({ mexico }) => mexico)) return record;
  const { mexico: _, ...rest } = record;
  return rest;
}

/** The only line of this function at level INFO: who was told what of whom, in field names, never in values. */
function audit({ requestId, projectId }: AuthenticRequest, userId: string, answer: UserRecord | undefined) {
  count(answer === undefined ? "UserNotFound" : "UserFound");
  logger.info("user look-up", {
    requestId,
    projectId,
    userId,
    found: answer !== undefined,
    fields: answer === undefined ? [] : Object.keys(answer),
  });
}
