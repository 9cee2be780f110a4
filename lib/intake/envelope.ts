/** Message of the webhook queue: the raw bytes of a body, and the facts of their arrival. */

import * as z from "zod/mini";
import { messageIn } from "../aws/newer-messages.ts";
import type { Project } from "../settings/env.ts";

/** Version of the envelopes written here; later versions must still read it. */
const VERSION = 1;

/** SQS refuses some characters, and a body may hold any: its bytes travel as base64. */
const envelope = z.object({
  v: z.literal(VERSION),
  /** API Gateway's id of the request that brought the body. */
  deliveryId: z.string(),
  /** ISO 8601 with milliseconds, UTC. */
  receivedAt: z.string(),
  /** The project whose secret authenticated the body; null under `none`. */
  projectId: z.nullable(z.number()),
  /** True if the sender proved that this is a rehearsal; absent otherwise. */
  rehearsal: z.optional(z.literal(true)),
  body: z.string(),
});

/** A body that the endpoint accepted. */
export interface WebhookDelivery {
  deliveryId: string;
  receivedAt: string;
  projectId: number | undefined;
  /** Proven by the rehearsal secret, which the service does not have; the body's own word does not count. */
  rehearsal?: boolean | undefined;
  body: Buffer;
}

/** A delivery as a message's text. */
export function encodeDelivery({
  deliveryId,
  receivedAt,
  projectId,
  rehearsal,
  body,
}: WebhookDelivery): string {
  const head: Omit<z.infer<typeof envelope>, "body"> = {
    v: VERSION,
    deliveryId,
    receivedAt,
    projectId: projectId ?? null,
    ...(rehearsal === true ? { rehearsal } : {}),
  };
  // Base64 holds nothing that JSON would escape: looking for it would take longer than all the rest.
  return `${JSON.stringify(head).slice(0, -1)},"body":"${body.toString("base64")}"}`;
}

/**
 * A message's text as the delivery.
 * @throws {NewerMessageError} for one of a later version
 * @throws {Error} where it is no delivery, which only a foreign sender can bring about
 */
export function decodeDelivery(text: string): WebhookDelivery {
  const { body, projectId, ...head } = envelope.parse(messageIn(text, VERSION));
  return { ...head, projectId: projectId ?? undefined, body: Buffer.from(body, "base64") };
}

/** The projects that a sender may speak for: the authenticated one, or under `none` every one of the deployment. */
export function sendersProjects(projectId: number | undefined, projects: readonly Project[]): number[] {
  return projectId === undefined ? projects.map(({ id }) => id) : [projectId];
}
