/** Which alarms are on. */

import * as z from "zod/mini";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { alarmState, clearsBy } from "../../health/alarm-state.ts";
import { HEALTH } from "../../i18n/catalogue/desk/health.ts";
import { type AwsCaller, callJson } from "../../platform/signed-call.ts";
import { type Finding, type HealthCheck, type HealthView, isLocal } from "./finding.ts";

const describedAlarm = lazySchema(() =>
  z.object({
    AlarmName: z.optional(z.string()),
    AlarmDescription: z.optional(z.string()),
    StateValue: z.optional(z.string()),
    TreatMissingData: z.optional(z.string()),
    EvaluationPeriods: z.optional(z.number()),
    Period: z.optional(z.number()),
    ActionsEnabled: z.optional(z.boolean()),
    /** Seconds since 1970. */
    AlarmConfigurationUpdatedTimestamp: z.optional(z.number()),
  }),
);
type DescribedAlarm = z.infer<typeof describedAlarm>;
const alarmsReply = lazySchema(() =>
  z.object({
    MetricAlarms: z.optional(z.array(describedAlarm)),
    NextToken: z.optional(z.nullable(z.string())),
  }),
);

export function alarmChecks(aws: AwsCaller): HealthCheck[] {
  return [{ about: HEALTH.alarms, run: (view) => alarms(aws, view) }];
}

async function alarms(aws: AwsCaller, view: HealthView): Promise<Finding[]> {
  const { say } = view.speaker;
  const about = say(HEALTH.alarms);
  if (isLocal(view)) return [{ about, state: "ok", text: say(HEALTH.localAlarms) }];
  const found = await alarmsOf(aws, view.environment.OPERATIONS_TOPIC_ARN);
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
async function alarmsOf(aws: AwsCaller, operationsTopicArn: string): Promise<DescribedAlarm[]> {
  const all: DescribedAlarm[] = [];
  let next: string | undefined;
  do {
    const { MetricAlarms = [], NextToken } = await callJson(aws, "monitoring", {
      target: "GraniteServiceVersion20100801.DescribeAlarms",
      input: { ActionPrefix: operationsTopicArn, MaxRecords: 100, NextToken: next },
      schema: alarmsReply,
    });
    all.push(...MetricAlarms);
    next = NextToken ?? undefined;
  } while (next !== undefined);
  return all;
}

function alarmOf(alarm: DescribedAlarm, { speaker: { say, moment }, now }: HealthView): Finding | undefined {
  const { AlarmConfigurationUpdatedTimestamp: configured } = alarm;
  const since = configured === undefined ? undefined : configured * 1_000;
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
