/** POST /webhook: check who sent it, hand it to the queue, and only then answer. */

import { notAnObject, readWebhook, type WebhookReading } from "../lib/contract/webhook.ts";
import { type AuthenticRequest, endpoint } from "../lib/inbound/endpoint.ts";
import { HttpError, ok, tooLarge } from "../lib/inbound/replies.ts";
import { WebhookQueue } from "../lib/inbound/webhook-queue.ts";
import { count, logger } from "../lib/platform/observe.ts";
import { readEnvironment, receiveWebhookEnv } from "../lib/settings/env.ts";

/** A notification larger than this would not fit, with its envelope, where it has to go. */
const MAX_BODY_BYTES = 262_144;

const environment = readEnvironment(receiveWebhookEnv, process.env);
const projectIds = environment.PROJECTS.map(({ id }) => id);
const queue = new WebhookQueue(environment.WEBHOOK_QUEUE_URL);

export const { handler, ready } = endpoint({
  environment,
  maxBodyBytes: MAX_BODY_BYTES,
  signedPaths: ({ path }) => [path],
  async answer(request) {
    const reading = readWebhookBody(request, projectIds);
    // An invalid body is queued too: store-notifications quarantines it, so that nothing authentic is lost.
    await queue.add(request, projectOf(request, reading));
    if (!reading.valid) throw new HttpError(400, "The body is not a webhook.", reading.issues);
    return ok({ success: true });
  },
});

/**
 * Reads an authentic body.
 * @param projectIds all of the deployment, for which a sender without credentials may speak
 * @throws {HttpError} 413 where it is too large to be kept
 */
function readWebhookBody(request: AuthenticRequest, projectIds: readonly number[]): WebhookReading {
  if (request.body.length > MAX_BODY_BYTES) throw oversized(request);
  const json = request.json();
  return json === undefined ? notAnObject() : readWebhook(json, request.projectIds ?? projectIds);
}

/** Of several projects with one secret, the body says which it is about; where it does not, the first has to do. */
function projectOf({ projectIds }: AuthenticRequest, reading: WebhookReading): number | undefined {
  if (projectIds === undefined) return undefined;
  return reading.valid && reading.body.type === "notification"
    ? Number(reading.body.data.projectId)
    : projectIds[0];
}

function oversized({ requestId, projectIds, body }: AuthenticRequest): HttpError {
  count("WebhookOversized");
  logger.error("an authentic webhook was refused: too large", {
    requestId,
    projects: projectIds?.map(String),
    bytes: body.length,
  });
  return tooLarge(MAX_BODY_BYTES);
}
