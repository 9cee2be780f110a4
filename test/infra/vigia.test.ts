/** The construct in a company's own app, and the properties of the stack. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, NestedStack, PermissionsBoundary, Stack, Tags } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { AlarmRule, AlarmState, CompositeAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { AttributeType, Table } from "aws-cdk-lib/aws-dynamodb";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { BUNDLING_STACKS } from "aws-cdk-lib/cx-api";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import cdkJson from "../../cdk.json" with { type: "json" };
import { Vigia, VigiaStack } from "../../infra/vigia.ts";
import { resourceOf, resourcesOf, synthesize, targetOf, templateOf, WITH_DESK } from "./synthesized.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigia-construct-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** @param flags CDK's own; a company's app has others than this project */
function newApp(flags: Record<string, unknown> = cdkJson.context): App {
  return new App({
    context: { ...flags, [BUNDLING_STACKS]: [] },
    outdir: join(folder, "out"),
    builtinCloudFormationValidation: false,
  });
}

describe("a company's own stack", () => {
  it("has Vigía beside its own resources, which subscribe, read and watch", () => {
    const app = newApp({});
    const stack = new Stack(app, "Company");
    const wallets = new Table(stack, "OldWallets", {
      partitionKey: { name: "projectId", type: AttributeType.STRING },
    });
    const certificate = new Certificate(stack, "Certificate", { domainName: "vigia.company.example" });
    const vigia = new Vigia(stack, "Vigia", {
      projects: [{ id: 7, mexico: true }],
      alertEmails: ["officer@company.example"],
      api: { domainName: "vigia.company.example", certificateArn: certificate.certificateArn },
      tables: { wallets: wallets.tableName },
      desk: { userLink: "https://back.company.example/users/{userId}" },
    });
    const queue = new Queue(stack, "Alerts");
    vigia.topics.alerts.addSubscription(new SqsSubscription(queue));
    const reader = new Role(stack, "Reports", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    vigia.tables.notifications.grantReadData(reader);
    vigia.tables.wallets.grantReadData(reader);
    const { WebhooksInDeadLetterQueue, DeskFailing } = vigia.alarms;
    if (WebhooksInDeadLetterQueue === undefined || DeskFailing === undefined)
      throw new Error("An alarm is missing.");
    new CompositeAlarm(stack, "Risk", {
      alarmRule: AlarmRule.anyOf(
        ...[WebhooksInDeadLetterQueue, DeskFailing].map((alarm) =>
          AlarmRule.fromAlarm(alarm, AlarmState.ALARM),
        ),
      ),
    });

    const template = templateOf(app, stack);
    const subscribed = [...resourcesOf(template, "AWS::SNS::Subscription").values()].map(({ Properties }) => [
      Properties["Protocol"],
      targetOf(Properties["TopicArn"]),
    ]);
    expect(subscribed).toContainEqual(["sqs", "VigiaAlertsTopic"]);
    expect(Object.keys(template.Outputs)).toEqual(
      expect.arrayContaining(["VigiaApiUrl", "VigiaDeskUrl", "VigiaStartScanFunctionName"]),
    );
    expect(resourceOf(template, "AWS::ApiGatewayV2::Api", "VigiaApi")["Name"]).toBe("Vigia-Company");
    const { Statement } = resourceOf(template, "AWS::IAM::Policy", "ReportsDefaultPolicy")["PolicyDocument"];
    expect(JSON.stringify(Statement)).toMatch(/"dynamodb:Query".*VigiaNotifications/);
    expect(
      Object.keys(vigia.functions).filter((name) => Reflect.get(vigia.functions, name) === undefined),
    ).toEqual([]);
  });

  it("has room for one, and is told which property does not fit", () => {
    const stack = new Stack(newApp(), "Company");
    new Vigia(stack, "Vigia");
    expect(() => new Vigia(stack, "Other")).toThrow(
      "The stack Company has Vigia in it already, as Company/Vigia: make a stack of its own for Company/Other.",
    );
    expect(() => new Vigia(new Stack(newApp(), "Second"), "Vigia", { scan: { maxDepth: 8 } })).toThrow(
      "Some properties of Vigia in the stack Second are invalid. scan.maxDepth: expected at most 7",
    );
  });
});

describe("a stack", () => {
  it("inside another one is refused in a sentence", () => {
    const outer = new Stack(newApp(), "Company");
    expect(() => new Vigia(new NestedStack(outer, "Inner"), "Vigia")).toThrow(
      "Company/Inner/Vigia is in a nested stack, whose name is not known before the deployment",
    );
  });

  it("of the same stage in the same account and region is refused, and in another one is not", () => {
    const env = { account: "111122223333", region: "us-east-1" };
    const app = newApp();
    new VigiaStack(app, "Vigia-prod", { env });
    expect(() => new VigiaStack(app, "Prod", { env })).toThrow(
      "The stacks Vigia-prod and Prod are both the stage Prod of one account and region: name one of them otherwise.",
    );
    expect(() => new VigiaStack(app, "prod", { env: { ...env, account: "444455556666" } })).not.toThrow();
  });
});

describe("properties of the stack", () => {
  test("that are written as undefined are left out: it stays protected and described", () => {
    const stack = new VigiaStack(newApp(), "Vigia-prod", {
      terminationProtection: undefined,
      description: undefined,
    });
    expect([stack.terminationProtection, stack.templateOptions.description]).toEqual([
      true,
      "Vigia: risk and compliance notifications, look-ups and scans",
    ]);
  });

  test("that are CDK's are handed to it: place, name, tags, boundary and protection", () => {
    const env = { account: "111122223333", region: "mx-central-1" };
    const app = newApp();
    const stack = new VigiaStack(app, "Vigia-prod", {
      env,
      stackName: "Risk-prod",
      tags: { team: "risk" },
      terminationProtection: false,
      permissionsBoundary: PermissionsBoundary.fromName("Boundary"),
    });
    expect(stack).toMatchObject({ ...env, stackName: "Risk-prod", terminationProtection: false });
    expect(stack.vigia.node.path).toBe("Vigia-prod/Default");
    const template = templateOf(app, stack);
    expect(app.synth().getStackByName("Risk-prod").tags).toEqual({ team: "risk" });
    const bounds = [...resourcesOf(template, "AWS::IAM::Role").values()].map(
      ({ Properties: { PermissionsBoundary: bound } }) => JSON.stringify(bound),
    );
    expect(new Set(bounds).size).toBe(1);
    expect(bounds[0]).toContain(":policy/Boundary");
  });

  test("refuse a tag that AWS would, of the stack or of the app around it, before the deployment", () => {
    const refused = 'AWS does not take the tag "team: Test #2 (A & B)"';
    const app = newApp();
    new VigiaStack(app, "Vigia-prod", { tags: { team: "Test #2 (A & B)" } });
    expect(() => app.synth()).toThrow(refused);
    const tagged = newApp();
    new VigiaStack(tagged, "Vigia-prod", { tags: { área: "Prevención 2.0 / a+b=c @d" } });
    expect(() => tagged.synth()).not.toThrow();
    Tags.of(tagged).add("team", "Test #2 (A & B)");
    expect(() => tagged.synth({ force: true })).toThrow(refused);
  });

  test("refuse more tags than AWS takes on a resource, whether of the stack or of the app around it", () => {
    const app = newApp();
    const tags = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`tag-${index}`, "x"]));
    new VigiaStack(app, "Vigia-prod", { tags });
    Tags.of(app).add("team", "risk");
    expect(() => app.synth()).not.toThrow();
    Tags.of(app).add("area", "compliance");
    expect(() => app.synth({ force: true })).toThrow(
      "AWS takes 50 tags on a resource, and one of Vigía has 51: leave some out.",
    );
  });

  test("that are absent protect the stack", () => {
    expect(new VigiaStack(newApp(), "Vigia-prod").terminationProtection).toBe(true);
  });

  test.each(["null", "[]", "5", '"x"'])("that are no object end with one sentence: %s", (json) => {
    expect(() => new VigiaStack(newApp(), "Vigia-prod", JSON.parse(json))).toThrow(
      "Some properties of Vigia in the stack Vigia-prod are invalid. expected an object",
    );
  });

  test.each(["toString", "constructor", "hasOwnProperty"])(
    "that any object inherits are none of Vigía: %s",
    (name) => {
      expect(() => new VigiaStack(newApp(), "Vigia-prod", { [name]: 1 })).toThrow(
        `${name}: no such property`,
      );
    },
  );

  test("that do not exist are named, and the app ends with the sentence alone", async () => {
    const library = JSON.stringify(join(import.meta.dirname, "../../infra/vigia.ts"));
    const code = `import { App } from "aws-cdk-lib"; import { VigiaStack } from ${library};
      new VigiaStack(new App(), "Vigia-prod", { stage: "prod", scan: { maxDepth: 8 } });`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([
      1,
      "Some properties of Vigia in the stack Vigia-prod are invalid. scan.maxDepth: expected at most 7; stage: no such property\n",
    ]);
  });

  test("of logs end every log but the audit log", () => {
    const template = synthesize({ ...WITH_DESK, logRetentionDays: 30 });
    const days = [...resourcesOf(template, "AWS::Logs::LogGroup")].map(([name, { Properties }]) => [
      name,
      Properties["RetentionInDays"],
    ]);
    expect(days.filter(([, term]) => term !== 30)).toEqual([["GetUserLog", 3653]]);
  });
});
