/** Checks that the people of the settings are subscribed, and no one else. */

import { GetSubscriptionAttributesCommand, type SNSClient, type Subscription } from "@aws-sdk/client-sns";
import {
  isConfirmed,
  isEmail,
  subscriptionsOf,
  topicStanding,
} from "../../../alerts/subscriptions/subscribed.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import type { Finding } from "../../../reports/health/checks.ts";
import { topics } from "../../core/aws.ts";
import type { Target } from "../../core/target.ts";
import { type Check, failure, ok, warning } from "./checks.ts";

/** Topics, and the setting that names who is subscribed. */
const SETTINGS = {
  alerts: "alertEmails",
  escalation: "escalationEmails",
  operations: "operationsEmails",
} as const;
type Topic = keyof typeof SETTINGS;

export const subscriptionChecks: readonly Check[] = (["alerts", "escalation", "operations"] as const).map(
  (topic) => ({ about: topic, run: ({ target }) => subscriptions(target, topic) }),
);

async function subscriptions(target: Target, topic: Topic): Promise<Finding[]> {
  const topicArn = target.topics[topic];
  if (topicArn === undefined) return [];
  if (target.kind === "local") return [ok(topic, `are printed, and written to ${target.local.alerts}`)];
  const { stage, subscribers, flags } = target;
  const sns = topics(target);
  const all = await subscriptionsOf(sns, topicArn);
  const standing = topicStanding(stage, subscribers[topic], all);
  const { missing, unconfirmed, slackMissing, unnamed, reached } = standing;
  const setting = SETTINGS[topic];
  const confirm = `run "vigia subscriptions confirm '<link>'${flags}" with the link of the message from AWS Notifications`;
  const again = `take it out of ${setting} and deploy, then add it again, deploy, and ${confirm}`;
  const open = await endableByReaders(sns, all);
  const problems = [
    reached === 0 &&
      failure(
        topic,
        "reach no one: no subscription is confirmed",
        `set ${setting} and deploy, then ${confirm}`,
      ),
    unconfirmed > 0 && warning(topic, `${countOf(unconfirmed, "subscription")} not confirmed`, confirm),
    missing > 0 &&
      failure(topic, `${countOf(missing, "address", "addresses")} of ${setting} not subscribed`, again),
    slackMissing && failure(topic, "the Slack channel is not subscribed", "see docs/guides/slack.md"),
    unnamed > 0 &&
      warning(
        topic,
        `${countOf(unnamed, "address", "addresses")} subscribed that ${setting} does not name`,
        `see them in the console of SNS, and run "vigia subscriptions end <address>${flags}"`,
      ),
    open > 0 &&
      warning(
        topic,
        `${countOf(open, "subscription")} can be ended by anyone who has one of its mails`,
        again,
      ),
  ].filter((problem) => problem !== false);
  return problems.length > 0 ? problems : [ok(topic, `${countOf(reached, "subscription")}, all confirmed`)];
}

/** Number of those that were confirmed by the link alone. */
async function endableByReaders(sns: SNSClient, all: readonly Subscription[]): Promise<number> {
  const attributes = await Promise.all(
    all
      .filter((subscription) => isEmail(subscription) && isConfirmed(subscription))
      .map(({ SubscriptionArn }) => sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }))),
  );
  return attributes.filter(({ Attributes }) => Attributes?.["ConfirmationWasAuthenticated"] === "false")
    .length;
}
