/** The template's functions and logs, and what the stack says of itself. */

import { describe, expect, test } from "vitest";
import { INVOKING } from "../../lib/aws/clients.ts";
import { stackOutputs } from "../../lib/settings/outputs.ts";
import { resourceOf, resourcesOf, SUBSCRIBED, synthesize, targetOf, WITH_DESK } from "./synthesized.ts";

const DOMAIN = {
  domainName: "vigia.company.example",
  certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000",
};

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

  test("that a command calls may take as long as the command waits for them", () => {
    const { Timeout } = resourceOf(template, "AWS::Lambda::Function", "StartScan");
    expect(INVOKING.answerMs).toBeGreaterThan(Timeout * 1_000);
  });

  test("may not feed their own queue", () => {
    const loops = [...resourcesOf(template, "AWS::Lambda::Function")].map(([name, { Properties }]) => [
      name,
      Properties["RecursiveLoop"],
    ]);
    expect(loops.filter(([, loop]) => loop !== undefined)).toEqual([]);
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
  test("leaves nothing behind that costs when its first deployment fails, and loses nothing afterwards", () => {
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

  test("prints where everything is, and says of each output what it is", () => {
    const ofDesk = { ...DOMAIN, domainName: "desk.company.example" };
    const { Outputs } = synthesize({
      ...SUBSCRIBED,
      ...WITH_DESK,
      api: DOMAIN,
      desk: { domain: ofDesk },
      backups: true,
    });
    expect(Object.keys(Outputs).toSorted()).toEqual(Object.keys(stackOutputs.shape).toSorted());
    for (const { Description } of Object.values(Outputs)) expect(Description).toMatch(/^[A-Z][ -~]+$/);
  });
});
