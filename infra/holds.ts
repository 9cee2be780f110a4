/** Holds: which users' records must not expire, and the function that keeps them from it, at once and every night. */

import { Duration, TimeZone } from "aws-cdk-lib";
import { ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import type { Construct } from "constructs";
import { HELD_CASE_ATTRIBUTES } from "../lib/holds/held-items.ts";
import type { applyHoldsEnv } from "../lib/settings/env.ts";
import {
  ALERTS_KEY,
  EXPIRES_AT,
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_KEY,
  WALLET_SCANS_KEY,
} from "../lib/tables/keys.ts";
import type { Basis } from "./basis.ts";
import { acknowledgeStackByName, allowing, readingOnly, stackByName } from "./constructs/allowing.ts";
import { AdapterFunction } from "./constructs/function.ts";
import { invokeOnSchedule } from "./constructs/scheduled-invoke.ts";
import { indexArns, type UsedTable } from "./constructs/table.ts";
import { commonVariables } from "./variables.ts";

/** Four calls a night: each continues where the previous one ran out of time, and ends at once if nothing is left. */
const NIGHTLY = "cron(10 1-4 * * ? *)";

export class Holds {
  readonly table: UsedTable;
  readonly applyHolds: AdapterFunction<typeof applyHoldsEnv>;
  /** Policy of those who place and release holds. */
  readonly keeper: ManagedPolicy;

  constructor(scope: Construct, basis: Basis) {
    this.table = basis.records.holds;
    this.applyHolds = this.#applier(scope, basis);
    this.keeper = this.#keeper(scope);
    // The next call, or the next night's first, does the work of a call that fails for an hour.
    invokeOnSchedule(scope, "HoldSchedule", {
      called: this.applyHolds,
      maxEventAge: Duration.hours(1),
      calls: {
        HoldSchedule: {
          description: "Applies the holds to what came since",
          schedule: ScheduleExpression.expression(NIGHTLY, TimeZone.of(basis.settings.timeZone)),
        },
      },
    });
  }

  #applier(scope: Construct, { settings, records, logging }: Basis) {
    const { notifications, wallets, walletScans, alerts, cases } = records;
    const applier = new AdapterFunction<typeof applyHoldsEnv>(scope, "ApplyHolds", {
      environment: {
        ...commonVariables(settings),
        HOLDS_TABLE: this.table.tableName,
        NOTIFICATIONS_TABLE: notifications.tableName,
        WALLETS_TABLE: wallets.tableName,
        WALLET_SCANS_TABLE: walletScans.tableName,
        ALERTS_TABLE: alerts.tableName,
        CASES_TABLE: cases.tableName,
      },
      description: "Keeps the records of users on hold from expiring",
      timeout: Duration.minutes(15),
      memoryMiB: 512,
      logging,
    });
    applier.allow(["dynamodb:Query", "dynamodb:Scan", "dynamodb:PutItem"], this.table.tableArn);
    for (const table of [notifications, wallets, walletScans, alerts])
      applier.allow(["dynamodb:Query"], table.tableArn);
    applier.allow(["dynamodb:Query"], ...indexArns(notifications, NOTIFICATIONS_BY_USER));
    // Needed to find the projects with stored records.
    applier.allow(["dynamodb:Scan"], ...indexArns(notifications, NOTIFICATIONS_BY_TIME), wallets.tableArn);
    allowExpiry(applier, notifications, Object.values(NOTIFICATIONS_KEY));
    allowExpiry(applier, walletScans, Object.values(WALLET_SCANS_KEY));
    allowExpiry(applier, alerts, Object.values(ALERTS_KEY));
    // Without a desk too: the table keeps its cases until the company turns the desk on again.
    applier.addToRolePolicy(readingOnly(cases, HELD_CASE_ATTRIBUTES));
    allowExpiry(applier, cases, HELD_CASE_ATTRIBUTES);
    return applier;
  }

  /** Separate policy: a reason may contain facts about a user that engineers may not know. It reads and writes no record. */
  #keeper(scope: Construct): ManagedPolicy {
    const keeper = new ManagedPolicy(scope, "HoldKeeper", {
      description: "Places holds on the records of users, with their reasons, and releases them",
      statements: [
        // Stack outputs.
        allowing(["cloudformation:DescribeStacks"], stackByName(scope)),
        allowing(["dynamodb:Query", "dynamodb:Scan", "dynamodb:PutItem"], this.table.tableArn),
        allowing(["lambda:InvokeFunction"], this.applyHolds.functionArn),
      ],
    });
    acknowledgeStackByName(keeper);
    return keeper;
  }
}

/**
 * Allows the function to change an item's expiry and nothing else of it. The answer to a successful change contains no other
 * attribute; IAM cannot restrict the answer to a failed condition.
 */
function allowExpiry(
  applier: AdapterFunction<typeof applyHoldsEnv>,
  { tableArn }: UsedTable,
  keys: readonly string[],
): void {
  applier.addToRolePolicy(
    new PolicyStatement({
      actions: ["dynamodb:UpdateItem"],
      resources: [tableArn],
      conditions: {
        "ForAllValues:StringEquals": { "dynamodb:Attributes": [...new Set([...keys, EXPIRES_AT])] },
        StringEqualsIfExists: { "dynamodb:ReturnValues": "NONE" },
      },
    }),
  );
}
