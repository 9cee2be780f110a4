/** `vigia subscriptions`: what SNS is asked for. */

import {
  ConfirmSubscriptionCommand,
  InvalidParameterException,
  ListSubscriptionsByTopicCommand,
  SNSClient,
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

const LINK = `https://sns.us-east-1.amazonaws.com/confirmation.html?TopicArn=${TOPIC}&Token=2336&Endpoint=o@x.example`;
const IN_LINK = encodeURIComponent(LINK);

test.each([
  [
    "with a host in front of it",
    `https://nam02.safelinks.protection.outlook.com/?url=${IN_LINK}&data=05%7C01&reserved=0`,
  ],
  ["that was encoded twice", `https://gateway.example/?u=${encodeURIComponent(IN_LINK)}`],
  ["of urldefense v3", `https://urldefense.com/v3/__${LINK.replace(/&Endpoint.*/, "")}__;!!abc!def$`],
  [
    "of urldefense v2",
    `https://urldefense.proofpoint.com/v2/url?u=${IN_LINK.replaceAll("-", "%2D").replaceAll("%2F", "_").replaceAll("%", "-")}&d=DwMC`,
  ],
  ["as HTML has it", LINK.replaceAll("&", "&amp;")],
  ["in angle brackets", `<${LINK}>`],
  ["that was broken over lines", LINK.replace("&Token", "\r\n &Token")],
])("a link %s is unwrapped", async (_, text) => {
  expect((await place.vigia(["subscriptions", "confirm", text])).code).toBe(0);
  expect(sns.commandCalls(ConfirmSubscriptionCommand).map(({ args }) => args[0].input)).toEqual([
    { TopicArn: TOPIC, Token: "2336", AuthenticateOnUnsubscribe: "true" },
  ]);
});

test.each([
  ["of another topic", link("arn:aws:sns:us-east-1:000000000000:other"), 1],
  ["of another host", link(TOPIC, "sns.example"), 1],
  ["that is no link", "officer@x.example", 1],
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
  expect([code, err]).toEqual([1, expect.stringContaining("has expired or was used: for another one,")]);
});

const SUBSCRIBED = { Protocol: "email", Endpoint: "Former@x.example", SubscriptionArn: `${TOPIC}:1` };
const END = ["subscriptions", "end", "former@x.example"];

test("a subscription that no setting names is ended, once that was agreed to", async () => {
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: TOPIC }).resolves({ Subscriptions: [SUBSCRIBED] });
  expect((await place.vigia(END, { yes: false })).err).toBe("Nothing was ended.\n");
  expect(sns.commandCalls(UnsubscribeCommand)).toHaveLength(0);
  expect((await place.vigia([...END, "--yes"])).out).toBe(
    "former@x.example gets no more messages of the local stack: alerts.\n",
  );
  expect(sns.commandCalls(UnsubscribeCommand).map(({ args }) => args[0].input)).toEqual([
    { SubscriptionArn: `${TOPIC}:1` },
  ]);
});

test("a subscription that waits for its confirmation is said to end without a command", async () => {
  const waiting = { ...SUBSCRIBED, SubscriptionArn: "PendingConfirmation" };
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: TOPIC }).resolves({ Subscriptions: [waiting] });
  const { code, err } = await place.vigia([...END, "--yes"]);
  expect([code, err]).toEqual([1, expect.stringContaining("is not confirmed, so it gets no message")]);
  expect(sns.commandCalls(UnsubscribeCommand)).toHaveLength(0);
});

test("an address without such a subscription is refused, with what ends one that the settings name", async () => {
  const { code, err } = await place.vigia([...END, "--yes"]);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("take the address out of the settings and deploy"),
  ]);
  expect(sns.commandCalls(UnsubscribeCommand)).toHaveLength(0);
});
