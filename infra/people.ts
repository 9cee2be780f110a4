/** What people may do who work with the `vigia` command: managed policies, to be attached to their roles. */

import { Validations } from "aws-cdk-lib";
import { ManagedPolicy, type PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER, WALLETS_BY_USER } from "../lib/store/keys.ts";
import { TABLE_NAMES } from "../lib/store/table-shapes.ts";
import { allowing } from "./constructs/allowing.ts";
import type { AdapterSecret } from "./constructs/secret.ts";
import type { Parts } from "./parts.ts";
import type { Records } from "./tables.ts";

export interface PeopleProps extends Omit<Parts, "api"> {
  records: Records;
  inboundSecret: AdapterSecret;
  outboundSecret: AdapterSecret;
}

export class People {
  /** Lists and shows: no record of a user, no secret, and nothing changes. */
  readonly reader: ManagedPolicy;
  /** Everything that `vigia` does. */
  readonly operator: ManagedPolicy;

  constructor(scope: Construct, props: PeopleProps) {
    this.reader = new ManagedPolicy(scope, "Reader", {
      description: "Lists and shows what Vigia keeps, but no record of a user and no secret",
      statements: reading(props),
    });
    this.operator = new ManagedPolicy(scope, "Operator", {
      description: "Does everything that the vigia command does",
      statements: [...reading(props), ...operating(props)],
    });
    Validations.of(this.operator).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "CloudWatch lists alarms only to who may list all of them; it changes nothing.",
    });
  }
}

function reading({ records, intake, scan, lookup }: PeopleProps): PolicyStatement[] {
  const { notifications, wallets, walletScans, scanRuns, chains, rates, alerts } = records;
  const indexes = [NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER].map(
    ({ index }) => `${notifications.tableArn}/index/${index}`,
  );
  return [
    // Where everything is.
    allowing(["cloudformation:DescribeStacks"], [lookup.getUser.stack.stackId]),
    allowing(
      ["dynamodb:GetItem"],
      [notifications, wallets, chains, alerts].map(({ tableArn }) => tableArn),
    ),
    allowing(
      ["dynamodb:Query"],
      [
        ...[notifications, wallets, walletScans, scanRuns, rates, alerts].map(({ tableArn }) => tableArn),
        ...indexes,
        `${wallets.tableArn}/index/${WALLETS_BY_USER.index}`,
      ],
    ),
    allowing(["dynamodb:BatchGetItem"], [wallets.tableArn]),
    // A message that is looked at is hidden from others, and shown again at once.
    allowing(
      ["sqs:ChangeMessageVisibility", "sqs:ReceiveMessage"],
      [intake.queue.deadLetters.queueArn, scan.queue.deadLetters.queueArn],
    ),
    // Who asked for whom: ids alone.
    allowing(["logs:FilterLogEvents"], [lookup.getUser.logs.logGroupArn]),
  ];
}

function operating(props: PeopleProps): PolicyStatement[] {
  const { records, intake, scan, brief, lookup, alerting, inboundSecret, outboundSecret } = props;
  return [
    allowing(
      [
        "secretsmanager:GetSecretValue",
        "secretsmanager:PutSecretValue",
        "secretsmanager:UpdateSecretVersionStage",
      ],
      [inboundSecret.secretArn, outboundSecret.secretArn],
    ),
    allowing(
      ["dynamodb:BatchWriteItem", "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:Scan"],
      [lookup.users.tableArn],
    ),
    lookup.keyUse(),
    allowing(["dynamodb:DeleteItem", "dynamodb:PutItem"], [records.rates.tableArn]),
    allowing(["dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"], [records.wallets.tableArn]),
    // Until a run that was started has ended.
    allowing(["dynamodb:GetItem"], [records.scanRuns.tableArn]),
    allowing(["lambda:InvokeFunction"], [scan.startScan.functionArn, brief.sender.functionArn]),
    allowing(
      ["sqs:DeleteMessage", "sqs:GetQueueAttributes"],
      [intake.queue.deadLetters.queueArn, scan.queue.deadLetters.queueArn],
    ),
    allowing(["sqs:SendMessage"], [intake.queue.queue.queueArn, scan.queue.queue.queueArn]),
    // What the doctor looks at.
    allowing(["cloudformation:ListStackResources"], [lookup.getUser.stack.stackId]),
    ...lookingAt(takenOverTables(props)),
    allowing(["cloudwatch:DescribeAlarms"], ["*"]),
    lookingAtSchedules(props),
    allowing(
      ["sns:ConfirmSubscription", "sns:ListSubscriptionsByTopic", "sns:Subscribe"],
      alerting.topicArns,
    ),
    // AWS narrows none of these to a topic or a stack.
    allowing(["lambda:GetAccountSettings", "sns:GetSubscriptionAttributes", "sns:Unsubscribe"], ["*"]),
  ];
}

function lookingAtSchedules({ scan, brief }: PeopleProps): PolicyStatement {
  const all = [...scan.schedules, brief.schedule];
  return allowing(
    ["scheduler:GetSchedule"],
    all.map(({ scheduleArn }) => scheduleArn),
  );
}

/** The doctor compares tables that were taken over with those that the stack makes. */
function takenOverTables({ settings, records, lookup }: PeopleProps): string[] {
  const all = { ...records, users: lookup.users };
  return TABLE_NAMES.filter((name) => settings.tables[name] !== undefined).map((name) => all[name].tableArn);
}

function lookingAt(tableArns: string[]): PolicyStatement[] {
  if (tableArns.length === 0) return [];
  const actions = ["DescribeContinuousBackups", "DescribeTable", "DescribeTimeToLive"];
  return [
    allowing(
      actions.map((action) => `dynamodb:${action}`),
      tableArns,
    ),
  ];
}
