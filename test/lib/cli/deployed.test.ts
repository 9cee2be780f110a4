/** Parts of a deployed stack alone: its alarms, its schedule. */

import { CloudFormationClient, ListStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { runChecks } from "../../../lib/cli/commands/doctor/checks.ts";
import { deployedChecks } from "../../../lib/cli/commands/doctor/deployed-checks.ts";
import { recordChecks } from "../../../lib/cli/commands/doctor/doctor.ts";
import { logOf, type Target } from "../../../lib/cli/core/target.ts";
import { mockClient } from "../../support/mock-client.ts";
import { deployedTarget, deploymentOf, NOW } from "./support/test-context.ts";

const target = deployedTarget();

const cloudFormation = mockClient(CloudFormationClient);
const cloudWatch = mockClient(CloudWatchClient);
const scheduler = mockClient(SchedulerClient);
const mocks = [cloudFormation, cloudWatch, scheduler];

beforeAll(() => {
  vi.stubEnv("AWS_REGION", "us-east-1");
});

beforeEach(() => {
  for (const mock of mocks) mock.reset();
});

afterAll(() => {
  for (const mock of mocks) mock.restore();
  vi.unstubAllEnvs();
});

test("names the command that reads the log of a function, also of a construct in a company's own stack", () => {
  expect(logOf({ ...target, getUserLogGroup: "Ours-VigiaGetUserLog1A2B3C4D-xyz" }, "StartScan")).toBe(
    "the log of StartScan (aws logs tail --since 1h $(aws logs describe-log-groups --log-group-name-prefix Ours-VigiaStartScanLog --query 'logGroups[0].logGroupName' --output text))",
  );
});

function resources(...types: [string, string][]) {
  cloudFormation.on(ListStackResourcesCommand, { StackName: "Vigia-dev" }).resolves({
    StackResourceSummaries: types.map(([ResourceType, PhysicalResourceId]) => ({
      ResourceType,
      PhysicalResourceId,
      LogicalResourceId: PhysicalResourceId,
      LastUpdatedTimestamp: new Date(NOW),
      ResourceStatus: "CREATE_COMPLETE" as const,
    })),
  });
}

const alarms = (of: Target) => recordChecks(of).filter(({ about }) => about === "Alarms");

test("is content with a schedule that is on and alarms that are silent", async () => {
  resources(["AWS::Scheduler::Schedule", "nightly"]);
  scheduler.on(GetScheduleCommand, { Name: "nightly" }).resolves({
    State: "ENABLED",
    ScheduleExpression: "cron(0 2 * * ? *)",
    ScheduleExpressionTimezone: "America/Mexico_City",
    Target: {
      Arn: "arn:aws:lambda:us-east-1:000000000000:function:Vigia-dev-StartScan1A2B3C4D-xYz0",
      RoleArn: "arn:role",
    },
  });
  cloudWatch
    .on(DescribeAlarmsCommand, { ActionPrefix: "arn:operations" })
    .resolves({ MetricAlarms: [{ StateValue: "OK" }] });
  expect(await runChecks([...deployedChecks, ...alarms(target)], { target, now: NOW })).toEqual([
    { about: "schedule of StartScan", state: "ok", text: "is on: cron(0 2 * * ? *) in America/Mexico_City" },
    { about: "Alarms", state: "ok", text: "none of 1 is firing" },
  ]);
});

test("fails on a schedule that is off, and reports each alarm that fires with what to do", async () => {
  resources(["AWS::Scheduler::Schedule", "nightly"]);
  scheduler.on(GetScheduleCommand).resolves({
    State: "DISABLED",
    ScheduleExpression: "rate(1 day)",
    Target: { Arn: "arn:aws:lambda:us-east-1:000000000000:function:long-name", RoleArn: "arn:role" },
  });
  const dlq = { AlarmName: "dlq", StateValue: "ALARM", AlarmDescription: "See them." } as const;
  cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [{ ...dlq, ActionsEnabled: false }] });
  expect(await runChecks([...deployedChecks, ...alarms(target)], { target, now: NOW })).toMatchObject([
    { about: "schedule of long-name", state: "failure", text: "is off: rate(1 day) in UTC" },
    { about: "Alarm dlq", state: "failure", text: "is firing", toDo: "See them." },
    { about: "Alarms", state: "warning", text: "1 alarm notifies no one: its action is disabled" },
  ]);
});

test.each([
  ["nothing to do while the stack is new", 1, "breaching", "ok"],
  ["a failure once what it waits for was due", 36, "breaching", "failure"],
  ["a failure where it waits for nothing", 1, "notBreaching", "failure"],
])("an alarm for want of data is %s", async (_, ageHours, TreatMissingData, state) => {
  const times = { EvaluationPeriods: 36, Period: 3_600, AlarmConfigurationUpdatedTimestamp: new Date(NOW) };
  const alarm = { AlarmName: "absent", AlarmDescription: "Run a scan.", TreatMissingData, ...times };
  cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [{ ...alarm, StateValue: "ALARM" }] });
  const deployment = deploymentOf(NOW - ageHours * 3_600_000);
  const [found] = await runChecks(alarms({ ...target, deployment }), { target, now: NOW });
  expect(found).toMatchObject({ about: "Alarm absent", state });
});

test("fails where there is neither", async () => {
  resources();
  cloudWatch.on(DescribeAlarmsCommand).resolves({});
  const found = await runChecks([...deployedChecks, ...alarms(target)], { target, now: NOW });
  expect(found.map(({ state }) => state)).toEqual(["failure", "failure"]);
});
