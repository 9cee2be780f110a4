/** $default of the desk's API: a page of what Vigía knows, for whoever is signed in. */

import { LambdaClient } from "@aws-sdk/client-lambda";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { clientConfig, INVOKING } from "../lib/aws/clients.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { boundCalls } from "../lib/aws/time-left.ts";
import { deskApp } from "../lib/desk/app.tsx";
import { requestOf, resultOf } from "../lib/desk/http-event.ts";
import { readEnvironment, serveDeskEnv } from "../lib/runtime/env.ts";
import { lazy } from "../lib/runtime/lazy.ts";

const environment = readEnvironment(serveDeskEnv, process.env);
const app = deskApp({
  environment,
  database: documentClient(),
  lambda: lazy(() => new LambdaClient(clientConfig(INVOKING))),
});

const METHODS = ["GET", "HEAD", "POST"];
const METHOD_NOT_ALLOWED = { statusCode: 405, headers: { allow: METHODS.join(", ") } };

export const handler = async (
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> => {
  boundCalls(context);
  // A request cannot be made of every method that API Gateway hands over.
  if (!METHODS.includes(event.requestContext.http.method)) return METHOD_NOT_ALLOWED;
  const response = await app.fetch(requestOf(event, environment.DESK_URL));
  return resultOf(response, event.headers["accept-encoding"]);
};
