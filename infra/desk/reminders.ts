/** Every hour: the function that reminds officers of undecided cases. Only a stack with a desk has cases. */

import { Duration } from "aws-cdk-lib";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { COVERED_ATTRIBUTES } from "../../lib/cases/case-projects.ts";
import type { sendRemindersEnv } from "../../lib/settings/env.ts";
import { CASES_BY_OWED_NOTICE, CASES_OPEN_BY_DUE, CASES_OPEN_BY_TIME } from "../../lib/tables/keys.ts";
import type { Basis } from "../basis.ts";
import { readingOnly } from "../constructs/allowing.ts";
import { AdapterFunction } from "../constructs/function.ts";
import { failedInvocationsQueue } from "../constructs/queue.ts";
import { invokeOnSchedule } from "../constructs/scheduled-invoke.ts";
import { indexArns } from "../constructs/table.ts";
import { commonVariables, recordVariables } from "../variables.ts";
import type { Desk } from "./desk.ts";

export class Reminders {
  readonly sender: AdapterFunction<typeof sendRemindersEnv>;
  readonly deadLetters: Queue;

  constructor(scope: Construct, basis: Basis, desk: Desk) {
    this.deadLetters = failedInvocationsQueue(scope, "RemindersDeadLetters");
    this.sender = this.#function(scope, basis, desk);
    invokeOnSchedule(scope, "RemindersClock", {
      called: this.sender,
      // The next hour sends what this one did not.
      maxEventAge: Duration.hours(1),
      deadLetters: this.deadLetters,
      calls: {
        RemindersSchedule: {
          description: "Reminds of what is undecided",
          schedule: ScheduleExpression.rate(Duration.hours(1)),
        },
      },
    });
  }

  #function(scope: Construct, { settings, alerting, logging }: Basis, desk: Desk) {
    const { ALERTS_TABLE, ALERTS_TOPIC_ARN, LANGUAGE, TIME_ZONE } = alerting.variables;
    const sender = new AdapterFunction<typeof sendRemindersEnv>(scope, "SendReminders", {
      environment: {
        ...commonVariables(settings),
        ...recordVariables(settings),
        ...{ ALERTS_TABLE, ALERTS_TOPIC_ARN, LANGUAGE, TIME_ZONE },
        DESK_URL: desk.url,
        CASES_TABLE: desk.cases.tableName,
        ...alerting.escalationVariables,
      },
      description: "Reminds officers of what is undecided, and tells others of what stays so",
      timeout: Duration.minutes(5),
      memoryMiB: 512,
      logging,
      deadLetters: this.deadLetters,
    });
    // The table alone has the steps: decisions, officers and reasons are out of its reach.
    const indexes = [CASES_OPEN_BY_TIME, CASES_OPEN_BY_DUE, CASES_BY_OWED_NOTICE];
    sender.allow(["dynamodb:Query"], ...indexArns(desk.cases, ...indexes));
    sender.addToRolePolicy(readingOnly(desk.cases, COVERED_ATTRIBUTES));
    alerting.admitOnce(sender, ...(alerting.escalation === undefined ? [] : [alerting.escalation]));
    return sender;
  }
}
