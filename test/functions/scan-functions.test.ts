import { createServer } from "node:http";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { PublishCommand } from "@aws-sdk/client-sns";
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SANDBOX_CHAINS } from "../../infra/local/sandbox/chains.ts";
import { localProject } from "../../infra/local/sandbox/local-projects.ts";
import { type Sandbox, startSandbox } from "../../infra/local/sandbox/server.ts";
import { TrafficStore } from "../../lib/intake/traffic.ts";
import { totals } from "../../lib/screening/scans/runs/totals.ts";
import { shardOf } from "../../lib/screening/wallets/wallet-keys.ts";
import { ScanFixture } from "../lib/screening/scans/scan-fixture.ts";
import { lambdaContext, sqsEvent } from "../support/lambda.ts";
import { mockClient } from "../support/mock-client.ts";

const sqs = mockClient(SQSClient);
const secrets = mockClient(SecretsManagerClient);

let fixture: ScanFixture;
let sandbox: Sandbox;
let start: typeof import("../../functions/start-scan.ts")["handler"];
let scan: typeof import("../../functions/scan-wallets.ts")["handler"];

beforeAll(async () => {
  fixture = await ScanFixture.start();
  sandbox = await startSandbox({ port: 0, projects: [localProject(1), localProject(2)] });
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: fixture.endpoint,
    STAGE: "dev",
    PROJECTS: '[{"id":1,"mexico":false},{"id":2,"mexico":true}]',
    OUTBOUND_SECRET_ARN: "arn:aws:secretsmanager:us-east-1:000000000000:secret:outbound",
    SERVICE_BASE_URL: `${sandbox.url}/v1`,
    RETENTION_YEARS: "10",
    ALERTS_TOPIC_ARN: "arn:aws:sns:us-east-1:000000000000:alerts",
    OPERATIONS_TOPIC_ARN: "arn:aws:sns:us-east-1:000000000000:operations",
    LANGUAGE: "en",
    TIME_ZONE: "America/Mexico_City",
    SCAN_QUEUE_URL: "http://127.0.0.1:1/000000000000/scan",
    CASES_TABLE: "Cases",
    WALLETS_TABLE: "Wallets",
    WALLET_SCANS_TABLE: "WalletScans",
    SCAN_RUNS_TABLE: "ScanRuns",
    CHAINS_TABLE: "Chains",
    ALERT_FROM: "60",
    ALERT_SENDERS: "4",
    ALERTS_TABLE: "Alerts",
    SCAN_INTERVAL_SECONDS: "86400",
    SUBSCRIBERS: JSON.stringify({
      alerts: { emails: [], slack: false },
      operations: { emails: [], slack: false },
    }),
    MAX_DEPTH: "3",
    ADDRESSES_PER_REQUEST: "10",
  });
  ({ handler: start } = await import("../../functions/start-scan.ts"));
  ({ handler: scan } = await import("../../functions/scan-wallets.ts"));
});
afterAll(async () => {
  await sandbox.close();
  await fixture.stop();
});

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
  const document = Object.fromEntries(
    [1, 2].map((id) => [id, { apiKeys: [{ value: localProject(id).apiKey }] }]),
  );
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(document) });
});

/** The messages that were sent since the last call. */
function sent(): string[] {
  const bodies = sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args: [{ input }] }) => (input.Entries ?? []).map(({ MessageBody = "" }) => MessageBody));
  sqs.resetHistory();
  return bodies;
}

describe("start-scan and scan-wallets", () => {
  it("scan the wallets of every project with its own key, and keep the chains", async () => {
    await fixture.remember("0x1111111111111111111111111111111111111111", "1", 1);
    await fixture.remember("0x22222222222222222222222222222222cafe0061", "137", 2);
    const { runs } = await start({ trigger: "schedule" }, lambdaContext());
    expect(runs.map(({ projectId, outcome }) => [projectId, outcome])).toEqual([
      [1, "started"],
      [2, "started"],
    ]);
    const messages = sent();
    expect(messages).toHaveLength(16);
    for (const body of messages)
      expect(await scan(sqsEvent(body), lambdaContext())).toEqual({ batchItemFailures: [] });
    for (const { projectId, runId } of runs) {
      const run = await fixture.run(runId ?? "", projectId);
      expect(run).toMatchObject({ status: "completed", trigger: "schedule" });
      expect(totals(run)).toMatchObject({ known: 1, completed: 1 });
    }
    expect((await fixture.wallet("0x22222222222222222222222222222222cafe0061", "137", 2)).score).toBe(61);
    const [alert] = fixture.published().filter(({ kind }) => kind === "wallet");
    expect(alert?.email).toContain("on Polygon (chain 137)");
    expect(alert?.email).toContain(
      "https://polygonscan.com/address/0x22222222222222222222222222222222cafe0061",
    );
  });

  it("judge what projects send when they look after runs, and name the project in the log", async () => {
    const traffic = new TrafficStore(fixture.client, "ScanRuns");
    await traffic.add(2, { webhooks: 100_001, bytes: 1, newWallets: 0 }, new Date());
    const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
    await start({ trigger: "watch" }, lambdaContext());
    const lines = write.mock.calls.map(([line]) => String(line));
    write.mockRestore();
    expect(lines.filter((line) => line.includes("sends more within a day"))).toEqual([
      expect.stringContaining('"projectId":2'),
    ]);
    expect(lines.join("")).toContain('"ProjectOverVolume":1');
  });

  it("fetch the chains alone where nothing but them is asked for", async () => {
    expect(await start({ trigger: "chains", projectIds: [2] }, lambdaContext())).toEqual({
      runs: [],
      chains: SANDBOX_CHAINS.length,
      isKeyRefused: false,
    });
    expect(sent()).toEqual([]);
    expect(await fixture.chains.get("8453")).toMatchObject({ name: "Base" });
  });

  it("fetch the chains with the key that is set now, not with one that was held", async () => {
    const set = (apiKey: string) =>
      secrets.on(GetSecretValueCommand).resolves({
        SecretString: JSON.stringify({
          1: { apiKeys: [{ value: localProject(1).apiKey }] },
          2: { apiKeys: [{ value: apiKey }] },
        }),
      });
    const { apiKey } = localProject(2);
    const found = [];
    for (const key of [apiKey, "of-nobody", apiKey]) {
      set(key);
      found.push(await start({ trigger: "chains", projectIds: [2] }, lambdaContext()));
    }
    const taken = { runs: [], chains: SANDBOX_CHAINS.length, isKeyRefused: false };
    expect(found).toEqual([taken, { runs: [], chains: undefined, isKeyRefused: true }, taken]);
  });

  it("start the projects that are asked for", async () => {
    const { runs } = await start({ trigger: "manual", projectIds: [2] }, lambdaContext());
    expect(runs.map(({ projectId }) => projectId)).toEqual([2]);
    for (const body of sent()) await scan(sqsEvent(body), lambdaContext());
  });

  it("refuse a project that is not configured, by its number", async () => {
    await expect(start({ trigger: "manual", projectIds: [2, 7] }, lambdaContext())).rejects.toThrow(
      "Not configured: project 7.",
    );
    expect(sent()).toEqual([]);
  });

  it.each([[undefined], [{}], [{ trigger: "whim" }], [{ trigger: "manual", projectIds: ["1"] }]])(
    "refuse the event %j",
    async (what) => {
      await expect(start(what, lambdaContext())).rejects.toThrow("A scan starts with");
    },
  );
});

describe("scan-wallets", () => {
  it("leaves a message of a later version in the queue for a fifth of thirty hours", async () => {
    sqs.on(ChangeMessageVisibilityBatchCommand).resolves({});
    const event = sqsEvent('{"v":2,"projectId":1,"runId":"r","shard":0,"hop":0,"of":"a later version"}');
    for (const { attributes } of event.Records)
      attributes.ApproximateFirstReceiveTimestamp = String(Date.now() + 1_000);
    const messageId = event.Records[0]?.messageId;
    expect(await scan(event, lambdaContext())).toEqual({
      batchItemFailures: [{ itemIdentifier: messageId }],
    });
    const [left] = sqs.commandCalls(ChangeMessageVisibilityBatchCommand);
    expect(left?.args[0].input.Entries).toMatchObject([{ VisibilityTimeout: 21_601 }]);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toEqual([]);
  });
});

describe("start-scan", () => {
  it("starts although the chains cannot be fetched", async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: "{}" });
    const { runs } = await start({ trigger: "manual", projectIds: [1] }, lambdaContext());
    expect(runs).toHaveLength(1);
    for (const body of sent()) await scan(sqsEvent(body), lambdaContext());
  });

  it("starts before it asks for the chains, and although the answer is larger than its memory", async () => {
    const sentBefore: number[] = [];
    const hostile = createServer((_, response) => {
      sentBefore.push(sent().length);
      response.end(`{"success":true,"data":[${'{"id":1,"name":"x"},'.repeat(300_000)}null]}`);
    });
    await new Promise<void>((ready) => hostile.listen(0, "127.0.0.1", ready));
    vi.stubEnv("SERVICE_BASE_URL", `http://127.0.0.1:${Object(hostile.address()).port}`);
    vi.resetModules();
    const { handler } = await import("../../functions/start-scan.ts");
    const { runs } = await handler({ trigger: "manual", projectIds: [1] }, lambdaContext());
    expect(runs).toMatchObject([{ projectId: 1, outcome: "started" }]);
    expect(sentBefore).toEqual([8]);
    await handler({ trigger: "stop", projectIds: [1] }, lambdaContext());
    vi.unstubAllEnvs();
    hostile.close();
  });

  it("starts in time although the queue of another project never answers", async () => {
    sqs.on(SendMessageBatchCommand).callsFake(() => new Promise(() => undefined));
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => 400 };
    await expect(start({ trigger: "manual", projectIds: [1] }, context)).rejects.toThrow(
      "The function's time is over",
    );
    sqs.on(SendMessageBatchCommand).resolves({});
    const { runs } = await start({ trigger: "stop" }, lambdaContext());
    expect(runs.map(({ outcome }) => outcome)).toEqual(["stopped", "not running"]);
  });

  it("starts the other projects where one cannot be started, and fails so that it is called again", async () => {
    let calls = 0;
    sqs.on(SendMessageBatchCommand).callsFake(() => {
      if (++calls === 1) throw new Error("the queue is out of reach");
      return {};
    });
    const again = lambdaContext();
    await expect(start({ trigger: "schedule" }, again)).rejects.toThrow("the queue is out of reach");
    const { runs } = await start({ trigger: "schedule" }, again);
    expect(runs.map(({ outcome }) => outcome)).toEqual(["started", "started"]);
    for (const body of sent()) await scan(sqsEvent(body), lambdaContext());
  });
});

describe("scan-wallets", () => {
  it.each([
    [1, 60],
    [2, 300],
    [3, 900],
    [4, 3_600],
    [5, 0],
  ])(
    "has a message that failed for the %d. time delivered again after %d seconds",
    async (deliveries, seconds) => {
      // A run's id longer than a key may be: DynamoDB refuses to look for it.
      const message = { v: 1, projectId: 1, runId: "r".repeat(2_000), shard: 0, hop: 1 };
      expect(await scan(sqsEvent(JSON.stringify(message), deliveries), lambdaContext())).toEqual({
        batchItemFailures: [{ itemIdentifier: "message-1" }],
      });
      const [call] = sqs.commandCalls(ChangeMessageVisibilityCommand);
      expect(call?.args[0].input).toMatchObject({ ReceiptHandle: "receipt-1", VisibilityTimeout: seconds });
    },
  );

  it("has a message that can never be read delivered again at once, until it is a dead-letter message", async () => {
    await scan(sqsEvent("no message of ours", 1), lambdaContext());
    const [call] = sqs.commandCalls(ChangeMessageVisibilityCommand);
    expect(call?.args[0].input).toMatchObject({ ReceiptHandle: "receipt-1", VisibilityTimeout: 0 });
  });

  it("hands a message back before its time is over, where what it waits for never answers", async () => {
    const { runs } = await start({ trigger: "manual", projectIds: [1] }, lambdaContext());
    const [body = ""] = sent();
    sqs.on(SendMessageBatchCommand).resolves({});
    secrets.on(GetSecretValueCommand).callsFake(() => new Promise(() => undefined));
    const end = Date.now() + 600;
    const context = { ...lambdaContext(), getRemainingTimeInMillis: () => Math.max(0, end - Date.now()) };
    fixture.sns.on(PublishCommand).callsFake(() => new Promise(() => undefined));
    await fixture.runs.close(await fixture.run(runs[0]?.runId ?? ""), {
      status: "stopped",
      endedAt: new Date().toISOString(),
      cause: { kind: "no-api-key" },
    });
    expect((await scan(sqsEvent(body, 2), context)).batchItemFailures).toHaveLength(1);
    expect(Date.now()).toBeLessThan(end + 200);
    expect(sqs.commandCalls(ChangeMessageVisibilityCommand)).toHaveLength(1);
    fixture.sns.on(PublishCommand).resolves({});
  });

  it("notes a message that it gives up, alerts operations, and lets it go to the dead-letter queue at once", async () => {
    const address = "0x33333333333333333333333333333333cafe0061";
    await fixture.remember(address, "1", 1);
    const { runs } = await start({ trigger: "manual", projectIds: [1] }, lambdaContext());
    const body = sent().find((text) => JSON.parse(text).shard === shardOf(address)) ?? "";
    const before = fixture.published().length;
    fixture.sns.on(PublishCommand).callsFake(({ TopicArn }) => {
      if (String(TopicArn).endsWith("alerts")) throw new Error("the topic is out of reach");
      return {};
    });
    expect((await scan(sqsEvent(body, 5), lambdaContext())).batchItemFailures).toHaveLength(1);
    fixture.sns.on(PublishCommand).resolves({});
    const run = await fixture.run(runs[0]?.runId ?? "");
    expect(run.shards[shardOf(address)]?.deadLetter?.reason).toMatch(/^Error at \(.+:\d+:\d+\)$/);
    const alerted = fixture.published().slice(before);
    expect(alerted.map(({ topic, kind }) => [topic, kind])).toEqual([
      ["alerts", "wallet"],
      ["operations", "scan-problem"],
    ]);
    const again = await start({ trigger: "manual", projectIds: [1] }, lambdaContext());
    expect(again.runs).toMatchObject([{ runId: run.runId, outcome: "stuck" }]);
    await start({ trigger: "stop", projectIds: [1] }, lambdaContext());
  });

  it("leaves a message that failed to the queue where it cannot be had sooner", async () => {
    sqs.on(ChangeMessageVisibilityCommand).rejects(new Error("out of reach"));
    expect((await scan(sqsEvent("no message of ours"), lambdaContext())).batchItemFailures).toHaveLength(1);
  });

  it("reports a run that was ended by a worker that was cut off, when its message comes again", async () => {
    const { runs } = await start({ trigger: "manual", projectIds: [1] }, lambdaContext());
    const [body = ""] = sent();
    const run = await fixture.run(runs[0]?.runId ?? "");
    const endedAt = new Date().toISOString();
    await fixture.runs.close(run, { status: "stopped", endedAt, cause: { kind: "no-api-key" } });
    const before = fixture.published().length;
    await scan(sqsEvent(body, 1), lambdaContext());
    expect(fixture.published()).toHaveLength(before);
    await scan(sqsEvent(body, 2), lambdaContext());
    expect(
      fixture
        .published()
        .slice(before)
        .map(({ kind }) => kind),
    ).toEqual(["scan-problem"]);
    expect((await fixture.run(run.runId)).brief).toBe("sent");
  });
});
