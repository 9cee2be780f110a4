/** GET /users/{userId}: check who asks, read the one record, answer what the project may see, leave an audit line. */

import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { WHILE_CALLER_WAITS } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { errorPlace } from "../lib/aws/error-place.ts";
import { count, logger } from "../lib/aws/observe.ts";
import { signedUserPaths } from "../lib/contract/signature.ts";
import { type UserRecord, userId as userIdSchema } from "../lib/contract/user.ts";
import { maskedId } from "../lib/i18n/text/masking.ts";
import type { AuthenticRequest } from "../lib/intake/endpoint/authenticate.ts";
import { signedEndpoint, type Wired } from "../lib/intake/endpoint/endpoint.ts";
import type { InboundRequest } from "../lib/intake/endpoint/http-event.ts";
import { HttpError, ok, unavailable } from "../lib/intake/endpoint/replies.ts";
import { getUserEnv, type Project, readEnvironment } from "../lib/settings/env.ts";
import { InvalidProjectsError, InvalidRecordError } from "../lib/users/user-item.ts";
import { UserStore, visibleRecord } from "../lib/users/users.ts";

/** What a look-up needs. */
interface Deps {
  users: Pick<UserStore, "getUser">;
  /** Projects of the stack. */
  projects: readonly Project[];
}

/**
 * Answers an authentic look-up with the User record itself, and leaves an audit line.
 * @throws {HttpError} 404 for a user that is unknown or not the caller's to see, 500 where the stored record is not valid, 503
 *   where the table is out of reach
 */
export async function getUser(
  request: AuthenticRequest,
  deps: Deps,
): Promise<APIGatewayProxyStructuredResultV2> {
  const userId = userIdOf(request);
  const record = await lookUp(userId, request, deps);
  audit(request, userId, record);
  if (record === undefined) throw new HttpError(404, "There is no such user.");
  return ok(record);
}

export const { handler, ready } = signedEndpoint({
  maxBodyBytes: 0,
  signedPaths: (request) => signedUserPaths(request.path, userIdOf(request)),
  answer: getUser,
  wire,
});

function wire(): Wired<Deps> {
  const environment = readEnvironment(getUserEnv, process.env);
  const users = new UserStore(documentClient(WHILE_CALLER_WAITS), environment.USERS_TABLE);
  return { environment, deps: { users, projects: environment.PROJECTS } };
}

function userIdOf({ pathParameters }: Pick<InboundRequest, "pathParameters">): string {
  return pathParameters["userId"] ?? "";
}

/** Fields of a user that the caller may see; undefined if they may see no such user. */
async function lookUp(
  userId: string,
  request: AuthenticRequest,
  { users, projects }: Deps,
): Promise<UserRecord | undefined> {
  // An id that no import accepts has no record, and DynamoDB would refuse it as a key.
  if (!userIdSchema.safeParse(userId).success) return undefined;
  // If several projects may have asked, the answer must be one that all of them may see.
  const { projectIds } = request;
  const seesMexico = projectIds.every((id) =>
    projects.some((project) => project.id === id && project.mexico),
  );
  try {
    const user = await users.getUser(userId, projectIds);
    return user === undefined ? undefined : visibleRecord(user.record, seesMexico);
  } catch (error) {
    return refuse(error, userId, request);
  }
}

/** @returns undefined where the caller may not learn that there is such a user */
function refuse(error: unknown, userId: string, { requestId }: AuthenticRequest): undefined {
  if (!(error instanceof InvalidRecordError)) {
    logger.error("the Users table is out of reach", { requestId, ...errorPlace(error) });
    throw unavailable();
  }
  count("UserRecordInvalid");
  logger.error("a stored user record is not valid", {
    requestId,
    userId: maskedId(userId),
    paths: error.paths,
  });
  // The projects of the user cannot be read.
  if (error instanceof InvalidProjectsError) return undefined;
  throw new HttpError(500, "The stored record of this user is not valid.");
}

/** The only line of this function at level INFO: who was shown what of whom, in field names, never in values. No id names a person. */
function audit(
  { requestId, projectIds }: AuthenticRequest,
  userId: string,
  answer: UserRecord | undefined,
): void {
  count(answer === undefined ? "UserNotFound" : "UserFound");
  logger.info("user look-up", {
    requestId,
    // Undefined where it is not known which project asks.
    projectId: projectIds.length === 1 ? projectIds[0] : undefined,
    userId: maskedId(userId),
    found: answer !== undefined,
    // A text, since CloudWatch's queries show no list as one column.
    shown: answer === undefined ? "" : Object.keys(answer).join(", "),
  });
}
