/** Permissions of the function that serves the desk. */

import { Validations } from "aws-cdk-lib";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { HELD_SINCE_ATTRIBUTES } from "../../lib/holds/held-since.ts";
import type { serveDeskEnv } from "../../lib/settings/env.ts";
import type { Settings } from "../../lib/settings/settings.ts";
import {
  CASES_BY_OWED_NOTICE,
  CASES_BY_TIME,
  CASES_OPEN_BY_DUE,
  CASES_OPEN_BY_TIME,
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  WALLETS_BY_SCORE,
  WALLETS_BY_USER,
} from "../../lib/tables/keys.ts";
import type { Alerting } from "../alerting.ts";
import { readingOnly } from "../constructs/allowing.ts";
import type { AdapterFunction } from "../constructs/function.ts";
import type { UsedTable } from "../constructs/table.ts";
import type { Holds } from "../holds.ts";
import type { Records } from "../tables.ts";
import type { WalletScan } from "../wallet-scan.ts";
import type { WebhookIntake } from "../webhook-intake.ts";

/** Records that the desk shows. */
export interface DeskContents {
  settings: Settings;
  records: Records;
  scan: WalletScan;
  intake: WebhookIntake;
  alerting: Alerting;
  holds: Holds;
  logKey: IKey;
}

type DeskServer = AdapterFunction<typeof serveDeskEnv>;

/** Shown records are only read: it changes its sessions, the steps of cases and the start of a scan alone. */
export function allowServing(
  server: DeskServer,
  { cases, sessions }: { cases: UsedTable; sessions: UsedTable },
  contents: DeskContents,
): void {
  server.allow(
    ["dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
    sessions.tableArn,
  );
  const { notifications, alerts, wallets, walletScans, scanRuns, chains } = contents.records;
  // The index has keys alone.
  server.allow(["dynamodb:BatchGetItem"], wallets.tableArn);
  for (const table of [cases, notifications, wallets, alerts, chains])
    server.allow(["dynamodb:GetItem"], table.tableArn);
  for (const table of [cases, notifications, alerts, wallets, walletScans, scanRuns])
    server.allow(["dynamodb:Query"], table.tableArn);
  // Steps.
  server.allow(["dynamodb:UpdateItem"], cases.tableArn);
  for (const [table, index] of [
    [cases, CASES_BY_TIME.index],
    [cases, CASES_OPEN_BY_TIME.index],
    [cases, CASES_OPEN_BY_DUE.index],
    [cases, CASES_BY_OWED_NOTICE.index],
    [notifications, NOTIFICATIONS_BY_TIME.index],
    [notifications, NOTIFICATIONS_BY_USER.index],
    [wallets, WALLETS_BY_SCORE.index],
    [wallets, WALLETS_BY_USER.index],
  ] as const) {
    server.allow(["dynamodb:Query"], `${table.tableArn}/index/${index}`);
  }
  // Not why.
  server.addToRolePolicy(readingOnly(contents.holds.table, HELD_SINCE_ATTRIBUTES));
  server.allow(["lambda:InvokeFunction"], contents.scan.startScan.functionArn);
  allowHealth(server, contents);
}

/** Health: counts of dead letters, alarms, and subscriptions. */
function allowHealth(server: DeskServer, { intake, scan, alerting }: DeskContents): void {
  for (const { deadLetters } of [intake.queue, scan.queue])
    server.allow(["sqs:GetQueueAttributes"], deadLetters.queueArn);
  alerting.admitWatcher(server);
  server.allow(["cloudwatch:DescribeAlarms"], "*");
  Validations.of(server.role ?? server).acknowledge({
    id: "AwsSolutions-IAM5[Resource::*]",
    reason: "CloudWatch lists alarms only to who may list all of them; it changes nothing.",
  });
}
