/** Every morning: the schedule, and the function that sends the brief of the day that ended. */

import { Duration, TimeZone } from "aws-cdk-lib";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { sendBriefEnv } from "../lib/settings/env.ts";
import {
  CASES_BY_LAST_STEP,
  CASES_BY_OWED_NOTICE,
  CASES_BY_TIME,
  CASES_OPEN_BY_TIME,
  NOTIFICATIONS_BY_TIME,
} from "../lib/tables/keys.ts";
import type { Basis } from "./basis.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { failedInvocationsQueue } from "./constructs/queue.ts";
import { invokeOnSchedule } from "./constructs/scheduled-invoke.ts";
import { indexArns, type UsedTable } from "./constructs/table.ts";
import { commonVariables, recordVariables } from "./variables.ts";
import type { WalletScan } from "./wallet-scan.ts";
import type { WebhookIntake } from "./webhook-intake.ts";

interface BriefBasis extends Basis {
  intake: WebhookIntake;
  scan: WalletScan;
}

/** As `BRIEF_CLOCK` says: no time zone has its clocks changed then, so that no day is without it or has it twice. */
const EACH_MORNING = "cron(0 8 * * ? *)";

export class DailyBrief {
  readonly sender: AdapterFunction<typeof sendBriefEnv>;
  readonly deadLetters: Queue;

  constructor(scope: Construct, basis: BriefBasis) {
    this.deadLetters = failedInvocationsQueue(scope, "BriefDeadLetters");
    this.sender = this.#function(scope, basis);
    this.#allow(basis);
    invokeOnSchedule(scope, "BriefClock", {
      called: this.sender,
      // The next morning's brief catches up on a call that failed for so long.
      maxEventAge: Duration.hours(6),
      deadLetters: this.deadLetters,
      calls: {
        BriefSchedule: {
          description: "Sends the brief of the day that ended",
          schedule: ScheduleExpression.expression(EACH_MORNING, TimeZone.of(basis.settings.timeZone)),
        },
      },
    });
  }

  /** Allows the brief to read the cases, and to store each day's integrity seal in their table. */
  admitTo(cases: UsedTable): void {
    this.sender.addEnvironment("CASES_TABLE", cases.tableName);
    this.sender.allow(["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"], cases.tableArn);
    const indexes = [CASES_BY_TIME, CASES_OPEN_BY_TIME, CASES_BY_LAST_STEP, CASES_BY_OWED_NOTICE];
    this.sender.allow(["dynamodb:Query"], ...indexArns(cases, ...indexes));
  }

  #function(scope: Construct, { settings, records, intake, scan, alerting, logging }: BriefBasis) {
    const { OPERATIONS_TOPIC_ARN: _, ...alerts } = alerting.variables;
    return new AdapterFunction<typeof sendBriefEnv>(scope, "SendBrief", {
      environment: {
        ...commonVariables(settings),
        ...recordVariables(settings),
        ...alerts,
        NOTIFICATIONS_TABLE: records.notifications.tableName,
        WALLETS_TABLE: records.wallets.tableName,
        SCAN_RUNS_TABLE: records.scanRuns.tableName,
        WEBHOOK_DLQ_URL: intake.queue.deadLetters.queueUrl,
        SCAN_DLQ_URL: scan.queue.deadLetters.queueUrl,
      },
      description: "Sends officers the brief of the day that ended",
      timeout: Duration.minutes(5),
      memoryMiB: 512,
      logging,
      deadLetters: this.deadLetters,
    });
  }

  #allow({ records, intake, scan, alerting }: BriefBasis): void {
    const { notifications, scanRuns } = records;
    this.sender.allow(["dynamodb:GetItem"], notifications.tableArn);
    this.sender.allow(["dynamodb:Query"], ...indexArns(notifications, NOTIFICATIONS_BY_TIME));
    this.sender.allow(["dynamodb:Query"], scanRuns.tableArn);
    const dead = [intake.queue, scan.queue].map(({ deadLetters }) => deadLetters.queueArn);
    this.sender.allow(["sqs:GetQueueAttributes"], ...dead);
    alerting.admitOnce(this.sender);
  }
}
