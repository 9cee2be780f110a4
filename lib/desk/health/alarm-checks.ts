/** Which alarms are on. */

import { type CloudWatchClient, type MetricAlarm, paginateDescribeAlarms } from "@aws-sdk/client-cloudwatch";
import { alarmState, clearsBy } from "../../health/alarm-state.ts";
import { HEALTH } from "../../i18n/catalogue/desk/health.ts";
import { type Finding, type HealthCheck, type HealthView, isLocal } from "./finding.ts";

export function alarmChecks(cloudwatch: CloudWatchClient): HealthCheck[] {
  return [{ about: HEALTH.alarms, run: (view) => alarms(cloudwatch, view) }];
}

async function alarms(cloudwatch: CloudWatchClient, view: HealthView): Promise<Finding[]> {
  const { say } = view.speaker;
  const about = say(HEALTH.alarms);
  if (isLocal(view)) return [{ about, state: "ok", text: say(HEALTH.localAlarms) }];
  const found = await alarmsOf(cloudwatch, view.environment.OPERATIONS_TOPIC_ARN);
  if (found.length === 0)
    return [{ about, state: "failure", text: say(HEALTH.noAlarms), toDo: say(HEALTH.deployAgain) }];
  const on = found.map((alarm) => alarmOf(alarm, view)).filter((one) => one !== undefined);
  const silenced = found.filter(({ ActionsEnabled }) => ActionsEnabled === false).length;
  return [
    ...(on.length > 0
      ? on
      : [{ about, state: "ok" as const, text: say(HEALTH.noneFires, { count: found.length }) }]),
    ...(silenced === 0
      ? []
      : [
          {
            about,
            state: "warning" as const,
            text: say(HEALTH.silenced, { count: silenced }),
            toDo: say(HEALTH.askForAlarm),
          },
        ]),
  ];
}

/** Those of the stack publish to its topic for operations, whatever they are called. */
async function alarmsOf(client: CloudWatchClient, operationsTopicArn: string): Promise<MetricAlarm[]> {
  const pages = paginateDescribeAlarms({ client, pageSize: 100 }, { ActionPrefix: operationsTopicArn });
  return (await Array.fromAsync(pages)).flatMap(({ MetricAlarms = [] }) => MetricAlarms);
}

function alarmOf(alarm: MetricAlarm, { speaker: { say, moment }, now }: HealthView): Finding | undefined {
  const since = alarm.AlarmConfigurationUpdatedTimestamp?.getTime();
  const state = alarmState(alarm, since, now);
  if (state === "quiet") return undefined;
  const about = say(HEALTH.alarm, { name: alarm.AlarmName ?? "" });
  if (state === "firing")
    return {
      about,
      state: "failure",
      text: say(HEALTH.firing),
      toDo: alarm.AlarmDescription ?? say(HEALTH.askForAlarm),
    };
  const until = new Date(clearsBy(alarm, since)).toISOString();
  return { about, state: "ok", text: say(HEALTH.waiting, { time: moment(until) }) };
}
