/** POST /webhook: check who sent it, hand it to the queue, and only then answer. */

import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { notAnObject, readWebhook, type WebhookReading } from "../lib/contract/webhook.ts";
import { type AuthenticRequest, endpoint } from "../lib/inbound/endpoint.ts";
import { encodeDelivery } from "../lib/inbound/envelope.ts";
import { HttpError, ok, tooLarge, unavailable } from "../lib/inbound/replies.ts";
import { clientConfig, WHILE_CALLER_WAITS } from "../lib/platform/clients.ts";
import { errorOrigin } from "../lib/platform/error-name.ts";
import { count, logger } from "../lib/platform/observe.ts";
import { readEnvironment, receiveWebhookEnv } from "../lib/settings/env.ts";

/** A notification larger than this would not fit, with its envelope, where it has to go. */
const MAX_BODY_BYTES = 262_144;

const environment = readEnvironment(receiveWebhookEnv, process.env);
const projectIds = environment.PROJECTS.map(({ id }) => id);
const sqs = new SQSClient(clientConfig(WHILE_CALLER_WAITS));

export const { handler, ready } = endpoint({
  environment,
  maxBodyBytes: MAX_BODY_BYTES,
  signedPaths: ({ path }) => [path],
  async answer(request) {
    const reading = readWebhookBody(request);
    // An invalid body is queued too: store-notifications quarantines it, so that nothing authentic is lost.
    await enqueue(request, projectOf(request, reading));
    if (!reading.valid) throw new HttpError(400, "The body is not a webhook.", reading.issues);
    return ok({ success: true });
  },
});

/**
 * Reads an authentic body. A sender without credentials may speak for all projects of the deployment.
 * @throws {HttpError} 413 where it is too large to be kept
 */
function readWebhookBody(request: AuthenticRequest): WebhookReading {
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

/**
 * Queues the body of a request.
 * @param projectId the sender's project; undefined if no credentials were required
 * @throws {HttpError} 503 where SQS does not take it: the caller sends it again
 */
async function enqueue(request: AuthenticRequest, projectId: number | undefined): Promise<void> {
  const { requestId: deliveryId, receivedAt: at, rehearsal, body } = request;
  const receivedAt = new Date(at).toISOString();
  const MessageBody = encodeDelivery({ deliveryId, receivedAt, projectId, rehearsal, body });
  try {
    await sqs.send(new SendMessageCommand({ QueueUrl: environment.WEBHOOK_QUEUE_URL, MessageBody }));
  } catch (error) {
    logger.error("the webhook queue refused a message", { ...errorOrigin(error), requestId: deliveryId });
    throw unavailable();
  }
}
