/** GET /users/{userId}: check who asks, read the one record, answer what the project may see, leave an audit line. */

import { signedUserPaths } from "../lib/contract/signature.ts";
import { endpoint } from "../lib/inbound/endpoint.ts";
import type { InboundRequest } from "../lib/inbound/http-event.ts";
import { HttpError, ok } from "../lib/inbound/replies.ts";
import { getUserEnv, readEnvironment } from "../lib/settings/env.ts";
import { audit, LookUps } from "../lib/users/look-up.ts";

const environment = readEnvironment(getUserEnv, process.env);
const lookUps = new LookUps(environment.USERS_TABLE, environment.PROJECTS);

export const { handler, ready } = endpoint({
  environment,
  maxBodyBytes: 0,
  signedPaths: (request) => signedUserPaths(request.path, userIdOf(request)),
  async answer(request) {
    const userId = userIdOf(request);
    const record = await lookUps.find(userId, request);
    audit(request, userId, record);
    if (record === undefined) throw new HttpError(404, "There is no such user.");
    return ok(record);
  },
});

function userIdOf({ pathParameters }: Pick<InboundRequest, "pathParameters">): string {
  return pathParameters["userId"] ?? "";
}
