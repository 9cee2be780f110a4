/** The function that sends the brief each morning, and looks after the running 24-hour notices each hour. */

import { Duration, TimeZone } from "aws-cdk-lib";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import { CASES_BY_EVENT, CASES_BY_TIME, CASES_OPEN, NOTIFICATIONS_BY_TIME } from "../lib/aws/tables/keys.ts";
import type { sendBriefEnv } from "../lib/settings/env.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { invokeOnSchedule } from "./constructs/scheduled-invoke.ts";
import { indexArns } from "./constructs/table.ts";
import type { Core } from "./core.ts";
import { commonVariables, recordVariables } from "./variables.ts";
import type { WalletScan } from "./wallet-scan.ts";
import type { WebhookIntake } from "./webhook-intake.ts";

/** What the brief is made of. */
interface BriefSources extends Core {
  intake: WebhookIntake;
  scan: WalletScan;
}

/** As `BRIEF_CLOCK` says: no time zone has its clocks changed then, so that no day is without it or has it twice. */
const EACH_MORNING = "cron(0 8 * * ? *)";

export class DailyBrief {
  readonly sender: AdapterFunction<typeof sendBriefEnv>;

  constructor(scope: Construct, sources: BriefSources) {
    this.sender = this.#function(scope, sources);
    this.#allow(sources);
    invokeOnSchedule(scope, "BriefClock", {
      called: this.sender,
      // The next morning's brief covers the days of one that failed for so long, and the next hour's call sends what is due then.
      maxEventAge: Duration.hours(6),
      calls: {
        BriefSchedule: {
          description: "Sends the brief of the days that ended since the last one",
          schedule: ScheduleExpression.expression(EACH_MORNING, TimeZone.of(sources.settings.timeZone)),
        },
        ReminderSchedule: {
          description: "Reminds of running 24-hour notices",
          schedule: ScheduleExpression.rate(Duration.hours(1)),
          input: { send: "reminders" },
        },
      },
    });
  }

  #function(scope: Construct, { settings, records, intake, scan, alerting, logging }: BriefSources) {
    const { OPERATIONS_TOPIC_ARN: _, ...alerts } = alerting.variables;
    return new AdapterFunction<typeof sendBriefEnv>(scope, "SendBrief", {
      environment: {
        ...commonVariables(settings),
        ...recordVariables(settings),
        ...alerts,
        ...alerting.escalationVariables,
        CASES_TABLE: records.cases.tableName,
        NOTIFICATIONS_TABLE: records.notifications.tableName,
        SCAN_RUNS_TABLE: records.scanRuns.tableName,
        WEBHOOK_DLQ_URL: intake.queue.deadLetters.queueUrl,
        SCAN_DLQ_URL: scan.queue.deadLetters.queueUrl,
      },
      description: "Sends officers the brief of each morning, and reminds them of 24-hour notices",
      timeout: Duration.minutes(5),
      memoryMiB: 512,
      logging,
    });
  }

  #allow({ records, intake, scan, alerting }: BriefSources): void {
    const { cases, notifications, scanRuns } = records;
    // The integrity seal of each day is in the table of cases.
    this.sender.allow(["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"], cases.tableArn);
    const indexes = [CASES_BY_TIME, CASES_OPEN, CASES_BY_EVENT];
    this.sender.allow(["dynamodb:Query"], ...indexArns(cases, ...indexes));
    this.sender.allow(["dynamodb:GetItem"], notifications.tableArn);
    this.sender.allow(["dynamodb:Query"], ...indexArns(notifications, NOTIFICATIONS_BY_TIME));
    this.sender.allow(["dynamodb:Query"], scanRuns.tableArn);
    const dead = [intake.queue, scan.queue].map(({ deadLetters }) => deadLetters.queueArn);
    this.sender.allow(["sqs:GetQueueAttributes"], ...dead);
    alerting.admitOnce(this.sender, ...(alerting.escalation === undefined ? [] : [alerting.escalation]));
  }
}
