/** Permissions of each role, word by word. */

import { describe, expect, test } from "vitest";
import { permissionsIn, resourceOf, resourcesOf, synthesize, targetOf, WITH_DESK } from "./synthesized.ts";

const template = synthesize(WITH_DESK);
const permissions = permissionsIn(template);

/** What only the desk needs. */
const OF_DESK = / Desk(People|Sessions)$/;

const PUBLISHING = [
  "dynamodb:PutItem Alerts",
  "dynamodb:UpdateItem Alerts",
  "kms:Decrypt ServiceKey via sns",
  "kms:GenerateDataKey ServiceKey via sns",
  "sns:Publish AlertsTopic",
  "sns:Publish OperationsTopic",
];

function consuming(queue: string): string[] {
  return ["DeleteMessage", "GetQueueAttributes", "ReceiveMessage"].map((action) => `sqs:${action} ${queue}`);
}

function logging(log: string): string[] {
  return [`logs:CreateLogStream ${log}`, `logs:PutLogEvents ${log}`];
}

function onTopics(action: string): string[] {
  return ["Alerts", "Escalation", "Operations"].map((topic) => `sns:${action} ${topic}Topic`);
}

function byIndex(table: string, ...indexes: string[]): string[] {
  return indexes.map((index) => `dynamodb:Query ${table}/index/${index}`);
}

const USING_USERS_KEY = [
  "kms:Decrypt PersonalDataKey via dynamodb",
  "kms:Encrypt PersonalDataKey via dynamodb",
  "kms:GenerateDataKey PersonalDataKey via dynamodb",
  "kms:ReEncryptFrom PersonalDataKey via dynamodb",
  "kms:ReEncryptTo PersonalDataKey via dynamodb",
];

const READING = [
  "cloudformation:DescribeStacks stack/Vigia-dev/*",
  "dynamodb:BatchGetItem Wallets",
  "dynamodb:GetItem Chains",
  "dynamodb:GetItem Notifications",
  "dynamodb:Query Notifications",
  ...byIndex("Notifications", "byTime", "byUser", "byWallet"),
  "dynamodb:Query ScanRuns",
  "dynamodb:Query Wallets",
  "dynamodb:Query Wallets/index/byScore",
  "dynamodb:Query Wallets/index/byUser",
].toSorted();

/** Actions that AWS narrows to no resource of a stack: alarms and subscriptions. */
const EVERYWHERE = ["cloudwatch:DescribeAlarms *", "sns:GetSubscriptionAttributes *", "sns:Unsubscribe *"];

/** IAM's limit for a managed policy, in characters without white space. */
const MAX_POLICY = 6_144;

/** Longer than the ARN of any table, of a stage with 44 characters. */
const LONGEST_ARN = 140;

describe("permissions", () => {
  test("of schedules are lent to the schedules of this account's default group alone", () => {
    const { Condition } = resourceOf(template, "AWS::IAM::Role", "ScheduleRole")["AssumeRolePolicyDocument"]
      .Statement[0];
    expect(Condition.StringEquals).toEqual({
      "aws:SourceAccount": { Ref: "AWS::AccountId" },
      "aws:SourceArn": {
        "Fn::Join": [
          "",
          [
            "arn:",
            { Ref: "AWS::Partition" },
            ":scheduler:",
            { Ref: "AWS::Region" },
            ":",
            { Ref: "AWS::AccountId" },
            ":schedule-group/default",
          ],
        ],
      },
    });
  });

  test("are these and no others", () => {
    // The doctor looks at every schedule.
    const schedules = [...resourcesOf(template, "AWS::Scheduler::Schedule").keys()];
    expect(schedules).toHaveLength(4);
    expect(permissions).toEqual({
      GetUserRole: [
        "dynamodb:GetItem Users",
        "kms:Decrypt PersonalDataKey via dynamodb",
        ...logging("GetUserLog"),
        "secretsmanager:GetSecretValue InboundSecret",
      ],
      ReceiveWebhookRole: [
        ...logging("ReceiveWebhookLog"),
        "secretsmanager:GetSecretValue InboundSecret",
        "sqs:SendMessage WebhookQueue",
      ],
      StoreNotificationsRole: [
        "dynamodb:DeleteItem Notifications",
        "dynamodb:GetItem Alerts",
        ...["GetItem", "PutItem", "UpdateItem"].map((action) => `dynamodb:${action} Cases`),
        "dynamodb:GetItem Chains",
        "dynamodb:GetItem Notifications",
        "dynamodb:PutItem Notifications",
        "dynamodb:Query Cases",
        "dynamodb:Query Notifications",
        "dynamodb:Query Rates",
        "dynamodb:UpdateItem Notifications",
        "dynamodb:UpdateItem Wallets",
        ...logging("StoreNotificationsLog"),
        ...PUBLISHING,
        ...consuming("WebhookQueue"),
      ].toSorted(),
      StartScanRole: [
        "dynamodb:BatchWriteItem Chains",
        "dynamodb:GetItem Chains",
        ...["GetItem", "Query", "UpdateItem"].map((action) => `dynamodb:${action} Wallets`),
        ...byIndex("Wallets", "byWait", "byPending"),
        "dynamodb:GetItem ScanRuns",
        "dynamodb:PutItem ScanRuns",
        "dynamodb:UpdateItem ScanRuns",
        ...logging("StartScanLog"),
        ...PUBLISHING,
        "secretsmanager:GetSecretValue OutboundSecret",
        ...onTopics("ListSubscriptionsByTopic"),
        "sqs:GetQueueAttributes ScanQueue",
        "sqs:SendMessage ScanQueue",
      ].toSorted(),
      ScanWalletsRole: [
        "dynamodb:BatchWriteItem WalletScans",
        ...["GetItem", "PutItem", "Query", "UpdateItem"].map((action) => `dynamodb:${action} Cases`),
        "dynamodb:GetItem Chains",
        "dynamodb:GetItem ScanRuns",
        "dynamodb:UpdateItem ScanRuns",
        ...["GetItem", "Query", "UpdateItem"].map((action) => `dynamodb:${action} Wallets`),
        ...byIndex("Wallets", "byWait", "byPending"),
        ...logging("ScanWalletsLog"),
        ...PUBLISHING,
        "secretsmanager:GetSecretValue OutboundSecret",
        ...consuming("ScanQueue"),
      ].toSorted(),
      SendBriefRole: [
        ...["GetItem", "PutItem", "UpdateItem"].map((action) => `dynamodb:${action} Alerts`),
        ...["GetItem", "PutItem", "Query"].map((action) => `dynamodb:${action} Cases`),
        ...byIndex("Cases", "byEvent", "byTime", "open"),
        "dynamodb:GetItem Notifications",
        "dynamodb:Query Notifications/index/byTime",
        "dynamodb:Query ScanRuns",
        "kms:Decrypt ServiceKey via sns",
        "kms:GenerateDataKey ServiceKey via sns",
        ...logging("SendBriefLog"),
        "sns:Publish AlertsTopic",
        "sns:Publish EscalationTopic",
        "sqs:GetQueueAttributes ScanDeadLetters",
        "sqs:GetQueueAttributes WebhookDeadLetters",
      ].toSorted(),
      BriefClockRole: ["lambda:InvokeFunction SendBrief"],
      ScheduleRole: ["lambda:InvokeFunction StartScan"],
      UserWriter: ["dynamodb:BatchWriteItem Users", ...USING_USERS_KEY],
      Operator: [
        ...READING,
        "dynamodb:Query Wallets/index/byWait",
        ...USING_USERS_KEY,
        "cloudwatch:DescribeAlarms *",
        "dynamodb:BatchWriteItem Users",
        "dynamodb:DeleteItem Users",
        "dynamodb:DeleteItem Wallets",
        "dynamodb:GetItem ScanRuns",
        "dynamodb:GetItem Users",
        "dynamodb:PutItem Rates",
        "dynamodb:Scan Users",
        "dynamodb:UpdateItem Wallets",
        "lambda:InvokeFunction StartScan",
        ...schedules.map((name) => `scheduler:GetSchedule ${name}`),
        ...["GetSecretValue", "PutSecretValue"].flatMap((action) => [
          `secretsmanager:${action} InboundSecret`,
          `secretsmanager:${action} OutboundSecret`,
        ]),
        ...["ConfirmSubscription", "ListSubscriptionsByTopic"].flatMap(onTopics),
        "sns:GetSubscriptionAttributes *",
        "sns:Unsubscribe *",
        ...consuming("ScanDeadLetters"),
        ...consuming("WebhookDeadLetters"),
        "sqs:ChangeMessageVisibility ScanDeadLetters",
        "sqs:ChangeMessageVisibility WebhookDeadLetters",
        "sqs:StartMessageMoveTask ScanDeadLetters",
        "sqs:StartMessageMoveTask WebhookDeadLetters",
        "sqs:SendMessage ScanQueue",
        "sqs:SendMessage WebhookQueue",
      ].toSorted(),
      ServeDeskRole: [
        ...READING.filter((action) => !action.startsWith("cloudformation:")),
        ...["GetItem Alerts", "GetItem Wallets"].map((action) => `dynamodb:${action}`),
        ...["Alerts", "Notifications/index/byHash", "Rates", "WalletScans"].map(
          (action) => `dynamodb:Query ${action}`,
        ),
        "cloudwatch:DescribeAlarms *",
        ...["DeleteItem", "GetItem", "PutItem", "Scan", "UpdateItem"].map(
          (action) => `dynamodb:${action} DeskSessions`,
        ),
        ...["ConditionCheckItem", "GetItem", "PutItem", "Query", "UpdateItem"].map(
          (action) => `dynamodb:${action} Cases`,
        ),
        ...byIndex("Cases", "byEvent", "byTime", "byUser", "open"),
        "dynamodb:Scan Chains",
        "lambda:InvokeFunction StartScan",
        ...logging("ServeDeskLog"),
        ...onTopics("ListSubscriptionsByTopic"),
        "sqs:GetQueueAttributes ScanDeadLetters",
        "sqs:GetQueueAttributes WebhookDeadLetters",
      ].toSorted(),
      Officer: [
        "cloudformation:DescribeStacks stack/Vigia-dev/*",
        ...["Alerts", "Cases", "Chains", "Notifications"].map((table) => `dynamodb:GetItem ${table}`),
        "dynamodb:Query Alerts",
        "dynamodb:Query Cases",
        ...byIndex("Cases", "byEvent", "byTime"),
        "dynamodb:Query Notifications",
        ...byIndex("Notifications", "byTime"),
        "dynamodb:Query Rates",
        "dynamodb:Query WalletScans",
        "dynamodb:Scan Cases",
        "dynamodb:UpdateItem DeskSessions",
        ...[
          "AdminAddUserToGroup",
          "AdminCreateUser",
          "AdminDeleteUser",
          "AdminDeleteUserAttributes",
          "AdminDisableUser",
          "AdminEnableUser",
          "AdminGetUser",
          "AdminListGroupsForUser",
          "AdminRemoveUserFromGroup",
          "AdminUpdateUserAttributes",
          "CreateGroup",
          "ListUsers",
        ].map((action) => `cognito-idp:${action} DeskPeople`),
      ].toSorted(),
    });
  });

  test("are the same without a desk, but for those of the desk itself", () => {
    const { ServeDeskRole: _role, Officer = [], ...others } = permissions;
    const { desk: _, ...withoutDesk } = WITH_DESK;
    expect(permissionsIn(synthesize(withoutDesk))).toEqual({
      ...others,
      Officer: Officer.filter((permission) => !OF_DESK.test(permission)),
    });
  });

  test("name every action and resource, without a wildcard but that of a stack's id", () => {
    const open = Object.values(permissions)
      .flat()
      .map((permission) => permission.replace(/ stack\/Vigia-dev\/\*$/, ""))
      .filter((permission) => !EVERYWHERE.includes(permission) && permission.includes("*"));
    expect(open).toEqual([]);
  });

  test("on personal data are held by get-user, the company's backend and operators alone", () => {
    const holders = Object.entries(permissions)
      .filter(([, list]) => list.some((permission) => / (Users|PersonalDataKey)\b/.test(permission)))
      .map(([holder]) => holder);
    expect(holders).toEqual(["GetUserRole", "UserWriter", "Operator"]);
  });

  test("of a managed policy fit into one, with the longest names", () => {
    for (const [name, { Properties }] of resourcesOf(template, "AWS::IAM::ManagedPolicy")) {
      const text = JSON.stringify(Properties["PolicyDocument"], (_key, value) =>
        Object.keys(Object(value)).some((key) => key === "Ref" || key.startsWith("Fn::"))
          ? "x".repeat(LONGEST_ARN)
          : value,
      );
      expect(text.length, name).toBeLessThan(MAX_POLICY);
    }
  });

  test("to call a function from outside are held by the APIs' own routes", () => {
    const callers = [...resourcesOf(template, "AWS::Lambda::Permission").values()].map(({ Properties }) => [
      targetOf(Properties["FunctionName"]),
      Properties["Principal"],
    ]);
    expect(callers).toEqual([
      ["GetUser", "apigateway.amazonaws.com"],
      ["ReceiveWebhook", "apigateway.amazonaws.com"],
      ["ServeDesk", "apigateway.amazonaws.com"],
    ]);
  });
});
