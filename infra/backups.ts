/** Backups that no role of the stack can delete: a locked vault of AWS Backup, and the plan that fills it. */

import { Duration, Fn, RemovalPolicy, Stack, TimeZone } from "aws-cdk-lib";
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type IBackupVault,
} from "aws-cdk-lib/aws-backup";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Schedule } from "aws-cdk-lib/aws-events";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { BACKED_UP, NIGHTS_KEPT } from "../lib/settings/limits.ts";
import type { BackupSettings, Settings } from "../lib/settings/settings.ts";
import { allowing } from "./constructs/allowing.ts";
import type { UsedTable } from "./constructs/table.ts";
import type { Records } from "./records.ts";

/** Before the officers' morning, and in an hour that no change to summer time skips. */
const EACH_NIGHT = { hour: "5", minute: "30" };

/** When the eight hours in which AWS may begin the night's jobs are over: of two at one time it may make one alone. */
const EACH_MONTH = { hour: "18", minute: "30", day: "1", month: "*", year: "*" };

/** A lock takes force so many days after its deployment; until then it can be taken back. */
const GRACE = Duration.days(3);

/** The longest that AWS Backup keeps anything, a century but for some days. */
const MOST_DAYS = 36_500;

/** States in which a job of a night ends without a backup. */
const MISSED = ["Failed", "Expired", "Aborted"] as const;

export class Backups {
  readonly vault: IBackupVault;

  constructor(scope: Construct, { stage, timeZone }: Settings, backups: BackupSettings, records: Records) {
    this.vault =
      backups.vaultName === undefined
        ? lockedVault(scope, backups)
        : BackupVault.fromBackupVaultName(scope, "BackupVault", backups.vaultName);
    const tables = BACKED_UP.map((name) => records[name]);
    const rule = { backupVault: this.vault, scheduleExpressionTimezone: TimeZone.of(timeZone) };
    new BackupPlan(scope, "BackupPlan", {
      backupPlanName: `vigia-${stage}`,
      backupPlanRules: [
        new BackupPlanRule({
          ...rule,
          ruleName: "nightly",
          scheduleExpression: Schedule.cron({ ...EACH_NIGHT, day: "*", month: "*", year: "*" }),
          deleteAfter: Duration.days(NIGHTS_KEPT),
        }),
        new BackupPlanRule({
          ...rule,
          ruleName: "monthly",
          scheduleExpression: Schedule.cron(EACH_MONTH),
          deleteAfter: Duration.days(Math.min(Math.ceil(backups.retentionYears * 365.25), MOST_DAYS)),
        }),
      ],
    }).addSelection("BackedUp", {
      resources: tables.map(({ tableArn }) => BackupResource.fromArn(tableArn)),
      role: backupRole(scope, tables, this.vault),
      // CDK's own policy reaches every table, disk and database of the account.
      disableDefaultBackupPolicy: true,
    });
  }

  /** Jobs that ended without a backup, by how they ended. */
  get missed(): Record<string, Metric> {
    return Object.fromEntries(MISSED.map((state) => [state.toLowerCase(), this.#jobs(state)]));
  }

  /** Jobs that ended with a backup, by the hour. */
  get completed(): Metric {
    return this.#jobs("Completed").with({ period: Duration.hours(1) });
  }

  #jobs(state: (typeof MISSED)[number] | "Completed"): Metric {
    return new Metric({
      namespace: "AWS/Backup",
      metricName: `NumberOfBackupJobs${state}`,
      dimensionsMap: { BackupVaultName: this.vault.backupVaultName },
      statistic: "Sum",
    });
  }
}

/**
 * It stays when the stack goes. A name has 50 characters at most and is the account's: the stack's own id keeps it free for a stack
 * that comes after.
 */
function lockedVault(scope: Construct, { compliance }: BackupSettings): BackupVault {
  return new BackupVault(scope, "BackupVault", {
    backupVaultName: `vigia-${Fn.select(2, Fn.split("/", Stack.of(scope).stackId))}`,
    lockConfiguration: {
      minRetention: Duration.days(NIGHTS_KEPT),
      ...(compliance ? { changeableFor: GRACE } : {}),
    },
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
}

/**
 * It can start backups of these tables, and delete none: with the advanced features of AWS Backup for DynamoDB nothing else is asked
 * of a role.
 */
function backupRole(scope: Construct, tables: readonly UsedTable[], vault: IBackupVault): Role {
  const arns = tables.map(({ tableArn }) => tableArn);
  return new Role(scope, "BackupRole", {
    assumedBy: new ServicePrincipal("backup.amazonaws.com"),
    inlinePolicies: {
      Backups: new PolicyDocument({
        statements: [
          allowing(
            ["dynamodb:DescribeTable", "dynamodb:ListTagsOfResource", "dynamodb:StartAwsBackupJob"],
            ...arns,
          ),
          allowing(["backup:DescribeBackupVault"], vault.backupVaultArn),
        ],
      }),
    },
  });
}
