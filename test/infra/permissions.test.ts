/** Permissions of each role, word by word. */

import { describe, expect, test } from "vitest";
import { permissionsIn, resourcesOf, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize({ slack: { workspaceId: "T01", channelId: "C01" } });
const withDesk = permissionsIn(synthesize({ desk: true }));
/** Parts of a policy that take room. */
const fullTemplate = synthesize({ desk: true, escalationEmails: ["escalation@company.example"] });

const PUBLISHING = [
  "dynamodb:PutItem Alerts",
  "dynamodb:UpdateItem Alerts",
  "kms:Decrypt ServiceKey via sns",
  "kms:GenerateDataKey ServiceKey via sns",
  "sns:Publish AlertsTopic",
  "sns:Publish OperationsTopic",
];

function consuming(queue: string): string[] {
  return ["ChangeMessageVisibility", "DeleteMessage", "GetQueueAttributes", "ReceiveMessage"].map(
    (action) => `sqs:${action} ${queue}`,
  );
}

function logging(log: string): string[] {
  return [`logs:CreateLogStream ${log}`, `logs:PutLogEvents ${log}`];
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
  ...["Alerts", "Chains", "Notifications", "Wallets"].map((table) => `dynamodb:GetItem ${table}`),
  "dynamodb:Query Alerts",
  "dynamodb:Query Chains",
  "dynamodb:Query Notifications",
  "dynamodb:Query Notifications/index/byTime",
  "dynamodb:Query Notifications/index/byUser",
  "dynamodb:Query Rates",
  "dynamodb:Query ScanRuns",
  "dynamodb:Query WalletScans",
  "dynamodb:Query Wallets",
  "dynamodb:Query Wallets/index/byScore",
  "dynamodb:Query Wallets/index/byUser",
  "logs:FilterLogEvents GetUserLog",
].toSorted();

/** Actions that AWS narrows to no resource of a stack: alarms, the account's limits, and subscriptions. */
const EVERYWHERE = [
  "cloudwatch:DescribeAlarms *",
  "lambda:GetAccountSettings *",
  "sns:GetSubscriptionAttributes *",
  "sns:Unsubscribe *",
];

/** IAM's limit for a managed policy, in characters without white space. */
const MAX_POLICY = 6_144;

/** Longer than the ARN of any table: its stage has at most twenty characters. */
const LONGEST_ARN = 130;

describe("permissions", () => {
  test("are these and no others", () => {
    expect(permissionsIn(template)).toEqual({
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
        "dynamodb:GetItem Chains",
        "dynamodb:GetItem Notifications",
        "dynamodb:GetItem Wallets",
        "dynamodb:PutItem Notifications",
        "dynamodb:PutItem Wallets",
        "dynamodb:Query Notifications",
        "dynamodb:Query Notifications/index/byUser",
        "dynamodb:Query Rates",
        "dynamodb:UpdateItem Notifications",
        "dynamodb:UpdateItem ScanRuns",
        "dynamodb:UpdateItem Wallets",
        ...logging("StoreNotificationsLog"),
        ...PUBLISHING,
        ...consuming("WebhookQueue"),
        "sqs:SendMessage WebhookDeadLetters",
      ].toSorted(),
      StartScanRole: [
        "dynamodb:BatchWriteItem Chains",
        "dynamodb:GetItem ScanRuns",
        "dynamodb:PutItem ScanRuns",
        "dynamodb:Query ScanRuns",
        "dynamodb:UpdateItem ScanRuns",
        ...logging("StartScanLog"),
        ...PUBLISHING,
        "secretsmanager:GetSecretValue OutboundSecret",
        "sns:ListSubscriptionsByTopic AlertsTopic",
        "sns:ListSubscriptionsByTopic OperationsTopic",
        "sqs:SendMessage ScanQueue",
      ].toSorted(),
      ScanWalletsRole: [
        "dynamodb:BatchWriteItem WalletScans",
        "dynamodb:GetItem Chains",
        "dynamodb:GetItem ScanRuns",
        "dynamodb:Query Wallets",
        "dynamodb:UpdateItem ScanRuns",
        "dynamodb:UpdateItem WalletScans",
        "dynamodb:UpdateItem Wallets",
        ...logging("ScanWalletsLog"),
        ...PUBLISHING,
        "secretsmanager:GetSecretValue OutboundSecret",
        ...consuming("ScanQueue"),
        "sqs:SendMessage ScanQueue",
      ].toSorted(),
      SendBriefRole: [
        ...["GetItem", "PutItem", "UpdateItem"].map((action) => `dynamodb:${action} Alerts`),
        "dynamodb:GetItem Notifications",
        "dynamodb:Query Notifications/index/byTime",
        "dynamodb:Query ScanRuns",
        "kms:Decrypt ServiceKey via sns",
        "kms:GenerateDataKey ServiceKey via sns",
        ...logging("SendBriefLog"),
        "sns:Publish AlertsTopic",
        "sqs:GetQueueAttributes ScanDeadLetters",
        "sqs:GetQueueAttributes WebhookDeadLetters",
        "sqs:SendMessage BriefDeadLetters",
      ].toSorted(),
      BriefClockRole: ["lambda:InvokeFunction SendBrief", "sqs:SendMessage BriefDeadLetters"],
      ScheduleRole: ["lambda:InvokeFunction StartScan"],
      ApplyHoldsRole: [
        "dynamodb:PutItem Holds",
        "dynamodb:Query Alerts",
        "dynamodb:Query Cases of subject, opened, expiresAt",
        "dynamodb:Query Holds",
        "dynamodb:Query Notifications",
        "dynamodb:Query Notifications/index/byUser",
        "dynamodb:Query WalletScans",
        "dynamodb:Query Wallets",
        "dynamodb:Scan Holds",
        "dynamodb:Scan Notifications/index/byTime",
        "dynamodb:Scan Wallets",
        "dynamodb:UpdateItem Alerts of projectId, id, expiresAt",
        "dynamodb:UpdateItem Cases of subject, opened, expiresAt",
        "dynamodb:UpdateItem Notifications of key, version, expiresAt",
        "dynamodb:UpdateItem WalletScans of historyKey, runId, expiresAt",
        ...logging("ApplyHoldsLog"),
      ],
      HoldScheduleRole: ["lambda:InvokeFunction ApplyHolds"],
      HoldKeeper: [
        "cloudformation:DescribeStacks stack/Vigia-dev/*",
        "dynamodb:PutItem Holds",
        "dynamodb:Query Holds",
        "dynamodb:Scan Holds",
        "lambda:InvokeFunction ApplyHolds",
      ],
      SlackChannelConfigurationRole: [],
      SlackGuardrail: ["sns:GetTopicAttributes AlertsTopic"],
      UserWriter: ["dynamodb:BatchWriteItem Users", ...USING_USERS_KEY],
      Reader: READING,
      Operator: [
        ...READING,
        ...USING_USERS_KEY,
        "cloudformation:ListStackResources stack/Vigia-dev/*",
        "cloudwatch:DescribeAlarms *",
        "dynamodb:BatchWriteItem Users",
        "dynamodb:DeleteItem Users",
        "dynamodb:DeleteItem Rates",
        "dynamodb:DeleteItem Wallets",
        "dynamodb:GetItem ScanRuns",
        "dynamodb:GetItem Users",
        "dynamodb:PutItem Rates",
        "dynamodb:PutItem Wallets",
        "dynamodb:Scan Users",
        "dynamodb:UpdateItem Wallets",
        "lambda:InvokeFunction SendBrief",
        "lambda:InvokeFunction StartScan",
        "scheduler:GetSchedule BriefSchedule",
        "scheduler:GetSchedule HoldSchedule",
        "scheduler:GetSchedule ScanSchedule",
        "scheduler:GetSchedule ScanWatch",
        ...["GetSecretValue", "PutSecretValue", "UpdateSecretVersionStage"].flatMap((action) => [
          `secretsmanager:${action} InboundSecret`,
          `secretsmanager:${action} OutboundSecret`,
        ]),
        "lambda:GetAccountSettings *",
        ...["ConfirmSubscription", "ListSubscriptionsByTopic", "Subscribe"].flatMap((action) => [
          `sns:${action} AlertsTopic`,
          `sns:${action} OperationsTopic`,
        ]),
        "sns:GetSubscriptionAttributes *",
        "sns:Unsubscribe *",
        ...consuming("ScanDeadLetters"),
        ...consuming("WebhookDeadLetters"),
        ...["Cancel", "List", "Start"].flatMap((verb) => {
          const action = `${verb}MessageMoveTask${verb === "List" ? "s" : ""}`;
          return [`sqs:${action} ScanDeadLetters`, `sqs:${action} WebhookDeadLetters`];
        }),
        "sqs:SendMessage ScanQueue",
        "sqs:SendMessage WebhookQueue",
      ].toSorted(),
    });
  });

  test("of the desk change its sessions and steps of cases alone, and open neither users nor secrets", () => {
    const desk = withDesk["ServeDeskRole"] ?? [];
    const reading = /^(dynamodb:(BatchGetItem|GetItem|Query)|logs:\w+) /;
    expect(desk.filter((permission) => !reading.test(permission))).toEqual([
      "cloudwatch:DescribeAlarms *",
      "dynamodb:DeleteItem DeskSessions",
      "dynamodb:PutItem DeskSessions",
      "dynamodb:Scan Chains",
      "dynamodb:UpdateItem Cases",
      "dynamodb:UpdateItem DeskSessions",
      "lambda:InvokeFunction StartScan",
      "sns:ListSubscriptionsByTopic AlertsTopic",
      "sns:ListSubscriptionsByTopic OperationsTopic",
      "sqs:GetQueueAttributes ScanDeadLetters",
      "sqs:GetQueueAttributes WebhookDeadLetters",
    ]);
    expect(desk.filter((permission) => / (Users|\w+Secret)\b/.test(permission))).toEqual([]);
  });

  test("of the brief read cases and write anchors, but no steps", () => {
    const beside = permissionsIn(template)["SendBriefRole"] ?? [];
    const brief = withDesk["SendBriefRole"] ?? [];
    expect(brief.filter((permission) => !beside.includes(permission))).toEqual([
      "dynamodb:GetItem Cases",
      "dynamodb:PutItem Cases",
      "dynamodb:Query Cases",
      ...["byLastStep", "byOwedNotice", "byTime", "openByTime"].map(
        (index) => `dynamodb:Query Cases/index/${index}`,
      ),
    ]);
  });

  test("of officers read cases and their subjects, also by index, and change nothing", () => {
    expect(withDesk["Officer"]).toEqual([
      "cloudformation:DescribeStacks stack/Vigia-dev/*",
      ...[
        "dynamodb:GetItem Alerts",
        "dynamodb:GetItem Cases",
        "dynamodb:GetItem Notifications",
        "dynamodb:Query Alerts",
        "dynamodb:Query Cases",
      ],
      ...["byLastStep", "byTime", "openByTime"].map((index) => `dynamodb:Query Cases/index/${index}`),
      "dynamodb:Query Holds of user, record, kind, at",
      ...["dynamodb:Query Notifications", "dynamodb:Query WalletScans", "dynamodb:Scan Cases"],
    ]);
  });

  test.each([
    ["without a desk", permissionsIn(template)],
    ["with a desk", withDesk],
  ])("name every action and resource, without a wildcard but that of a stack's id: %s", (_, permissions) => {
    const open = Object.values(permissions)
      .flat()
      .map((permission) => permission.replace(/ stack\/Vigia-dev\/\*$/, ""))
      .filter((permission) => !EVERYWHERE.includes(permission) && permission.includes("*"));
    expect(open).toEqual([]);
  });

  test.each([
    ["without a desk", permissionsIn(template)],
    ["with a desk", withDesk],
  ])(
    "on personal data are held by get-user, the company's backend and operators alone: %s",
    (_, permissions) => {
      const holders = Object.entries(permissions)
        .filter(([, list]) => list.some((permission) => / (Users|PersonalDataKey)\b/.test(permission)))
        .map(([holder]) => holder);
      expect(holders).toEqual(["GetUserRole", "UserWriter", "Operator"]);
    },
  );

  test("of operators show them every schedule, as the doctor wants", () => {
    const all = [...resourcesOf(fullTemplate, "AWS::Scheduler::Schedule").keys()];
    expect(all).toHaveLength(6);
    expect(permissionsIn(fullTemplate)["Operator"]).toEqual(
      expect.arrayContaining(all.map((id) => `scheduler:GetSchedule ${id}`)),
    );
  });

  test("of a managed policy fit into one, with the longest names", () => {
    for (const [name, { Properties }] of resourcesOf(fullTemplate, "AWS::IAM::ManagedPolicy")) {
      const text = JSON.stringify(Properties["PolicyDocument"], (_key, value) =>
        Object.keys(Object(value)).some((key) => key === "Ref" || key.startsWith("Fn::"))
          ? "x".repeat(LONGEST_ARN)
          : value,
      );
      expect(text.length, name).toBeLessThan(MAX_POLICY);
    }
  });

  test("to call a function from outside are held by the API's own two routes", () => {
    const callers = [...resourcesOf(template, "AWS::Lambda::Permission").values()].map(({ Properties }) => [
      targetOf(Properties["FunctionName"]),
      Properties["Principal"],
    ]);
    expect(callers).toEqual([
      ["GetUser", "apigateway.amazonaws.com"],
      ["ReceiveWebhook", "apigateway.amazonaws.com"],
    ]);
  });
});
