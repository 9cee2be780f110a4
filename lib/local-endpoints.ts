/** What the local stack tells about itself while it runs, in `.local/endpoints.json`: the `vigia` command reads it. */

import * as z from "zod/mini";
import { authentication } from "./env.ts";

/** Where the file lies, from the project's folder. It is there while the stack is ready, and only then. */
export const LOCAL_ENDPOINTS_FILE = ".local/endpoints.json";

const url = z.string().check(z.regex(/^https?:\/\/\S+$/, { error: "expected a URL" }));
const name = z.string().check(z.minLength(1));

export const localEndpoints = z.object({
  /** The strict door: exactly as deployed. */
  adapter: url,
  /** The rehearsal door: signs what comes unsigned. */
  rehearsal: url,
  /** The sandbox, or the service used instead of it; with its `/v1`. */
  riskService: url,
  /**
   * Emulated AWS services. `secretsmanager` answers GetSecretValue (by version stage too), PutSecretValue and
   * UpdateSecretVersionStage; `lambda` answers Invoke.
   */
  aws: z.object({ dynamodb: url, sqs: url, sns: url, secretsmanager: url, lambda: url }),
  tables: z.object({
    users: name,
    notifications: name,
    wallets: name,
    walletScans: name,
    scanRuns: name,
    chains: name,
  }),
  /** Queue URLs. */
  queues: z.object({ webhook: url, webhookDlq: url, scan: url, scanDlq: url }),
  /** Topic ARNs. */
  topics: z.object({ alerts: name, operations: name }),
  /** Secret ARNs. */
  secrets: z.object({ inbound: name, outbound: name }),
  /** Function names, as the emulated Lambda knows them. */
  functions: z.object({ startScan: name }),
  inbound: z.object({ authentication, signatureHeader: name, timestampHeader: name }),
  /** One alert a line, as published. From the project's folder. */
  alerts: name,
  /** The audit lines of get-user, one a line. From the project's folder. */
  audit: name,
  /** The projects and the fixed local secrets that the stack starts with. */
  projects: z.array(
    z.object({ projectId: z.number(), mexico: z.boolean(), webhookSecret: name, apiKey: name }),
  ),
});
export type LocalEndpoints = z.infer<typeof localEndpoints>;
