/** The alarms and the dashboard. */

import { describe, expect, test } from "vitest";
import { resourceOf, resourcesOf, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize({ "alarms.silenceHours": "12" });
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");

describe("the alarms", () => {
  test.each([...alarms])("%s says who is affected and what to do, to operations", (_, { Properties }) => {
    expect(Properties["AlarmDescription"]).toMatch(
      /^Affected: (the compliance officer|the risk service)\b.{10,}\. To do: .{20,}\.$/,
    );
    expect(Properties["AlarmDescription"].length).toBeLessThanOrEqual(1_024);
    expect(Properties["AlarmActions"].map(targetOf)).toEqual(["OperationsTopic"]);
  });

  test("watch all of this", () => {
    const watched = [...alarms].map(([name, { Properties: alarm }]) => {
      const sign = alarm["ComparisonOperator"] === "GreaterThanThreshold" ? ">" : "<";
      return `${name}: ${alarm["Namespace"]} ${alarm["MetricName"]} ${sign} ${alarm["Threshold"]} in ${alarm["EvaluationPeriods"]} x ${alarm["Period"]} s`;
    });
    expect(watched).toEqual([
      "WebhooksInDeadLetterQueue: AWS/SQS ApproximateNumberOfMessagesVisible > 0 in 1 x 300 s",
      "WebhookQueueOld: AWS/SQS ApproximateAgeOfOldestMessage > 900 in 1 x 300 s",
      "CallsAnsweredWithServerErrors: AWS/ApiGateway 5xx > 0 in 1 x 300 s",
      "AuthenticationFailures: Vigia SignatureMismatch > 20 in 1 x 300 s",
      "SecretMissing: Vigia SecretMissing > 0 in 1 x 300 s",
      "UserRecordInvalid: Vigia UserRecordInvalid > 0 in 1 x 300 s",
      "NoWebhooksOfProject1: Vigia WebhookAccepted < 1 in 12 x 3600 s",
      "WebhookQuarantined: Vigia WebhookQuarantined > 0 in 1 x 300 s",
      "ServiceReportedError: Vigia ServiceErrorReported > 0 in 1 x 300 s",
      "WebhookOversized: Vigia WebhookOversized > 0 in 1 x 300 s",
      "AlertPublishingFailed: Vigia AlertFailed > 0 in 1 x 300 s",
      "AlertsUndelivered: AWS/SNS NumberOfNotificationsFailed > 0 in 1 x 300 s",
      "ScansInDeadLetterQueue: AWS/SQS ApproximateNumberOfMessagesVisible > 0 in 1 x 300 s",
      "ScanQueueOld: AWS/SQS ApproximateAgeOfOldestMessage > 21600 in 1 x 300 s",
      "ScanIncomplete: Vigia ScanIncomplete > 0 in 1 x 300 s",
      "ScanAbsent: Vigia ScanCompleted < 1 in 36 x 3600 s",
      "ReceiveWebhookFailing: AWS/Lambda Errors > 0 in 1 x 300 s",
      "ReceiveWebhookThrottled: AWS/Lambda Throttles > 0 in 1 x 300 s",
      "StoreNotificationsFailing: AWS/Lambda Errors > 0 in 1 x 300 s",
      "StoreNotificationsThrottled: AWS/Lambda Throttles > 0 in 1 x 300 s",
      "GetUserFailing: AWS/Lambda Errors > 0 in 1 x 300 s",
      "GetUserThrottled: AWS/Lambda Throttles > 0 in 1 x 300 s",
      "StartScanFailing: AWS/Lambda Errors > 0 in 1 x 300 s",
      "StartScanThrottled: AWS/Lambda Throttles > 0 in 1 x 300 s",
      "ScanWalletsFailing: AWS/Lambda Errors > 0 in 1 x 300 s",
      "ScanWalletsThrottled: AWS/Lambda Throttles > 0 in 1 x 300 s",
    ]);
  });

  test("count what the functions count, under the name by which they count it", () => {
    const ours = [...alarms.values()].filter(({ Properties }) => Properties["Namespace"] === "Vigia");
    for (const { Properties } of ours) {
      expect(Properties["Dimensions"]).toEqual([
        ...(Properties["MetricName"] === "WebhookAccepted" ? [{ Name: "project", Value: "1" }] : []),
        { Name: "service", Value: "vigia-dev" },
      ]);
    }
  });

  test("take silence for trouble only where something has to come", () => {
    const breaching = [...alarms].filter(
      ([, { Properties }]) => Properties["TreatMissingData"] === "breaching",
    );
    expect(breaching.map(([name]) => name)).toEqual(["NoWebhooksOfProject1", "ScanAbsent"]);
  });

  test("wait for a scan as long as its schedule says, and not at all for one that is rarer than a week", () => {
    const absent = (schedule: string) =>
      resourcesOf(synthesize({ "scan.schedule": schedule }), "AWS::CloudWatch::Alarm").get("ScanAbsent")
        ?.Properties["EvaluationPeriods"];
    expect(absent("cron(0 2 ? * MON-FRI *)")).toBe(108);
    expect(absent("rate(6 hours)")).toBe(9);
    expect(absent("rate(7 days)")).toBeUndefined();
  });

  test("do not wait for webhooks unless asked to", () => {
    expect([...resourcesOf(synthesize(), "AWS::CloudWatch::Alarm").keys()]).not.toContain("NoWebhooks");
  });
});

describe("the dashboard", () => {
  test("answers the questions of the day", () => {
    const body = JSON.stringify(
      resourceOf(template, "AWS::CloudWatch::Dashboard", "Dashboard")["DashboardBody"],
    );
    for (const question of [
      "Are webhooks arriving?",
      "Are they stored?",
      "How many are illegal?",
      "How old is the queue?",
      "How far is the scan?",
    ]) {
      expect(body).toContain(question);
    }
  });
});
