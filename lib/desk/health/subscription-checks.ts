/** Who hears of alerts and of trouble. */

import { SNSClient } from "@aws-sdk/client-sns";
import { vigia } from "../../alerts/messages/commands.ts";
import { isIncomplete, subscriptionsOf, topicStanding } from "../../alerts/subscriptions/subscribed.ts";
import type { Finding, HealthCheck, HealthView } from "../../health/checks.ts";
import { HEALTH } from "../../i18n/catalogue/health.ts";
import { clientConfig, WHILE_CALLER_WAITS } from "../../platform/clients.ts";
import type { DeskOptions } from "../desk-context.ts";

export function subscriptionChecks({ environment }: Pick<DeskOptions, "environment">): HealthCheck[] {
  const sns = new SNSClient(clientConfig(WHILE_CALLER_WAITS));
  const arns = {
    alerts: environment.ALERTS_TOPIC_ARN,
    escalation: environment.ESCALATION_TOPIC_ARN,
    operations: environment.OPERATIONS_TOPIC_ARN,
  };
  const check = async (topic: keyof typeof arns, view: HealthView): Promise<Finding[]> => {
    const [topicArn, { say }] = [arns[topic], view.speaker];
    // Nobody may be named for escalations.
    if (topicArn === undefined) return [];
    const subscribed = await subscriptionsOf(sns, topicArn);
    const standing = topicStanding(view.stage, environment.SUBSCRIBERS[topic], subscribed);
    const about = say(HEALTH[topic]);
    if (standing.reached === 0 && view.isLocal)
      return [{ about, state: "ok", text: say(HEALTH.localTopics) }];
    const reached = say(HEALTH.reached, { count: standing.reached });
    if (standing.reached > 0 && !isIncomplete(standing)) return [{ about, state: "ok", text: reached }];
    const { missing, unconfirmed, slackMissing } = standing;
    const text = [
      missing + unconfirmed === 0
        ? reached
        : say(HEALTH.notSubscribed, { reached, missing: String(missing), unconfirmed: String(unconfirmed) }),
      ...(slackMissing ? [say(HEALTH.slackMissing)] : []),
    ].join("; ");
    const toDo = say(HEALTH.askToRun, { command: vigia(view.stage, "doctor") });
    return [{ about, state: standing.reached === 0 ? "failure" : "warning", text, toDo }];
  };
  return (["alerts", "escalation", "operations"] as const).map((topic) => ({
    about: HEALTH[topic],
    run: (view) => check(topic, view),
  }));
}
