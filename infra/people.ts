/** Permissions of people who work with the `vigia` command: managed policies, to be attached to their roles. */

import { Validations } from "aws-cdk-lib";
import { ManagedPolicy } from "aws-cdk-lib/aws-iam";
import { Schedule } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import {
  CASES_BY_EVENT,
  CASES_BY_TIME,
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_BY_WALLET,
  WALLETS_BY_SCORE,
  WALLETS_BY_USER,
  WALLETS_BY_WAIT,
} from "../lib/aws/tables/keys.ts";
import { acknowledgeStackByName, type Grant, mergeGrants, stackByName } from "./constructs/allowing.ts";
import { indexArns } from "./constructs/table.ts";
import type { Desk } from "./desk.ts";
import type { Parts } from "./parts.ts";

export class People {
  /** All that `vigia` does, but for cases and the people of the desk. */
  readonly operator: ManagedPolicy;
  /** Reads cases, and says who may decide them at the desk: an engineer who operates the stack does neither. */
  readonly officer: ManagedPolicy;
  /** All of the stack's. */
  readonly schedules: readonly Schedule[];

  /** Must come after all other parts: the doctor looks at every schedule that exists by then. */
  constructor(scope: Construct, parts: Parts, desk: Desk | undefined) {
    this.schedules = scope.node.findAll().filter((construct) => construct instanceof Schedule);
    this.operator = new ManagedPolicy(scope, "Operator", {
      description: "Operates Vigia with the vigia command, and reads no case",
      statements: [
        ...mergeGrants([...reading(parts), ...operating(parts), this.#lookingAtSchedules()]),
        parts.lookup.keyUse(),
      ],
    });
    this.officer = new ManagedPolicy(scope, "Officer", {
      description: "Reads the cases of Vigia and their evidence, and invites people to the desk",
      statements: mergeGrants([...readingCases(parts), ...(desk === undefined ? [] : inviting(desk))]),
    });
    for (const policy of [this.operator, this.officer]) acknowledgeStackByName(policy);
    Validations.of(this.operator).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "CloudWatch lists alarms only to who may list all of them; it changes nothing.",
    });
  }

  #lookingAtSchedules(): Grant {
    return [["scheduler:GetSchedule"], this.schedules.map(({ scheduleArn }) => scheduleArn)];
  }
}

function reading({ records, lookup }: Parts): Grant[] {
  const { notifications, wallets, scanRuns, chains } = records;
  return [
    // Stack outputs.
    [["cloudformation:DescribeStacks"], [stackByName(lookup.getUser)]],
    [["dynamodb:GetItem"], [notifications, chains].map(({ tableArn }) => tableArn)],
    [
      ["dynamodb:Query"],
      [
        ...[notifications, wallets, scanRuns].map(({ tableArn }) => tableArn),
        ...indexArns(notifications, NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER, NOTIFICATIONS_BY_WALLET),
        ...indexArns(wallets, WALLETS_BY_SCORE, WALLETS_BY_USER, WALLETS_BY_WAIT),
      ],
    ],
    [["dynamodb:BatchGetItem"], [wallets.tableArn]],
  ];
}

function readingCases({ records, lookup }: Parts): Grant[] {
  const { cases, notifications, alerts, walletScans, chains, rates } = records;
  const read = [cases, notifications, alerts].map(({ tableArn }) => tableArn);
  const indexes = [
    ...indexArns(cases, CASES_BY_TIME, CASES_BY_EVENT),
    // Unreadable messages of a project's case.
    ...indexArns(notifications, NOTIFICATIONS_BY_TIME),
  ];
  return [
    // Stack outputs.
    [["cloudformation:DescribeStacks"], [stackByName(lookup.getUser)]],
    // Names of chains, and the rates by which evidence shows amounts.
    [["dynamodb:GetItem"], [...read, chains.tableArn]],
    [["dynamodb:Query"], [...read, walletScans.tableArn, rates.tableArn, ...indexes]],
    // Items that were taken out of every index: seals cover them all the same.
    [["dynamodb:Scan"], [cases.tableArn]],
  ];
}

/** Calls of `vigia desk`. */
const OVER_PEOPLE = [
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
].map((action) => `cognito-idp:${action}`);

function inviting({ sessions, people }: Desk): Grant[] {
  return [
    [["dynamodb:UpdateItem"], [sessions.tableArn]],
    // The pool knows the invited person; another issuer's people are looked up among those who are signed in.
    people === undefined
      ? [["dynamodb:Scan"], [sessions.tableArn]]
      : [OVER_PEOPLE, [people.pool.userPoolArn]],
  ];
}

function operating(parts: Parts): Grant[] {
  const { records, intake, scan, lookup, alerting, backups, inboundSecret, outboundSecret } = parts;
  return [
    // The doctor looks for the last backup of each table; this right deletes none.
    ...(backups === undefined
      ? []
      : [[["backup:ListRecoveryPointsByBackupVault"], [backups.vault.backupVaultArn]] satisfies Grant]),
    [
      ["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"],
      [inboundSecret.secretArn, outboundSecret.secretArn],
    ],
    [
      ["dynamodb:BatchWriteItem", "dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:Scan"],
      [lookup.users.tableArn],
    ],
    [["dynamodb:PutItem"], [records.rates.tableArn]],
    [["dynamodb:DeleteItem", "dynamodb:UpdateItem"], [records.wallets.tableArn]],
    // Until a run that was started has ended.
    [["dynamodb:GetItem"], [records.scanRuns.tableArn]],
    [["lambda:InvokeFunction"], [scan.startScan.functionArn]],
    // Also to list: a message that is looked at is hidden from others for a moment.
    [
      [
        "sqs:ChangeMessageVisibility",
        "sqs:DeleteMessage",
        "sqs:GetQueueAttributes",
        "sqs:ReceiveMessage",
        "sqs:StartMessageMoveTask",
      ],
      [intake.queue.deadLetters.queueArn, scan.queue.deadLetters.queueArn],
    ],
    [["sqs:SendMessage"], [intake.queue.queue.queueArn, scan.queue.queue.queueArn]],
    // Reads of the doctor.
    [["cloudwatch:DescribeAlarms"], ["*"]],
    [["sns:ConfirmSubscription", "sns:ListSubscriptionsByTopic"], alerting.topicArns],
    // AWS narrows neither to a topic.
    [["sns:GetSubscriptionAttributes", "sns:Unsubscribe"], ["*"]],
  ];
}
