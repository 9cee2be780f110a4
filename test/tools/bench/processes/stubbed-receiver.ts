/** receive-webhook as it is bundled, with AWS's clients and the log in its own process replaced by nothing. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { BUNDLE_OPTIONS, FUNCTIONS } from "../../../../infra/bundles.ts";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../../lib/contract/signature.ts";
import { WEBHOOK_SECRET } from "../environment/events.ts";

/** Calls the function. */
export type Handler = (event: unknown) => Promise<unknown>;

const ENVIRONMENT = {
  STAGE: "bench",
  PROJECTS: '[{"id":1,"mexico":false}]',
  INBOUND_SECRET_ARN: "inbound",
  AUTHENTICATION: "signature",
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  WEBHOOK_QUEUE_URL: "http://127.0.0.1:9/webhook",
};

const SECRET = JSON.stringify({ 1: { webhookSecrets: [{ value: WEBHOOK_SECRET }] } });

/** What stands in the place of what is not measured. */
const STUBS = [
  {
    filter: /^@aws-sdk\/client-sqs$/,
    contents:
      "export class SQSClient { async send() { return {}; } } export class SendMessageCommand {} export class ChangeMessageVisibilityBatchCommand {}",
  },
  {
    filter: /^@aws-sdk\/client-secrets-manager$/,
    contents: `export class SecretsManagerClient { async send() { return { SecretString: ${JSON.stringify(SECRET)} }; } }
      export class GetSecretValueCommand {}`,
  },
  {
    filter: /\/observe\.ts$/,
    contents:
      "const none = () => {}; export const logger = { info: none, warn: none, error: none }; export { none as count, none as flushMetrics };",
  },
];

const stubs: Plugin = {
  name: "stubs",
  setup({ onResolve, onLoad }) {
    for (const [index, { filter, contents }] of STUBS.entries()) {
      onResolve({ filter }, () => ({ path: String(index), namespace: `stub-${index}` }));
      onLoad({ filter: /.*/, namespace: `stub-${index}` }, () => ({ contents, loader: "js" }));
    }
  },
};

/** Loads it. Its environment is this process's from now on. */
export async function stubbedReceiver(): Promise<Handler> {
  const folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  try {
    const { outputFiles } = await build({
      ...BUNDLE_OPTIONS,
      entryPoints: [FUNCTIONS.ReceiveWebhook],
      outdir: "bundle",
      plugins: [stubs],
    });
    const file = join(folder, "index.cjs");
    writeFileSync(file, outputFiles[0]?.contents ?? "");
    Object.assign(process.env, ENVIRONMENT);
    const { handler } = createRequire(file)(file);
    const context = { getRemainingTimeInMillis: () => 10_000 };
    return (event) => handler(event, context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
