/** The CPU that receive-webhook takes for a request, beside what every receiver of an authentic one has to do. */

import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { BUNDLE_OPTIONS, FUNCTIONS } from "../../../infra/constructs/bundles.ts";
import { canonicalBody, SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../../lib/contract/signature.ts";
import { unsignedWebhookEvent, WEBHOOK_SECRET, webhookEvent } from "../../support/function-events.ts";
import { bodyOf, largeBodyOf } from "./bodies.ts";
import { byTurns, compared, type Figure } from "./figures.ts";

const ROUNDS = 15;
const OF = "JSON.parse, canonical form and HMAC-SHA256 of the same body";

/** Sizes of body, and how many requests make a round: enough to be measured, few enough to stay in the cache. */
const SIZES: readonly { name: string; bytes: number; requests: number; unsigned?: true }[] = [
  { name: "1434B", bytes: 1_434, requests: 4_000 },
  { name: "20KiB", bytes: 20 * 1_024, requests: 600 },
  { name: "200KiB", bytes: 200 * 1_024, requests: 60 },
  // About the largest that API Gateway hands over, and as many requests as fit in memory together.
  { name: "unsigned4900KB", bytes: 4_900_000, requests: 4, unsigned: true },
];

/** Events that are made before the clock runs: Lambda's runtime has parsed the event when the handler is called. */
const EVENTS_PER_BATCH = 100;

type Handler = (event: unknown) => Promise<unknown>;

/** One figure a size, and one of a large unsigned body, in microseconds of CPU, without logging and network. */
export async function measureCpu(): Promise<Figure[]> {
  const handler = await stubbedReceiver();
  const figures: Figure[] = [];
  for (const { name, bytes, requests, unsigned = false } of SIZES) {
    const body = unsigned ? largeBodyOf(bytes) : bodyOf({ id: 918_273, bytes });
    const event = JSON.stringify(unsigned ? unsignedWebhookEvent(body) : webhookEvent(body));
    const own = () => handle(handler, event, requests, unsigned ? 401 : 200);
    await own();
    const rounds = await byTurns(ROUNDS, own, () => reference(body, unsigned ? 1 : requests));
    figures.push(compared({ id: `cpu.${name}`, unit: "µs", of: OF }, rounds.own, rounds.reference));
  }
  return figures;
}

/** @returns microseconds of CPU a request */
async function handle(handler: Handler, event: string, requests: number, expected: number): Promise<number> {
  let spent = 0;
  for (let done = 0; done < requests; done += EVENTS_PER_BATCH) {
    const count = Math.min(EVENTS_PER_BATCH, requests - done);
    const events: unknown[] = Array.from({ length: count }, () => JSON.parse(event));
    const start = process.cpuUsage();
    for (const event of events) {
      const status: unknown = Reflect.get(Object(await handler(event)), "statusCode");
      if (status !== expected) throw new Error(`A webhook of the bench was answered with ${status}.`);
    }
    spent += microsecondsSince(start);
  }
  return spent / requests;
}

function reference(body: string, requests: number): number {
  const timestamp = String(Date.now());
  const start = process.cpuUsage();
  for (let done = 0; done < requests; done++) {
    const message = `POST::/webhook::${canonicalBody(JSON.parse(body))}::${timestamp}`;
    createHmac("sha256", WEBHOOK_SECRET).update(message).digest("base64");
  }
  return microsecondsSince(start) / requests;
}

function microsecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

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

/** Replaces what is not measured: AWS's clients and the log. */
const STUBS = [
  {
    filter: /^@aws-sdk\/client-sqs$/,
    contents: "export class SQSClient { async send() { return {}; } } export class SendMessageCommand {}",
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

/** Loads receive-webhook in this process, as it is bundled. Its environment is this process's from now on. */
async function stubbedReceiver(): Promise<Handler> {
  const folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  try {
    const entry = { entryPoints: [FUNCTIONS.ReceiveWebhook], outdir: "bundle" };
    const { outputFiles } = await build({ ...BUNDLE_OPTIONS, ...entry, plugins: [stubs] });
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
