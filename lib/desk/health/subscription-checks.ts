/** Who hears of alerts and of trouble. */

import * as z from "zod/mini";
import { vigia } from "../../alerts/messages/commands.ts";
import { isIncomplete, topicStanding } from "../../alerts/subscriptions/subscribed.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { HEALTH } from "../../i18n/catalogue/desk/health.ts";
import { type AwsCaller, callSns } from "../../platform/signed-call.ts";
import { type Finding, type HealthCheck, type HealthView, isLocal } from "./finding.ts";

/** Where each topic stands in the environment; there may be none for escalations. */
const TOPICS = [
  { topic: "alerts", variable: "ALERTS_TOPIC_ARN" },
  { topic: "escalation", variable: "ESCALATION_TOPIC_ARN" },
  { topic: "operations", variable: "OPERATIONS_TOPIC_ARN" },
] as const;
type Topic = (typeof TOPICS)[number]["topic"];

export function subscriptionChecks(aws: AwsCaller): HealthCheck[] {
  return TOPICS.map(({ topic, variable }) => ({
    about: HEALTH[topic],
    run: async (view) => {
      const topicArn = view.environment[variable];
      return topicArn === undefined ? [] : [await subscriptions(aws, { topic, topicArn }, view)];
    },
  }));
}

const subscription = lazySchema(() =>
  z.object({ SubscriptionArn: z.string(), Protocol: z.string(), Endpoint: z.optional(z.string()) }),
);
/** Nothing in an element is an empty text in XML. */
const members = lazySchema(() =>
  z.union([
    z.pipe(
      z.literal(""),
      z.transform(() => []),
    ),
    z.pipe(
      z.object({ member: z.union([z.array(subscription), subscription]) }),
      z.transform(({ member }) => [member].flat()),
    ),
  ]),
);
const subscriptionsReply = lazySchema(() =>
  z.object({
    ListSubscriptionsByTopicResponse: z.object({
      ListSubscriptionsByTopicResult: z.object({ Subscriptions: members, NextToken: z.optional(z.string()) }),
    }),
  }),
);

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
  { topic, topicArn }: { topic: Topic; topicArn: string },
  view: HealthView,
): Promise<Finding> {
  const { environment, speaker } = view;
  const { say } = speaker;
  const subscribed = await subscribedTo(aws, topicArn);
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
