/** `vigia subscriptions`: what SNS is asked for. */

import {
  ConfirmSubscriptionCommand,
  InvalidParameterException,
  ListSubscriptionsByTopicCommand,
  SNSClient,
  SubscribeCommand,
  UnsubscribeCommand,
} from "@aws-sdk/client-sns";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mockClient } from "../../../support/mock-client.ts";
import { endpointsWith, makePlace, type Place } from "../support/test-context.ts";

const sns = mockClient(SNSClient);
const TOPIC = "arn:aws:sns:us-east-1:000000000000:alerts";
let place: Place;

beforeAll(async () => {
  place = await makePlace({
    ...endpointsWith({}),
    topics: { alerts: TOPIC, operations: `${TOPIC}-operations` },
    pid: process.pid,
  });
});
beforeEach(() => {
  sns.reset();
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions: [] });
  sns.on(ConfirmSubscriptionCommand).resolves({ SubscriptionArn: `${TOPIC}:1` });
});
afterAll(async () => {
  sns.restore();
  await place.remove();
});

function link(topic: string, host = "sns.us-east-1.amazonaws.com"): string {
  return `https://${host}/confirmation.html?TopicArn=${encodeURIComponent(topic)}&Token=2336&Endpoint=o@x.example`;
}

test("a link is confirmed so that only the account can end the subscription", async () => {
  const { code, out } = await place.vigia(["subscriptions", "confirm", link(TOPIC)]);
  expect([code, out]).toEqual([0, "Confirmed for alerts of the local stack: only the account can end it.\n"]);
  expect(sns.commandCalls(ConfirmSubscriptionCommand).map(({ args }) => args[0].input)).toEqual([
    { TopicArn: TOPIC, Token: "2336", AuthenticateOnUnsubscribe: "true" },
  ]);
});

test.each([
  ["of another topic", link("arn:aws:sns:us-east-1:000000000000:other"), 1],
  ["of another host", link(TOPIC, "sns.example"), 1],
  ["that is none", "officer@x.example", 1],
])("a link %s is refused, and its token is not repeated", async (_, text, expected) => {
  const { code, err } = await place.vigia(["subscriptions", "confirm", text]);
  expect(code).toBe(expected);
  expect(err).not.toContain("2336");
  expect(sns.commandCalls(ConfirmSubscriptionCommand)).toHaveLength(0);
});

test("a link that SNS refuses is answered with how to get another", async () => {
  sns
    .on(ConfirmSubscriptionCommand)
    .rejects(new InvalidParameterException({ message: "Invalid token", $metadata: {} }));
  const { code, err } = await place.vigia(["subscriptions", "confirm", link(TOPIC)]);
  expect([code, err]).toEqual([
    1,
    'The link is incomplete, has expired or was used: "vigia subscriptions renew <address> --topic alerts" asks for a new one.\n',
  ]);
});

test("a topic that the stack does not have is named, with what makes one", async () => {
  const words = ["subscriptions", "renew", "head@x.example", "--topic", "escalation"];
  const { code, err } = await place.vigia(words);
  expect([code, err]).toEqual([
    1,
    "There is no topic escalation in the local stack: add an address to escalationEmails in the settings, and deploy.\n",
  ]);
  expect(sns.commandCalls(SubscribeCommand)).toHaveLength(0);
});

test("an address that has no subscription is asked again", async () => {
  const { code, out } = await place.vigia("subscriptions renew officer@x.example");
  expect(code).toBe(0);
  expect(out).toContain("vigia subscriptions confirm '<link>'");
  expect(sns.commandCalls(UnsubscribeCommand)).toHaveLength(0);
  expect(sns.commandCalls(SubscribeCommand).map(({ args }) => args[0].input)).toEqual([
    { TopicArn: TOPIC, Protocol: "email", Endpoint: "officer@x.example" },
  ]);
});

test("a subscription in force is ended first, and only once that was agreed to", async () => {
  sns.on(ListSubscriptionsByTopicCommand).resolves({
    Subscriptions: [{ Protocol: "email", Endpoint: "Officer@x.example", SubscriptionArn: `${TOPIC}:1` }],
  });
  const renew = ["subscriptions", "renew", "officer@x.example"];
  expect((await place.vigia(renew, { yes: false })).err).toBe("Nothing was changed.\n");
  expect(sns.commandCalls(UnsubscribeCommand)).toHaveLength(0);
  expect((await place.vigia(renew, { yes: true })).code).toBe(0);
  expect(sns.commandCalls(UnsubscribeCommand).map(({ args }) => args[0].input)).toEqual([
    { SubscriptionArn: `${TOPIC}:1` },
  ]);
  expect(sns.commandCalls(SubscribeCommand)).toHaveLength(1);
});
