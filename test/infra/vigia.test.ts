/** The construct in a company's own app, what a company sets of every resource, and the place that a stage goes to. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { AlarmRule, AlarmState, CompositeAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { AttributeType, Table } from "aws-cdk-lib/aws-dynamodb";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { BUNDLING_STACKS } from "aws-cdk-lib/cx-api";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { stageSettings, Vigia, VigiaStack } from "../../infra/vigia.ts";
import { readSettings } from "../../lib/settings/settings.ts";
import { contextOfProject } from "./project-context.ts";
import {
  type Properties,
  resourceOf,
  resourcesOf,
  synthesize,
  type Template,
  targetOf,
  templateOf,
  WITH_DESK,
} from "./synthesized.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigia-construct-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** @param flags CDK's own; a company's app has others than this project */
function newApp(typed: Record<string, unknown> = {}, flags = contextOfProject()): App {
  return new App({
    context: { ...flags, ...typed, [BUNDLING_STACKS]: [] },
    outdir: join(folder, "out"),
    builtinCloudFormationValidation: false,
  });
}

describe("a company's own stack", () => {
  it("has Vigía beside its own resources, which subscribe, read and watch", () => {
    const app = newApp({}, {});
    const stack = new Stack(app, "Company");
    const wallets = new Table(stack, "OldWallets", {
      partitionKey: { name: "projectId", type: AttributeType.STRING },
    });
    const certificate = new Certificate(stack, "Certificate", { domainName: "vigia.company.example" });
    const vigia = new Vigia(stack, "Vigia", {
      stage: "prod",
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
        ...[WebhooksInDeadLetterQueue, DeskFailing].map((one) => AlarmRule.fromAlarm(one, AlarmState.ALARM)),
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
    expect(resourceOf(template, "AWS::ApiGatewayV2::Api", "VigiaApi")["Name"]).toBe("Vigia-prod");
    const { Statement } = resourceOf(template, "AWS::IAM::Policy", "ReportsDefaultPolicy")["PolicyDocument"];
    expect(JSON.stringify(Statement)).toMatch(/"dynamodb:Query".*VigiaNotifications/);
    expect(
      Object.keys(vigia.functions).filter((name) => Reflect.get(vigia.functions, name) === undefined),
    ).toEqual([]);
    expect([vigia.policies.officer, vigia.policies.deskOperator]).not.toContain(undefined);
  });

  it("has room for one, and is told which property does not fit", () => {
    const stack = new Stack(newApp(), "Company");
    new Vigia(stack, "Vigia");
    expect(() => new Vigia(stack, "Other", { stage: "test" })).toThrow(
      "The stack Company has Vigia in it already, as Company/Vigia: make a stack of its own for Company/Other.",
    );
    expect(() => new Vigia(new Stack(newApp(), "Second"), "Vigia", { scan: { maxDepth: 8 } })).toThrow(
      "Some properties of Vigia are invalid. scan.maxDepth: expected at most 7",
    );
  });
});

describe("what a company sets of every resource", () => {
  const propertiesIn = (template: Template, type: string): Properties[] =>
    [...resourcesOf(template, type).values()].map(({ Properties }) => Properties);

  const template = synthesize({
    ...WITH_DESK,
    ...{ tags: { team: "risk" }, logRetentionDays: 30, "alarms.namePrefix": "company-" },
    permissionsBoundary: "arn:aws:iam::111122223333:policy/Boundary",
  });

  test.each([
    "DynamoDB::Table",
    "SQS::Queue",
    "SNS::Topic",
    "KMS::Key",
    "IAM::Role",
    "Lambda::Function",
    "Logs::LogGroup",
  ])("tags are on every %s", (type) => {
    for (const { Tags } of propertiesIn(template, `AWS::${type}`))
      expect(Tags).toContainEqual({ Key: "team", Value: "risk" });
  });

  test("logRetentionDays ends every log but the audit log", () => {
    const days = [...resourcesOf(template, "AWS::Logs::LogGroup")].map(([name, { Properties }]) => [
      name,
      Properties["RetentionInDays"],
    ]);
    expect(days.filter(([, term]) => term !== 30)).toEqual([["GetUserLog", 3653]]);
  });

  test("permissionsBoundary bounds every role", () => {
    const bounds = propertiesIn(template, "AWS::IAM::Role").map(({ PermissionsBoundary: bound }) => bound);
    expect(new Set(bounds)).toEqual(new Set(["arn:aws:iam::111122223333:policy/Boundary"]));
  });

  test("stackName, account and region are those of the stack, whose construct keeps its id", () => {
    const place = { account: "111122223333", region: "mx-central-1", stackName: "Risk-prod" };
    const stack = new VigiaStack(newApp(), "Vigia-prod", { stage: "prod", ...place });
    expect(stack).toMatchObject({ ...place, terminationProtection: true });
    expect(stack.vigia.node.path).toBe("Vigia-prod/Default");
  });

  test("alarms.namePrefix begins the name of every alarm, before its stage", () => {
    const names = (of: Template) =>
      propertiesIn(of, "AWS::CloudWatch::Alarm").map(({ AlarmName }) => AlarmName);
    expect(names(template)).toContain("company-dev-WebhooksInDeadLetterQueue");
    expect(new Set(names(synthesize()))).toEqual(new Set([undefined]));
  });

  test("numbers of concurrent executions that do not fit together are refused", () => {
    expect(() => readSettings({ "inbound.maximumConcurrency": 16, "scan.maximumConcurrency": 3 })).toThrow(
      "expected inbound.maximumConcurrency and scan.maximumConcurrency to be 18 together at most",
    );
    expect(() => readSettings({ "inbound.maximumConcurrency": 5, "inbound.reservedConcurrency": 4 })).toThrow(
      "inbound: expected reservedConcurrency of at least maximumConcurrency",
    );
  });

  test("limits of a project are StartScan's alone, and the alarms say that there are some", () => {
    const template = synthesize({
      projects: [{ id: 1 }, { id: 2, alarms: { webhooksPerDay: 5, silenceHours: 0 } }],
      alarms: { newWalletsPerDay: 7 },
    });
    const variablesOf = (name: string) =>
      resourceOf(template, "AWS::Lambda::Function", name)["Environment"].Variables;
    expect(JSON.parse(variablesOf("StartScan")["TRAFFIC_BOUNDS"])).toEqual({
      ...{ authenticationFailures: 20, webhooksPerDay: 100_000, megabytesPerDay: 500 },
      ...{ newWalletsPerDay: 7, silenceHours: 24 },
      projects: {
        2: { webhooksPerDay: 5, megabytesPerDay: 500, newWalletsPerDay: 7, silenceHours: 0 },
      },
    });
    expect(variablesOf("StartScan")["PROJECTS"]).toBe('[{"id":1,"mexico":false},{"id":2,"mexico":false}]');
    expect(resourceOf(template, "AWS::CloudWatch::Alarm", "TooManyWebhooks")["AlarmDescription"]).toMatch(
      / 1 project has limits of its own, which the log names\. More: /,
    );
  });
});

describe("the place of a stage", () => {
  const written = { stages: { dev: {}, prod: { account: "111122223333", region: "us-east-1" } } };
  let said = "";
  beforeEach(() => {
    said = "";
    vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      said += String(text);
      return true;
    });
    writeFileSync(join(folder, "vigia.json"), JSON.stringify(written));
    vi.stubEnv("CDK_DEFAULT_ACCOUNT", "111122223333");
    vi.stubEnv("CDK_DEFAULT_REGION", "us-east-1");
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("is said at synthesis", () => {
    expect(stageSettings(newApp({ stage: "prod" }), folder).account).toBe("111122223333");
    stageSettings(newApp(), folder);
    expect(said).toBe(
      "Stage prod: account 111122223333, region us-east-1, stack Vigia-prod.\nStage dev: account 111122223333, region us-east-1, stack Vigia-dev.\n",
    );
  });

  it("refuses credentials of another account, and is in its own region also if the shell says another", () => {
    vi.stubEnv("CDK_DEFAULT_ACCOUNT", "444455556666");
    expect(() => stageSettings(newApp({ stage: "prod" }), folder)).toThrow(
      "vigia.json names account 111122223333 for stage prod, but the credentials of this shell are of 444455556666: sign in to it (AWS_PROFILE), or correct account in vigia.json.",
    );
    vi.stubEnv("CDK_DEFAULT_ACCOUNT", undefined);
    vi.stubEnv("CDK_DEFAULT_REGION", "us-west-2");
    stageSettings(newApp({ stage: "prod" }), folder);
    expect(said).toBe("Stage prod: account 111122223333, region us-east-1, stack Vigia-prod.\n");
  });

  it("ends an app with the sentence alone where it is not known", () => {
    const app = join(import.meta.dirname, "../../infra/app.ts");
    const env = { ...process.env, CDK_CONTEXT_JSON: '{"stage":"pord"}' };
    const { status, stderr } = spawnSync(process.execPath, [app], { cwd: folder, env, encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      'There is no stage pord in vigia.json, which names dev, prod. Choose one of these, or write "pord": {} under stages there to add it.\n',
    ]);
  });

  it("is looked for in vigia.json, without which nothing is deployed", () => {
    rmSync(join(folder, "vigia.json"));
    expect(() => stageSettings(newApp(), folder)).toThrow(`There is no vigia.json in ${folder}:`);
  });
});
