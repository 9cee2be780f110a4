/** Parts of a deployed stack alone: its alarms, its schedule. */

import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { runChecks } from "../../../lib/cli/commands/doctor/checks.ts";
import { stackChecks } from "../../../lib/cli/commands/doctor/doctor.ts";
import { logOf, type Target } from "../../../lib/cli/core/target.ts";
import { mockClient } from "../../support/mock-client.ts";
import { deployedTarget, deploymentOf, NOW } from "./support/test-context.ts";

const target = deployedTarget();

const cloudWatch = mockClient(CloudWatchClient);
const scheduler = mockClient(SchedulerClient);
const mocks = [cloudWatch, scheduler];

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

const checks = (of: Target) =>
  stackChecks(of).filter(({ about }) => about === "schedules" || about === "Alarms");
const alarms = (of: Target) => checks(of).slice(1);

test("is content with a schedule that is on and alarms that are silent", async () => {
  scheduler.on(GetScheduleCommand, { Name: "nightly" }).resolves({
    State: "ENABLED",
    ScheduleExpression: "cron(0 2 * * ? *)",
    ScheduleExpressionTimezone: "America/Mexico_City",
  });
  cloudWatch
    .on(DescribeAlarmsCommand, { ActionPrefix: "arn:operations" })
    .resolves({ MetricAlarms: [{ StateValue: "OK" }] });
  expect(await runChecks(checks(target), { target, now: NOW })).toEqual([
    { about: "schedule nightly", state: "ok", text: "is on: cron(0 2 * * ? *) in America/Mexico_City" },
    { about: "Alarms", state: "ok", text: "none of 1 is firing" },
  ]);
});

test("fails on a schedule that is off, and reports each alarm that fires with what to do", async () => {
  scheduler.on(GetScheduleCommand).resolves({
    State: "DISABLED",
    ScheduleExpression: "rate(1 day)",
  });
  const dlq = { AlarmName: "dlq", StateValue: "ALARM", AlarmDescription: "See them." } as const;
  cloudWatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [{ ...dlq, ActionsEnabled: false }] });
  expect(await runChecks(checks(target), { target, now: NOW })).toMatchObject([
    { about: "schedule nightly", state: "failure", text: "is off: rate(1 day) in UTC" },
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

test("fails where there are no alarms", async () => {
  cloudWatch.on(DescribeAlarmsCommand).resolves({});
  expect(await runChecks(alarms(target), { target, now: NOW })).toMatchObject([{ state: "failure" }]);
});
