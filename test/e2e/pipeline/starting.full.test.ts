import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SNSClient, SubscribeCommand } from "@aws-sdk/client-sns";
import { CreateQueueCommand, GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ScanRunStore } from "../../../lib/screening/runs/runs.ts";
import { pendingOf } from "../../../lib/screening/wallets/wallet-keys.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { putWallet } from "../../support/stored-wallets.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;

beforeAll(async () => {
  const props = { alertEmails: ["officer@example.com"], operationsEmails: ["engineer@example.com"] };
  stack = await TestStack.start({ timeScale: 2, props });
});
afterAll(() => stack.close());

/** Starts a run as the schedule does. @returns the topics of the messages about lost subscribers so far */
async function startNight(): Promise<string[]> {
  const outcome = await stack.stack.functions.get("StartScan").invoke('{"trigger":"schedule"}');
  expect(outcome).toMatchObject({ ok: true });
  return stack
    .alerts()
    .filter(({ attributes }) => attributes["kind"] === "subscription-problem")
    .map(({ topic }) => topic);
}

it("a night's start keeps the chains, and alerts officers to a lost subscriber if operations have none", async () => {
  expect(await startNight()).toEqual(["alerts"]);
  const { alerts, chains } = stack.endpoints.tables;
  const records = await stack.database.send(new ScanCommand({ TableName: alerts }));
  expect(records.Items).toMatchObject([{ kind: "subscription-problem", state: "sent" }]);
  const chainItems = await stack.database.send(new ScanCommand({ TableName: chains }));
  expect(chainItems.Items?.map(({ name }) => name)).toContain("Ethereum");
});

it("a run is stopped, and operations hear of it", async () => {
  const { scanRuns } = stack.endpoints.tables;
  const runs = new ScanRunStore(stack.database, scanRuns);
  const startedAt = "2026-03-01T02:00:00.000Z";
  const run = { projectId: 2, runId: startedAt, trigger: "schedule" as const, startedAt };
  await runs.replaceCurrent(2, { openRun: run.runId, trigger: "schedule", startedAt }, await runs.current(2));
  await runs.create(run, 2_000_000_000);
  const stop = '{"trigger":"stop","projectIds":[2]}';
  expect(await stack.stack.functions.get("StartScan").invoke(stop)).toMatchObject({ ok: true });
  expect(await runs.get(2, run.runId)).toMatchObject({ status: "stopped", isReported: true });
  expect(stack.alerts().at(-1)).toMatchObject({
    topic: "operations",
    subject: "[SCAN STOPPED] Project 2: the scan needs attention",
  });
  const log = readFileSync(join(stack.folder, "logs/StartScan.jsonl"), "utf8");
  expect(log).toContain('"message":"a scan run has ended"');
});

const watch = () => stack.stack.functions.get("StartScan").invoke('{"trigger":"watch"}');

it("the hourly watch tells of wallets whose alert is pending", async () => {
  const { wallets } = stack.endpoints.tables;
  await stack.nameChain("778");
  const wallet = { projectId: 1, chainId: "778", address: `0x${"8".repeat(40)}` };
  const exceeded = { runId: "2026-03-01T02:00:00.000Z", kinds: ["above" as const], score: 91.5 };
  const pending = pendingOf(exceeded.score, "2026-03-01T02:10:00.000Z");
  await putWallet(stack.database, wallets, wallet, { score: 91.5, pending, exceeded });
  expect(await watch()).toMatchObject({ ok: true });
  expect(stack.alerts().at(-1)?.text).toContain("Invented Chain");
  const storedWallet = await new WalletStore(stack.database, wallets).get(wallet);
  expect(storedWallet?.pending).toBeUndefined();
});

it("the hourly watch queues what still waits where the queue is empty, and the run ends", async () => {
  const { wallets, scanRuns } = stack.endpoints.tables;
  const runs = new ScanRunStore(stack.database, scanRuns);
  const startedAt = "2026-03-02T02:00:00.000Z";
  const run = { projectId: 2, runId: startedAt, trigger: "schedule" as const, startedAt };
  await runs.replaceCurrent(2, { openRun: run.runId, trigger: "schedule", startedAt }, await runs.current(2));
  await runs.create(run, 2_000_000_000);
  await runs.queued(run, 1, undefined);
  await putWallet(stack.database, wallets, { projectId: 2, chainId: "1", address: `0x${"9".repeat(40)}` });
  expect(await watch()).toMatchObject({ ok: true });
  const status = async () => (await runs.get(2, run.runId))?.status;
  await expect.poll(status).toBe("completed");
});

it("operations are alerted if they have a subscriber", async () => {
  const { region, aws, topics } = stack.stack.endpoints;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const sns = new SNSClient({ region, endpoint: aws.sns, credentials });
  const { QueueUrl } = await stack.sqs.send(new CreateQueueCommand({ QueueName: "operations" }));
  const { Attributes } = await stack.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] }),
  );
  const Endpoint = Attributes?.QueueArn;
  await sns.send(new SubscribeCommand({ TopicArn: topics.operations, Protocol: "sqs", Endpoint }));
  sns.destroy();
  expect((await startNight()).at(-1)).toBe("operations");
});
