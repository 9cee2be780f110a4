/** Lets the emulators of a local stack stand in for a deployed one, with mocks of the services that they do not emulate. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { CloudWatchLogsClient, FilterLogEventsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { vi } from "vitest";
import { ROOT } from "../../infra/local/template/assembly.ts";
import type { LocalEndpoints } from "../../lib/stack/local-endpoints.ts";
import { startCloudFormation } from "../lib/cli/support/cloudformation.ts";
import { mockClient } from "./mock-client.ts";

/** What a deployment of the stack would print, every line of it. */
export function outputsOf(endpoints: LocalEndpoints, stage: string): Record<string, string> {
  const { adapter, tables, queues, topics, secrets, functions, inbound, money, projects } = endpoints;
  return {
    Stage: stage,
    Projects: JSON.stringify(projects.map(({ projectId, mexico }) => ({ id: projectId, mexico }))),
    ServiceBaseUrl: `${endpoints.riskService}/v1`,
    Authentication: inbound.authentication,
    SignatureHeader: inbound.signatureHeader,
    TimestampHeader: inbound.timestampHeader,
    ApiUrl: adapter,
    WebhookUrl: `${adapter}/webhook`,
    UserLookupUrl: `${adapter}/users/{userId}`,
    UsersTable: tables.users,
    NotificationsTable: tables.notifications,
    WalletsTable: tables.wallets,
    WalletScansTable: tables.walletScans,
    ScanRunsTable: tables.scanRuns,
    ChainsTable: tables.chains,
    AlertsTable: tables.alerts,
    RatesTable: tables.rates,
    Currencies: JSON.stringify(money.currencies),
    Uma: JSON.stringify(money.uma),
    WebhookQueueUrl: queues.webhook,
    WebhookDlqUrl: queues.webhookDlq,
    ScanQueueUrl: queues.scan,
    ScanDlqUrl: queues.scanDlq,
    AlertsTopicArn: topics.alerts,
    OperationsTopicArn: topics.operations,
    InboundSecretArn: secrets.inbound,
    OutboundSecretArn: secrets.outbound,
    StartScanFunctionName: functions.startScan,
    GetUserLogGroup: "/vigia/get-user",
    UserWriterPolicyArn: "arn:aws:iam::000000000000:policy/user-writer",
  };
}

/**
 * Makes the shell look like one that is signed in to the account of a deployed stack.
 * @returns what ends it
 */
export async function standInFor(endpoints: LocalEndpoints, stage: string): Promise<() => void> {
  const cloudFormation = await startCloudFormation(
    { [`Vigia-${stage}`]: outputsOf(endpoints, stage) },
    {
      nightly: "AWS::Scheduler::Schedule",
      dlq: "AWS::CloudWatch::Alarm",
      ...Object.fromEntries(Object.values(endpoints.tables).map((name) => [name, "AWS::DynamoDB::Table"])),
    },
  );
  const environment = {
    AWS_REGION: endpoints.region,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.aws.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.aws.sqs,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.aws.secretsmanager,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.aws.lambda,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const mocks = [logsOf(endpoints), confirmedSubscriptions(), silentAlarms(), nightlySchedule()];
  return () => {
    for (const mock of mocks) mock.restore();
    vi.unstubAllEnvs();
    cloudFormation.stop();
  };
}

/** CloudWatch Logs with what get-user has printed. */
function logsOf({ audit }: LocalEndpoints) {
  const logs = mockClient(CloudWatchLogsClient);
  logs.on(FilterLogEventsCommand, { logGroupName: "/vigia/get-user" }).callsFake(async () => ({
    events: (await readFile(resolve(ROOT, audit), "utf8")).split("\n").map((message) => ({ message })),
  }));
  return logs;
}

function confirmedSubscriptions() {
  const sns = mockClient(SNSClient);
  sns.on(ListSubscriptionsByTopicCommand).resolves({
    Subscriptions: [{ Protocol: "email", Endpoint: "officer@example.com", SubscriptionArn: "arn:aws:sns:1" }],
  });
  return sns;
}

function silentAlarms() {
  const cloudWatch = mockClient(CloudWatchClient);
  cloudWatch
    .on(DescribeAlarmsCommand, { AlarmNames: ["dlq"] })
    .resolves({ MetricAlarms: [{ AlarmName: "dlq", StateValue: "OK", ActionsEnabled: true }] });
  return cloudWatch;
}

function nightlySchedule() {
  const scheduler = mockClient(SchedulerClient);
  scheduler.on(GetScheduleCommand, { Name: "nightly" }).resolves({
    State: "ENABLED",
    ScheduleExpression: "cron(0 2 * * ? *)",
    ScheduleExpressionTimezone: "America/Mexico_City",
  });
  return scheduler;
}
