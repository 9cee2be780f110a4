/** POST /webhook: check who sent it, hand it to the queue, and only then answer. */

import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { notAnObject, readWebhook, type WebhookReading } from "../lib/contract/webhook.ts";
import { readEnvironment, receiveWebhookEnv } from "../lib/env.ts";
import { type AuthenticRequest, endpoint } from "../lib/inbound/endpoint.ts";
import { seal, sendersProjects } from "../lib/inbound/envelope.ts";
import { ok, Refusal, unavailable } from "../lib/inbound/replies.ts";
import { count, logger } from "../lib/observe.ts";

/** A notification larger than this would not fit, with its envelope, where it has to go. */
const MAX_BODY_BYTES = 262_144;

const environment = readEnvironment(receiveWebhookEnv, process.env);
const sqs = new SQSClient({});

export const handler = endpoint({
  environment,
  bodyRequired: true,
  signedPaths: ({ path }) => [path],
  async answer(request) {
    if (request.body.length > MAX_BODY_BYTES) throw oversized(request);
    const reading = judge(request);
    await queue(request);
    if (!reading.valid) throw new Refusal(400, "The body is not a webhook.", reading.issues);
    count("WebhookAccepted");
    return ok({ success: true });
  },
});

function judge({ json, projectId }: AuthenticRequest): WebhookReading {
  return json === undefined
    ? notAnObject()
    : readWebhook(json, sendersProjects(projectId, environment.PROJECTS));
}

/** A body that is not a webhook is queued too: store-notifications quarantines it, so that nothing authentic is lost. */
async function queue({ requestId, receivedAt, projectId, body }: AuthenticRequest): Promise<void> {
  const message = seal({
    deliveryId: requestId,
    receivedAt: new Date(receivedAt).toISOString(),
    projectId,
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

function oversized({ requestId, projectId, body }: AuthenticRequest): Refusal {
  count("WebhookOversized");
  logger.error("an authentic webhook was refused: too large", { requestId, projectId, bytes: body.length });
  return new Refusal(413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
}
