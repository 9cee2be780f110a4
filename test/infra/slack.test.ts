/** The Slack channels of the template. */

import { expect, test } from "vitest";
import type { SlackProps } from "../../lib/settings/settings.ts";
import {
  type Properties,
  permissionsIn,
  resourcesOf,
  SUBSCRIBED,
  synthesize,
  targetOf,
} from "./synthesized.ts";

const WORKSPACE = { workspaceId: "T01", channelId: "C01" };

function channels(slack: SlackProps): Properties[] {
  const template = synthesize({ stackName: "Vigia-prod", slack });
  return [...resourcesOf(template, "AWS::Chatbot::SlackChannelConfiguration").values()].map(
    ({ Properties }) => ({
      name: Properties["ConfigurationName"],
      channel: Properties["SlackChannelId"],
      topics: Properties["SnsTopicArns"].map(targetOf),
      guardrails: Properties["GuardrailPolicies"],
    }),
  );
}

const guardrails = [{ "Fn::Join": ["", ["arn:", { Ref: "AWS::Partition" }, ":iam::aws:policy/AWSDenyAll"]] }];

function named(prefix: string): unknown {
  return { "Fn::Join": ["", [prefix, { Ref: "AWS::Region" }]] };
}

test("alerts go to a channel whose configuration carries stage and region: its name is the whole account's", () => {
  expect(channels(WORKSPACE)).toEqual([
    { name: named("vigia-prod-"), channel: "C01", topics: ["AlertsTopic"], guardrails },
  ]);
});

test("a channel may do nothing in the account", () => {
  expect(permissionsIn(synthesize(SUBSCRIBED))).toMatchObject({ SlackChannelConfigurationRole: [] });
});

test("operations and alarms go to a channel of their own", () => {
  expect(channels({ ...WORKSPACE, operationsChannelId: "C02" })).toEqual([
    { name: named("vigia-prod-"), channel: "C01", topics: ["AlertsTopic"], guardrails },
    { name: named("vigia-prod-operations-"), channel: "C02", topics: ["OperationsTopic"], guardrails },
  ]);
});

test("both go to one channel through one configuration, since a channel takes no second", () => {
  expect(channels({ ...WORKSPACE, operationsChannelId: "C01" })).toEqual([
    { name: named("vigia-prod-"), channel: "C01", topics: ["AlertsTopic", "OperationsTopic"], guardrails },
  ]);
});
