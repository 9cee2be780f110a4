/** The clock's function, from its environment to what it publishes. */

import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeEach, expect, it } from "vitest";
import { briefDeps, sendBrief } from "../../functions/send-brief.ts";
import { TABLE_SHAPES } from "../../lib/aws/tables/table-shapes.ts";
import { readEnvironment, sendBriefEnv } from "../../lib/settings/env.ts";
import { newStep } from "../support/case-steps.ts";
import { startTables } from "../support/emulated-tables.ts";
import { lambdaContext } from "../support/lambda.ts";
import { mockClient } from "../support/mock-client.ts";
import { StoredCases } from "../support/stored-cases.ts";

const sns = mockClient(SNSClient);
const sqs = mockClient(SQSClient);

const { client, stop } = await startTables({
  Cases: TABLE_SHAPES.cases,
  Alerts: TABLE_SHAPES.alerts,
  Notifications: TABLE_SHAPES.notifications,
  ScanRuns: TABLE_SHAPES.scanRuns,
});
afterAll(stop);

const environment = readEnvironment(sendBriefEnv, {
  STAGE: "prod",
  PROJECTS: '[{"id":1,"mexico":true},{"id":9,"mexico":false,"retired":true}]',
  LANGUAGE: "en",
  TIME_ZONE: "UTC",
  RETENTION_YEARS: "10",
  ALERTS_TOPIC_ARN: "alerts",
  ESCALATION_TOPIC_ARN: "escalation",
  CASES_TABLE: "Cases",
  ALERTS_TABLE: "Alerts",
  NOTIFICATIONS_TABLE: "Notifications",
  SCAN_RUNS_TABLE: "ScanRuns",
  WEBHOOK_DLQ_URL: "https://sqs.example/webhook",
  SCAN_DLQ_URL: "https://sqs.example/scan",
});

beforeEach(() => {
  sns.reset();
  sns.on(PublishCommand).resolves({ MessageId: "1" });
  sqs.reset();
  for (const [queue, waiting, inFlight] of [
    ["webhook", "2", "1"],
    ["scan", "5", "0"],
  ] as const)
    sqs.on(GetQueueAttributesCommand, { QueueUrl: `https://sqs.example/${queue}` }).resolves({
      Attributes: { ApproximateNumberOfMessages: waiting, ApproximateNumberOfMessagesNotVisible: inFlight },
    });
});

const published = () =>
  sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => ({
    topic: input.TopicArn,
    text: String(JSON.parse(input.Message ?? "{}").email),
  }));

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

it("reminds of the notices of every project of the settings, also of one that left", async () => {
  const cases = new StoredCases(client);
  const suspicion = newStep("s", ago(13), { kind: "suspect", knownSince: ago(13) });
  for (const projectId of [1, 9]) await cases.open(1, { projectId, receivedAt: ago(72) }, suspicion);
  await sendBrief({ send: "reminders" }, lambdaContext(), briefDeps(environment, client));
  expect(published().map(({ topic, text }) => [topic, text.slice(0, 36)])).toEqual([
    ["alerts", "A 24-hour notice of project 1 is due"],
    ["alerts", "A 24-hour notice of project 9 is due"],
  ]);
});

it("sends a brief with the cases of every project, and waits for webhooks of those that are served alone", async () => {
  await new StoredCases(client).open(2, { projectId: 9, receivedAt: ago(900), dueAt: ago(100) });
  const brief = () => sendBrief({}, lambdaContext(), briefDeps(environment, client));
  expect(await brief()).toMatchObject({ outcome: "sent" });
  expect(await brief()).toMatchObject({ outcome: "sent before" });
  expect(published().map(({ topic }) => topic)).toEqual(["alerts", "escalation"]);
  const [{ text } = { text: "" }] = published();
  for (const line of [
    "Projects: 1, 9.",
    "        3  cases, the oldest",
    "        1  past the deadline",
    "        3  webhooks that failed for good",
    "        5  scan requests that failed for good",
    "Last new message from the service\n  project 1: NONE YET\n\n",
    "Last scan\n  project 1: none yet\n\n",
  ])
    expect(text).toContain(line);
});
