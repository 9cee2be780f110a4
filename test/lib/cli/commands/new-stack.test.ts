/** What the doctor says of a stack that was just deployed, of its settings, and of the account that it is in. */

import { CloudFormationClient, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand, type MetricAlarm } from "@aws-sdk/client-cloudwatch";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runChecks } from "../../../../lib/cli/commands/doctor/checks.ts";
import { deployedChecks } from "../../../../lib/cli/commands/doctor/deployed-checks.ts";
import { accountChecks } from "../../../../lib/cli/commands/doctor/doctor.ts";
import { settingsChecks } from "../../../../lib/cli/commands/doctor/settings-checks.ts";
import type { Deployment, Target } from "../../../../lib/cli/core/target.ts";
import { describeSettings } from "../../../../lib/settings/deployed.ts";
import { readSettings } from "../../../../lib/settings/settings.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { endpointsWith, makePlace, NOW, type Place } from "../support/test-context.ts";

const HOUR_MS = 3_600_000;

function targetWith(deployment: Deployment): Target {
  return {
    ...endpointsWith({}),
    name: "stage dev",
    flag: " --stage dev",
    stage: "dev",
    projectIds: [1],
    mexico: false,
    getUserLogGroup: "/vigia/get-user",
    deployment,
    local: undefined,
  };
}

const cloudFormation = mockClient(CloudFormationClient);
const cloudWatch = mockClient(CloudWatchClient);
const lambda = mockClient(LambdaClient);
let place: Place;

beforeAll(async () => {
  vi.stubEnv("AWS_REGION", "us-east-1");
  place = await makePlace();
});
beforeEach(() => {
  for (const mock of [cloudFormation, cloudWatch, lambda]) mock.reset();
});
afterAll(async () => {
  for (const mock of [cloudFormation, cloudWatch, lambda]) mock.restore();
  vi.unstubAllEnvs();
  await place.remove();
});

describe("an alarm for want of data", () => {
  async function findings(alarm: Partial<MetricAlarm>, ageHours: number) {
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        {
          ResourceType: "AWS::CloudWatch::Alarm",
          PhysicalResourceId: "absent",
          LogicalResourceId: "absent",
          LastUpdatedTimestamp: new Date(NOW),
          ResourceStatus: "CREATE_COMPLETE",
        },
      ],
    });
    cloudWatch.on(DescribeAlarmsCommand).resolves({
      MetricAlarms: [
        {
          AlarmName: "absent",
          AlarmDescription: "Run a scan.",
          StateValue: "ALARM",
          MetricName: "ScanCompleted",
          TreatMissingData: "breaching",
          EvaluationPeriods: 36,
          Period: 3_600,
          ...alarm,
        },
      ],
    });
    const settings = { "scan.schedule": "cron(0 3 * * ? *)", "scan.timeZone": "UTC" };
    const target = targetWith({ createdAt: NOW - ageHours * HOUR_MS, settings });
    const found = await runChecks(deployedChecks.slice(1), { target, now: NOW });
    return found[0];
  }

  test("is a warning while the stack is new, and says when it clears by itself", async () => {
    expect(await findings({}, 1)).toEqual({
      about: "alarm absent",
      state: "warning",
      text: "is on because the stack is new; it clears by itself when the first scan is completed, which is due at 2026-03-02T03:00:00.000Z",
      toDo: "nothing; until 2026-03-02T23:00:00.000Z it is no failure",
    });
    expect(await findings({ MetricName: "BriefSent" }, 1)).toMatchObject({
      state: "warning",
      text: "is on because the stack is new; it clears by itself when the first brief is sent",
    });
  });

  test("is a failure once what it waits for was due, like every other alarm", async () => {
    expect(await findings({}, 36)).toMatchObject({
      state: "failure",
      text: "is firing",
      toDo: "Run a scan.",
    });
    expect(await findings({ TreatMissingData: "notBreaching" }, 1)).toMatchObject({ state: "failure" });
  });
});

describe("the settings of a stack", () => {
  const DEPLOYED = readSettings({
    alertEmails: ["officer@x.example", "second@x.example"],
    scan: { maxDepth: 5 },
  });
  const target = targetWith({ createdAt: NOW, settings: describeSettings(DEPLOYED) });

  async function finding(context: Record<string, unknown>) {
    await place.file("cdk.json", JSON.stringify({ app: "app", context }));
    const [found, ...others] = settingsChecks(target, place.root);
    expect(others).toEqual([]);
    return found;
  }

  test("are reported where cdk.json no longer has them, and no address is named", async () => {
    expect(await finding({ alertEmails: ["second@x.example"], retentionYears: 7 })).toEqual({
      about: "cdk.json",
      state: "warning",
      text: "the next deployment changes settings of the stack: alertEmails: 1 of 2 in the stack not in cdk.json; retentionYears: the default in the stack, 7 in cdk.json; scan.maxDepth: 5 in the stack, the default in cdk.json",
      toDo: 'write into cdk.json what is to stay ("vigia configure --stage dev"), then deploy',
    });
    expect(await finding({ projects: [{ id: 2 }], alertEmails: DEPLOYED.alertEmails })).toMatchObject({
      text: expect.stringContaining("projects: 1 in the stack, 2 in cdk.json; scan.maxDepth"),
    });
  });

  test("are as they should be where the stage's own part of cdk.json has them", async () => {
    const stages = { dev: { alertEmails: DEPLOYED.alertEmails.toReversed(), scan: { maxDepth: 5 } } };
    expect(await finding({ stage: "prod", stages })).toMatchObject({ state: "ok" });
  });

  test("cannot be compared where cdk.json does not fit", async () => {
    expect(await finding({ scan: { maxDepth: 8 } })).toMatchObject({
      state: "warning",
      toDo: expect.stringContaining("scan.maxDepth: expected at most 7"),
    });
  });
});

describe("the account", () => {
  const target = targetWith({ createdAt: NOW, settings: {} });

  test("with ten concurrent executions is warned of, with what to ask for", async () => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
    expect(await runChecks(accountChecks, { target, now: NOW })).toEqual([
      {
        about: "concurrent executions",
        state: "warning",
        text: "10 for all functions of the account: a burst of calls takes them all, and webhooks wait",
        toDo: "ask for 1,000 in the console (Service Quotas, Lambda, Concurrent executions), then set inbound.reservedConcurrency to 2",
      },
    ]);
  });

  test("with a thousand is not, and one that may not be read is no failure", async () => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 1_000 } });
    expect(await runChecks(accountChecks, { target, now: NOW })).toMatchObject([{ state: "ok" }]);
    lambda.on(GetAccountSettingsCommand).rejects(new Error("no"));
    expect(await runChecks(accountChecks, { target, now: NOW })).toMatchObject([{ state: "warning" }]);
  });
});
