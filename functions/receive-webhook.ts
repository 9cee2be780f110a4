/** POST /webhook: check who sent it, hand it to the queue, and only then answer. */

import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { clientConfig, WHILE_CALLER_WAITS } from "../lib/aws/clients.ts";
import { notAnObject, readWebhook, type WebhookReading } from "../lib/contract/webhook.ts";
import { type AuthenticRequest, endpoint } from "../lib/inbound/endpoint.ts";
import { encodeDelivery } from "../lib/inbound/envelope.ts";
import { HttpError, ok, tooLarge, unavailable } from "../lib/inbound/replies.ts";
import { readEnvironment, receiveWebhookEnv } from "../lib/runtime/env.ts";
import { count, logger } from "../lib/runtime/observe.ts";

/** What is larger is refused unread, whoever sent it. */
const MAX_READ_BYTES = 1_048_576;

/** A notification larger than this would not fit, with its envelope, where it has to go. */
const MAX_BODY_BYTES = 262_144;

const environment = readEnvironment(receiveWebhookEnv, process.env);
const sqs = new SQSClient(clientConfig(WHILE_CALLER_WAITS));

export const handler = endpoint({
  environment,
  maxBodyBytes: MAX_READ_BYTES,
  signedPaths: ({ path }) => [path],
  async answer(request) {
    if (request.body.length > MAX_BODY_BYTES) throw oversized(request);
    const reading = judge(request);
    await queue(request, projectOf(request, reading));
    if (!reading.valid) throw new HttpError(400, "The body is not a webhook.", reading.issues);
    return ok({ success: true });
  },
});

function judge(request: AuthenticRequest): WebhookReading {
  const json = request.json();
  const projectIds = request.projectIds ?? environment.PROJECTS.map(({ id }) => id);
  return json === undefined ? notAnObject() : readWebhook(json, projectIds);
}

/** Of several projects with one secret, the body says which it is about; where it does not, the first has to do. */
function projectOf({ projectIds }: AuthenticRequest, reading: WebhookReading): number | undefined {
  if (projectIds === undefined) return undefined;
  return reading.valid && reading.body.type === "notification"
    ? Number(reading.body.data.projectId)
    : projectIds[0];
}

/** A body that is not a webhook is queued too: store-notifications quarantines it, so that nothing authentic is lost. */
async function queue(
  { requestId, receivedAt, rehearsal, body }: AuthenticRequest,
  projectId: number | undefined,
): Promise<void> {
  const message = encodeDelivery({
    deliveryId: requestId,
    receivedAt: new Date(receivedAt).toISOString(),
    projectId,
    rehearsal,
    body,
  });
  try {
    await sqs.send(new SendMessageCommand({ QueueUrl: environment.WEBHOOK_QUEUE_URL, MessageBody: message }));
  } catch (error) {
    logger.error("the webhook queue refused a message", {
      error: error instanceof Error ? error.name : "unknown",
      requestId,
    });
    throw unavailable();
  }
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
