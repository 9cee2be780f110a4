/** The secret documents of the local stack: fixed, documented, and worth nothing anywhere else. */

import {
  type InboundDocument,
  type OutboundDocument,
  set,
  withRehearsalSecrets,
} from "../../../lib/aws/secret-documents.ts";
import type { LocalProject } from "../../../lib/stack/local-endpoints.ts";

/** What proves a rehearsal on every machine. */
export const LOCAL_REHEARSAL_SECRET = "local-rehearsal-secret";

/** What `vigia secrets set` would have made of them, for each project. */
export function secretDocuments(projects: readonly LocalProject[]) {
  const inbound: InboundDocument = Object.fromEntries(
    projects.map(({ projectId, webhookSecret }) => [projectId, { webhookSecrets: set(webhookSecret) }]),
  );
  const outboundDocument: OutboundDocument = Object.fromEntries(
    projects.map(({ projectId, apiKey }) => [projectId, { apiKeys: set(apiKey) }]),
  );
  return { inboundDocument: withRehearsalSecrets(inbound, set(LOCAL_REHEARSAL_SECRET)), outboundDocument };
}
