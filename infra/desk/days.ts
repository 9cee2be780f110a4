/** Each night: the schedule, and the function that counts the days of the projects. */

import { Duration, TimeZone } from "aws-cdk-lib";
import { Policy } from "aws-cdk-lib/aws-iam";
import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import type { countDaysEnv } from "../../lib/settings/env.ts";
import { CASES_BY_LAST_STEP, CASES_BY_TIME, NOTIFICATIONS_BY_TIME } from "../../lib/tables/keys.ts";
import type { Basis } from "../basis.ts";
import { allowing } from "../constructs/allowing.ts";
import { AdapterFunction } from "../constructs/function.ts";
import { invokeOnSchedule } from "../constructs/scheduled-invoke.ts";
import { indexArns } from "../constructs/table.ts";
import { commonVariables, recordVariables } from "../variables.ts";

export type DayCounting = AdapterFunction<typeof countDaysEnv>;

/** Before the day begins. No time zone changes its clocks at four, so the time comes exactly once each night. */
const EACH_NIGHT = "cron(0 4 * * ? *)";

export function countDaysOf(scope: Construct, { settings, records, logging }: Basis): DayCounting {
  const { notifications, cases } = records;
  const counter: DayCounting = new AdapterFunction(scope, "CountDays", {
    environment: {
      ...commonVariables(settings),
      ...recordVariables(settings),
      TIME_ZONE: settings.timeZone,
      CASES_TABLE: cases.tableName,
      NOTIFICATIONS_TABLE: notifications.tableName,
    },
    description: "Counts the days of each project for the desk",
    timeout: Duration.minutes(15),
    memoryMiB: 512,
    logging,
    // Lambda ends a chain of calls after 16: each call counts the ones before it instead.
    recursiveLoop: RecursiveLoop.ALLOW,
  });
  counter.allow(["dynamodb:PutItem", "dynamodb:Query"], cases.tableArn);
  counter.allow(
    ["dynamodb:Query"],
    ...indexArns(cases, CASES_BY_TIME, CASES_BY_LAST_STEP),
    ...indexArns(notifications, NOTIFICATIONS_BY_TIME),
  );
  // A separate policy: the function waits for its role's policies, and this one waits for the function.
  new Policy(scope, "CountDaysGoesOn", {
    roles: counter.role === undefined ? [] : [counter.role],
    statements: [allowing(["lambda:InvokeFunction"], counter.functionArn)],
  });
  invokeOnSchedule(scope, "CountDaysClock", {
    called: counter,
    maxEventAge: Duration.hours(1),
    calls: {
      CountDaysSchedule: {
        description: "Counts the days of each project",
        schedule: ScheduleExpression.expression(EACH_NIGHT, TimeZone.of(settings.timeZone)),
      },
    },
  });
  return counter;
}
