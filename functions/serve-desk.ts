/** $default of the desk's API: pages for the signed-in user. */

import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { clientConfig, WHILE_CALLER_WAITS } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { setInvocationDeadline } from "../lib/aws/time-left.ts";
import { deskApp } from "../lib/desk/app.tsx";
import { isTooLarge, requestOf, resultOf } from "../lib/desk/frame/http-event.ts";
import type { StartEvent } from "../lib/screening/runs/start-event.ts";
import { readEnvironment, serveDeskEnv } from "../lib/settings/env.ts";

const METHODS = ["GET", "HEAD", "POST"];
const METHOD_NOT_ALLOWED = { statusCode: 405, headers: { allow: METHODS.join(", ") } };
const CONTENT_TOO_LARGE = { statusCode: 413 };

/** Answers a request of the desk. */
async function serveDesk(
  event: APIGatewayProxyEventV2,
  context: Context,
  { app, url }: Deps,
): Promise<APIGatewayProxyStructuredResultV2> {
  setInvocationDeadline(context);
  // A request cannot be made of every method that API Gateway hands over.
  if (!METHODS.includes(event.requestContext.http.method)) return METHOD_NOT_ALLOWED;
  if (isTooLarge(event)) return CONTENT_TOO_LARGE;
  const response = await app.fetch(requestOf(event, url));
  return resultOf(response, event.headers["accept-encoding"]);
}

const wired = lazy(wire);
export const handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> => serveDesk(event, context, wired());

/** The pages, and where they are. */
type Deps = ReturnType<typeof wire>;

function wire() {
  const environment = readEnvironment(serveDeskEnv, process.env);
  const lambda = new LambdaClient(clientConfig(WHILE_CALLER_WAITS));
  const app = deskApp({
    environment,
    database: documentClient(),
    startScan: async (projectId) => {
      const dueAt = new Date().toISOString();
      const event: StartEvent = { projectIds: [projectId], trigger: "manual", dueAt };
      const Payload = JSON.stringify(event);
      const FunctionName = environment.START_SCAN_FUNCTION;
      await lambda.send(new InvokeCommand({ FunctionName, InvocationType: "Event", Payload }));
    },
  });
  return { app, url: environment.DESK_URL };
}
