/** What travels on the webhook queue: the raw bytes of a body, and what is known of their arrival. */

import * as z from "zod/mini";
import type { Project } from "../env.ts";

/** SQS refuses some characters, and a body may hold any: its bytes travel as base64. */
const envelope = z.object({
  v: z.literal(1),
  /** API Gateway's id of the request that brought the body. */
  deliveryId: z.string(),
  /** ISO 8601 with milliseconds, UTC. */
  receivedAt: z.string(),
  /** The project whose secret authenticated the body; null under `none`. */
  projectId: z.nullable(z.number()),
  body: z.string(),
});

/** A body that was accepted at the door. */
export interface Delivery {
  deliveryId: string;
  receivedAt: string;
  projectId: number | undefined;
  body: Buffer;
}

/** A delivery as a message's text. */
export function seal({ deliveryId, receivedAt, projectId, body }: Delivery): string {
  const head: Omit<z.infer<typeof envelope>, "body"> = {
    v: 1,
    deliveryId,
    receivedAt,
    projectId: projectId ?? null,
  };
  // Base64 holds nothing that JSON would escape: looking for it would take longer than all the rest.
  return `${JSON.stringify(head).slice(0, -1)},"body":"${body.toString("base64")}"}`;
}

/** A message's text as the delivery; throws where it is not one, which only a foreign sender can bring about. */
export function unseal(text: string): Delivery {
  const { deliveryId, receivedAt, projectId, body } = envelope.parse(JSON.parse(text));
  return { deliveryId, receivedAt, projectId: projectId ?? undefined, body: Buffer.from(body, "base64") };
}

/** The projects that a sender may speak for: the authenticated one, or under `none` every one of the deployment. */
export function sendersProjects(projectId: number | undefined, projects: readonly Project[]): number[] {
  return projectId === undefined ? projects.map(({ id }) => id) : [projectId];
}
