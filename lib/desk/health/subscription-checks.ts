/** Who hears of alerts and of trouble. */

import type { SNSClient } from "@aws-sdk/client-sns";
import { vigia } from "../../alerts/messages/commands.ts";
import { isIncomplete, subscriptionsOf, topicStanding } from "../../alerts/subscriptions/subscribed.ts";
import { HEALTH } from "../../i18n/catalogue/desk/health.ts";
import { type Finding, type HealthCheck, type HealthView, isLocal } from "./finding.ts";

/** Where each topic stands in the environment; there may be none for escalations. */
const TOPICS = [
  { topic: "alerts", variable: "ALERTS_TOPIC_ARN" },
  { topic: "escalation", variable: "ESCALATION_TOPIC_ARN" },
  { topic: "operations", variable: "OPERATIONS_TOPIC_ARN" },
] as const;
type Topic = (typeof TOPICS)[number]["topic"];

export function subscriptionChecks(sns: SNSClient): HealthCheck[] {
  return TOPICS.map(({ topic, variable }) => ({
    about: HEALTH[topic],
    run: async (view) => {
      const topicArn = view.environment[variable];
      return topicArn === undefined ? [] : [await subscriptions(sns, { topic, topicArn }, view)];
    },
  }));
}

async function subscriptions(
  sns: SNSClient,
  { topic, topicArn }: { topic: Topic; topicArn: string },
  view: HealthView,
): Promise<Finding> {
  const { environment, speaker } = view;
  const { say } = speaker;
  const subscribed = await subscriptionsOf(sns, topicArn);
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
