/** Shared by both endpoints: a request is authenticated (authenticate.ts) before it is answered, and every outcome becomes a reply. */

import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { errorPlace } from "../../aws/error-place.ts";
import { lazy } from "../../aws/lazy.ts";
import { count, flushMetrics, logger } from "../../aws/observe.ts";
import { setInvocationDeadline } from "../../aws/time-left.ts";
import { UnreadableJsonError } from "../../contract/exact-json.ts";
import { TEST_PROJECT } from "../../contract/test-project.ts";
import { type Authentication, type Project, servedProjects } from "../../settings/env.ts";
import { inboundSecret, SecretUnavailableError } from "../../settings/secrets/secrets.ts";
import { type Accepted, type AuthenticRequest, authenticate } from "./authenticate.ts";
import { readRequest } from "./http-event.ts";
import { HttpError, refused, unavailable } from "./replies.ts";
import type { AuthenticationSettings } from "./sender.ts";

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

/** The part of a function's environment that says how calls are authenticated. */
interface InboundEnvironment {
  STAGE: string;
  AUTHENTICATION: Authentication;
  PROJECTS: Project[];
  INBOUND_SECRET_ARN: string;
}

/** The environment of an endpoint, and the parts that its answer needs. */
export interface Wired<Deps> {
  environment: InboundEnvironment;
  deps: Deps;
}

/** Differences between the two endpoints. */
interface EndpointOptions<Deps> extends Accepted {
  /** Answers an authentic request; may throw an {@link HttpError}. */
  answer(request: AuthenticRequest, deps: Deps): Promise<APIGatewayProxyStructuredResultV2>;
  /** Reads the environment and makes the clients; called once, before the first request. */
  wire(): Wired<Deps>;
}

/** Longest wait of a loading function for its secret, in milliseconds; Lambda gives it ten seconds in all. */
const LONGEST_PREPARATION_MS = 2_000;

/**
 * An endpoint's handler, and `ready`, which is to be awaited before the first call: while a function loads, Lambda gives it
 * a whole core, however little memory it has.
 */
export function signedEndpoint<Deps>(options: EndpointOptions<Deps>) {
  const wired = lazy(() => {
    const { environment, deps } = options.wire();
    const mode = environment.AUTHENTICATION;
    const projectIds = servedProjects(environment.PROJECTS);
    const settings: AuthenticationSettings = {
      mode,
      // Without authentication anyone could speak for the test project.
      projectIds: mode === "none" ? projectIds : [...projectIds, TEST_PROJECT],
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
        const authentic = await during("checking who sent it", () =>
          authenticate(request, options, settings),
        );
        return during("answering", () => options.answer(authentic, deps));
      });
  return { handler, ready };
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
