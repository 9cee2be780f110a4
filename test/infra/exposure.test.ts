/** Access from outside the roles: by the policies of keys, queues and topics, and by public resources. */

import { describe, expect, test } from "vitest";
import { type Properties, resourcesOf, SUBSCRIBED, synthesize } from "./synthesized.ts";

const template = synthesize(SUBSCRIBED);

/** Statements of resource policies, as `holder: principal may Action`. */
function allowed(type: string, document: string): string[] {
  return [...resourcesOf(template, type)].flatMap(([name, { Properties }]) =>
    Properties[document].Statement.filter(({ Effect }: Properties) => Effect === "Allow").flatMap(
      ({ Action, Principal }: Properties) =>
        [Action].flat().map((action: string) => `${name}: ${whoOf(Principal)} may ${action}`),
    ),
  );
}

/** `cloudwatch.amazonaws.com`, or an ARN with names in place of what is known only when it is deployed. */
function whoOf(principal: unknown): string {
  if (typeof principal === "string") return principal;
  return Object.values(Object(principal)).map(textOf).join(" and ");
}

function textOf(value: Properties[string]): string {
  if (typeof value === "string") return value;
  return value["Ref"] === undefined ? value["Fn::Join"][1].map(textOf).join("") : `<${value["Ref"]}>`;
}

describe("policies of resources", () => {
  test("let the account itself manage the keys, and give the personal data's key to no other principal", () => {
    expect(allowed("AWS::KMS::Key", "KeyPolicy")).toEqual([
      "ServiceKey: arn:<AWS::Partition>:iam::<AWS::AccountId>:root may kms:*",
      ...["Decrypt*", "Describe*", "Encrypt*", "GenerateDataKey*", "ReEncrypt*"].map(
        (action) => `ServiceKey: logs.<AWS::Region>.amazonaws.com may kms:${action}`,
      ),
      "ServiceKey: cloudwatch.amazonaws.com may kms:Decrypt",
      "ServiceKey: cloudwatch.amazonaws.com may kms:GenerateDataKey",
      "PersonalDataKey: arn:<AWS::Partition>:iam::<AWS::AccountId>:root may kms:*",
    ]);
  });

  test("let only the roles at the queues, and only alarms at a topic", () => {
    expect(allowed("AWS::SQS::QueuePolicy", "PolicyDocument")).toEqual([]);
    expect(allowed("AWS::SNS::TopicPolicy", "PolicyDocument")).toEqual([
      "OperationsTopicPolicy: cloudwatch.amazonaws.com may sns:Publish",
    ]);
  });
});

describe("the only way in from outside", () => {
  test("is the API: there is no other kind of resource that could be reached", () => {
    const types = new Set(Object.values(template.Resources).map(({ Type }) => Type));
    expect([...types].toSorted()).toEqual([
      "AWS::ApiGatewayV2::Api",
      "AWS::ApiGatewayV2::Integration",
      "AWS::ApiGatewayV2::Route",
      "AWS::ApiGatewayV2::Stage",
      "AWS::Chatbot::SlackChannelConfiguration",
      "AWS::CloudWatch::Alarm",
      "AWS::CloudWatch::Dashboard",
      "AWS::DynamoDB::Table",
      "AWS::IAM::ManagedPolicy",
      "AWS::IAM::Policy",
      "AWS::IAM::Role",
      "AWS::KMS::Key",
      "AWS::Lambda::EventSourceMapping",
      "AWS::Lambda::Function",
      "AWS::Lambda::Permission",
      "AWS::Logs::LogGroup",
      "AWS::Logs::MetricFilter",
      "AWS::Logs::QueryDefinition",
      "AWS::SNS::Subscription",
      "AWS::SNS::Topic",
      "AWS::SNS::TopicPolicy",
      "AWS::SQS::Queue",
      "AWS::SQS::QueuePolicy",
      "AWS::Scheduler::Schedule",
      "AWS::SecretsManager::Secret",
    ]);
  });

  test("is one API, which browsers of other sites cannot read", () => {
    const [api, ...others] = [...resourcesOf(template, "AWS::ApiGatewayV2::Api").values()];
    expect(others).toEqual([]);
    expect(api?.Properties["ProtocolType"]).toBe("HTTP");
    expect(api?.Properties["CorsConfiguration"]).toBeUndefined();
  });
});
