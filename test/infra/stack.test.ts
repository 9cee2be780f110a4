/** The template's functions and logs, and what the stack says of itself. */

import { describe, expect, test } from "vitest";
import { resourceOf, resourcesOf, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize();

describe("the functions", () => {
  test.each([...resourcesOf(template, "AWS::Lambda::Function")])(
    "%s runs on Node 24 for ARM, and logs JSON into a log of its own",
    (name, { Properties }) => {
      expect(Properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        Handler: "index.handler",
        LoggingConfig: { LogFormat: "JSON", SystemLogLevel: "WARN", ApplicationLogLevel: "INFO" },
      });
      expect(targetOf(Properties["LoggingConfig"].LogGroup)).toBe(`${name}Log`);
    },
  );

  test("may feed their own queue only where a scan hands on its next page", () => {
    const loops = [...resourcesOf(template, "AWS::Lambda::Function")].map(([name, { Properties }]) => [
      name,
      Properties["RecursiveLoop"],
    ]);
    expect(loops.filter(([, loop]) => loop !== undefined)).toEqual([["ScanWallets", "Allow"]]);
  });
});

describe("the logs", () => {
  test.each([...resourcesOf(template, "AWS::Logs::LogGroup")])(
    "%s is encrypted and ends",
    (name, { Properties }) => {
      expect(targetOf(Properties["KmsKeyId"])).toBe("ServiceKey");
      expect(Properties["RetentionInDays"]).toBe(name === "GetUserLog" ? 3653 : 90);
    },
  );

  test("of look-ups are kept for the retention term, and outlive the stack", () => {
    expect(resourcesOf(template, "AWS::Logs::LogGroup").get("GetUserLog")?.DeletionPolicy).toBe("Retain");
    const days = [1, 4, 11].map(
      (retentionYears) =>
        resourceOf(synthesize({ retentionYears }), "AWS::Logs::LogGroup", "GetUserLog")["RetentionInDays"],
    );
    expect(days).toEqual([400, 1827, undefined]);
  });
});

describe("the stack", () => {
  test("names nothing that could then not be replaced", () => {
    // Their names are those of what they belong to.
    const POINTING = [
      "AWS::Lambda::EventSourceMapping",
      "AWS::Lambda::Permission",
      "AWS::Logs::MetricFilter",
    ];
    const NAMES = [
      "TableName",
      "QueueName",
      "TopicName",
      "FunctionName",
      "RoleName",
      "LogGroupName",
      "ManagedPolicyName",
    ];
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (POINTING.includes(Type)) continue;
      for (const name of NAMES) expect(Properties, `${id} has a ${name}`).not.toHaveProperty(name);
    }
  });

  test("prints where everything is, by name", () => {
    expect(Object.keys(template.Outputs)).toEqual([
      "Stage",
      "Projects",
      "ServiceBaseUrl",
      "Authentication",
      "SignatureHeader",
      "TimestampHeader",
      "ApiUrl",
      "WebhookUrl",
      "UserLookupUrl",
      "UsersTable",
      "NotificationsTable",
      "WalletsTable",
      "WalletScansTable",
      "ScanRunsTable",
      "ChainsTable",
      "AlertsTable",
      "WebhookQueueUrl",
      "WebhookDlqUrl",
      "ScanQueueUrl",
      "ScanDlqUrl",
      "AlertsTopicArn",
      "OperationsTopicArn",
      "InboundSecretArn",
      "OutboundSecretArn",
      "StartScanFunctionName",
      "GetUserLogGroup",
      "UserWriterPolicyArn",
    ]);
  });
});
