/** Shared by both endpoints: authenticates a request before reading anything else of it, and turns every outcome into a reply. */

import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorPlace } from "../../aws/error-place.ts";
import { lazy } from "../../aws/lazy.ts";
import { count, flushMetrics, logger } from "../../aws/observe.ts";
import { setInvocationDeadline } from "../../aws/time-left.ts";
import { type ReadObject, readObject, UnreadableJsonError } from "../../contract/exact-json.ts";
import { canonicalBody, NO_BODY } from "../../contract/signature.ts";
import type { Authentication, Project } from "../../settings/env.ts";
import { inboundSecret, SecretUnavailableError } from "../../settings/secrets/secrets.ts";
import { type AuthenticationSettings, authenticate, type Sender } from "./authenticate.ts";
import { readCredentials } from "./credentials.ts";
import { bytesOf, type InboundRequest, readRequest, sizeOf, textIn, type UnreadBody } from "./http-event.ts";
import { HttpError, refused, tooLarge, unauthorized, unavailable } from "./replies.ts";

/** Steps of a request: an unexpected error is logged with the step in which it happened. */
type Step = "reading the request" | "checking who sent it" | "answering";

/** Something failed that none of the replies is for. */
class UnforeseenError extends Error {
  override name = "UnforeseenError";
  readonly step: Step;
  constructor(step: Step, cause: unknown) {
    super(`failed while ${step}`, { cause });
    this.step = step;
  }
}

/**
 * Does a step.
 * @throws {UnforeseenError} that names the step, where it fails with an error that no reply is for
 */
async function during<T>(step: Step, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isForeseen = [HttpError, SecretUnavailableError, UnreadableJsonError].some(
      (foreseen) => error instanceof foreseen,
    );
    throw isForeseen ? error : new UnforeseenError(step, error);
  }
}

export interface AuthenticRequest extends Omit<InboundRequest, "body">, Sender {
  /** The body's bytes; none where the request had no body. */
  body: Buffer;
  /** Body as a JSON object that can be judged; undefined if it is missing or cannot be read. */
  json(): Record<string, unknown> | undefined;
}

/** The part of a function's environment that says how calls are authenticated. */
interface InboundEnvironment {
  STAGE: string;
  AUTHENTICATION: Authentication;
  PROJECTS: Project[];
  INBOUND_SECRET_ARN: string;
}

/** What an endpoint reads of its environment, and what its answer needs. */
export interface Wired<Deps> {
  environment: InboundEnvironment;
  deps: Deps;
}

/** Differences between the two endpoints. */
interface EndpointOptions<Deps> {
  /** The largest body that is kept, in bytes; 0 where a request has none. */
  maxBodyBytes: number;
  /** The paths that the service may have signed for a request. */
  signedPaths(request: InboundRequest): string[];
  /** Answers an authentic request; may throw an {@link HttpError}. */
  answer(request: AuthenticRequest, deps: Deps): Promise<APIGatewayProxyStructuredResultV2>;
  /** Reads the environment and makes the clients; called once, before the first request. */
  wire(): Wired<Deps>;
}

/**
 * A body is read this far above what is kept: one just over is known to be the service's own. A larger one is refused
 * unread, from any sender, since reading it to verify its signature is work for a stranger.
 */
const READ_ABOVE_BYTES = 8_192;

/** Longest wait of a loading function for its secret, in milliseconds; Lambda gives it ten seconds in all. */
const LONGEST_PREPARATION_MS = 2_000;

/**
 * An endpoint's handler, and `ready`, which is to be awaited before the first call: while a function loads, Lambda gives it
 * a whole core, however little memory it has.
 */
export function signedEndpoint<Deps>(options: EndpointOptions<Deps>) {
  const wired = lazy(() => {
    const { environment, deps } = options.wire();
    const settings: AuthenticationSettings = {
      mode: environment.AUTHENTICATION,
      projects: environment.PROJECTS,
      secret: inboundSecret(environment.INBOUND_SECRET_ARN),
    };
    return { deps, settings, stage: environment.STAGE };
  });
  const ready = async (): Promise<void> => {
    const { mode, secret } = wired().settings;
    if (mode !== "none") await secret.prepare(LONGEST_PREPARATION_MS);
  };
  const flush = () => flushMetrics(wired().stage);

  const handler =
    // A call that takes too long is ended by Lambda, with its process: nothing of it thaws within the next call.
    middy<unknown, APIGatewayProxyStructuredResultV2>({ timeoutEarlyInMillis: 0 })
      // Middy unwinds from the last to the first: the counts are written once a refusal has been counted.
      .use({ after: flush, onError: flush })
      .use({
        onError: (invocation) => {
          invocation.response = refused(refusalFor(invocation.error));
        },
      })
      .handler(async (event: unknown, context: Context) => {
        setInvocationDeadline(context);
        const { deps, settings } = wired();
        const request = await during("reading the request", () => readRequest(event));
        const known = await during("checking who sent it", () => authentic(request, options, settings));
        return during("answering", () => options.answer(known, deps));
      });
  return { handler, ready };
}

/** Checks time and form of the credentials, then the body's size: no other caller causes costlier work. */
async function authentic(
  request: InboundRequest,
  { maxBodyBytes, signedPaths }: Pick<EndpointOptions<never>, "maxBodyBytes" | "signedPaths">,
  settings: AuthenticationSettings,
): Promise<AuthenticRequest> {
  const now = Date.now();
  const credentials = readCredentials(request, settings.mode, now);
  if (credentials === undefined) {
    count("SignatureMalformedOrStale");
    throw unauthorized();
  }
  if (sizeOf(request.body) > (maxBodyBytes === 0 ? 0 : maxBodyBytes + READ_ABOVE_BYTES)) {
    count("RequestTooLarge");
    throw tooLarge(maxBodyBytes);
  }
  const hasBody = maxBodyBytes > 0;
  const body = hasBody ? bytesOf(request.body) : Buffer.alloc(0);
  // Read when that is first asked for.
  const content = lazy(() => (hasBody ? contentOf(request.body, body, settings.mode) : {}));
  const canonical = () => {
    const { object } = content();
    return object === undefined ? undefined : canonicalBody(object.signed);
  };
  const signed = {
    method: request.method,
    paths: signedPaths(request),
    canonicalBody: hasBody ? canonical : () => NO_BODY,
  };
  const sender = await authenticate(credentials, signed, settings, now);
  if (sender === undefined) {
    count("SignatureMismatch");
    throw unauthorized();
  }
  return { ...request, ...sender, body, json: () => content().object?.judged() };
}

/**
 * A body as a JSON object; without one where it cannot be read. Under `signature` such a body cannot be authentic; under the other
 * ways it can, and is left for the endpoint to keep.
 */
function contentOf(body: UnreadBody, bytes: Buffer, mode: Authentication): { object?: ReadObject } {
  try {
    return { object: readObject(textIn(body, bytes)) };
  } catch (error) {
    if (!(error instanceof UnreadableJsonError) || mode === "signature") throw error;
    return {};
  }
}

function refusalFor(error: unknown): HttpError {
  if (error instanceof UnreadableJsonError) {
    count("WebhookUnreadable");
    return new HttpError(400, `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`);
  }
  if (error instanceof SecretUnavailableError) {
    count("SecretMissing");
    logger.error(error.message);
    return unavailable();
  }
  if (error instanceof HttpError) return error;
  // The error's own text may quote what was sent or read: only its kind and its place are logged.
  const [step, cause] = error instanceof UnforeseenError ? [error.step, error.cause] : ["replying", error];
  logger.error("an unforeseen error", { step, ...errorPlace(cause) });
  return new HttpError(500, "An unforeseen error. Send the request again later.");
}
