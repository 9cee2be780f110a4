/** Subscribers of a topic, against those that the settings expect. */

import { ListSubscriptionsByTopicCommand, type SNSClient, type Subscription } from "@aws-sdk/client-sns";
import { addressDigest } from "../../aws/address-digest.ts";

/** Expected subscribers of a topic: digests of e-mail addresses, and whether a Slack channel is one. */
export interface Subscribers {
  emails: readonly string[];
  slack: boolean;
}

/** Amazon Q Developer in chat applications subscribes a topic under this name. */
const SLACK_ENDPOINT = /^https:\/\/global\.sns-api\.chatbot\.amazonaws\.com/;

/** State of a topic's subscriptions. */
export interface TopicStanding {
  /** E-mail addresses of the settings without a subscription: it was ended, or was not confirmed in time. */
  missing: number;
  /** Addresses whose subscription waits for its confirmation. */
  unconfirmed: number;
  /** Confirmed addresses that the settings do not name: they stay when a deployment takes others out. */
  unnamed: number;
  /** True if a Slack channel of the settings is not subscribed. */
  slackMissing: boolean;
  /** Number of subscriptions that get messages, with those that other people made. */
  reached: number;
}

/** Every subscription of a topic. */
export async function subscriptionsOf(sns: SNSClient, topicArn: string): Promise<Subscription[]> {
  const all: Subscription[] = [];
  let next: string | undefined;
  do {
    const page = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn: topicArn, NextToken: next }));
    all.push(...(page.Subscriptions ?? []));
    next = page.NextToken;
  } while (next !== undefined);
  return all;
}

/** One that was ended has `Deleted` for an ARN. */
export function isConfirmed({ SubscriptionArn = "" }: Subscription): boolean {
  return SubscriptionArn.startsWith("arn:");
}

/** Reports whether a subscription waits for its confirmation. */
export function isWaiting({ SubscriptionArn }: Subscription): boolean {
  return SubscriptionArn === "PendingConfirmation";
}

export function isEmail({ Protocol = "" }: Subscription): boolean {
  return Protocol.startsWith("email");
}

function isSlack({ Endpoint = "" }: Subscription): boolean {
  return SLACK_ENDPOINT.test(Endpoint);
}

/** Compares the subscriptions of a topic with those that the settings of a stage name. */
export function topicStanding(
  stage: string,
  { emails, slack }: Subscribers,
  subscriptions: readonly Subscription[],
): TopicStanding {
  const digests = (subscriptions: readonly Subscription[]) =>
    new Set(subscriptions.filter(isEmail).map(({ Endpoint = "" }) => addressDigest(stage, Endpoint)));
  const confirmed = subscriptions.filter(isConfirmed);
  const reached = digests(confirmed);
  const pending = digests(subscriptions.filter(isWaiting));
  const lost = emails.filter((digest) => !reached.has(digest));
  return {
    missing: lost.filter((digest) => !pending.has(digest)).length,
    unconfirmed: lost.filter((digest) => pending.has(digest)).length,
    unnamed: [...reached].filter((digest) => !emails.includes(digest)).length,
    slackMissing: slack && !confirmed.some(isSlack),
    reached: confirmed.length,
  };
}

/** Reports whether others get the messages than the settings say. */
export function differs({ missing, unconfirmed, unnamed, slackMissing }: TopicStanding): boolean {
  return missing + unconfirmed + unnamed > 0 || slackMissing;
}
