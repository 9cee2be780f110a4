import { SNSClient, SubscribeCommand } from "@aws-sdk/client-sns";
import { CreateQueueCommand, GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;

beforeAll(async () => {
  const context = { alertEmails: ["officer@example.com"], operationsEmails: ["engineer@example.com"] };
  stack = await TestStack.start({ timeScale: 2, context });
}, 60_000);
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

it("a night's start keeps the chains, and tells officers who is lost where operations reach nobody", async () => {
  expect(await startNight()).toEqual(["alerts"]);
  const { alerts, chains } = stack.stack.endpoints.tables;
  const records = await stack.database.send(new ScanCommand({ TableName: alerts }));
  expect(records.Items).toMatchObject([{ kind: "subscription-problem", state: "sent" }]);
  const kept = await stack.database.send(new ScanCommand({ TableName: chains }));
  expect(kept.Items?.map(({ name }) => name)).toContain("Ethereum");
});

it("operations are told where they reach somebody", async () => {
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
