/** Lets the emulators of a local stack act as a deployed one, with mocks of the services that they do not emulate. */

import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import {
  ConfirmSubscriptionCommand,
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
import { vi } from "vitest";
import { addressDigest } from "../../lib/aws/address-digest.ts";
import type { LocalEndpoints } from "../../lib/settings/local-endpoints.ts";
import packageJson from "../../package.json" with { type: "json" };
import { startCloudFormation } from "../lib/cli/support/cloudformation.ts";
import { type Given, makePlace, type Result } from "../lib/cli/support/test-context.ts";
import { fakeUserPool } from "../lib/cli/support/user-pool.ts";
import { mockClient } from "./mock-client.ts";
import type { Judge } from "./permissions/judge.ts";
import type { AwsCall } from "./permissions/requested-calls.ts";
import type { TestStack } from "./test-stack.ts";

const GET_USER_LOG = "Vigia-local-GetUserLog";
const DESK_PEOPLE = "Vigia-local-DeskPeople";

const SUBSCRIBER = "officer@example.com";

/** In the settings of the stage dev. */
const NAMED = { emails: [addressDigest("dev", SUBSCRIBER)], slack: false };

/** Outputs of a deployment of the stack, as far as commands read them. */
export function outputsOf(endpoints: LocalEndpoints): Record<string, string> {
  const { adapter, desk, tables, queues, topics, secrets, functions, inbound, money, timeZone, projects } =
    endpoints;
  const outputs = {
    Projects: JSON.stringify(projects.map(({ projectId, mexico }) => ({ id: projectId, mexico }))),
    ServiceBaseUrl: `${endpoints.riskService}/v1`,
    Authentication: inbound.authentication,
    Version: packageJson.version,
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
    CasesTable: tables.cases,
    DeskSessionsTable: tables.deskSessions,
    Currencies: JSON.stringify(money.currencies),
    TimeZone: timeZone,
    WebhookQueueUrl: queues.webhook,
    WebhookDlqUrl: queues.webhookDlq,
    ScanQueueUrl: queues.scan,
    ScanDlqUrl: queues.scanDlq,
    AlertsTopicArn: topics.alerts,
    OperationsTopicArn: topics.operations,
    EscalationTopicArn: topics.escalation,
    InboundSecretArn: secrets.inbound,
    OutboundSecretArn: secrets.outbound,
    StartScanFunctionName: functions.startScan,
    ScheduleNames: schedules().join(","),
    Subscribers: JSON.stringify({ alerts: NAMED, operations: NAMED }),
    GetUserLogGroup: GET_USER_LOG,
    UserWriterPolicyArn: "arn:aws:iam::000000000000:policy/UserWriter",
    OperatorPolicyArn: "arn:aws:iam::000000000000:policy/Operator",
    OfficerPolicyArn: "arn:aws:iam::000000000000:policy/Officer",
    DeskUrl: desk,
    DeskUserPoolId: desk && DESK_PEOPLE,
  };
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** `vigia --stage dev` on a stack: stood in for where it is local, and under its own name where it is deployed. */
export interface StageDev {
  /** Runs a command line without its `--stage`; the stage is called dev in what it prints. */
  vigia(words: readonly string[], options?: Given): Promise<Result>;
  /** Signs the shell in as another principal, where the stack is local: others have no such roles at hand. */
  signIn(as: SignedInAs): void;
  leave(): Promise<void>;
}

const ACCOUNT_LINE = /^Stage dev: account \d+, region [\w-]+\.\n/;

export async function stageDev(stack: TestStack, as: SignedInAs): Promise<StageDev> {
  const { isDeployed, stage } = stack;
  const place = await makePlace();
  const standIn = isDeployed ? undefined : await standInFor(stack, stage, as);
  // The stand-in knows no account, which commands name before they write.
  const asDev = (text: string) => text.replaceAll(stage, "dev").replace(ACCOUNT_LINE, "");
  return {
    async vigia(words, options = {}) {
      const { code, out, err } = await place.vigia([...words, "--stage", stage], {
        now: Date.now(),
        ...options,
      });
      return { code, out: asDev(out), err: asDev(err) };
    },
    signIn: (other) => {
      if (!isDeployed) signIn(other);
    },
    async leave() {
      standIn?.();
      await place.remove();
    },
  };
}

/** A role of the stack, or `local` for an administrator. */
type SignedInAs = "local" | `Vigia-local-${"Operator" | "Officer"}`;

/** Signs the shell in as another principal. */
export function signIn(as: SignedInAs): void {
  vi.stubEnv("AWS_ACCESS_KEY_ID", as);
}

/**
 * Makes the shell look like one that is signed in to the account of a deployed stack.
 * @returns what ends it
 */
export async function standInFor(
  { stack: { endpoints }, gate: { judge } }: TestStack,
  stage: string,
  as: SignedInAs,
): Promise<() => void> {
  const cloudFormation = await startCloudFormation(
    { [`Vigia-${stage}`]: outputsOf(endpoints) },
    {},
    // The policies of the template name the stack of test/support/assembly/app.ts.
    (accessKeyId, { action, resource }) =>
      refusalIn(judge, accessKeyId, {
        action,
        resource: resource.replace(`/Vigia-${stage}/`, "/Vigia-dev/"),
      }),
  );
  const environment = {
    AWS_REGION: endpoints.region,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.aws.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.aws.sqs,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.aws.secretsmanager,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.aws.lambda,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  signIn(as);
  const mocks = [
    confirmedSubscriptions(judge),
    silentAlarms(judge),
    nightlySchedule(judge),
    deskPeople(judge),
  ];
  return () => {
    for (const mock of mocks) mock.restore();
    vi.unstubAllEnvs();
    cloudFormation.stop();
  };
}

function schedules(): string[] {
  return ["BriefSchedule", "ReminderSchedule", "ScanSchedule", "ScanWatch"].map((id) => `Vigia-local-${id}`);
}

function refusalIn(judge: Judge, accessKeyId: string | undefined, call: AwsCall): string | undefined {
  const verdict = judge.judge(accessKeyId, () => [call]);
  if (verdict.kind === "allowed") return undefined;
  return verdict.kind === "refused" ? verdict.message : "The security token is invalid.";
}

/** The calls that no emulator answers are judged as those that one does. @throws what AWS would */
function check(judge: Judge, action: string, resource: string): void {
  const refusal = refusalIn(judge, process.env["AWS_ACCESS_KEY_ID"], { action, resource });
  if (refusal !== undefined) throw Object.assign(new Error(refusal), { name: "AccessDeniedException" });
}

function confirmedSubscriptions(judge: Judge) {
  const sns = mockClient(SNSClient);
  sns.on(ListSubscriptionsByTopicCommand).callsFake(async ({ TopicArn }) => {
    check(judge, "sns:ListSubscriptionsByTopic", TopicArn);
    return {
      Subscriptions: [{ Protocol: "email", Endpoint: SUBSCRIBER, SubscriptionArn: "arn:aws:sns:1" }],
    };
  });
  sns.on(GetSubscriptionAttributesCommand).callsFake(async () => {
    check(judge, "sns:GetSubscriptionAttributes", "*");
    return { Attributes: { ConfirmationWasAuthenticated: "true" } };
  });
  sns.on(ConfirmSubscriptionCommand).callsFake(async ({ TopicArn }) => {
    check(judge, "sns:ConfirmSubscription", TopicArn);
    return { SubscriptionArn: "arn:aws:sns:2" };
  });
  return sns;
}

function silentAlarms(judge: Judge) {
  const cloudWatch = mockClient(CloudWatchClient);
  cloudWatch.on(DescribeAlarmsCommand).callsFake(async () => {
    check(judge, "cloudwatch:DescribeAlarms", "*");
    return { MetricAlarms: [{ AlarmName: "dlq", StateValue: "OK", ActionsEnabled: true }] };
  });
  return cloudWatch;
}

function nightlySchedule(judge: Judge) {
  const scheduler = mockClient(SchedulerClient);
  scheduler.on(GetScheduleCommand).callsFake(async ({ Name }) => {
    check(
      judge,
      "scheduler:GetSchedule",
      `arn:aws:scheduler:us-east-1:000000000000:schedule/default/${Name}`,
    );
    return {
      State: "ENABLED",
      ScheduleExpression: "cron(0 2 * * ? *)",
      ScheduleExpressionTimezone: "America/Mexico_City",
    };
  });
  return scheduler;
}

function deskPeople(judge: Judge) {
  const resource = `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${DESK_PEOPLE}`;
  return fakeUserPool(DESK_PEOPLE, (action) => check(judge, action, resource));
}
