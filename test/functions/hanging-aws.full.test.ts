/** The real bundles while a service of AWS hangs: each function answers before Lambda ends it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FunctionName, takeBundles, writeBundle } from "../../infra/constructs/bundles.ts";
import { FunctionWorker } from "../../infra/local/lambda/function-worker.ts";
import { startSecrets } from "../lib/cli/support/emulated-secrets.ts";
import { startQueues } from "../lib/cli/support/queues.ts";
import { assembledBundles } from "../support/assembly/assembled.ts";
import { lookUpEvent, queuedBody, queueEvent, webhookEvent } from "../support/function-events.ts";
import { INTAKE_ENVIRONMENT } from "../support/intake-environment.ts";
import { notificationBody } from "../support/notifications.ts";
import { type HangingProxy, startHangingProxy } from "../support/servers/hanging-proxy.ts";

const folder = mkdtempSync(join(tmpdir(), "vigia-hanging-"));
const SECRETS = JSON.stringify({ 1: { webhookSecrets: [{ value: "local-webhook-secret-1" }] } });
const BODY = JSON.stringify(notificationBody({}));

const closers: (() => unknown)[] = [];
const FUNCTIONS: readonly FunctionName[] = ["ReceiveWebhook", "GetUser", "StoreNotifications"];

// The tests measure how long a function takes, not the bundler. Each bundle is written once: another test loads it meanwhile.
beforeAll(async () => {
  takeBundles(await assembledBundles());
  for (const name of FUNCTIONS) writeBundle(name, folder);
});
afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  rmSync(folder, { recursive: true, force: true });
});

interface HangingServices {
  secrets: HangingProxy;
  others: HangingProxy;
  start(name: FunctionName): FunctionWorker;
}

/** Secrets Manager, all else of AWS, and functions that call them: of one test, since most of a test is waiting. */
async function services(): Promise<HangingServices> {
  const [emulatedSecrets, queues] = await Promise.all([startSecrets({ inbound: SECRETS }), startQueues()]);
  const secrets = await startHangingProxy(emulatedSecrets.url);
  const others = await startHangingProxy(queues.url);
  closers.push(
    () => secrets.close(),
    () => others.close(),
    () => emulatedSecrets.stop(),
    () => queues.stop(),
  );
  return { secrets, others, start: (name) => start(name, secrets, others) };
}

function start(name: FunctionName, secrets: HangingProxy, others: HangingProxy): FunctionWorker {
  const worker = new FunctionWorker({
    folder: join(folder, name),
    handler: "index.handler",
    memoryMb: 512,
    environment: {
      ...INTAKE_ENVIRONMENT,
      // A reading is new for 0.6 s, and serves for 36 s.
      TIME_SCALE: "100",
      WEBHOOK_QUEUE_URL: `${others.url}/000000000000/webhook`,
      AWS_ENDPOINT_URL: others.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    },
    onOutput: () => {},
    onEnd: () => {},
  });
  closers.push(() => worker.kill());
  return worker;
}

async function invoke(worker: FunctionWorker, event: object, timeoutMs: number): Promise<unknown> {
  const call = { id: "1", event: JSON.stringify(event), context: { awsRequestId: "1" } };
  const outcome = await worker.call(call, timeoutMs, "timed out");
  return outcome.ok ? JSON.parse(outcome.payload) : outcome.error;
}

describe.concurrent("the bundle of a function", () => {
  it.each([
    ["ReceiveWebhook", () => webhookEvent(BODY), 200],
    ["GetUser", () => lookUpEvent("%"), 404],
  ] as const)("%s has read its secret before it is first called", async (name, event, statusCode) => {
    const { secrets, start } = await services();
    const worker = start(name);
    await worker.loaded();
    expect(secrets.calls).toEqual(["GetSecretValue"]);
    secrets.hangs = "at once";
    // On a busy machine what was read is not new any more, and serves once reading it again has failed.
    expect(await invoke(worker, event(), 60_000)).toMatchObject({ statusCode });
  });

  it.each(["ReceiveWebhook", "GetUser"] as const)(
    "%s waits two seconds at most for its secret, and reads it when it is called",
    async (name) => {
      const { secrets, start } = await services();
      secrets.hangs = "in its answer";
      const begun = performance.now();
      const worker = start(name);
      expect(await worker.loaded()).toBeUndefined();
      expect(performance.now() - begun).toBeGreaterThan(2_000);
      secrets.hangs = "no";
      const event = name === "GetUser" ? lookUpEvent("%") : webhookEvent(BODY);
      expect(await invoke(worker, event, 60_000)).toMatchObject({
        statusCode: name === "GetUser" ? 404 : 200,
      });
      expect(secrets.calls.length).toBeGreaterThan(1);
    },
  );

  it("a function that loads where Secrets Manager refuses is ready all the same", async () => {
    const { secrets, start } = await services();
    secrets.close();
    const worker = start("ReceiveWebhook");
    expect(await worker.loaded()).toBeUndefined();
    expect(await invoke(worker, webhookEvent(BODY), 60_000)).toMatchObject({ statusCode: 503 });
  });

  it("a webhook is accepted with the secrets of before while Secrets Manager hangs", async () => {
    const { secrets, start } = await services();
    const worker = start("ReceiveWebhook");
    expect(await invoke(worker, webhookEvent(BODY), 60_000)).toMatchObject({ statusCode: 200 });
    secrets.hangs = "at once";
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await invoke(worker, webhookEvent(BODY), 60_000)).toMatchObject({ statusCode: 200 });
    expect(secrets.calls.length).toBeGreaterThan(1);
  });

  it.each([
    ["ReceiveWebhook", () => webhookEvent(BODY), { statusCode: 503 }],
    ["GetUser", () => lookUpEvent("u-1"), { statusCode: 503 }],
    [
      "StoreNotifications",
      () => queueEvent(queuedBody(BODY)),
      { batchItemFailures: [{ itemIdentifier: "message-0" }] },
    ],
  ] as const)(
    "%s answers in its time while what it writes to or reads from hangs",
    async (name, event, answer) => {
      const { others, start } = await services();
      const worker = start(name);
      await worker.loaded();
      others.hangs = "at once";
      // A tenth of the time stays for the answer.
      expect(await invoke(worker, event(), 30_000)).toMatchObject(answer);
    },
  );
});
