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

  test("of look-ups are kept for the retention term", () => {
    const days = [1, 11].map(
      (retentionYears) =>
        resourceOf(synthesize({ retentionYears }), "AWS::Logs::LogGroup", "GetUserLog")["RetentionInDays"],
    );
    expect(days).toEqual([400, undefined]);
  });
});

describe("the stack", () => {
  test("leaves nothing that costs behind when its first deployment fails, and nothing is lost afterwards", () => {
    const kept = Object.entries(template.Resources)
      .filter(([, { Type }]) => Type !== "AWS::DynamoDB::Table")
      .filter(([, { DeletionPolicy: policy }]) => policy !== undefined && policy !== "Delete")
      .map(([id, { DeletionPolicy, UpdateReplacePolicy }]) => [
        id.replace(/[0-9A-F]{8}$/, ""),
        DeletionPolicy,
        UpdateReplacePolicy,
      ]);
    expect(kept.map(([name]) => name)).toEqual([
      "ServiceKey",
      "InboundSecret",
      "OutboundSecret",
      "PersonalDataKey",
      "GetUserLog",
      "WebhookDeadLetters",
      "WebhookQueue",
    ]);
    for (const [, deletion, replacement] of kept)
      expect([deletion, replacement]).toEqual(["RetainExceptOnCreate", "Retain"]);
  });

  test("gives no fixed name to a resource that may have to be replaced", () => {
    // Types whose name properties point to another resource.
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
      if (/^(Desk|Api)AccessLog/.test(id)) {
        // With the stack's own id in it, another stack of the name finds it free.
        expect(JSON.stringify(Properties["LogGroupName"])).toMatch(/"\/aws\/vendedlogs\/.*AWS::StackId/);
        continue;
      }
      for (const name of NAMES) expect(Properties, `${id} has a ${name}`).not.toHaveProperty(name);
    }
  });

  test("prints where everything is, by name: `kept/frozen.test.ts` has the outputs of 0.2.0, and these came since", () => {
    expect(Object.keys(template.Outputs)).toEqual(
      expect.arrayContaining(["Version", "CasesTable", "SendBriefFunctionName"]),
    );
  });

  test("says what it was deployed with where that is not the default, and no e-mail address", () => {
    const { Settings } = synthesize({
      stage: "prod",
      "scan.maxDepth": "5",
      alertEmails: "officer@x.example,second@x.example",
      escalationEmails: "second@x.example",
      slack: { workspaceId: "T01", channelId: "C01" },
    }).Outputs;
    expect(JSON.parse(String(Settings?.Value))).toEqual({
      alertEmails: ["QqizeHZy", "RpZ80_YQ"],
      escalationEmails: ["RpZ80_YQ"],
      "scan.maxDepth": 5,
      "slack.channelId": "C01",
      "slack.workspaceId": "T01",
    });
    expect(template.Outputs["Settings"]).toEqual({ Value: "{}" });
  });
});
