/** Checks of people: the settings' subscribers get messages, and a second officer can decide while one is away. */

import { GetSubscriptionAttributesCommand, type SNSClient, type Subscription } from "@aws-sdk/client-sns";
import { isConfirmed, isEmail, isSlack, subscriptionsOf } from "../../../alerts/subscriptions/subscribed.ts";
import { groupOf } from "../../../desk/sign-in/access.ts";
import { countOf } from "../../../text/cut.ts";
import { topics } from "../../core/aws.ts";
import { commandErrorFor } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { UserPool } from "../desk/user-pool.ts";
import { type Check, type CheckContext, type CheckResult, failure, ok, warning } from "./checks.ts";

type Topic = keyof Target["topics"];

/** The setting that names who is subscribed, and who that is. */
const NAMED = {
  alerts: { setting: "alertEmails", who: "the officers" },
  operations: { setting: "operationsEmails", who: "the engineers" },
  escalation: { setting: "escalationEmails", who: "those who get escalations" },
} as const;

export const subscriptionChecks: readonly Check[] = [
  { about: "alerts", run: ({ target }) => subscriptions(target, "alerts") },
  { about: "escalation", run: ({ target }) => subscriptions(target, "escalation") },
  { about: "operations", run: ({ target }) => subscriptions(target, "operations") },
];

/** Nothing of a topic that the stack has not. */
async function subscriptions(target: Target, topic: Topic): Promise<CheckResult[]> {
  const topicArn = target.topics[topic];
  if (topicArn === undefined) return [];
  if (target.local !== undefined)
    return [ok(topic, `are printed by the local stack and written to ${target.local.alerts}`)];
  const sns = topics(target);
  const all = await subscriptionsOf(sns, topicArn);
  const slack = all.some(isSlack);
  return [
    ...mails(target, topic, all.filter(isEmail), slack),
    ...(await open(target, topic, sns, all)),
    ...(topic === "escalation"
      ? []
      : [ok(`Slack for ${topic}`, slack ? "a channel is subscribed" : "not configured")]),
  ];
}

function mails(target: Target, topic: Topic, found: readonly Subscription[], slack: boolean): CheckResult[] {
  if (found.length === 0 && !slack) {
    const { who, setting } = NAMED[topic];
    const toDo = `set ${setting} in app.ts and deploy, or subscribe to the topic`;
    return [failure(topic, `reach no one: ${who} have no e-mail subscription and no Slack channel`, toDo)];
  }
  const pending = found.filter((one) => !isConfirmed(one)).length;
  if (pending > 0)
    return [
      warning(
        topic,
        `${pending} of ${countOf(found.length, "e-mail subscription")} not confirmed`,
        `copy the link in the message from AWS Notifications and run "vigia subscriptions confirm '<link>'${target.flag}"`,
      ),
    ];
  return found.length === 0
    ? []
    : [ok(topic, `${countOf(found.length, "e-mail subscription")}, all confirmed`)];
}

/** A subscriber who confirmed with the link can be unsubscribed by any reader of one of the mails. */
async function open(
  { flag }: Target,
  topic: Topic,
  sns: SNSClient,
  all: readonly Subscription[],
): Promise<CheckResult[]> {
  const confirmed = all.filter(isEmail).filter(isConfirmed);
  const isOpen = await Promise.all(
    confirmed.map(async ({ SubscriptionArn }) => {
      const { Attributes } = await sns.send(new GetSubscriptionAttributesCommand({ SubscriptionArn }));
      return Attributes?.["ConfirmationWasAuthenticated"] === "false";
    }),
  );
  const count = isOpen.filter(Boolean).length;
  if (count === 0) return [];
  return [
    warning(
      `${topic} by e-mail`,
      `${count} of ${countOf(confirmed.length, "subscription")} can be ended by anyone who has one of its mails`,
      `run "vigia subscriptions renew <address> --topic ${topic}${flag}", then "vigia subscriptions confirm '<link>'${flag}"`,
    ),
  ];
}

/** One is on holiday. */
const ENOUGH = 2;

export const officerChecks: readonly Check[] = [
  { about: "officers at the desk", run: atDesk },
  { about: "officers by mail", run: byMail },
];

/** Nothing of a stack without a desk, or whose people another issuer knows. */
async function atDesk({ target, now }: CheckContext): Promise<CheckResult[]> {
  const { deskUserPool, projectIds, name, flag, stage } = target;
  if (deskUserPool === undefined || stage === undefined) return [];
  const about = "officers at the desk";
  let groups: string[][];
  try {
    groups = await groupsOfPeople(deskUserPool, now);
  } catch (error) {
    return [warning(about, "could not be counted", commandErrorFor(error, name).message)];
  }
  const officersOf = (projectId: number) => {
    const acting = [groupOf("officers", undefined), groupOf("officers", projectId)];
    return groups.filter((ofOne) => ofOne.some((group) => acting.includes(group))).length;
  };
  const few = projectIds.filter((projectId) => officersOf(projectId) < ENOUGH);
  const toDo = `run "vigia desk invite <email> --role officer${flag}"`;
  const warnings = few.map((projectId) =>
    warning(
      about,
      `${countOf(officersOf(projectId), "person", "people")} may decide in project ${projectId}: when one is away, no one can decide`,
      toDo,
    ),
  );
  if (!groups.some((ofOne) => ofOne.includes(groupOf("officers", undefined))))
    warnings.push(
      warning(
        about,
        "no one may decide cases without a project, or of a project that was removed from the settings",
        toDo,
      ),
    );
  return warnings.length === 0 ? [ok(about, `${ENOUGH} or more for every project`)] : warnings;
}

/** Groups of all people who may sign in. */
async function groupsOfPeople(userPool: string, now: number): Promise<string[][]> {
  const pool = await UserPool.open(userPool);
  const groups: string[][] = [];
  for await (const { subject, state, until } of pool.people()) {
    const mayEnter = state !== "removed" && (until === undefined || now < Date.parse(until));
    if (mayEnter) groups.push(await pool.groupsOf(subject));
  }
  return groups;
}

/** A channel in Slack is read by several. */
async function byMail({ target }: CheckContext): Promise<CheckResult[]> {
  if (target.desk === undefined || target.stage === undefined) return [];
  const all = (await subscriptionsOf(topics(target), target.topics.alerts)).filter(isConfirmed);
  const mails = all.filter(isEmail).length;
  // A topic without subscribers is another check's finding.
  if (mails !== 1 || all.some(isSlack)) return [];
  return [warning("officers by mail", "alerts and reminders reach one address", addAnother(target))];
}

function addAnother({ flag }: Pick<Target, "flag">): string {
  return `name another in alertEmails and deploy, then run "vigia subscriptions confirm '<link>'${flag}"`;
}
