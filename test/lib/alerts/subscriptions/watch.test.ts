/** Nightly check that the subscribers of the settings are still subscribed. */

import { ListSubscriptionsByTopicCommand, SNSClient, type Subscription } from "@aws-sdk/client-sns";
import { afterAll, beforeEach, expect, test } from "vitest";
import { watchSubscriptions } from "../../../../lib/alerts/subscriptions/watch.ts";
import { addressDigest } from "../../../../lib/aws/address-digest.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { type Shown, shown } from "../../../support/shown-message.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const sns = mockClient(SNSClient);
beforeEach(() => {
  sns.reset();
});
afterAll(() => sns.restore());

function mail(address: string, arn = `arn:aws:sns:us-east-1:000000000000:t:${address}`): Subscription {
  return { Protocol: "email", Endpoint: address, SubscriptionArn: arn };
}

function isSubscribed(topic: string, ...subscriptions: Subscription[]): void {
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: topic }).resolves({ Subscriptions: subscriptions });
}

const SLACK: Subscription = {
  Protocol: "https",
  Endpoint: "https://global.sns-api.chatbot.amazonaws.com",
  SubscriptionArn: "arn:aws:sns:us-east-1:000000000000:t:slack",
};

/** Messages if the settings name an officer, an engineer and a channel for alerts. */
async function published(
  translator = ENGLISH,
  head?: string,
  named?: Parameters<typeof watchSubscriptions>[0]["subscribers"],
): Promise<{ topic: string; message: Shown }[]> {
  const messages: { topic: string; message: Shown }[] = [];
  const emails = (address: string) => [addressDigest("prod", address)];
  await watchSubscriptions({
    stage: "prod",
    projectId: 7,
    sns: () => new SNSClient({ region: "us-east-1" }),
    topics: {
      alerts: "arn:alerts",
      operations: "arn:operations",
      escalation: head === undefined ? undefined : "arn:escalation",
    },
    subscribers: named ?? {
      alerts: { emails: emails("officer@x.example"), slack: true },
      operations: { emails: emails("engineer@x.example"), slack: false },
      escalation: { emails: head === undefined ? [] : emails(head), slack: false },
    },
    publisher: () => ({
      operations: async (compose) =>
        void messages.push({ topic: "operations", message: shown(compose(translator)) }),
      alert: async ({ compose }) => {
        messages.push({ topic: "alerts", message: shown(compose("id", translator)) });
        return "id";
      },
    }),
  });
  return messages;
}

test("no message is sent if all are subscribed, with any spelling of the address", async () => {
  isSubscribed("arn:alerts", mail("Officer@x.example"), SLACK);
  isSubscribed("arn:operations", mail("engineer@x.example"));
  expect(await published()).toEqual([]);
});

test("operations read how many are lost, and no address", async () => {
  isSubscribed("arn:alerts", mail("officer@x.example", "PendingConfirmation"));
  isSubscribed("arn:operations", mail("engineer@x.example"));
  const [only, ...others] = await published();
  expect(others).toEqual([]);
  expect(only?.topic).toBe("operations");
  expect(only?.message).toMatchObject({
    subject: "[SUBSCRIPTIONS] Not those of the settings of prod",
    event: { kind: "subscription-problem", projectId: "7" },
  });
  expect(only?.message.email).toContain(
    "alerts: 1 subscription not confirmed, the Slack channel not subscribed; no subscription works.",
  );
  expect(only?.message.email).toContain("vigia doctor --stage prod");
  expect(JSON.stringify(only)).not.toContain("@x.example");
});

test("operations read that a subscriber for escalations is lost", async () => {
  isSubscribed("arn:alerts", mail("officer@x.example"), SLACK);
  isSubscribed("arn:operations", mail("engineer@x.example"));
  isSubscribed("arn:escalation", mail("head@x.example"));
  expect(await published(ENGLISH, "head@x.example")).toEqual([]);
  isSubscribed("arn:escalation");
  const [only] = await published(ENGLISH, "head@x.example");
  expect(only?.message.email).toContain(
    "\n\nescalation: 1 e-mail address not subscribed; no subscription works.\n\n",
  );
});

test("the officers are alerted if operations have no subscriber", async () => {
  isSubscribed("arn:alerts", mail("officer@x.example"), SLACK);
  isSubscribed("arn:operations", mail("engineer@x.example", "Deleted"));
  const messages = await published();
  expect(messages.map(({ topic }) => topic)).toEqual(["alerts"]);
  expect(messages[0]?.message.email).toContain(
    "operations: 1 e-mail address not subscribed; no subscription works.",
  );
});

test("they read it in their language", async () => {
  isSubscribed("arn:alerts", mail("officer@x.example", "PendingConfirmation"));
  isSubscribed("arn:operations", mail("engineer@x.example"));
  const [only] = await published(SPANISH);
  expect(only?.message.subject).toMatch(/^\[SUSCRIPCIONES\]/);
  expect(only?.message.email).toContain(
    "alertas: 1 suscripción sin confirmar, el canal de Slack sin suscripción; ninguna suscripción funciona.",
  );
});

test("another person's subscription does not replace the officer's, on any page of the list", async () => {
  sns
    .on(ListSubscriptionsByTopicCommand, { TopicArn: "arn:alerts" })
    .callsFake(({ NextToken }) =>
      NextToken === undefined
        ? { Subscriptions: [mail("other@x.example")], NextToken: "2" }
        : { Subscriptions: [SLACK] },
    );
  isSubscribed("arn:operations", mail("engineer@x.example"));
  expect((await published())[0]?.message.email).toContain(
    "alerts: 1 e-mail address not subscribed, 1 address that the settings do not name; 2 subscriptions still work.",
  );
});

test("operations read that an address is subscribed that the settings do not name", async () => {
  isSubscribed("arn:alerts", mail("officer@x.example"), mail("former@x.example"), SLACK);
  isSubscribed("arn:operations", mail("engineer@x.example"));
  const [only] = await published();
  expect(only?.message.email).toContain("alerts: 1 address that the settings do not name; 3 subscriptions");
  expect(JSON.stringify(only)).not.toContain("@x.example");
});

test("so they do where the settings name no one, or no one any more", async () => {
  const none = { emails: [], slack: false };
  const noOne = { alerts: none, operations: none, escalation: none };
  isSubscribed("arn:alerts");
  isSubscribed("arn:operations", mail("asked@x.example", "PendingConfirmation"));
  expect(await published(ENGLISH, undefined, noOne)).toEqual([]);
  isSubscribed("arn:alerts", mail("former@x.example"));
  isSubscribed("arn:operations", mail("also.former@x.example"));
  const [only, ...others] = await published(ENGLISH, undefined, noOne);
  expect([only?.topic, others]).toEqual(["operations", []]);
  expect(only?.message.email).toContain("alerts: 1 address that the settings do not name; 1 subscription");
});

test("what fails of it holds up no scan", async () => {
  sns.on(ListSubscriptionsByTopicCommand).rejects(new Error("no"));
  expect(await published()).toEqual([]);
});
