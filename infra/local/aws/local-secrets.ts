/** The secret documents of the local stack: fixed, documented, and worth nothing anywhere else. */

import {
  type InboundDocument,
  type OutboundDocument,
  set,
  withApiKeys,
  withRehearsalSecrets,
  withWebhookSecrets,
} from "../../../lib/aws/secret-documents.ts";
import type { LocalProject } from "../../../lib/stack/local-endpoints.ts";

/** What proves a rehearsal on every machine. */
export const LOCAL_REHEARSAL_SECRET = "local-rehearsal-secret";

/** What `vigia secrets set` would have made of them, for each project. */
export function secretDocuments(projects: readonly LocalProject[]) {
  let inboundDocument: InboundDocument = withRehearsalSecrets({}, set(LOCAL_REHEARSAL_SECRET));
  let outboundDocument: OutboundDocument = {};
  for (const { projectId, webhookSecret, apiKey } of projects) {
    inboundDocument = withWebhookSecrets(inboundDocument, projectId, set(webhookSecret));
    outboundDocument = withApiKeys(outboundDocument, projectId, set(apiKey));
  }
  return { inboundDocument, outboundDocument };
}
