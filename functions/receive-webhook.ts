/** POST /webhook: check who sent it, hand it to the queue, and only then answer. */

import { endpoint } from "../lib/inbound/endpoint.ts";
import { HttpError, ok } from "../lib/inbound/replies.ts";
import { projectOf, readWebhookBody } from "../lib/inbound/webhook-body.ts";
import { WebhookQueue } from "../lib/inbound/webhook-queue.ts";
import { receiveWebhookEnv } from "../lib/settings/env.ts";
import { readEnvironment } from "../lib/settings/read-environment.ts";

/** What is larger is refused unread, whoever sent it. */
const MAX_READ_BYTES = 1_048_576;

const environment = readEnvironment(receiveWebhookEnv, process.env);
const projectIds = environment.PROJECTS.map(({ id }) => id);
const queue = new WebhookQueue(environment.WEBHOOK_QUEUE_URL);

export const { handler, ready } = endpoint({
  environment,
  maxBodyBytes: MAX_READ_BYTES,
  signedPaths: ({ path }) => [path],
  async answer(request) {
    const reading = readWebhookBody(request, projectIds);
    // What is not a webhook is queued too: store-notifications quarantines it, so that nothing authentic is lost.
    await queue.add(request, projectOf(request, reading));
    if (!reading.valid) throw new HttpError(400, "The body is not a webhook.", reading.issues);
    return ok({ success: true });
  },
});
