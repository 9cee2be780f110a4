/** The queue on which an accepted body waits for store-notifications. */

import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { clientConfig, WHILE_CALLER_WAITS } from "../platform/clients.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import type { AuthenticRequest } from "./endpoint.ts";
import { encodeDelivery } from "./envelope.ts";
import { unavailable } from "./replies.ts";

export class WebhookQueue {
  readonly #client = new SQSClient(clientConfig(WHILE_CALLER_WAITS));
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Queues the body of a request.
   * @param projectId the sender's project; undefined if no credentials were required
   * @throws {HttpError} 503 where SQS does not take it: the caller sends it again
   */
  async add(request: AuthenticRequest, projectId: number | undefined): Promise<void> {
    const { requestId: deliveryId, receivedAt, rehearsal, body } = request;
    const delivery = {
      deliveryId,
      receivedAt: new Date(receivedAt).toISOString(),
      projectId,
      rehearsal,
      body,
    };
    try {
      await this.#client.send(
        new SendMessageCommand({ QueueUrl: this.#url, MessageBody: encodeDelivery(delivery) }),
      );
    } catch (error) {
      logger.error("the webhook queue refused a message", {
        ...errorOrigin(error),
        requestId: deliveryId,
      });
      throw unavailable();
    }
  }
}
