/** What an authentic body says, and of which project. */

import { notAnObject, readWebhook, type WebhookReading } from "../contract/webhook.ts";
import { count, logger } from "../platform/observe.ts";
import type { AuthenticRequest } from "./endpoint.ts";
import { type HttpError, tooLarge } from "./replies.ts";

/** A notification larger than this would not fit, with its envelope, where it has to go. */
const MAX_BODY_BYTES = 262_144;

/**
 * Reads an authentic body.
 * @param projectIds all of the deployment, for which the sender may speak where nobody was asked who it is
 * @throws {HttpError} 413 where it is too large to be kept
 */
export function readWebhookBody(request: AuthenticRequest, projectIds: readonly number[]): WebhookReading {
  if (request.body.length > MAX_BODY_BYTES) throw oversized(request);
  const json = request.json();
  return json === undefined ? notAnObject() : readWebhook(json, request.projectIds ?? projectIds);
}

/** Of several projects with one secret, the body says which it is about; where it does not, the first has to do. */
export function projectOf({ projectIds }: AuthenticRequest, reading: WebhookReading): number | undefined {
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
