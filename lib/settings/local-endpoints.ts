/** Addresses of the local stack: a file that it writes when it is ready, and removes on exit. */

import { connect } from "node:net";
import * as z from "zod/mini";
import { authentication } from "./env.ts";

/** The file, from the project's folder. */
export const LOCAL_ENDPOINTS_FILE = ".local/endpoints.json";

const url = z.string().check(z.regex(/^https?:\/\//, { error: "expected a URL" }));
const name = z.string().check(z.minLength(1));

/** A project with its local secrets, which are invented and documented. */
const localProject = z.object({
  projectId: z.number(),
  mexico: z.boolean(),
  retired: z.optional(z.boolean()),
  webhookSecret: name,
  apiKey: name,
});
export type LocalProject = z.infer<typeof localProject>;

export const localEndpoints = z.object({
  /** The HTTP API, exactly as deployed. */
  adapter: url,
  /** In front of the adapter: signs what comes without authentication headers. */
  signingProxy: url,
  /** The sandbox, or the service that replaces it, without `/v1`. */
  riskService: url,
  /** The officers' desk; absent where the settings have none. */
  desk: z.optional(url),
  /** Emulated AWS services; `lambda` answers Invoke alone, `secretsmanager` reading and setting a secret. */
  aws: z.object({ dynamodb: url, sqs: url, sns: url, secretsmanager: url, lambda: url }),
  region: name,
  tables: z.object({
    users: name,
    notifications: name,
    wallets: name,
    walletScans: name,
    scanRuns: name,
    chains: name,
    alerts: name,
    rates: name,
    cases: name,
    /** Absent without a desk. */
    deskSessions: z.optional(name),
  }),
  /** URLs. */
  queues: z.object({ webhook: url, webhookDlq: url, scan: url, scanDlq: url }),
  /** ARNs. */
  topics: z.object({ alerts: name, operations: name, escalation: z.optional(name) }),
  /** ARNs. */
  secrets: z.object({ inbound: name, outbound: name }),
  /** The currencies beside dollars. */
  money: z.object({ currencies: z.array(name) }),
  /** The officers', as in `America/Mexico_City`. */
  timeZone: name,
  functions: z.object({ startScan: name }),
  /** Authentication of inbound calls. */
  inbound: z.object({ authentication }),
  /** Every alert as a line of JSON; relative to the project's folder unless absolute. */
  alerts: name,
  /** A folder with one `<Function>.jsonl` for each function; relative to the project's folder unless absolute. */
  logs: name,
  projects: z.array(localProject),
  /** The process that runs the stack. */
  pid: z.number(),
});
export type LocalEndpoints = z.infer<typeof localEndpoints>;

/** An adapter on this machine answers within milliseconds. */
const ANSWER_MS = 2_000;

/**
 * Reports whether the stack of a file of endpoints is running. A stack that was killed leaves its file behind, and another
 * process may have its number by now; one in a container has a number that is not known here. Its port tells.
 */
export function isRunning({ adapter }: Pick<LocalEndpoints, "adapter">): Promise<boolean> {
  const { hostname: host, port } = new URL(adapter);
  return new Promise((done) => {
    // No request: the stack prints each that it gets.
    const socket = connect({ host, port: Number(port), timeout: ANSWER_MS });
    const end = (isThere: boolean) => () => {
      socket.destroy();
      done(isThere);
    };
    socket.once("connect", end(true)).once("timeout", end(false)).once("error", end(false));
  });
}

/** An alert as a line of the `alerts` file. */
export const localAlert = z.object({
  /** ISO 8601. */
  at: name,
  topic: z.enum(["alerts", "operations", "escalation"]),
  subject: z.string(),
  /** The e-mail's text. */
  text: z.string(),
  /** Message for Slack: Amazon Q Developer's custom notification. */
  slack: z.optional(z.unknown()),
  /** Message for queues, functions and streams. */
  event: z.optional(z.unknown()),
  attributes: z.record(z.string(), z.string()),
});
export type LocalAlert = z.infer<typeof localAlert>;
