/** The doctor's findings about subscribers. */

import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addressDigest } from "../../../../../lib/aws/address-digest.ts";
import { runChecks } from "../../../../../lib/cli/commands/doctor/checks.ts";
import { subscriptionChecks } from "../../../../../lib/cli/commands/doctor/subscription-checks.ts";
import { mockClient } from "../../../../support/mock-client.ts";
import { deployedTarget, NOW } from "../../support/test-context.ts";

const sns = mockClient(SNSClient);
const OFFICER = "officer@x.example";

beforeAll(() => {
  vi.stubEnv("AWS_REGION", "us-east-1");
});
beforeEach(() => {
  sns.reset();
  confirmedBy("command");
});
afterAll(() => {
  sns.restore();
  vi.unstubAllEnvs();
});

function confirmedBy(how: "command" | "link"): void {
  sns
    .on(GetSubscriptionAttributesCommand)
    .resolves({ Attributes: { ConfirmationWasAuthenticated: String(how === "command") } });
}

const email = (Endpoint: string, SubscriptionArn = "arn:aws:sns:1") => ({
  Protocol: "email",
  Endpoint,
  SubscriptionArn,
});
const slack = { Protocol: "https", Endpoint: "https://global.sns-api.chatbot.amazonaws.com" };
const waiting = email(OFFICER, "PendingConfirmation");

/** Findings about alerts, where the settings name the officer. */
async function findings(Subscriptions: object[], slackIsNamed = false): Promise<unknown[]> {
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions });
  const named = { emails: [addressDigest("dev", OFFICER)], slack: slackIsNamed };
  const nobody = { emails: [], slack: false };
  const target = deployedTarget({ subscribers: { alerts: named, operations: nobody, escalation: nobody } });
  const findings = await runChecks(subscriptionChecks.slice(0, 1), { target, now: NOW });
  return findings.map(({ state, text }) => [state, text]);
}

test.each<[string, object[], [string, string][]]>([
  ["an officer who confirmed", [email("Officer@X.example")], [["ok", "1 subscription, all confirmed"]]],
  [
    "an officer who did not",
    [waiting],
    [
      ["failure", "reach no one: no subscription is confirmed"],
      ["warning", "1 subscription not confirmed"],
    ],
  ],
  [
    "no officer",
    [],
    [
      ["failure", "reach no one: no subscription is confirmed"],
      ["failure", "1 address of alertEmails not subscribed"],
    ],
  ],
  [
    "one who left",
    [email(OFFICER), email("former@x.example")],
    [["warning", "1 address subscribed that alertEmails does not name"]],
  ],
])("reports %s", async (_, subscriptions, expected) => {
  expect(await findings(subscriptions)).toEqual(expected);
});

test("warns where a reader of a mail can end the subscription", async () => {
  confirmedBy("link");
  expect(await findings([email(OFFICER)])).toEqual([
    ["warning", "1 subscription can be ended by anyone who has one of its mails"],
  ]);
});

test("fails where the Slack channel of the settings is not subscribed", async () => {
  expect(await findings([email(OFFICER)], true)).toEqual([
    ["failure", "the Slack channel is not subscribed"],
  ]);
  expect(await findings([email(OFFICER), { ...slack, SubscriptionArn: "arn:aws:sns:2" }], true)).toEqual([
    ["ok", "2 subscriptions, all confirmed"],
  ]);
});
