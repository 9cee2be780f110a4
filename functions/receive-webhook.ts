/** POST /webhook: check who sent it, hand it to the queue, and only then answer. */

import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { clientConfig, WHILE_CALLER_WAITS } from "../lib/aws/clients.ts";
import { errorOrigin } from "../lib/aws/error-name.ts";
import { count, logger } from "../lib/aws/observe.ts";
import { notAnObject, readWebhook, type WebhookReading } from "../lib/contract/webhook.ts";
import type { AuthenticRequest } from "../lib/intake/endpoint/authenticate.ts";
import { signedEndpoint, type Wired } from "../lib/intake/endpoint/endpoint.ts";
import { HttpError, ok, tooLarge, unavailable } from "../lib/intake/endpoint/replies.ts";
import { encodeDelivery } from "../lib/intake/envelope.ts";
import { readEnvironment, receiveWebhookEnv } from "../lib/settings/env.ts";

/** A notification larger than this would not fit, with its envelope, where it has to go. */
const MAX_BODY_BYTES = 262_144;

/** What receiving needs. */
interface Deps {
  /** Takes a message of the webhook queue; it resolves once SQS has it. */
  enqueue(message: string): Promise<unknown>;
}

/**
 * Answers an authentic webhook: 200 once the queue has it.
 * @throws {HttpError} 400 for a body that is no webhook, which is queued too; 413 for one that is too large to be kept; 503
 *   where the queue does not take it
 */
export async function receiveWebhook(
  request: AuthenticRequest,
  { enqueue }: Deps,
): Promise<APIGatewayProxyStructuredResultV2> {
  if (request.body.length > MAX_BODY_BYTES) throw oversized(request);
  const json = request.json();
  const reading = json === undefined ? notAnObject() : readWebhook(json, request.projectIds);
  // An invalid body is queued too: store-notifications quarantines it, so that nothing authentic is lost.
  await enqueue(messageOf(request, reading)).catch((error: unknown) => {
    const { requestId } = request;
    logger.error("the webhook queue refused a message", { ...errorOrigin(error), requestId });
    throw unavailable();
  });
  if (!reading.valid) throw new HttpError(400, "The body is not a webhook.", reading.issues);
  return ok({ success: true });
}

export const { handler, ready } = signedEndpoint({
  maxBodyBytes: MAX_BODY_BYTES,
  signedPaths: ({ path }) => [path],
  answer: receiveWebhook,
  wire,
});

function wire(): Wired<Deps> {
  const environment = readEnvironment(receiveWebhookEnv, process.env);
  const sqs = new SQSClient(clientConfig(WHILE_CALLER_WAITS));
  const QueueUrl = environment.WEBHOOK_QUEUE_URL;
  return {
    environment,
    deps: {
      enqueue: (MessageBody) => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody })),
    },
  };
}

function oversized({ requestId, projectIds, body }: AuthenticRequest): HttpError {
  count("WebhookOversized");
  logger.error("an authentic webhook was refused: too large", {
    requestId,
    projects: projectIds.map(String),
    bytes: body.length,
  });
  return tooLarge(MAX_BODY_BYTES);
}

/** The queue's message: the raw bytes, when they were signed, and the facts of their receipt. */
function messageOf(request: AuthenticRequest, reading: WebhookReading): string {
  const { requestId, receivedAt, signedAt, body } = request;
  return encodeDelivery({
    deliveryId: requestId,
    receivedAt: new Date(receivedAt).toISOString(),
    signedAt: new Date(signedAt).toISOString(),
    projectId: projectOf(request, reading),
    body,
  });
}

/** Of several projects with one secret, the body says which it is about; where it does not, the first has to do. */
function projectOf({ projectIds: [first] }: AuthenticRequest, reading: WebhookReading): number {
  return reading.valid && reading.body.type === "notification" ? Number(reading.body.data.projectId) : first;
}
