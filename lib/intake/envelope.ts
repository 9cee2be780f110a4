/** Message of the webhook queue: the raw bytes of a body, and the facts of their arrival. */

import * as z from "zod/mini";

/** Version of the envelopes written here. */
const VERSION = 1;

/** SQS refuses some characters, and a body may hold any: its bytes travel as base64. */
const envelope = z.object({
  v: z.literal(VERSION),
  /** API Gateway's id of the request that brought the body. */
  deliveryId: z.string(),
  /** When API Gateway received it: ISO 8601 with milliseconds, UTC. */
  receivedAt: z.string(),
  /** When the service signed the call; its receipt where calls are not signed. ISO 8601 with milliseconds, UTC. */
  signedAt: z.string(),
  /** The project whose secret authenticated the body; under `none` the only one. */
  projectId: z.number(),
  body: z.string(),
});

/** A body that the endpoint accepted. */
export interface WebhookDelivery {
  deliveryId: string;
  receivedAt: string;
  signedAt: string;
  projectId: number;
  body: Buffer;
}

/** A delivery as a message's text. */
export function encodeDelivery({
  deliveryId,
  receivedAt,
  signedAt,
  projectId,
  body,
}: WebhookDelivery): string {
  const head: Omit<z.infer<typeof envelope>, "body"> = {
    v: VERSION,
    deliveryId,
    receivedAt,
    signedAt,
    projectId,
  };
  // Base64 holds nothing that JSON would escape: looking for it would take longer than all the rest.
  return `${JSON.stringify(head).slice(0, -1)},"body":"${body.toString("base64")}"}`;
}

/**
 * A message's text as the delivery.
 * @throws {Error} where it is not an envelope, or has another version
 */
export function decodeDelivery(text: string): WebhookDelivery {
  const { body, ...head } = envelope.parse(JSON.parse(text));
  return { ...head, body: Buffer.from(body, "base64") };
}
