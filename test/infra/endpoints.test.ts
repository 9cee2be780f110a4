/** The template's API, topics and schedule: where something comes in or goes out. */

import { describe, expect, test } from "vitest";
import { resourceOf, resourcesOf, SUBSCRIBED, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize(SUBSCRIBED);

describe("the API", () => {
  const stage = resourceOf(template, "AWS::ApiGatewayV2::Stage", "ApiStage");

  test("asks for no more at once than an account of a region that has to be enabled may have", () => {
    const { DefaultRouteSettings, RouteSettings } = resourceOf(
      synthesize({ throttle: { rate: 2_500 } }),
      "AWS::ApiGatewayV2::Stage",
      "ApiStage",
    );
    const most = { ThrottlingRateLimit: 2_500, ThrottlingBurstLimit: 1_250 };
    expect([DefaultRouteSettings, RouteSettings["POST /webhook"]]).toEqual([most, most]);
  });

  test("has two routes and nothing else, each throttled on its own", () => {
    const routes = [...resourcesOf(template, "AWS::ApiGatewayV2::Route").values()];
    const keys = routes.map(({ Properties }) => Properties["RouteKey"]);
    expect(keys.toSorted()).toEqual(["GET /users/{userId}", "POST /webhook"]);
    expect(stage["RouteSettings"]).toEqual(
      Object.fromEntries(keys.map((key) => [key, { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 }])),
    );
  });

  test("is made after its routes, whose settings would otherwise be refused", () => {
    const [{ DependsOn } = { DependsOn: undefined }] = resourcesOf(
      template,
      "AWS::ApiGatewayV2::Stage",
    ).values();
    for (const [id, { Type }] of Object.entries(template.Resources)) {
      if (Type === "AWS::ApiGatewayV2::Route") expect(DependsOn).toContain(id);
    }
  });
});

describe("the topics", () => {
  test("are encrypted with a key of ours, and refuse what does not come over TLS", () => {
    for (const { Properties } of resourcesOf(template, "AWS::SNS::Topic").values()) {
      expect(targetOf(Properties["KmsMasterKeyId"])).toBe("ServiceKey");
    }
    for (const { Properties } of resourcesOf(template, "AWS::SNS::TopicPolicy").values()) {
      expect(Properties["PolicyDocument"].Statement).toContainEqual(
        expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
      );
    }
  });

  test("send e-mail to whom the settings name", () => {
    const subscriptions = [...resourcesOf(template, "AWS::SNS::Subscription").values()].map(
      ({ Properties }) => [targetOf(Properties["TopicArn"]), Properties["Protocol"], Properties["Endpoint"]],
    );
    expect(subscriptions).toEqual([
      ["AlertsTopic", "email", "officer@x.example"],
      ["OperationsTopic", "email", "engineer@x.example"],
      ["EscalationTopic", "email", "head@company.example"],
    ]);
  });
});

describe("the schedule", () => {
  const moved = synthesize({
    scan: { schedule: "rate(12 hours)" },
    timeZone: "Asia/Tokyo",
  });

  test("starts the scan at the hour and in the time zone of the settings", () => {
    const schedule = resourceOf(moved, "AWS::Scheduler::Schedule", "ScanSchedule");
    expect(schedule).toMatchObject({
      ScheduleExpression: "rate(12 hours)",
      ScheduleExpressionTimezone: "Asia/Tokyo",
      State: "ENABLED",
      Target: { Input: '{"trigger":"schedule","dueAt":"<aws.scheduler.scheduled-time>"}' },
    });
    expect(targetOf(schedule["Target"].Arn)).toBe("StartScan");
  });

  test("sends the brief at eight o'clock where the officers are", () => {
    const schedule = resourceOf(moved, "AWS::Scheduler::Schedule", "BriefSchedule");
    expect(schedule).toMatchObject({
      ScheduleExpression: "cron(0 8 * * ? *)",
      ScheduleExpressionTimezone: "Asia/Tokyo",
      State: "ENABLED",
    });
    expect(targetOf(schedule["Target"].Arn)).toBe("SendBrief");
  });
});
