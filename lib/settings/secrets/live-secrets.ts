/** Live values of the two secrets' documents. */

import type * as z from "zod/mini";
import {
  apiKeysOf,
  type inboundDocument,
  liveValues,
  type outboundDocument,
  webhookSecretsOf,
} from "./secret-documents.ts";
import { SecretUnavailableError } from "./secrets.ts";

/** A project and a secret that proves a call to be made on its behalf. */
export interface InboundSecret {
  projectId: number;
  value: string;
}

/** Every webhook secret that is live at `now` (milliseconds), of the given projects. */
export function liveInboundSecrets(
  document: z.output<typeof inboundDocument>,
  projectIds: readonly number[],
  now: number,
): InboundSecret[] {
  return projectIds.flatMap((projectId) =>
    liveValues(webhookSecretsOf(document, projectId), now).map((value) => ({ projectId, value })),
  );
}

/**
 * The API key of a project: the newest that is live at `now` (milliseconds).
 * @throws {SecretUnavailableError} if a value is missing, with the project and the command that sets it
 */
export function liveApiKey(
  document: z.output<typeof outboundDocument>,
  projectId: number,
  now: number,
): string {
  const [newest] = liveValues(apiKeysOf(document, projectId), now);
  if (newest !== undefined) return newest;
  throw new SecretUnavailableError(
    `No API key is set for project ${projectId}: run "vigia secrets set --project ${projectId} --kind api-key".`,
    { kind: "no-api-key" },
  );
}
