/** The secret documents of the local stack: fixed, documented, and worth nothing anywhere else. */

import {
  type InboundDocument,
  type OutboundDocument,
  set,
  withApiKeys,
  withRehearsalSecrets,
  withWebhookSecrets,
} from "../../../lib/secrets/secret-documents.ts";
import type { LocalProject } from "../../../lib/settings/local-endpoints.ts";

/** What proves a rehearsal on every machine. */
export const LOCAL_REHEARSAL_SECRET = "local-rehearsal-secret";

/** What `vigia secrets set` would have made of them, for each project; joined once, since a campaign has thousands. */
export function secretDocuments(projects: readonly LocalProject[]) {
  const inbound: InboundDocument = Object.fromEntries(
    projects.flatMap(({ projectId, webhookSecret }) =>
      Object.entries(withWebhookSecrets({}, projectId, set(webhookSecret))),
    ),
  );
  const outboundDocument: OutboundDocument = Object.fromEntries(
    projects.flatMap(({ projectId, apiKey }) => Object.entries(withApiKeys({}, projectId, set(apiKey)))),
  );
  return { inboundDocument: withRehearsalSecrets(inbound, set(LOCAL_REHEARSAL_SECRET)), outboundDocument };
}
