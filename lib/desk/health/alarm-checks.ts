/** Alarms, and who hears of them and of alerts. */

import * as z from "zod/mini";
import { vigia } from "../../alert/commands.ts";
import { isIncomplete, topicStanding } from "../../alert/subscriptions/subscribed.ts";
import { type AwsCaller, callJson, callSns } from "../../aws/signed-call.ts";
import { alarmState, clearsBy } from "../../health/alarm-state.ts";
import { HEALTH } from "../../language/catalogue/desk/health.ts";
import { isLoopback } from "../../stack/local-call.ts";
import type { Finding, HealthCheck, HealthView } from "./finding.ts";

export interface AlarmTools {
  aws: AwsCaller;
}

const describedAlarm = z.object({
  AlarmName: z.optional(z.string()),
  AlarmDescription: z.optional(z.string()),
  StateValue: z.optional(z.string()),
  TreatMissingData: z.optional(z.string()),
  EvaluationPeriods: z.optional(z.number()),
  Period: z.optional(z.number()),
  ActionsEnabled: z.optional(z.boolean()),
  /** Seconds since 1970. */
  AlarmConfigurationUpdatedTimestamp: z.optional(z.number()),
});
type DescribedAlarm = z.infer<typeof describedAlarm>;
const alarmsReply = z.object({
  MetricAlarms: z.optional(z.array(describedAlarm)),
  NextToken: z.optional(z.nullable(z.string())),
});

export function alarmChecks({ aws }: AlarmTools): HealthCheck[] {
  return [
    { about: HEALTH.alarms, run: (view) => alarms(aws, view) },
    { about: HEALTH.alerts, run: async (view) => [await subscriptions(aws, "alerts", view)] },
    { about: HEALTH.operations, run: async (view) => [await subscriptions(aws, "operations", view)] },
  ];
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

function alarmOf(alarm: DescribedAlarm, { speaker: { say, time }, now }: HealthView): Finding | undefined {
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
  return { about, state: "ok", text: say(HEALTH.waiting, { time: time(until) ?? until }) };
}

const subscription = z.object({
  SubscriptionArn: z.string(),
  Protocol: z.string(),
  Endpoint: z.optional(z.string()),
});
/** Nothing in an element is an empty text in XML. */
const members = z.union([
  z.pipe(
    z.literal(""),
    z.transform(() => []),
  ),
  z.pipe(
    z.object({ member: z.union([z.array(subscription), subscription]) }),
    z.transform(({ member }) => [member].flat()),
  ),
]);
const subscriptionsReply = z.object({
  ListSubscriptionsByTopicResponse: z.object({
    ListSubscriptionsByTopicResult: z.object({ Subscriptions: members, NextToken: z.optional(z.string()) }),
  }),
});

async function subscribedTo(aws: AwsCaller, topicArn: string): Promise<z.infer<typeof subscription>[]> {
  const all: z.infer<typeof subscription>[] = [];
  let next: string | undefined;
  do {
    const { ListSubscriptionsByTopicResponse: response } = await callSns(aws, {
      action: "ListSubscriptionsByTopic",
      input: { TopicArn: topicArn, ...(next === undefined ? {} : { NextToken: next }) },
      schema: subscriptionsReply,
    });
    const page = response.ListSubscriptionsByTopicResult;
    all.push(...page.Subscriptions);
    next = page.NextToken === "" ? undefined : page.NextToken;
  } while (next !== undefined);
  return all;
}

async function subscriptions(
  aws: AwsCaller,
  topic: "alerts" | "operations",
  view: HealthView,
): Promise<Finding> {
  const { environment, speaker } = view;
  const { say } = speaker;
  const arn = topic === "alerts" ? environment.ALERTS_TOPIC_ARN : environment.OPERATIONS_TOPIC_ARN;
  const subscribed = await subscribedTo(aws, arn);
  const standing = topicStanding(environment.STAGE, environment.SUBSCRIBERS[topic], subscribed);
  const about = say(HEALTH[topic]);
  if (standing.reached === 0 && isLocal(view)) return { about, state: "ok", text: say(HEALTH.localTopics) };
  const reached = say(HEALTH.reached, { count: standing.reached });
  if (standing.reached > 0 && !isIncomplete(standing)) return { about, state: "ok", text: reached };
  const { missing, unconfirmed, slackMissing } = standing;
  const text = [
    missing + unconfirmed === 0
      ? reached
      : say(HEALTH.notSubscribed, { reached, missing: String(missing), unconfirmed: String(unconfirmed) }),
    ...(slackMissing ? [say(HEALTH.slackMissing)] : []),
  ].join("; ");
  const toDo = say(HEALTH.askToRun, { command: vigia(environment.STAGE, "doctor") });
  return { about, state: standing.reached === 0 ? "failure" : "warning", text, toDo };
}

function isLocal({ environment: { DESK_URL } }: HealthView): boolean {
  return isLoopback(new URL(DESK_URL).hostname);
}
