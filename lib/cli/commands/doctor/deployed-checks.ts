/** What only a deployed stack has: alarms, and the schedule of the scan. */

import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand, type MetricAlarm } from "@aws-sdk/client-cloudwatch";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { alarmState, clearsBy } from "../../../health/alarm-state.ts";
import { clientConfig, FROM_COMMAND } from "../../../platform/clients.ts";
import { readSettings } from "../../../settings/settings.ts";
import { countOf } from "../../../text/count-of.ts";
import { nextRuns } from "../../../time/schedule.ts";
import type { Deployment, Target } from "../../core/target.ts";
import { type Check, type CheckContext, type CheckResult, failure, ok, warning } from "./checks.ts";

export const deployedChecks: readonly Check[] = [
  { about: "schedule", run: schedule },
  { about: "alarms", run: alarms },
];

/** The physical names of a stack's resources of one type. */
export async function namesOf({ stage }: Target, type: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListStackResources(
    { client: new CloudFormationClient(clientConfig(FROM_COMMAND)) },
    { StackName: `Vigia-${stage}` },
  );
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === type && PhysicalResourceId !== undefined) names.push(PhysicalResourceId);
  }
  return names;
}

async function schedule({ target }: CheckContext): Promise<CheckResult[]> {
  const about = "schedule";
  if (target.local !== undefined) return [ok(about, "the local stack fires it")];
  const scheduler = new SchedulerClient(clientConfig(FROM_COMMAND));
  const names = await namesOf(target, "AWS::Scheduler::Schedule");
  if (names.length === 0)
    return [failure(about, "is not there: no scan starts by itself", "deploy the stack again")];
  return Promise.all(
    names.map(async (Name) => {
      // A schedule in a group of its own is named with it.
      const [group, name] = Name.includes("|") ? Name.split("|") : [undefined, Name];
      const found = await scheduler.send(new GetScheduleCommand({ Name: name, GroupName: group }));
      const text = `${found.ScheduleExpression} in ${found.ScheduleExpressionTimezone ?? "UTC"}`;
      return found.State === "ENABLED"
        ? ok(about, `is on: ${text}`)
        : failure(
            about,
            `is off: ${text}`,
            "switch it on in EventBridge Scheduler, or deploy the stack again",
          );
    }),
  );
}

/** The most names that DescribeAlarms takes. */
const MAX_NAMES = 100;

async function alarms({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "alarms";
  if (target.local !== undefined) return [ok(about, "are not emulated by the local stack")];
  const names = await namesOf(target, "AWS::CloudWatch::Alarm");
  if (names.length === 0)
    return [failure(about, "are not there: nobody would be alerted of trouble", "deploy the stack again")];
  const cloudWatch = new CloudWatchClient(clientConfig(FROM_COMMAND));
  const found: MetricAlarm[] = [];
  for (let from = 0; from < names.length; from += MAX_NAMES) {
    const { MetricAlarms = [] } = await cloudWatch.send(
      new DescribeAlarmsCommand({ AlarmNames: names.slice(from, from + MAX_NAMES), MaxRecords: MAX_NAMES }),
    );
    found.push(...MetricAlarms);
  }
  const createdAt = target.deployment?.createdAt;
  const firing = found.filter((alarm) => alarmState(alarm, createdAt, now) !== "quiet");
  const silent = found.filter(({ ActionsEnabled }) => ActionsEnabled === false);
  return [
    ...(firing.length === 0 ? [ok(about, `none of ${names.length} is firing`)] : []),
    ...firing.map((alarm) => firingAlarm(alarm, target.deployment, now)),
    ...(silent.length === 0
      ? []
      : [
          warning(
            about,
            `the actions of ${countOf(silent.length, "alarm")} are off`,
            "switch them on in CloudWatch",
          ),
        ]),
  ];
}

function firingAlarm(alarm: MetricAlarm, deployment: Deployment | undefined, now: number): CheckResult {
  const { AlarmName = "", AlarmDescription = "see it in CloudWatch", MetricName = "" } = alarm;
  const about = `alarm ${AlarmName}`;
  const createdAt = deployment?.createdAt;
  if (alarmState(alarm, createdAt, now) === "firing") return failure(about, "is firing", AlarmDescription);
  const first = MetricName === "ScanCompleted" ? firstScan(deployment) : "the first brief is sent";
  return warning(
    about,
    `is on because the stack is new; it clears by itself when ${first}`,
    `nothing; until ${new Date(clearsBy(alarm, createdAt)).toISOString()} it is no failure`,
  );
}

/** `the first scan is completed, which is due at …`, by the schedule that the stack was deployed with. */
function firstScan(deployment: Deployment | undefined): string {
  const { scan } = readSettings({});
  const { "scan.schedule": schedule = scan.schedule, "scan.timeZone": timeZone = scan.timeZone } =
    deployment?.settings ?? {};
  const from = new Date(deployment?.createdAt ?? 0);
  const [due] = nextRuns(String(schedule), String(timeZone), 1, from);
  return `the first scan is completed${due === undefined ? "" : `, which is due at ${due.toISOString()}`}`;
}
