/** What both endpoints share: the request is read, judged readable, authenticated, and every outcome becomes a reply. */

import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { inboundSecret, SecretUnavailable } from "../aws/secrets.ts";
import { parseObject, textOf, UnreadableJson } from "../contract/exact-json.ts";
import { canonicalBody, NO_BODY } from "../contract/signature.ts";
import type { Authentication, Project } from "../env.ts";
import { count, flushMetrics, logger } from "../observe.ts";
import { type AuthenticationSettings, authenticate } from "./authenticate.ts";
import { type InboundRequest, readRequest } from "./http-event.ts";
import { Refusal, refused, unauthorized, unavailable } from "./replies.ts";

/** An authenticated request. */
export interface AuthenticRequest extends InboundRequest {
  /** The project whose secret authenticated it; undefined under `none`. */
  projectId: number | undefined;
  /** The body as a JSON object, its numbers as doubles; undefined where there is none, or none that can be read. */
  json: Record<string, unknown> | undefined;
}

/** The part of a function's environment that says how calls are authenticated. */
interface InboundEnvironment {
  STAGE: string;
  AUTHENTICATION: Authentication;
  SIGNATURE_HEADER: string;
  TIMESTAMP_HEADER: string;
  PROJECTS: Project[];
  INBOUND_SECRET_ARN: string;
  TIME_SCALE: number;
}

/** How an endpoint differs from the other. */
export interface EndpointOptions {
  environment: InboundEnvironment;
  /** Whether a request without a body is refused as one that cannot be read. */
  bodyRequired: boolean;
  /** The paths that the service may have signed for a request. */
  signedPaths(request: InboundRequest): string[];
  /** What the endpoint answers to an authentic request; it may throw a {@link Refusal}. */
  answer(request: AuthenticRequest): Promise<APIGatewayProxyStructuredResultV2>;
}

/** An endpoint's handler. */
export function endpoint({ environment, bodyRequired, signedPaths, answer }: EndpointOptions) {
  const settings: AuthenticationSettings = {
    mode: environment.AUTHENTICATION,
    signatureHeader: environment.SIGNATURE_HEADER,
    timestampHeader: environment.TIMESTAMP_HEADER,
    projects: environment.PROJECTS,
    secret: inboundSecret(environment.INBOUND_SECRET_ARN, environment.TIME_SCALE),
  };
  const flush = () => flushMetrics(environment.STAGE);

  return (
    // A call that takes too long is ended by Lambda, with its process: nothing of it thaws within the next call.
    middy<unknown, APIGatewayProxyStructuredResultV2>({ timeoutEarlyInMillis: 0 })
      // Middy unwinds from the last to the first: the counts are written once a refusal has been counted.
      .use({ after: flush, onError: flush })
      .use({
        onError: (invocation) => {
          invocation.response = refused(refusalFor(invocation.error));
        },
      })
      .handler(async (event: unknown) => {
        const request = readRequest(event);
        const json = request.body.length > 0 || bodyRequired ? readBody(request, settings.mode) : undefined;
        const canonical = json === undefined ? NO_BODY : canonicalBody(json);
        const now = Date.now();
        const sender = await authenticate(request, signedPaths(request), canonical, settings, now);
        if (sender === undefined) throw unauthorized();
        return answer({ ...request, projectId: sender.projectId, json });
      })
  );
}

/**
 * The body as JSON. Under `signature` a body that cannot be read cannot be authentic; under the other ways it can, and
 * is left for the endpoint to keep.
 */
function readBody({ body }: InboundRequest, mode: Authentication): AuthenticRequest["json"] {
  try {
    return parseObject(textOf(body));
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    if (mode === "signature") throw error;
    return undefined;
  }
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof UnreadableJson) {
    count("WebhookUnreadable");
    return new Refusal(400, `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`);
  }
  if (error instanceof SecretUnavailable) {
    count("SecretMissing");
    logger.error(error.message);
    return unavailable();
  }
  if (error instanceof Refusal) {
    if (error.status === 401) count("AuthenticationFailed");
    return error;
  }
  // The error's own text may quote what was sent or read: only its kind is logged.
  logger.error("an unforeseen error", { error: error instanceof Error ? error.name : "unknown" });
  return new Refusal(500, "An unforeseen error. Send the request again later.");
}
